// Segments: named filters of a site or of one person (spec/dashboard 5.6).
import { Type } from '@sinclair/typebox'
import { segmentFailures, siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import type { NewSegment, Segment } from '../../registry/segments.ts'
import type { Stats } from '../../stats/stats.ts'
import type { Sent } from '../contracts/contract.ts'
import { type SegmentAnswer, SegmentFilters, SegmentKind, SegmentReply, sitesReplies } from '../contracts/sites.ts'
import { type Definition, route, type SiteCall, siteRoute } from '../definition.ts'
import { readId, readName } from '../readers.ts'
import { Deleted, SiteQuery, siteRefusals } from '../schemas.ts'
import type { Services } from './services.ts'

/** No dashboard makes filters as long. */
const filtersBytesMax = 50_000

const show = ({ id, name, userId, filters }: Segment, problem: string | null): Sent<SegmentAnswer> => ({
  id,
  name,
  kind: userId === null ? 'site' : 'personal',
  filters,
  is_own: userId !== null,
  problem,
})

function readKind(value: unknown): 'personal' | 'site' {
  if (value !== 'personal' && value !== 'site') throw siteFailures.invalid('kind', 'must be personal or site')
  return value
}

function readFilters(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw siteFailures.invalid('filters', "can't be empty")
  if (Buffer.byteLength(JSON.stringify(value)) > filtersBytesMax) throw siteFailures.invalid('filters', 'are too long')
  return value
}

/** Refuses a segment of the site without the plan and the role for it. */
function requireKind({ sites, site }: SiteCall, kind: 'personal' | 'site'): void {
  if (kind === 'personal') return
  if (!site.features.has('site_segments')) throw segmentFailures.plan()
  sites.require(site, 'write_site')
}

/** The segment that a call names, if its caller may change it. */
async function findOwn({ registry }: Services, call: SiteCall): Promise<Segment> {
  const { sites, site, params } = call
  const segment = await registry.segments.find(site.id, readId({ params }), sites.grant.userId)
  if (!segment) throw segmentFailures.notFound()
  requireKind(call, segment.userId === null ? 'site' : 'personal')
  return segment
}

/** Throws the Failure for filters that are impossible at the site. */
async function requirePossible(stats: Stats, site: SiteView, { filters }: NewSegment): Promise<void> {
  const [problem] = await stats.findProblems({ site, siteIds: site.memberSiteIds }, [filters])
  if (problem) throw siteFailures.invalid('filters', problem)
}

/** Routes below /api/v1/sites/segments. */
export function segmentRoutes(services: Services): Definition[] {
  const { registry, caller, stats } = services
  const path = '/api/v1/sites/segments'
  const params = Type.Object({ id: Type.String() })
  /** The right to more than one's own segments is asked for each. */
  const writing = { action: 'read_stats', isBodyFirst: true } as const

  return [
    route({
      name: 'ListSegments',
      endpoint: `GET ${path}`,
      summary: 'List the segments of a site, and one’s own',
      access: ['key', 'session', 'link'],
      query: SiteQuery,
      replies: { ...siteRefusals, 200: sitesReplies['GET /api/v1/sites/segments'] },
      async handle(context) {
        const access = await caller.forStats(context, context.query.get('site_id'))
        const all = await registry.segments.list(access.site.id, access.userId)
        const problems = await stats.findProblems(
          access,
          all.map((segment) => segment.filters),
        )
        return { status: 200, body: { segments: all.map((segment, index) => show(segment, problems[index] ?? null)) } }
      },
    }),
    siteRoute({
      ...writing,
      name: 'CreateSegment',
      endpoint: `POST ${path}`,
      summary: 'Keep filters under a name',
      purpose: 'create a segment',
      body: Type.Object(
        { site_id: Type.String(), name: Type.String(), kind: SegmentKind, filters: SegmentFilters },
        {
          examples: [
            { site_id: 'example.com', name: 'Readers', kind: 'site', filters: [['contains', 'event:page', ['/blog']]] },
          ],
        },
      ),
      reply: SegmentReply,
      async answer(call) {
        const { sites, site, body, registry } = call
        const kind = readKind(body['kind'])
        requireKind(call, kind)
        const segment: NewSegment = {
          name: readName(body['name']),
          userId: kind === 'site' ? null : sites.grant.userId,
          filters: readFilters(body['filters']),
        }
        await requirePossible(stats, site, segment)
        return show(await registry.segments.create(site.id, segment), null)
      },
    }),
    siteRoute({
      ...writing,
      name: 'UpdateSegment',
      endpoint: `PUT ${path}/:id`,
      summary: 'Change the name, filters or kind of a segment',
      purpose: 'change a segment',
      params,
      body: Type.Object({
        site_id: Type.String(),
        name: Type.Optional(Type.String()),
        kind: Type.Optional(SegmentKind),
        filters: Type.Optional(SegmentFilters),
      }),
      reply: SegmentReply,
      async answer(call) {
        const { sites, site, body, registry } = call
        const known = await findOwn(services, call)
        const kind = body['kind'] === undefined ? undefined : readKind(body['kind'])
        if (kind) requireKind(call, kind)
        const segment: NewSegment = {
          name: body['name'] === undefined ? known.name : readName(body['name']),
          userId: kind === undefined ? known.userId : kind === 'site' ? null : sites.grant.userId,
          filters: body['filters'] === undefined ? known.filters : readFilters(body['filters']),
        }
        // One that became impossible may still get another name.
        if (body['filters'] !== undefined) await requirePossible(stats, site, segment)
        const changed = await registry.segments.update(site.id, known.id, segment)
        if (!changed) throw segmentFailures.notFound()
        const [problem] = await stats.findProblems({ site, siteIds: site.memberSiteIds }, [changed.filters])
        return show(changed, problem ?? null)
      },
    }),
    siteRoute({
      ...writing,
      name: 'DeleteSegment',
      endpoint: `DELETE ${path}/:id`,
      summary: 'Delete a segment',
      purpose: 'delete a segment',
      params,
      reply: Deleted,
      async answer(call) {
        await call.registry.segments.remove(call.site.id, (await findOwn(services, call)).id)
        return { deleted: true } as const
      },
    }),
  ]
}
