// The directory: every site of the registry in memory, kept fresh by notifications. The only meeting point of
// the two planes: ingestion and statistics ask it, and never the registry's tables.
import { createListener } from '../db/notify.ts'
import type { Layout } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Log } from '../log.ts'
import { domainKey } from '../rules/host.ts'
import { type Feature, featuresOf, type Plan } from '../rules/roles.ts'
import { type SiteShields, shieldsOf } from '../rules/shields.ts'
import { type SiteSettings, settingsOf } from '../rules/site-settings.ts'
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
  /** The same by site, for all sites that a consolidated view reads. */
  readonly homeHostnames: Readonly<Record<number, string | null>>
  /** The sites a consolidated view reads; the site itself otherwise. */
  readonly memberSiteIds: readonly number[]
  readonly locked: boolean
  readonly features: ReadonlySet<Feature>
  readonly shields: SiteShields
  /** Event name -> currency. */
  readonly revenueGoals: ReadonlyMap<string, string>
  readonly customProperties: readonly string[]
  readonly settings: SiteSettings
  readonly longLivedFrom: string | null
  readonly longLivedTo: string | null
  readonly droppedBefore: string | null
  readonly trackerPublicId: string | null
  /** Which of its kit secrets is in use (registry/kit-secrets). */
  readonly kitSecretRound: number
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

interface SiteRow extends SiteSettings {
  id: number
  domain: string
  domain_changed_from: string | null
  timezone: string
  home_hostname: string | null
  team_id: number
  is_consolidated: boolean
  custom_properties: string[]
  long_lived_from: string | null
  long_lived_to: string | null
  dropped_before: string | null
  plan: Plan
  features: string[]
  is_locked: boolean
  tracker_public_id: string | null
  kit_secret_round: number
  member_site_ids: Array<number | string> | null
  member_hostnames: Record<number, string | null> | null
  shields: Array<[type: string, value: string]> | null
  stripe_parts: Record<number, number> | null
  revenue_goals: Record<string, string> | null
}

// A database that is away at start is asked again this often; a failed reload likewise.
const retryMs = 500

function toView(row: SiteRow): SiteView {
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
    shields: shieldsOf(row.shields ?? []),
    revenueGoals: new Map(Object.entries(row.revenue_goals ?? {})),
    customProperties: row.custom_properties,
    settings: settingsOf(row),
    longLivedFrom: row.long_lived_from,
    longLivedTo: row.long_lived_to,
    droppedBefore: row.dropped_before,
    trackerPublicId: row.tracker_public_id,
    kitSecretRound: row.kit_secret_round,
    stripeParts: row.stripe_parts ?? {},
  })
}

type Index = ReturnType<typeof createIndex>

/** The sites by id and by name. */
function createIndex() {
  return {
    byId: new Map<number, SiteView>(),
    current: new Map<string, SiteView>(),
    previous: new Map<string, SiteView>(),
    consolidated: new Map<string, SiteView>(),
  }
}

function removeView({ byId, current, previous, consolidated }: Index, view: SiteView): void {
  byId.delete(view.id)
  const drop = (map: Map<string, SiteView>, key: string) => map.get(key)?.id === view.id && map.delete(key)
  drop(current, domainKey(view.domain))
  drop(consolidated, view.domain)
  if (view.domainChangedFrom !== null) drop(previous, domainKey(view.domainChangedFrom))
}

function addView({ byId, current, previous, consolidated }: Index, view: SiteView): void {
  byId.set(view.id, view)
  if (view.isConsolidated) {
    consolidated.set(view.domain, view)
    return
  }
  current.set(domainKey(view.domain), view)
  if (view.domainChangedFrom !== null) previous.set(domainKey(view.domainChangedFrom), view)
}

type Pending = ReturnType<typeof createPending>

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

/** Parts of the registry that a reload reads. */
type Reloaded = ReturnType<Pending['take']>

/**
 * Puts freshly read rows in the place of the sites that were asked about. Answers the sites that left it, since their
 * rows are gone.
 */
function replaceViews(index: Index, { all, sites, teams }: Reloaded, rows: readonly SiteRow[]): SiteView[] {
  const affected = [...index.byId.values()].filter(
    (view) => all || sites.includes(view.id) || teams.includes(view.teamId),
  )
  const views = rows.map(toView)
  const seen = new Set(views.map((view) => view.id))
  for (const view of [...affected, ...views.map((view) => index.byId.get(view.id))]) if (view) removeView(index, view)
  for (const view of views) addView(index, view)
  return affected.filter((view) => !seen.has(view.id))
}

/** The state of a directory: the sites, how traffic is divided, and the changes still to be read. */
interface State {
  readonly index: Index
  readonly pending: Pending
  layout: Layout
  isReady: boolean
}

/** Reads the pending changes until no change is pending. A change that could not be read is pending again. */
async function reload(state: State, db: Database): Promise<void> {
  const { index, pending } = state
  const { write: primary } = db
  if (pending.isEmpty()) return
  const taken = pending.take()
  const { all, sites, teams } = taken
  try {
    state.layout = (await primary.layout?.()) ?? []
    // The primary, not a replica: the answer must contain the write that caused the reload.
    const rows = await primary.query<SiteRow>(statement('directory.load'), all ? [null, null] : [sites, teams])
    // A deleted site also leaves its team's consolidated view, which only knows its team.
    const teamsLeft = new Set(replaceViews(index, taken, rows).map((view) => view.teamId))
    if (!all)
      for (const view of index.consolidated.values()) if (teamsLeft.has(view.teamId)) pending.add({ site: view.id })
    state.isReady = true
  } catch (error) {
    for (const site of sites) pending.add({ site })
    for (const team of teams) pending.add({ team })
    if (all) pending.add({ all: true })
    throw error
  }
  if (!pending.isEmpty()) await reload(state, db)
}

/** Runs reloads one at a time, so that an older answer never overwrites a newer one. */
function createSchedule(work: () => Promise<void>, log: Log) {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined

  /** Resolves after a run that began behind this call. */
  function run(): Promise<void> {
    if (!running) {
      running = work().finally(() => {
        running = undefined
      })
      return running
    }
    // A change that arrives during a reload may have missed its snapshot: everybody waits for the one after.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }

  /** Runs until it succeeds. */
  function runOrRetry(): void {
    run().catch((error: unknown) => {
      if (isStopped) return
      log.warn({ err: error }, 'the directory could not be refreshed; trying again')
      clearTimeout(retryTimer)
      retryTimer = setTimeout(runOrRetry, retryMs)
    })
  }

  /** Ends the retries. */
  function stop(): void {
    isStopped = true
    clearTimeout(retryTimer)
  }

  return { run, runOrRetry, stop, settle: async () => await running?.catch(() => {}) }
}

/**
 * Loads all sites and keeps them fresh until `stop`; hears of other processes' writes at `databaseUrl`.
 */
export async function createDirectory(options: { db: Database; databaseUrl: string; log: Log }): Promise<Directory> {
  const { db, log } = options
  const state: State = { index: createIndex(), pending: createPending(), layout: [], isReady: false }
  const { index, pending } = state
  const schedule = createSchedule(() => reload(state, db), log)
  const changeListeners: Array<(change: Change) => void> = []

  function tell(change: Change): void {
    for (const changeListener of changeListeners) changeListener(change)
  }

  function hear(change: Change): void {
    tell(change)
    pending.add(change)
    schedule.runOrRetry()
  }

  const listener = await createListener({
    url: options.databaseUrl,
    channel: changeChannel,
    log,
    onMessage: (payload) => hear(parseChange(payload)),
    onReconnect: () => hear({ all: true }),
  })
  pending.add({ all: true })
  await schedule.run().catch(() => schedule.runOrRetry())

  return {
    isReady: () => state.isReady,
    find(domain) {
      const key = domainKey(domain)
      return index.current.get(key) ?? index.previous.get(key)
    },
    findById: (id) => index.byId.get(id),
    findConsolidated: (identifier) => index.consolidated.get(identifier),
    sites: () => index.byId.values(),
    layout: () => state.layout,
    async refresh(change = { all: true }) {
      const changed = typeof change === 'number' ? { site: change } : change
      // This process does not wait for its own notification: what others remember of keys is gone when the writer's
      // answer is out.
      tell(changed)
      pending.add(changed)
      await schedule.run()
    },
    onChange: (changeListener) => {
      changeListeners.push(changeListener)
    },
    async stop() {
      schedule.stop()
      await listener.stop()
      await schedule.settle()
    },
  }
}
