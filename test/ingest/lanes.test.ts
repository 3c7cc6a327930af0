// When a lane starts its next batch: at once after a pause, else no sooner than the interval, and at once again when a
// batch is full.
import { setImmediate as nextTurn } from 'node:timers/promises'
import pino from 'pino'
import t from 'tap'
import { createLanes, type Lanes } from '../../src/ingest/lanes.ts'
import type { Task, TaskResult } from '../../src/ingest/wire.ts'
import { siteView, wireItem } from '../support/ingest.ts'

const nothing: TaskResult = {
  verdicts: [],
  spool: [],
  moved: [],
  isOtherSchema: false,
  away: false,
  outcomes: [],
  crawlers: [],
  places: [],
  problems: [],
}

function startLanes(options: { intervalMs: number; batchMax: number; onRun?: () => Promise<void> | void }): {
  lanes: Lanes
  batches: { size: number; at: number }[]
} {
  const batches: { size: number; at: number }[] = []
  const run = async (task: Task): Promise<TaskResult> => {
    batches.push({ size: task.kind === 'replay' ? 0 : task.batch.items.length, at: performance.now() })
    await options.onRun?.()
    return nothing
  }
  const lanes = createLanes({
    lanes: 1,
    queueMax: 1_000,
    ...options,
    threads: { run, areThere: () => true, stop: async () => {} },
    spools: { of: () => ({ isEmpty: () => true }) } as never,
    salts: () => [],
    geo: () => ({ version: 0, bytes: null }),
    networks: () => ({ version: 0, bytes: null }),
    onOtherSchema: () => {},
    onPlaces: () => {},
    onCrawlers: () => {},
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    telemetry: undefined,
  })
  return { lanes, batches }
}

const site = siteView({ id: 1, domain: 'lanes.example' })

/** Puts one event in; resolves when it is settled. */
const put = (lanes: Lanes): Promise<unknown> =>
  new Promise((resolve) => {
    lanes.enter({ lane: 0, part: null }, resolve, (entry) => entry.addItem(site, wireItem()))
  })

t.test('an event after a pause goes at once', async () => {
  const { lanes } = startLanes({ intervalMs: 600_000, batchMax: 100 })
  await put(lanes)
})

t.test('events that come within the interval go together, when it is over', async (t) => {
  const { lanes, batches } = startLanes({ intervalMs: 2_000, batchMax: 100 })
  const begun = performance.now()
  await put(lanes)
  const second = put(lanes)
  await nextTurn()
  await Promise.all([second, put(lanes), put(lanes)])
  t.same(
    batches.map(({ size }) => size),
    [1, 3],
  )
  // A timer counts from the beginning of the turn that set it: on a busy machine it is early by as long as that lasted.
  t.ok(batches[1]!.at - begun >= 1_800, 'the second batch starts an interval after the first')
})

t.test('a full batch does not wait', async (t) => {
  const { lanes, batches } = startLanes({ intervalMs: 60_000, batchMax: 3 })
  await put(lanes)
  await Promise.all([put(lanes), put(lanes), put(lanes)])
  t.same(
    batches.map(({ size }) => size),
    [1, 3],
  )
})

t.test('a batch that waits is handed over before the answers of the one before it are written', async (t) => {
  const seen: string[] = []
  let runs = 0
  let second: Promise<unknown> | undefined
  const { lanes } = startLanes({
    intervalMs: 0,
    batchMax: 100,
    async onRun() {
      runs += 1
      seen.push(`run ${runs}`)
      second ??= put(lanes).then(() => seen.push('answer 2'))
    },
  })
  await put(lanes).then(() => seen.push('answer 1'))
  await second
  t.same(seen, ['run 1', 'run 2', 'answer 1', 'answer 2'])
})
