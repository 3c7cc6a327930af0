// The directory: every site of the registry in memory, kept fresh by notifications. The only meeting point of
// the two planes: ingestion and statistics ask it, and never the registry's tables.
import { createListener } from '../db/notify.ts'
import type { Layout } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Log } from '../log.ts'
import type { SiteShields } from '../rules/drops.ts'
import { domainKey } from '../rules/host.ts'
import { type Feature, featuresOf, type Plan } from '../rules/roles.ts'
import { type Change, changeChannel, parseChange } from './changes.ts'

/** A site as ingestion and statistics see it. */
export interface SiteView {
  readonly id: number
  readonly domain: string
  readonly domainChangedFrom: string | null
  readonly timezone: string
  /** The hostname that rows of traffic leave out. Null until it is known. */
  readonly homeHostname: string | null
  readonly teamId: number
  readonly isConsolidated: boolean
  /** The same by site: those of the sites a consolidated view reads. */
  readonly homeHostnames: Readonly<Record<number, string | null>>
  /** The sites a consolidated view reads; the site itself otherwise. */
  readonly memberSiteIds: readonly number[]
  readonly locked: boolean
  readonly features: ReadonlySet<Feature>
  readonly shields: SiteShields
  /** Event name -> currency. */
  readonly revenueGoals: ReadonlyMap<string, string>
  readonly customProperties: readonly string[]
  readonly retentionMonths: number | null
  readonly longLivedFrom: string | null
  readonly longLivedTo: string | null
  readonly droppedBefore: string | null
  readonly trackerPublicId: string | null
  /** The part of each stripe, where the site is spread over several. */
  readonly stripeParts: Readonly<Record<number, number>>
}

export interface Directory {
  /** False until the first load succeeded; the service answers "not ready" meanwhile. */
  isReady(): boolean
  /** A regular site by any spelling of its current domain, else of its previous one (spec/management 4.4). */
  find(domain: string): SiteView | undefined
  findById(id: number): SiteView | undefined
  /** A consolidated view by its team's identifier (spec/management 8.3). */
  findConsolidated(identifier: string): SiteView | undefined
  sites(): Iterable<SiteView>
  /** How traffic is divided; of use once the directory is ready. */
  layout(): Layout
  /** Resolves when this process sees the change (everything when absent). */
  refresh(change?: number | Change): Promise<void>
  /** Calls back for every change heard of, before the reload. */
  onChange(listener: (change: Change) => void): void
  stop(): Promise<void>
}

interface SiteRow {
  id: number
  domain: string
  domain_changed_from: string | null
  timezone: string
  home_hostname: string | null
  team_id: number
  is_consolidated: boolean
  custom_properties: string[]
  retention_months: number | null
  long_lived_from: string | null
  long_lived_to: string | null
  dropped_before: string | null
  plan: Plan
  features: string[]
  is_locked: boolean
  tracker_public_id: string | null
  member_site_ids: Array<number | string> | null
  member_hostnames: Record<number, string | null> | null
  shields: Array<[type: string, value: string]> | null
  stripe_parts: Record<number, number> | null
  revenue_goals: Record<string, string> | null
}

// A database that is away at start is asked again this often; a failed reload likewise.
const retryMs = 500

function toView(row: SiteRow): SiteView {
  const shields = (type: string) => (row.shields ?? []).filter((rule) => rule[0] === type).map((rule) => rule[1])
  return Object.freeze({
    id: row.id,
    domain: row.domain,
    domainChangedFrom: row.domain_changed_from,
    timezone: row.timezone,
    homeHostname: row.home_hostname,
    homeHostnames: row.is_consolidated ? (row.member_hostnames ?? {}) : { [row.id]: row.home_hostname },
    teamId: row.team_id,
    isConsolidated: row.is_consolidated,
    memberSiteIds: row.is_consolidated ? (row.member_site_ids ?? []).map(Number) : [row.id],
    locked: row.is_locked || row.plan === 'none',
    features: featuresOf(row.plan, row.features),
    shields: {
      ips: new Set(shields('ip')),
      countries: new Set(shields('country')),
      pages: shields('page'),
      hostnames: shields('hostname'),
    },
    revenueGoals: new Map(Object.entries(row.revenue_goals ?? {})),
    customProperties: row.custom_properties,
    retentionMonths: row.retention_months,
    longLivedFrom: row.long_lived_from,
    longLivedTo: row.long_lived_to,
    droppedBefore: row.dropped_before,
    trackerPublicId: row.tracker_public_id,
    stripeParts: row.stripe_parts ?? {},
  })
}

/** The maps and how a set of freshly read rows replaces what they held. */
function createIndex() {
  const byId = new Map<number, SiteView>()
  const current = new Map<string, SiteView>()
  const previous = new Map<string, SiteView>()
  const consolidated = new Map<string, SiteView>()

  function remove(view: SiteView): void {
    byId.delete(view.id)
    const drop = (map: Map<string, SiteView>, key: string) => map.get(key)?.id === view.id && map.delete(key)
    drop(current, domainKey(view.domain))
    drop(consolidated, view.domain)
    if (view.domainChangedFrom !== null) drop(previous, domainKey(view.domainChangedFrom))
  }

  function add(view: SiteView): void {
    byId.set(view.id, view)
    if (view.isConsolidated) {
      consolidated.set(view.domain, view)
      return
    }
    current.set(domainKey(view.domain), view)
    if (view.domainChangedFrom !== null) previous.set(domainKey(view.domainChangedFrom), view)
  }

  return { byId, current, previous, consolidated, remove, add }
}

/** Gathers the parts still to be reloaded while a reload is under way. */
function createPending() {
  let all = false
  const sites = new Set<number>()
  const teams = new Set<number>()
  return {
    add(change: Change) {
      if ('site' in change) sites.add(change.site)
      else if ('team' in change) teams.add(change.team)
      else if ('all' in change) all = true
    },
    take() {
      const taken = { all, sites: [...sites], teams: [...teams] }
      all = false
      sites.clear()
      teams.clear()
      return taken
    },
    isEmpty: () => !all && sites.size === 0 && teams.size === 0,
  }
}

/**
 * Loads all sites and keeps them fresh until `stop`; hears of other processes' writes at `databaseUrl`.
 */
export async function createDirectory(options: { db: Database; databaseUrl: string; log: Log }): Promise<Directory> {
  const { db, log } = options
  const index = createIndex()
  const pending = createPending()
  const changeListeners: Array<(change: Change) => void> = []
  let ready = false
  let layout: Layout = []
  let stopped = false
  let retryTimer: NodeJS.Timeout | undefined
  // One reload at a time, so that an older answer never overwrites a newer one.
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function reload(): Promise<void> {
    if (pending.isEmpty()) return
    const { all, sites, teams } = pending.take()
    try {
      layout = (await db.write.layout?.()) ?? []
      // The primary, not a replica: the answer must contain the write that caused the reload.
      const rows = await db.write.query<SiteRow>(statement('directory.load'), all ? [null, null] : [sites, teams])
      const affected = [...index.byId.values()].filter(
        (view) => all || sites.includes(view.id) || teams.includes(view.teamId),
      )
      const views = rows.map(toView)
      const seen = new Set(views.map((view) => view.id))
      // A deleted site also leaves its team's consolidated view, which only knows its team.
      const orphaned = affected.filter((view) => !seen.has(view.id))
      for (const view of [...affected, ...views.map((view) => index.byId.get(view.id))]) if (view) index.remove(view)
      for (const view of views) index.add(view)
      const teamsLeft = new Set(orphaned.map((view) => view.teamId))
      if (!all)
        for (const view of index.consolidated.values()) if (teamsLeft.has(view.teamId)) pending.add({ site: view.id })
      ready = true
    } catch (error) {
      for (const site of sites) pending.add({ site })
      for (const team of teams) pending.add({ team })
      if (all) pending.add({ all: true })
      throw error
    }
    if (!pending.isEmpty()) await reload()
  }

  function schedule(): Promise<void> {
    if (!running) {
      running = reload().finally(() => {
        running = undefined
      })
      return running
    }
    // A change that arrives during a reload may have missed its snapshot: everybody waits for the one after.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return schedule()
      })
    return next
  }

  function refreshOrRetry(): void {
    schedule().catch((error: unknown) => {
      if (stopped) return
      log.warn({ err: error }, 'the directory could not be refreshed; trying again')
      clearTimeout(retryTimer)
      retryTimer = setTimeout(refreshOrRetry, retryMs)
    })
  }

  function tell(change: Change): void {
    for (const changeListener of changeListeners) changeListener(change)
  }

  function hear(change: Change): void {
    tell(change)
    pending.add(change)
    refreshOrRetry()
  }

  const listener = await createListener({
    url: options.databaseUrl,
    channel: changeChannel,
    log,
    onMessage: (payload) => hear(parseChange(payload)),
    onReconnect: () => hear({ all: true }),
  })
  pending.add({ all: true })
  await schedule().catch(() => refreshOrRetry())

  return {
    isReady: () => ready,
    find(domain) {
      const key = domainKey(domain)
      return index.current.get(key) ?? index.previous.get(key)
    },
    findById: (id) => index.byId.get(id),
    findConsolidated: (identifier) => index.consolidated.get(identifier),
    sites: () => index.byId.values(),
    layout: () => layout,
    async refresh(change = { all: true }) {
      const changed = typeof change === 'number' ? { site: change } : change
      // This process does not wait for its own notification: what others remember of keys is gone when the writer's
      // answer is out.
      tell(changed)
      pending.add(changed)
      await schedule()
    },
    onChange: (changeListener) => {
      changeListeners.push(changeListener)
    },
    async stop() {
      stopped = true
      clearTimeout(retryTimer)
      await listener.stop()
      await running?.catch(() => {})
    },
  }
}
