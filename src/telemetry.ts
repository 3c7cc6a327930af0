// Every metric of the service, declared in one place. The registry belongs to the app, so that tests can have many.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Telemetry = ReturnType<typeof createTelemetry>

/** Creates a registry with all metrics on it. Labels never hold personal data. */
export function createTelemetry() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tidemark_' })
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'tidemark_http_requests_total',
      help: 'Requests by route and status.',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'tidemark_http_request_seconds',
      help: 'Time from request to answer, by route.',
      labelNames: ['route'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers,
    }),
    events: new Counter({
      name: 'tidemark_events_total',
      help: 'Events by outcome: accepted, or the reason of the drop.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    ingestRefused: new Counter({
      name: 'tidemark_ingest_refused_total',
      help: 'Submissions answered 503, by cause.',
      labelNames: ['cause'] as const,
      registers,
    }),
    batchSize: new Histogram({
      name: 'tidemark_ingest_batch_size',
      help: 'Submissions of a batch.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'tidemark_ingest_batch_seconds',
      help: 'Time of a batch in its thread, its transaction included.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    laneDepth: new Gauge({
      name: 'tidemark_ingest_lane_depth',
      help: 'Submissions waiting, by lane.',
      labelNames: ['lane'] as const,
      registers,
    }),
    spoolBytes: new Gauge({ name: 'tidemark_spool_bytes', help: 'Bytes of events waiting for the database.', registers }),
    taskRuns: new Counter({
      name: 'tidemark_tasks_total',
      help: 'Background tasks by name and outcome.',
      labelNames: ['task', 'outcome'] as const,
      registers,
    }),
    querySeconds: new Histogram({
      name: 'tidemark_stats_query_seconds',
      help: 'Time of statistics queries, by endpoint and plan.',
      labelNames: ['class'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers,
    }),
  }
}
