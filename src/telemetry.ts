// Every metric of the service, declared in one place. The registry belongs to the app, so that tests can have many. Of
// several processes behind one port (WEB_CONCURRENCY) any may be asked: it lets the primary gather from all, and
// answers for all.
import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Telemetry = ReturnType<typeof createTelemetry>

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * Between a process and the primary: `wanted` and `all` go with an answer to Prometheus, `ask` and `part` gather it.
 */
type Message =
  | { readonly tidemark: 'wanted' | 'ask'; readonly id: string }
  | { readonly tidemark: 'part'; readonly id: string; readonly metrics: Metrics }
  | { readonly tidemark: 'all'; readonly id: string; readonly text: string }

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'tidemark' in value

/**
 * A process that does not answer by then (it starts, or is stuck) is left out of the gauges; and how long the asking
 * one waits before it speaks for itself.
 */
const partMs = 1_000
const allMs = 2_000

const isCounter = ({ type }: Metrics[number]): boolean => ['counter', 'histogram'].includes(String(type))

/**
 * The counters that each process told last. They go on counting when the process does not answer, or is no more: a sum
 * must not fall.
 */
function createLastCounters() {
  const living = new Map<number, Metrics>()
  let ended: Promise<Metrics> = Promise.resolve([])
  return {
    keep(worker: Worker, metrics: Metrics): void {
      if (!worker.isDead()) living.set(worker.id, metrics.filter(isCounter))
    },
    end(worker: Worker): void {
      const last = living.get(worker.id)
      living.delete(worker.id)
      if (last) ended = ended.then((before) => AggregatorRegistry.aggregate([before, last]).getMetricsAsJSON())
    },
    all: async (): Promise<Metrics[]> => [await ended, ...living.values()],
  }
}

/** In the primary: answers processes that ask for the metrics of all. */
export function gatherClusterMetrics(): void {
  const lastCounters = createLastCounters()
  cluster.on('exit', (worker) => lastCounters.end(worker))
  const parts = new Map<string, { gauges: Metrics[]; missing: Set<number>; finish(): void }>()
  const gather = (asking: Worker, id: string): void => {
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const part = { gauges: [] as Metrics[], missing: new Set(asked.map((worker) => worker!.id)), finish }
    const timer = setTimeout(finish, partMs)
    async function answer(): Promise<void> {
      const text = await AggregatorRegistry.aggregate([...(await lastCounters.all()), ...part.gauges]).metrics()
      if (asking.isConnected()) asking.send({ tidemark: 'all', id, text } satisfies Message)
    }
    function finish(): void {
      clearTimeout(timer)
      if (parts.delete(id)) void answer()
    }
    parts.set(id, part)
    for (const worker of asked) worker!.send({ tidemark: 'ask', id } satisfies Message)
  }
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return
    if (message.tidemark === 'wanted') gather(worker, message.id)
    const part = parts.get(message.id)
    if (message.tidemark !== 'part' || !part) return
    // NaN stands for numbers that are unknown while the database is away, and is null on the way here. The largest of
    // nulls would be 0.
    for (const { values } of message.metrics) for (const sample of values) sample.value ??= Number.NaN
    lastCounters.keep(worker, message.metrics)
    part.gauges.push(message.metrics.filter((metric) => !isCounter(metric)))
    part.missing.delete(worker.id)
    if (part.missing.size === 0) part.finish()
  })
}

let asked = 0

/** In one of several processes: its part when the primary asks, and the metrics of all when Prometheus does. */
function joinCluster(read: { text(): Promise<string>; parts(): Promise<Metrics> }): () => Promise<string> {
  const waiting = new Map<string, (text: string) => void>()
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    const { id } = message
    if (message.tidemark === 'ask')
      void read.parts().then((metrics) => process.send?.({ tidemark: 'part', id, metrics } satisfies Message))
    if (message.tidemark === 'all') waiting.get(id)?.(message.text)
  })
  // Listening alone must not keep a process alive that has stopped its work.
  process.channel?.unref()
  return () =>
    new Promise<string>((resolve, reject) => {
      const id = `${process.pid}-${++asked}`
      const finish = (text: string) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(text)
      }
      const timer = setTimeout(() => read.text().then(finish, reject), allMs)
      waiting.set(id, finish)
      process.send?.({ tidemark: 'wanted', id } satisfies Message)
    })
}

/** A reader of numbers, called before each reading to bring gauges up to date. */
type Observer = () => Promise<void> | void

/** Options of a metric of the registry, by its name without the prefix. */
const declareIn =
  (registry: Registry) =>
  <const Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) => ({
    name: `tidemark_${name}`,
    help,
    labelNames,
    registers: [registry],
  })

type Declare = ReturnType<typeof declareIn>

/** Shares of statistics (db/turns). */
function turnMetrics(declare: Declare) {
  const ofClass = ['class'] as const
  const statementsAtWork = new Gauge(
    declare('statements_at_work', 'Statistics being asked, by class of asker.', ofClass),
  )
  const statementsWaiting = new Gauge(declare('statements_waiting', 'Statistics that wait for their turn.', ofClass))
  const statementsRefused = new Counter(
    declare(
      'statements_refused_total',
      'Statistics answered 429, since too many waited or one waited too long.',
      ofClass,
    ),
  )
  const refusedBefore = new Map<string, number>()

  return {
    /** Brings the gauges of shares of statistics up to date (db/turns). */
    reportTurns(counts: Readonly<Record<string, { atWork: number; waiting: number; refused: number }>> | undefined) {
      for (const [kind, { atWork, waiting, refused }] of Object.entries(counts ?? {})) {
        statementsAtWork.set({ class: kind }, atWork)
        statementsWaiting.set({ class: kind }, waiting)
        statementsRefused.inc({ class: kind }, refused - (refusedBefore.get(kind) ?? 0))
        refusedBefore.set(kind, refused)
      }
    },
  }
}

/** Requests and their answers. */
function httpMetrics(declare: Declare, observers: Observer[]) {
  const requests = new Counter(declare('http_requests_total', 'Requests by route and status.', ['route', 'status']))
  return {
    requests,
    /**
     * Counts one busy route's answers: a labelled counter at each answer would cost a good part of the request's time.
     */
    countAnswers: (route: string): ((status: number) => void) => {
      const counts = new Uint32Array(600)
      observers.push(() => {
        for (const [status, count] of counts.entries())
          if (count > 0) requests.inc({ route, status: String(status) }, count)
        counts.fill(0)
      })
      return (status) => {
        counts[status]! += 1
      }
    },
    requestSeconds: new Histogram({
      ...declare(
        'http_request_seconds',
        'Time from request to answer, by route. Events and scripts are not timed one by one; ' +
          'tidemark_ingest_batch_seconds is most of an event.',
        ['route'],
      ),
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    }),
  }
}

/** Events on their way into the database. */
const ingestMetrics = (declare: Declare) => ({
  events: new Counter(declare('events_total', 'Events by outcome: accepted, or the reason of the drop.', ['outcome'])),
  ingestRefused: new Counter(declare('ingest_refused_total', 'Submissions answered 503, by cause.', ['cause'])),
  batchSize: new Histogram({
    ...declare('ingest_batch_size', 'Submissions of a batch.'),
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
  }),
  batchSeconds: new Histogram({
    ...declare('ingest_batch_seconds', 'Time of a batch in its thread, its transaction included.'),
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  }),
  laneDepth: new Gauge(declare('ingest_lane_depth', 'Submissions waiting, by lane.', ['lane'])),
  spoolBytes: new Gauge(declare('spool_bytes', 'Bytes of events waiting for the database.')),
  trackEvents: new Counter(
    declare(
      'track_events_total',
      'Events of tidemark.track by outcome: counted, dropped, duplicate, refused, failed.',
      ['outcome'],
    ),
  ),
  geoDate: new Gauge({
    ...declare('geo_database_timestamp_seconds', 'Of when the geolocation database is, in seconds since 1970.'),
    aggregator: 'min',
  }),
})

/** Numbers of the database: every process reports the same, so of several the largest counts, not the sum. */
const databaseMetrics = (declare: Declare) => ({
  sessionsRunning: new Gauge({ ...declare('sessions_running', 'Visits that have not ended.'), aggregator: 'max' }),
  visitorsKnown: new Gauge({
    ...declare('visitors_known', 'Visitors with a salt that lives; above 100,000 an estimate.'),
    aggregator: 'max',
  }),
  trackWaiting: new Gauge({
    ...declare('track_waiting', 'Events of tidemark.track that wait to be moved, of a million at most.'),
    aggregator: 'max',
  }),
  trackWaitingSeconds: new Gauge({
    ...declare('track_waiting_seconds', 'Age of the oldest event of tidemark.track that waits.'),
    aggregator: 'max',
  }),
  trackRoomless: new Gauge({
    ...declare('track_dropped', 'Calls of tidemark.track whose event was dropped, since TRACK_QUEUE_MAX waited.'),
    aggregator: 'max',
  }),
  nodeUp: new Gauge({
    ...declare('node_up', 'Whether a node of a Citus cluster answers the coordinator, 1 or 0.', ['node']),
    aggregator: 'max',
  }),
  nodeParts: new Gauge({
    ...declare('node_parts', 'How many parts of the traffic a node of a Citus cluster holds.', ['node']),
    aggregator: 'max',
  }),
  rollupLag: new Gauge({
    ...declare(
      'rollup_lag_seconds',
      'How far a rollup is behind; questions about the rest are answered from raw rows.',
      ['rollup'],
    ),
    aggregator: 'max',
  }),
})

/** Tasks and statistics. */
const workMetrics = (declare: Declare) => ({
  taskRuns: new Counter(declare('tasks_total', 'Background tasks by name and outcome.', ['task', 'outcome'])),
  querySeconds: new Histogram({
    ...declare('stats_query_seconds', 'Time of statistics queries, by endpoint and plan.', ['class']),
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  }),
})

/** A registry with the metrics of the process itself. */
function createProcessRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tidemark_' })
  // Of several processes the worst counts: the mean, which prom-client takes, hides one that is saturated.
  for (const part of ['', 'mean_', 'stddev_', 'p50_', 'p90_', 'p99_'])
    Object.assign(registry.getSingleMetric(`tidemark_nodejs_eventloop_lag_${part}seconds`) ?? {}, { aggregator: 'max' })
  return registry
}

/** Creates a registry with all metrics on it. Labels never hold personal data. */
export function createTelemetry() {
  const registry = createProcessRegistry()
  const declare = declareIn(registry)
  const observers: Observer[] = []
  const observe = () => Promise.all(observers.map(async (observer) => await observer()))
  const read = {
    text: () => observe().then(() => registry.metrics()),
    parts: () => observe().then(() => registry.getMetricsAsJSON()),
  }
  return {
    registry,
    /** The metrics as Prometheus reads them: of this process, or of all processes behind the port. */
    render: cluster.isWorker && process.send ? joinCluster(read) : read.text,
    /** Calls back before each reading, to bring gauges up to date. */
    onRead: (observer: Observer) => {
      observers.push(observer)
    },
    ...turnMetrics(declare),
    ...httpMetrics(declare, observers),
    ...ingestMetrics(declare),
    ...databaseMetrics(declare),
    ...workMetrics(declare),
  }
}
