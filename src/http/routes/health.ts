// Liveness, readiness and metrics, for operators.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { commonFailures } from '../../failure.ts'
import { isLoopback, isPassedOn, normaliseIp } from '../../rules/client-ip.ts'
import { isLoopbackName } from '../../rules/host.ts'
import { type OpenDefinition, route } from '../definition.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'

export interface Check {
  readonly name: string
  /** Resolves when the part works; throws or returns a reason when it does not. */
  run(): Promise<string | undefined>
  /** In the answer only when it fails, since it is the rare case. */
  readonly isShown?: 'failing'
}

export interface Metrics {
  render(): Promise<string>
  readonly contentType: string
}

const checksBody = Type.Record(Type.String(), Type.String())
const readyBody = Type.Object({ status: Type.String(), checks: checksBody })
const healthBody = Type.Object({
  status: Type.String(),
  checks: checksBody,
  postgres: Type.Optional(Type.String()),
  clickhouse: Type.Optional(Type.String()),
  sites_cache: Type.Optional(Type.String()),
})

/**
 * The checks by the names that monitors of Plausible look for. It keeps events in a database of their own, which here
 * is the same one.
 */
const plausibleNames = { postgres: 'database', clickhouse: 'database', sites_cache: 'directory' } as const

/** Runs all checks side by side: 200 when each is well, else 503; a failing one has its reason in place of `ok`. */
async function readiness(checks: readonly Check[]) {
  const results = await Promise.all(
    checks.map(async (check) => ({ check, outcome: (await check.run().catch(() => 'failed')) ?? 'ok' })),
  )
  const isReady = results.every(({ outcome }) => outcome === 'ok')
  const shown = results.filter(({ check, outcome }) => outcome !== 'ok' || check.isShown !== 'failing')
  const named = shown.map(({ check, outcome }) => [check.name, outcome] as const)
  const body = { status: isReady ? 'ok' : 'not ready', checks: Object.fromEntries(named) }
  return { status: isReady ? 200 : 503, body } as const
}

/** Readiness under the addresses and names of Plausible, so that its monitors go on (spec/management 1.2). */
function plausibleRoutes(checks: readonly Check[]): OpenDefinition[] {
  const shared = { access: [], replies: { 200: healthBody, 503: healthBody } }
  const handle = async () => {
    const { status, body } = await readiness(checks)
    const named = Object.entries(plausibleNames).flatMap(([name, check]) =>
      body.checks[check] === undefined ? [] : [[name, body.checks[check]] as const],
    )
    return { status, body: { ...body, ...Object.fromEntries(named) } }
  }
  const summary = 'Whether the service can do its work, as monitors of Plausible ask'
  return [
    route({ name: 'GetHealth', endpoint: 'GET /api/health', summary, ...shared, handle }),
    route({ name: 'GetSystemReadiness', endpoint: 'GET /api/system/health/ready', summary, ...shared, handle }),
    route({
      name: 'GetSystemLiveness',
      endpoint: 'GET /api/system/health/live',
      summary: 'Whether the process answers, as monitors of Plausible ask',
      access: [],
      replies: { 200: Type.Object({ ok: Type.Literal(true) }) },
      handle: () => ({ status: 200, body: { ok: true } as const }),
    }),
  ]
}

/** Readers of metrics: holders of the token, or without one programs on the machine itself. */
export interface MetricsReaders {
  readonly token: string | undefined
}

/**
 * True for a program on this machine. A proxy on this machine asks for others, so nothing of a proxy may be in the
 * request, and the host that it asks for must be the machine's own.
 */
const isOfThisMachine = ({ headers, peer }: Pick<RouteContext, 'headers' | 'peer'>): boolean =>
  isLoopback(normaliseIp(peer)) &&
  !isPassedOn(headers) &&
  isLoopbackName((headers.host ?? '').toLowerCase().replace(/:\d*$/, ''))

/** Throws the refusal of a stranger: 401 if a token is set, 403 to everything but this machine otherwise. */
function requireReader({ token }: MetricsReaders, context: Pick<RouteContext, 'headers' | 'peer'>): void {
  const { headers } = context
  if (token === undefined) {
    if (!isOfThisMachine(context)) throw commonFailures.metricsClosed()
    return
  }
  const [, sent = ''] = /^Bearer +(.+)$/i.exec(headers.authorization?.trim() ?? '') ?? []
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(sent), digest(token))) throw commonFailures.metricsToken()
}

/**
 * `/api/health/live` says the process answers; `/api/health/ready` that database, salts, sites and ingest threads are
 * there.
 */
export function healthRoutes(options: {
  readonly checks: readonly Check[]
  readonly metrics: Metrics
  readonly metricsFor: MetricsReaders
}): OpenDefinition[] {
  return [
    route({
      name: 'GetLiveness',
      endpoint: 'GET /api/health/live',
      summary: 'Whether the process answers',
      access: [],
      replies: { 200: Type.Object({ status: Type.Literal('ok') }) },
      handle: () => ({ status: 200, body: { status: 'ok' } as const }),
    }),
    route({
      name: 'GetReadiness',
      endpoint: 'GET /api/health/ready',
      summary: 'Whether the service can do its work',
      access: [],
      replies: { 200: readyBody, 503: readyBody },
      handle: () => readiness(options.checks),
    }),
    ...plausibleRoutes(options.checks),
    route({
      name: 'GetMetrics',
      endpoint: 'GET /metrics',
      summary: 'Metrics in the Prometheus text format',
      access: [],
      replies: { 200: Type.String(), 401: ErrorReply, 403: ErrorReply },
      async handle(context) {
        requireReader(options.metricsFor, context)
        return {
          status: 200,
          body: await options.metrics.render(),
          headers: { 'content-type': options.metrics.contentType },
        }
      },
    }),
  ]
}
