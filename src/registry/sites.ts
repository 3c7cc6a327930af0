// Sites: create, change, delete. Names are unique across current and previous domains, guarded by one lock on names
// and, last, by the database's own indexes.
import type { Queryable } from '../db/pool.ts'
import { settingColumns } from '../db/statements.ts'
import { refuseField, siteFailures } from '../failure.ts'
import { domainKey, domainSpellings } from '../rules/host.ts'
import { propertiesMax } from '../rules/maxima.ts'
import type { Preset } from '../rules/presets.ts'
import { parseDomain, parseTimezone, parseTrackerChanges } from '../rules/site.ts'
import type { SiteSettings } from '../rules/site-settings.ts'
import { syncConsolidated } from './consolidated.ts'
import { readSetting } from './setting-values.ts'
import { isStorable, one, type Store, type Writer } from './store.ts'
import { changeTrackerConfig, getTrackerConfig, type TrackerConfig } from './tracker-config.ts'

/** A site as the registry keeps it. */
export interface SiteRecord extends SiteSettings {
  readonly id: number
  readonly domain: string
  readonly timezone: string
  readonly team: string
  readonly custom_properties: string[]
  readonly domain_changed_from: string | null
  readonly domain_changed_at: Date | null
  readonly is_consolidated: boolean
}

/** The public site object (spec/management 4.6). */
export interface SiteAnswer {
  readonly domain: string
  readonly timezone: string
  readonly custom_properties: string[]
  readonly tracker_script_configuration: TrackerConfig
  /** Pageviews by the picture without JavaScript are counted; absent: they are not. */
  readonly pixel?: true
  readonly preset?: Exclude<Preset, 'standard'>
}

const select = `
  select s.id, s.domain, s.timezone, t.identifier as team, s.custom_properties,
    s.domain_changed_from, s.domain_changed_at, s.is_consolidated, ${settingColumns('s.')}
  from sites s
  join teams t on t.id = s.team_id`

/** Names are claimed one at a time: the check spans two columns, which no index can. */
async function lockNames(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('tidemark site names', 0))`)
}

async function clearPrevious(tx: Writer, siteId: number): Promise<void> {
  await tx.query('update sites set domain_changed_from = null where id = $1', [siteId])
  tx.changed({ site: siteId })
}

/** Claims a name for a site of the team (spec/management 4.4, uniqueness; 7.1 for names of the caller's own teams). */
async function claimName(
  tx: Writer,
  domain: string,
  by: { siteId?: number; teamId: number; ownedTeamIds: readonly number[] },
): Promise<void> {
  await lockNames(tx)
  const holders = await tx.query<{ id: number; team_id: number; is_current: boolean }>(
    `select id, team_id, domain = any ($1) as is_current from sites
     where domain = any ($1) or domain_changed_from = any ($1)`,
    [domainSpellings(domain)],
  )
  for (const holder of holders) {
    if (holder.id === by.siteId) continue
    if (holder.is_current) throw siteFailures.domainTaken()
    if (by.ownedTeamIds.includes(holder.team_id)) await clearPrevious(tx, holder.id)
    else if (holder.team_id !== by.teamId) throw siteFailures.domainTaken()
  }
}

/** Gives a site another domain in the caller's transaction (spec/management 4.4). */
export async function changeDomain(tx: Writer, siteId: number, value: unknown): Promise<void> {
  const domain = parseDomain(value)
  await lockNames(tx)
  const site = await one<{ domain: string; team_id: number }>(
    tx,
    'select domain, team_id from sites where id = $1 for no key update',
    [siteId],
  )
  if (!site) throw siteFailures.notFound()
  if (domainKey(site.domain) === domainKey(domain)) throw refuseField('domain', 'sameDomain')
  await claimName(tx, domain, { siteId, teamId: site.team_id, ownedTeamIds: [] })
  // Another site of the team may still have this name as its previous one (domain swap): the younger memory wins.
  const older = await tx.query<{ id: number }>(
    'select id from sites where domain_changed_from = any ($1) and id <> $2',
    [domainSpellings(site.domain), siteId],
  )
  for (const other of older) await clearPrevious(tx, other.id)
  await tx.query('update sites set domain = $2, domain_changed_from = $3, domain_changed_at = now() where id = $1', [
    siteId,
    domain,
    site.domain,
  ])
  await tx.record({ kind: 'site.changed', siteId, before: { domain: site.domain }, after: { domain } })
  tx.changed({ site: siteId })
}

async function getSite(tx: Queryable, siteId: number): Promise<SiteRecord> {
  const site = await one<SiteRecord>(tx, `${select} where s.id = $1`, [siteId])
  if (!site) throw siteFailures.notFound()
  return site
}

/** The public site object, as the caller's transaction sees it. */
export async function answerOf(tx: Queryable, siteId: number): Promise<SiteAnswer> {
  const site = await getSite(tx, siteId)
  return {
    domain: site.domain,
    timezone: site.timezone,
    custom_properties: site.custom_properties,
    tracker_script_configuration: await getTrackerConfig(tx, siteId),
    ...(site.pixel && { pixel: true as const }),
    ...(site.preset !== 'standard' && { preset: site.preset }),
  }
}

/**
 * The time zone of a request, or the 400 Failure: an IANA name, spelled as IANA does (spec/management 7.1). Node and
 * the database both reckon with it, and each knows names that the other does not: `PST` and `SystemV/PST8` here,
 * `posix/Europe/Paris` there.
 */
export async function readTimezone(tx: Queryable, value: unknown): Promise<string> {
  const timezone = parseTimezone(value)
  // The default, or what a name links to.
  if (timezone !== value) return timezone
  const known = await tx.query('select 1 from pg_timezone_names where name = $1', [timezone])
  if (known.length === 0) throw refuseField('timezone', 'invalid')
  return timezone
}

/** Fields of a new site. Raw values are checked in the documented order. */
export interface NewSite {
  readonly domain: unknown
  readonly timezone?: unknown
  readonly teamId: number
  /** Teams with sites that give up a previous domain for the new site. */
  readonly ownedTeamIds?: readonly number[]
  readonly configuration?: unknown
  readonly customProperties?: readonly string[]
}

/** Creates the site in the caller's transaction (spec/management 7.1). */
export async function createSite(tx: Writer, site: NewSite): Promise<number> {
  const team = await one<{ sites_limit: number | null }>(
    tx,
    'select sites_limit from teams where id = $1 for no key update',
    [site.teamId],
  )
  if (!team) throw siteFailures.wrongTeam()
  if (team.sites_limit !== null) {
    const text = 'select count(*) as count from sites where team_id = $1 and not is_consolidated'
    const [row] = await tx.query<{ count: number }>(text, [site.teamId])
    if ((row?.count ?? 0) >= team.sites_limit) throw siteFailures.siteLimit(team.sites_limit)
  }
  const domain = parseDomain(site.domain)
  const timezone = await readTimezone(tx, site.timezone)
  const changes =
    site.configuration === undefined || site.configuration === null ? {} : parseTrackerChanges(site.configuration)
  const properties = [...new Set(site.customProperties)]
  if (properties.length > propertiesMax) throw siteFailures.propertyLimit()
  await claimName(tx, domain, { teamId: site.teamId, ownedTeamIds: site.ownedTeamIds ?? [] })
  const [created] = await tx.query<{ id: number }>(
    'insert into sites (team_id, domain, timezone, custom_properties) values ($1, $2, $3, $4) returning id',
    [site.teamId, domain, timezone, properties],
  )
  const siteId = created?.id ?? 0
  await tx.record({ kind: 'site.created', siteId, subject: domain, after: { timezone } })
  await changeTrackerConfig(tx, siteId, changes)
  await syncConsolidated(tx, site.teamId)
  tx.changed({ site: siteId })
  return siteId
}

/** Changes of a site by the Sites API and by commands. Raw values are checked here. */
export interface SiteChanges {
  readonly domain?: unknown
  readonly configuration?: unknown
  readonly pixel?: unknown
  readonly preset?: unknown
}

/** Changes domain and configuration in the caller's transaction, domain errors first (spec/management 4). */
async function updateSite(tx: Writer, siteId: number, changes: SiteChanges): Promise<SiteAnswer> {
  if (changes.domain !== undefined) await changeDomain(tx, siteId, changes.domain)
  if (changes.configuration !== undefined) {
    const configuration = parseTrackerChanges(changes.configuration)
    const locked = await tx.query('select 1 from sites where id = $1 for no key update', [siteId])
    if (locked.length === 0) throw siteFailures.notFound()
    await changeTrackerConfig(tx, siteId, configuration)
  }
  for (const name of ['pixel', 'preset'] as const) {
    if (changes[name] === undefined) continue
    const value = readSetting(name, changes[name])
    const before = await one<Partial<SiteSettings>>(tx, `select ${name} from sites where id = $1 for update`, [siteId])
    await tx.query(`update sites set ${name} = $2 where id = $1`, [siteId, value])
    await tx.record({ kind: 'site.changed', siteId, before: { ...before }, after: { [name]: value } })
    tx.changed({ site: siteId })
  }
  return answerOf(tx, siteId)
}

/** Changes the names of custom properties; the Failure when more than 300 result. */
async function changeProperties(
  tx: Writer,
  siteId: number,
  change: (names: string[]) => readonly string[],
): Promise<string[]> {
  const site = await one<{ custom_properties: string[] }>(
    tx,
    'select custom_properties from sites where id = $1 for no key update',
    [siteId],
  )
  if (!site) throw siteFailures.notFound()
  const names = [...new Set(change(site.custom_properties))]
  if (names.length > propertiesMax && names.length > site.custom_properties.length) throw siteFailures.propertyLimit()
  await tx.query('update sites set custom_properties = $2 where id = $1', [siteId, names])
  const removed = site.custom_properties.filter((name) => !names.includes(name))
  const added = names.filter((name) => !site.custom_properties.includes(name))
  await tx.record({ kind: 'properties.changed', siteId, before: { properties: removed }, after: { properties: added } })
  tx.changed({ site: siteId })
  return names
}

/** Deletes a site in the caller's transaction. A task deletes its traffic. */
async function removeSite(tx: Writer, siteId: number): Promise<void> {
  const known = await one<{ domain: string }>(tx, 'select domain from sites where id = $1 for update', [siteId])
  if (known) await tx.record({ kind: 'site.deleted', siteId, subject: known.domain })
  const site = await one<{ team_id: number }>(tx, 'delete from sites where id = $1 returning team_id', [siteId])
  if (!site) return
  await tx.query('insert into deleted_sites (site_id) values ($1) on conflict do nothing', [siteId])
  await syncConsolidated(tx, site.team_id)
  tx.changed({ site: siteId })
  tx.changed({ keys: true })
}

/** Forgets previous domains, and says how many. */
async function expireDomains(tx: Writer, hours: number): Promise<number> {
  const expired = await tx.query<{ id: number; previous_domain: string }>(
    `update sites s set domain_changed_from = null
           from sites o
           where o.id = s.id and s.domain_changed_from is not null
             and s.domain_changed_at <= now() - make_interval(hours => $1)
           returning s.id, o.domain_changed_from as previous_domain`,
    [hours],
  )
  for (const { id: siteId, previous_domain } of expired)
    await tx.record({ kind: 'site.changed', siteId, before: { previous_domain }, after: { previous_domain: null } })
  if (expired.length > 0) tx.changed({ all: true })
  return expired.length
}

/** Sites over the store. */
export function createSites(store: Store) {
  return {
    create: (site: NewSite) => store.write(async (tx) => answerOf(tx, await createSite(tx, site))),
    /** Domain and configuration in one transaction, domain errors first (spec/management 4). */
    update: (siteId: number, changes: SiteChanges) => store.write((tx) => updateSite(tx, siteId, changes)),
    get: async (siteId: number) => answerOf(store.read, siteId),
    record: (siteId: number) => getSite(store.read, siteId),
    /** By current domain, else previous one; consolidated views by their team's identifier. */
    async find(domain: string) {
      if (!isStorable(domain)) return undefined
      const text = `${select} where s.domain = any ($1) or s.domain_changed_from = any ($1)
        order by s.domain = any ($1) desc limit 1`
      return one<SiteRecord>(store.read, text, [domainSpellings(domain)])
    },
    list: (teamId?: number) =>
      store.read.query<SiteRecord>(
        `${select} where not s.is_consolidated and ($1::bigint is null or s.team_id = $1) order by s.id`,
        [teamId ?? null],
      ),
    remove: (siteId: number) => store.write((tx) => removeSite(tx, siteId)),
    /** Adds names to the list; the Failure when more than 300 result (spec/management 7.3). */
    addProperties: (siteId: number, names: readonly string[]) =>
      store.write((tx) => changeProperties(tx, siteId, (existing) => [...existing, ...names])),
    removeProperties: (siteId: number, names: readonly string[]) =>
      store.write((tx) => changeProperties(tx, siteId, (existing) => existing.filter((name) => !names.includes(name)))),
    setProperties: (siteId: number, names: readonly string[]) =>
      store.write((tx) => changeProperties(tx, siteId, () => names)),
    /** Forgets previous domains of changes older than this (spec/management 4.4); 0 hours forgets all. */
    expireDomains: (hours: number) => store.write((tx) => expireDomains(tx, hours)),
  }
}
