// Client address, or part -> lane. One batch of a lane is in flight; the next one gathers meanwhile, so that batches
// grow with load by themselves (docs/architecture.md, "One event"); an event after a pause goes at once. All of it runs
// on the main thread.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Part } from '../db/parts.ts'
import type { Log } from '../log.ts'
import type { SiteView } from '../registry/directory.ts'
import type { DropReason } from '../rules/drop-reasons.ts'
import type { PlaceName } from '../rules/place.ts'
import { lateShields } from '../rules/shields.ts'
import type { Telemetry } from '../telemetry.ts'
import type { CrawlerCount } from './crawler-counts.ts'
import type { OutcomeCount } from './event.ts'
import type { Spools } from './spools.ts'
import type { Threads } from './threads.ts'
import { isDrop, type Verdict } from './verdict.ts'
import type { TaskResult, WireBatch, WireGeo, WireItem, WireSalts, WireSite } from './wire.ts'

/**
 * How a submission ended: how many of its events were dropped, or that it has to come again. Of a submission of one
 * event also why that was not kept.
 */
export type Settle = (dropped: number | 'refused', verdict?: Verdict) => void

/** A batch that gathers. As an entry it takes the events of the submission that is entering. */
interface Gathering extends Entry {
  readonly part: Part
  readonly sites: WireSite[]
  readonly siteAt: Map<SiteView, number>
  readonly items: WireItem[]
  /** For each item, the position of its submission. */
  readonly ownerOf: number[]
  readonly outcomes: Map<string, { -readonly [Field in keyof OutcomeCount]: OutcomeCount[Field] }>
  readonly drops: number[]
  /** Why events were not kept, by the position of their submission; the last one of each. */
  readonly verdicts: Map<number, Verdict>
  readonly settles: Settle[]
}

interface Lane {
  readonly number: number
  readonly queue: Gathering[]
  waiting: number
  running: Promise<void> | undefined
  startedAt: number
}

export interface LanesOptions {
  readonly lanes: number
  readonly batchMax: number
  readonly queueMax: number
  /**
   * Least milliseconds from the start of one batch of a lane to the start of the next, unless a whole batch waits
   * already.
   */
  readonly intervalMs: number
  readonly threads: Threads
  readonly spools: Spools
  readonly salts: () => WireSalts
  readonly geo: () => WireGeo
  readonly networks: () => WireGeo
  /** Hears the names of places that a batch met for the first time. */
  readonly onPlaces: (places: readonly PlaceName[]) => void
  /** Hears of dropped crawlers. */
  readonly onCrawlers: (counts: readonly CrawlerCount[]) => void
  /** A batch met a schema of another version. */
  readonly onOtherSchema: () => void
  readonly now: () => Date
  readonly log: Log
  readonly telemetry: Telemetry | undefined
}

/** A submission that enters its lane's batch: takes its events, while `enter` calls for them. */
export interface Entry {
  /** Adds an event of the submission. */
  addItem(site: SiteView, item: Omit<WireItem, 'site'>): void
  /** Counts an event that was dropped before any thread saw it. */
  addDrop(siteId: number, hour: number, reason: DropReason): void
}

/** Where a submission goes: the lane of its stripe or, on a cluster, the lane of a part. */
export interface Way {
  readonly lane: number
  readonly part: Part
}

export interface Lanes {
  /** True when the lane takes no more: answer 503. */
  isFull(way: Way): boolean
  /**
   * Puts a submission into its lane's batch. `add` is called once, before `enter` returns, and adds its events;
   * `settle` when the batch is committed, spooled or refused.
   */
  enter(way: Way, settle: Settle, add: (entry: Entry) => void): void
  depths(): readonly number[]
  /** Resolves when everything that entered is settled. */
  drain(): Promise<void>
}

/** Notes that an event of the batch's submission was not kept. */
function drop(batch: Pick<Gathering, 'drops' | 'verdicts'>, owner: number, verdict: Verdict): void {
  if (isDrop(verdict)) batch.drops[owner]! += 1
  batch.verdicts.set(owner, verdict)
}

function startBatch(part: Part): Gathering {
  const batch: Gathering = {
    part,
    sites: [],
    siteAt: new Map(),
    items: [],
    ownerOf: [],
    outcomes: new Map(),
    drops: [],
    verdicts: new Map(),
    settles: [],
    addItem(site, item) {
      let at = batch.siteAt.get(site)
      if (at === undefined) {
        at = batch.sites.length
        batch.siteAt.set(site, at)
        const { id, timezone, homeHostname } = site
        batch.sites.push({ id, timezone, shields: lateShields(site.shields), homeHostname })
      }
      batch.items.push({ site: at, ...item })
      batch.ownerOf.push(batch.settles.length - 1)
    },
    addDrop(siteId, hour, reason) {
      const key = `${siteId} ${hour} ${reason}`
      const known = batch.outcomes.get(key)
      if (known) known.count += 1
      else batch.outcomes.set(key, { siteId, hour, reason, count: 1 })
      drop(batch, batch.settles.length - 1, reason)
    },
  }
  return batch
}

const toWire = ({ now, salts, geo, networks }: LanesOptions, lane: Lane, batch: Gathering): WireBatch => ({
  id: randomUUID(),
  lane: lane.number,
  part: batch.part,
  nowMs: now().getTime(),
  sites: batch.sites,
  items: batch.items,
  outcomes: [...batch.outcomes.values()],
  salts: salts(),
  geo: geo(),
  networks: networks(),
})

/** A batch that is through: what came of it, and how long it took. */
interface Ran {
  readonly batch: Gathering
  readonly lane: Lane
  readonly result: TaskResult | undefined
  readonly isRefused: boolean
  readonly seconds: number
}

/** Sends a batch through the thread, and to the spool what could not be committed. */
async function runBatch(options: LanesOptions, lane: Lane, batch: Gathering): Promise<Ran> {
  const { threads, spools } = options
  let isRefused = false
  let result: TaskResult | undefined
  const spool = spools.of(batch.part)
  const startedAt = performance.now()
  try {
    // Behind a spool that is not empty, so that each visitor's events stay in order.
    result = await threads.run({ kind: spool.isEmpty() ? 'write' : 'enrich', batch: toWire(options, lane, batch) })
    if (result.isOtherSchema) {
      isRefused = true
      options.onOtherSchema()
    }
    if (result.spool.length > 0 && !(await spool.append(result.spool))) isRefused = true
    if (result.moved.length > 0 && !(await spools.of(null).append(result.moved))) isRefused = true
  } catch (error) {
    options.log.error({ err: error, lane: lane.number }, 'a batch failed')
    isRefused = true
  }
  lane.waiting -= batch.settles.length
  return { batch, lane, result, isRefused, seconds: (performance.now() - startedAt) / 1000 }
}

/** Answers the submissions of a batch. */
function settleBatch(options: LanesOptions, { batch, lane, result, isRefused, seconds }: Ran): void {
  const { log, telemetry } = options
  if (result) {
    if (result.places.length > 0) options.onPlaces(result.places)
    if (result.crawlers.length > 0 && !isRefused) options.onCrawlers(result.crawlers)
    for (const problem of result.problems) log.warn({ lane: lane.number, events: batch.ownerOf.length }, problem)
    for (const [item, verdict] of result.verdicts) drop(batch, batch.ownerOf[item]!, verdict)
    if (!isRefused) for (const [reason, count] of result.outcomes) telemetry?.events.inc({ outcome: reason }, count)
  }
  if (isRefused) telemetry?.ingestRefused.inc({ cause: 'spool' }, batch.settles.length)
  telemetry?.batchSize.observe(batch.settles.length)
  telemetry?.batchSeconds.observe(seconds)
  for (let index = 0; index < batch.settles.length; index++)
    batch.settles[index]!(isRefused ? 'refused' : batch.drops[index]!, batch.verdicts.get(index))
}

/** Works off the queue of a lane, batch by batch. */
async function run(options: LanesOptions, lane: Lane): Promise<void> {
  // One turn of the event loop: everything that arrived in the same poll joins the first batch.
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
  let ran: Ran | undefined
  while (lane.queue.length > 0) {
    // A transaction costs the same 1 ms of CPU for one event as for twenty: a moment's patience spares the machine
    // most of them.
    const patience = lane.startedAt + options.intervalMs - performance.now()
    if (patience > 0 && lane.waiting < options.batchMax) {
      if (ran) settleBatch(options, ran)
      ran = undefined
      await delay(patience)
    }
    lane.startedAt = performance.now()
    const running = runBatch(options, lane, lane.queue.shift()!)
    // The answers of the batch before are written while the thread works on this one.
    if (ran) settleBatch(options, ran)
    ran = await running
  }
  lane.running = undefined
  if (ran) settleBatch(options, ran)
}

/** The batch that gathers for a part, or a new one when it is full. */
function gatheringOf({ queue }: Lane, part: Part, batchMax: number): Gathering {
  const batch = queue.findLast((waiting) => waiting.part === part)
  if (batch && batch.settles.length < batchMax && batch.ownerOf.length < batchMax) return batch
  const begun = startBatch(part)
  queue.push(begun)
  return begun
}

export function createLanes(options: LanesOptions): Lanes {
  const lanes: Lane[] = Array.from({ length: options.lanes }, (_, number) => ({
    number,
    queue: [],
    waiting: 0,
    running: undefined,
    startedAt: Number.NEGATIVE_INFINITY,
  }))
  return {
    isFull: ({ lane }) => lanes[lane % lanes.length]!.waiting >= options.queueMax,
    enter({ lane: number, part }, settle, add) {
      const lane = lanes[number % lanes.length]!
      const batch = gatheringOf(lane, part, options.batchMax)
      batch.settles.push(settle)
      batch.drops.push(0)
      lane.waiting += 1
      lane.running ??= run(options, lane)
      add(batch)
    },
    depths: () => lanes.map((lane) => lane.waiting),
    async drain() {
      await Promise.all(lanes.map((lane) => lane.running))
    },
  }
}
