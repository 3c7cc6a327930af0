// Current visitors, for open dashboards: one look at all watched sites every two seconds, for any number of watchers
// (spec/dashboard 8).
//
// A watcher is told `current` at once and when it changes, `activity` when new events were counted, `gone` when it may
// not watch any more. Between two looks only the counters of accepted events are read. Visitors are counted when these
// have changed, or when some may have left. A look that takes long is not repeated as soon. Rights have a question of
// their own, so that a watcher who lost a right learns of it within two seconds.
//
// Pages ask again when they are told of activity. They are told one after the other, so that their questions do not all
// come at once. Each activity has a name, so that the same questions are answered once (spec/dashboard 8.3).
import { randomUUID } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { SiteAccess } from '../stats.ts'

export type LiveEvent = 'current' | 'activity' | 'gone'

export interface Watcher {
  readonly access: SiteAccess
  /** Watchers of the same name have the same right: it is asked once for all of them. */
  readonly right: string
  readonly mayWatch: () => Promise<boolean>
  /** `id` is the name of an activity. */
  readonly send: (event: LiveEvent | 'heartbeat', data: object, id?: string) => void
}

export type Live = ReturnType<typeof createLive>

const lookMs = 2_000
/** With what asking takes, a lost right is seen within two seconds. */
const rightsMs = 1_500
const activityMs = 5_000
const heartbeatMs = 25_000
/** Between two watchers that are told of the same activity; all are told within `activityMs`. */
const betweenWatchersMs = 25
/** Visitors leave without an event, when their minutes are over: how late that may be seen. */
const leaversMs = 10_000
/** Looks may take this part of the time. */
const shareOfTime = 0.03

interface View {
  readonly access: SiteAccess
  readonly watchers: Set<Watcher>
  visitors: number | undefined
  accepted: number
  countedAt: number
  toldActivityAt: number
  isActivityDue: boolean
  activity: string | undefined
}

/** Repeats work while it is wanted. The pause depends on the time that the work took. */
function createRepeated(work: () => Promise<void>, isWanted: () => boolean, pauseAfter: (tookMs: number) => number) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  function begin(delayMs: number): void {
    if (timer || !isWanted()) return
    timer = setTimeout(() => {
      const at = performance.now()
      working = work().then(() => {
        timer = undefined
        begin(pauseAfter(performance.now() - at))
      })
    }, delayMs)
  }
  return {
    begin,
    isBegun: () => timer !== undefined,
    stop() {
      clearTimeout(timer)
      return working
    },
  }
}

export interface LiveOptions {
  readonly count: (access: SiteAccess) => Promise<number>
  /** Accepted events so far, of each view. */
  readonly accepted: (views: readonly SiteAccess[]) => Promise<readonly number[]>
  readonly log: Log
  readonly lookMs?: number
}

/** Views by site, and the watchers with the function that ends each. */
interface Watched {
  readonly options: LiveOptions
  readonly views: Map<number, View>
  readonly ends: Map<Watcher, () => void>
  readonly heardAt: Map<Watcher, number>
}

function tell({ heardAt }: Watched, watcher: Watcher, event: LiveEvent | 'heartbeat', data: object, id?: string): void {
  heardAt.set(watcher, performance.now())
  watcher.send(event, data, id)
}

/** Watchers who left meanwhile, or were told of a later activity, are passed over. */
function tellActivity(watched: Watched, view: View): void {
  const activity = randomUUID()
  view.activity = activity
  const betweenMs = Math.min(betweenWatchersMs, activityMs / view.watchers.size)
  for (const [index, watcher] of [...view.watchers].entries()) {
    const tellOne = () => {
      if (view.activity === activity && view.watchers.has(watcher)) tell(watched, watcher, 'activity', {}, activity)
    }
    if (index === 0) tellOne()
    else setTimeout(tellOne, index * betweenMs).unref()
  }
}

async function checkRights(watched: Watched): Promise<void> {
  const { ends } = watched
  const rights = new Map<string, Promise<boolean>>()
  for (const watcher of ends.keys()) {
    const asked = rights.get(watcher.right) ?? watcher.mayWatch()
    rights.set(watcher.right, asked)
    if (await asked) continue
    tell(watched, watcher, 'gone', {})
    ends.get(watcher)?.()
  }
}

async function look(watched: Watched, view: View, accepted: number): Promise<void> {
  const now = performance.now()
  const isFirst = view.visitors === undefined
  if (accepted !== view.accepted) view.isActivityDue = !isFirst
  if (isFirst || accepted !== view.accepted || now - view.countedAt >= leaversMs) {
    const visitors = await watched.options.count(view.access)
    view.countedAt = now
    if (visitors !== view.visitors) for (const watcher of view.watchers) tell(watched, watcher, 'current', { visitors })
    view.visitors = visitors
  }
  view.accepted = accepted
  if (!view.isActivityDue || now - view.toldActivityAt < activityMs) return
  view.isActivityDue = false
  view.toldActivityAt = now
  tellActivity(watched, view)
}

/** Looks at a site with a first watcher at once, without the next look at the others. */
async function lookFirst(watched: Watched, view: View): Promise<void> {
  const [accepted = 0] = await watched.options.accepted([view.access])
  if (view.visitors === undefined) await look(watched, view, accepted)
}

async function lookAround(watched: Watched): Promise<void> {
  const { options, ends, heardAt } = watched
  const views = [...watched.views.values()]
  if (views.length === 0) return
  const accepted = await options.accepted(views.map((view) => view.access))
  for (const [index, view] of views.entries()) await look(watched, view, accepted[index] ?? 0)
  const now = performance.now()
  for (const watcher of ends.keys())
    if (now - (heardAt.get(watcher) ?? 0) >= heartbeatMs) tell(watched, watcher, 'heartbeat', {})
}

const newView = (access: SiteAccess): View => ({
  access,
  watchers: new Set(),
  visitors: undefined,
  accepted: 0,
  countedAt: 0,
  toldActivityAt: 0,
  isActivityDue: false,
  activity: undefined,
})

/** Adds a watcher to the view of its site. */
function join({ views, ends, heardAt }: Watched, watcher: Watcher) {
  const { site } = watcher.access
  const view = views.get(site.id) ?? newView(watcher.access)
  views.set(site.id, view)
  view.watchers.add(watcher)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const leave = () => {
    view.watchers.delete(watcher)
    if (view.watchers.size === 0 && views.get(site.id) === view) views.delete(site.id)
    ends.delete(watcher)
    heardAt.delete(watcher)
    end()
  }
  ends.set(watcher, leave)
  heardAt.set(watcher, performance.now())
  return { view, ended, leave }
}

/** Starts when the first watcher comes, and rests when the last one has left. */
export function createLive(options: LiveOptions) {
  const everyMs = options.lookMs ?? lookMs
  const rightsEveryMs = Math.min(everyMs, rightsMs)
  const watched: Watched = { options, views: new Map(), ends: new Map(), heardAt: new Map() }
  const { views, ends } = watched
  let beginning: Promise<void> = Promise.resolve()
  let isStopped = false
  const warn = (error: unknown) => options.log.warn({ err: error }, 'who is there now could not be looked at')
  const isWatched = () => !isStopped && ends.size > 0
  const looks = createRepeated(
    () => lookAround(watched).catch(warn),
    isWatched,
    (tookMs) => Math.max(everyMs - tookMs, Math.min(tookMs / shareOfTime, 10 * everyMs) - tookMs, everyMs / 2),
  )
  const checks = createRepeated(
    () => checkRights(watched).catch(warn),
    isWatched,
    (tookMs) => Math.max(rightsEveryMs - tookMs, tookMs),
  )
  return {
    /** Resolves when the watcher was told that it is gone, or when the service stops; `leave` ends it sooner. */
    watch(watcher: Watcher) {
      const isKnown = views.has(watcher.access.site.id)
      const { view, ended, leave } = join(watched, watcher)
      if (isStopped) leave()
      if (view.visitors !== undefined) tell(watched, watcher, 'current', { visitors: view.visitors })
      else if (looks.isBegun() && !isKnown)
        beginning = Promise.all([beginning, lookFirst(watched, view).catch(warn)]).then(() => {})
      looks.begin(0)
      checks.begin(rightsEveryMs)
      return { ended, leave }
    },
    /** True when this names the last activity that watchers of the site were told of. */
    isLatest: (siteId: number, activity: string) => views.get(siteId)?.activity === activity,
    async stop() {
      isStopped = true
      for (const leave of [...ends.values()]) leave()
      await Promise.all([looks.stop(), checks.stop(), beginning])
    },
  }
}
