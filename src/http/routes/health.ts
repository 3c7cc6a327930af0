// Liveness, readiness and metrics, for those who run the service.
import { Type } from '@sinclair/typebox'
import { type Route, route } from '../route.ts'

export interface Check {
  readonly name: string
  /** Resolves when the part works; throws or returns a reason when it does not. */
  run(): Promise<string | undefined>
}

export interface Metrics {
  render(): Promise<string>
  readonly contentType: string
}

const readyBody = Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) })

/**
 * `/api/health/live` says the process answers; `/api/health/ready` that database, salts, sites and ingest threads are
 * there.
 */
export function healthRoutes(options: { checks: readonly Check[]; metrics: Metrics }): Route[] {
  return [
    route({
      name: 'GetLiveness',
      endpoint: 'GET /api/health/live',
      summary: 'Whether the process answers',
      access: [],
      replies: { 200: Type.Object({ status: Type.Literal('ok') }) },
      handle: () => ({ status: 200, body: { status: 'ok' } }),
    }),
    route({
      name: 'GetReadiness',
      endpoint: 'GET /api/health/ready',
      summary: 'Whether the service can do its work',
      access: [],
      replies: { 200: readyBody, 503: readyBody },
      async handle() {
        const results = await Promise.all(
          options.checks.map(async (check) => [check.name, (await check.run().catch(() => 'failed')) ?? 'ok'] as const),
        )
        const isReady = results.every(([, outcome]) => outcome === 'ok')
        return {
          status: isReady ? 200 : 503,
          body: { status: isReady ? 'ok' : 'not ready', checks: Object.fromEntries(results) },
        }
      },
    }),
    route({
      name: 'GetMetrics',
      endpoint: 'GET /metrics',
      summary: 'Metrics in the Prometheus text format',
      access: [],
      replies: { 200: Type.String() },
      async handle() {
        return {
          status: 200,
          body: await options.metrics.render(),
          headers: { 'content-type': options.metrics.contentType },
        }
      },
    }),
  ]
}
