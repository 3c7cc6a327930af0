// The sites as upkeep sees them: id, zone and what of their history is special.

import type { Queryable } from '../db/pool.ts'
import { settingColumns } from '../db/statements.ts'
import { upkeepFailures } from '../failure.ts'
import { announce } from '../registry/changes.ts'
import { readSetting } from '../registry/setting-values.ts'
import type { Writer } from '../registry/store.ts'
import { domainSpellings } from '../rules/host.ts'
import type { SettingName, SiteSettings } from '../rules/site-settings.ts'

export interface SiteRow extends SiteSettings {
  readonly id: number
  readonly domain: string
  readonly timezone: string
  readonly home_hostname: string | null
  readonly dropped_before: string | null
  readonly long_lived_from: string | null
  readonly long_lived_to: string | null
  /** A change of its time zone is under way. */
  readonly is_changing: boolean
}

const columns = `id, domain, timezone, home_hostname, ${settingColumns()}, dropped_before, long_lived_from,
  long_lived_to, exists (select from timezone_changes z where z.site_id = sites.id) as is_changing`

/**
 * All sites, or the one of a domain (404 Failure when it does not exist). Consolidated views have no traffic of their
 * own.
 */
export async function findSites(db: Queryable, domain?: string): Promise<SiteRow[]> {
  if (domain !== undefined) return [await getSite(db, domain)]
  return await db.query<SiteRow>(`select ${columns} from sites where not is_consolidated order by id`)
}

/** The site of an id, or a 404 Failure. */
export async function getSiteById(db: Queryable, id: number): Promise<SiteRow> {
  const [site] = await db.query<SiteRow>(`select ${columns} from sites where not is_consolidated and id = $1`, [id])
  if (!site) throw upkeepFailures.siteGone()
  return site
}

/** The site of a current domain, else of a previous one (spec/management 4.4), or a 404 Failure. */
export async function getSite(db: Queryable, domain: string): Promise<SiteRow> {
  const [site] = await db.query<SiteRow>(
    `select ${columns} from sites where not is_consolidated and (domain = any ($1) or domain_changed_from = any ($1))
     order by domain = any ($1) desc limit 1`,
    [domainSpellings(domain)],
  )
  if (!site) throw upkeepFailures.siteGone()
  return site
}

/** The sites of which a condition on `sites` holds. */
export const findSitesWhere = (db: Queryable, condition: string, values: readonly unknown[]): Promise<SiteRow[]> =>
  db.query<SiteRow>(`select ${columns} from sites where ${condition} order by id`, values)

/**
 * Stores settings of a site in the caller's transaction, or throws the 400 Failure of a value out of its limits.
 * Readers act upon them later.
 */
export async function writeSettings(
  db: Pick<Writer, 'query' | 'record'>,
  siteId: number,
  settings: Partial<SiteSettings>,
): Promise<void> {
  const given = (Object.entries(settings) as [SettingName, unknown][]).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  for (const [name, value] of given) readSetting(name, value)
  const names = given.map(([name]) => name)
  const select = `select ${names.join(', ')} from sites where id = $1 for no key update`
  const [before] = await db.query<Partial<SiteSettings>>(select, [siteId])
  await db.record({ kind: 'site.changed', siteId, before, after: settings })
  const changes = names.map((name, index) => `${name} = $${index + 2}`).join(', ')
  await db.query(`update sites set ${changes} where id = $1`, [siteId, ...given.map(([, value]) => value)])
  await announce(db, { site: siteId })
}
