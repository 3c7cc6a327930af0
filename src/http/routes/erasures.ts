// Deletions of a site's statistics: counted, confirmed, listed, and stopped before they begin (spec/management 19).
import { Type } from '@sinclair/typebox'
import { erasureFailures, siteFailures } from '../../failure.ts'
import type { CountedErasure, ErasureRecord } from '../../registry/erasures.ts'
import { type ErasureScope, erasureKinds, erasureWaitMinutes, readErasureScope } from '../../rules/erasure.ts'
import { ErasureCountReply, ErasureReply, ErasuresReply, scopeFields } from '../contracts/erasures.ts'
import { type Definition, type SiteCall, siteRoute } from '../definition.ts'
import { listMeta, paginate } from '../pagination.ts'
import { readId } from '../readers.ts'
import { sitesPageSize } from '../resources.ts'
import { ErrorReply, PageQuery, SiteQuery } from '../schemas.ts'
import type { Services } from './services.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

const path = '/api/v1/sites/erasures'

function readScope(given: Readonly<Record<string, unknown>>): ErasureScope {
  const read = readErasureScope(given)
  if ('field' in read) throw erasureFailures.scope(read.field, read.problem, read.isMissing)
  return read.scope
}

/** The scope of a query. Filters are JSON there, or a text of version 1. */
function scopeOfQuery(query: URLSearchParams): ErasureScope {
  const given: Record<string, unknown> = Object.fromEntries(query)
  const filters = query.get('filters')
  if (filters?.trim().startsWith('[')) {
    try {
      given['filters'] = JSON.parse(filters)
    } catch {
      throw siteFailures.invalid('filters', 'must be filters of the Stats API')
    }
  }
  return readScope(given)
}

/** The instant of a count, as that count named it. */
function readUntil(value: unknown, now: Date): Date | undefined {
  if (value === undefined || value === null) return undefined
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  // A count is about whole seconds, the present one among them.
  if (Number.isNaN(at) || at > now.getTime() + 1_000)
    throw siteFailures.invalid('until', 'must be the instant that the count named')
  return new Date(at)
}

function readConfirm(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    throw siteFailures.invalid('confirm', 'must be the number that the count named')
  return Number(value)
}

const show = ({ steps, steps_done, begins_at, made_at, finished_at, ...erasure }: ErasureRecord) => ({
  ...erasure,
  made_at: made_at.toISOString(),
  begins_at: begins_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
  progress: erasure.state === 'done' ? 1 : steps === 0 ? 0 : steps_done / steps,
})

const showCount = ({ until, ...count }: CountedErasure) => ({ ...count, until: until.toISOString() })

/** The account of a caller. */
const userOf = ({ sites }: SiteCall): number => sites.grant.userId

/** Routes under /api/v1/sites/erasures. */
export function erasureRoutes({ erasing, now }: Services): Definition[] {
  const shared = { action: 'delete_data' } as const
  return [
    siteRoute({
      ...shared,
      name: 'CountErasure',
      endpoint: `GET ${path}/count`,
      summary: 'Count the visits, events and days that a deletion of statistics would take',
      purpose: 'count statistics',
      query: Type.Composite([
        SiteQuery,
        Type.Object({
          kind: Type.String({ enum: [...erasureKinds] }),
          ...{ from: text('First local day'), to: text('Last local day'), page: text('A path'), event: text('A name') },
          filters: text('JSON of version 2, or a text of version 1'),
        }),
      ]),
      reply: ErasureCountReply,
      answer: async (call) =>
        showCount(
          await erasing.count(call.site.id, scopeOfQuery(call.query), { until: undefined, userId: userOf(call) }),
        ),
    }),
    siteRoute({
      ...shared,
      name: 'CreateErasure',
      endpoint: `POST ${path}`,
      summary:
        'Delete statistics, confirmed by the number that their count named; ' +
        `it begins after ${erasureWaitMinutes} minutes, and can be stopped until then`,
      purpose: 'delete statistics',
      body: Type.Object({
        site_id: Type.String(),
        ...Object.fromEntries(
          Object.entries(scopeFields).map(([name, field]) => [name, name === 'kind' ? field : Type.Optional(field)]),
        ),
        until: Type.Optional(Type.String({ description: 'As the count named it; else now' })),
        confirm: Type.Integer({ description: 'The number that the count named' }),
      }),
      refusals: { 409: ErrorReply },
      reply: ErasureReply,
      async answer(call) {
        const { body } = call
        const scope = readScope(body)
        const confirmed = { until: readUntil(body['until'], now()), confirm: readConfirm(body['confirm']) }
        return show(await erasing.begin(call.registry, call.site.id, scope, { ...confirmed, userId: userOf(call) }))
      },
    }),
    siteRoute({
      ...shared,
      name: 'ListErasures',
      endpoint: `GET ${path}`,
      summary: 'List deletions of statistics, newest first, with their progress',
      purpose: 'list deletions',
      query: Type.Composite([SiteQuery, PageQuery]),
      reply: ErasuresReply,
      async answer({ site, query, registry }) {
        const page = paginate(await registry.erasures.list(site.id), ({ id }) => id, query, sitesPageSize)
        return { erasures: page.items.map(show), meta: listMeta(page) }
      },
    }),
    siteRoute({
      ...shared,
      name: 'StopErasure',
      endpoint: `DELETE ${path}/:id`,
      summary: 'Stop a deletion of statistics that has not begun',
      purpose: 'stop a deletion',
      params: Type.Object({ id: Type.String() }),
      refusals: { 409: ErrorReply },
      reply: ErasureReply,
      async answer({ site, params, registry }) {
        const found = await registry.erasures.stop(site.id, readId({ params }))
        if (!found) throw erasureFailures.notFound()
        if (found.state !== 'stopped') throw erasureFailures.begun()
        return show(found)
      },
    }),
  ]
}
