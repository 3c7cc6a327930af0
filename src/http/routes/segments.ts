// Segments: named filters of a site or of one person (spec/dashboard 5.6).
import { Type } from '@sinclair/typebox'
import { segmentFailures, siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import type { NewSegment, Segment } from '../../registry/segments.ts'
import type { Stats } from '../../stats/stats.ts'
import type { Sent } from '../contracts/contract.ts'
import { type SegmentAnswer, SegmentFilters, SegmentKind, SegmentReply, sitesReplies } from '../contracts/sites.ts'
import { type Definition, route } from '../definition.ts'
import { type Body, readId, readName, readOwnBody, required } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { Deleted, SiteQuery, siteOfDelete, siteRefusals } from '../schemas.ts'
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

/** The author of a segment, and its place. A segment of the site needs a plan and a role. */
async function forWriting({ registry, caller }: Services, context: RouteContext, body: Body, purpose: string) {
  const sites = await caller.forSites(context, 'sites:provision:*')
  const site = sites.siteByParameter(required(body, context.query, 'site_id', purpose), 'read_stats')
  const { userId } = sites.grant
  const allow = (kind: 'personal' | 'site') => {
    if (kind === 'personal') return
    if (!site.features.has('site_segments')) throw segmentFailures.plan()
    sites.require(site, 'write_site')
  }
  const find = async () => {
    const segment = await registry.segments.find(site.id, readId(context), userId)
    if (!segment) throw segmentFailures.notFound()
    allow(segment.userId === null ? 'site' : 'personal')
    return segment
  }
  return { site, userId, allow, find }
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
    route({
      name: 'CreateSegment',
      endpoint: `POST ${path}`,
      summary: 'Keep filters under a name',
      access: ['key', 'session'],
      body: Type.Object(
        { site_id: Type.String(), name: Type.String(), kind: SegmentKind, filters: SegmentFilters },
        {
          examples: [
            { site_id: 'example.com', name: 'Readers', kind: 'site', filters: [['contains', 'event:page', ['/blog']]] },
          ],
        },
      ),
      replies: { ...siteRefusals, 201: SegmentReply },
      async handle(context) {
        const body = await readOwnBody(context, caller)
        const { site, userId, allow } = await forWriting(services, context, body, 'create a segment')
        const kind = readKind(body['kind'])
        allow(kind)
        const segment: NewSegment = {
          name: readName(body['name']),
          userId: kind === 'site' ? null : userId,
          filters: readFilters(body['filters']),
        }
        await requirePossible(stats, site, segment)
        return { status: 201, body: show(await registry.segments.create(site.id, segment), null) }
      },
    }),
    route({
      name: 'UpdateSegment',
      endpoint: `PUT ${path}/:id`,
      summary: 'Change the name, filters or kind of a segment',
      access: ['key', 'session'],
      params,
      body: Type.Object({
        site_id: Type.String(),
        name: Type.Optional(Type.String()),
        kind: Type.Optional(SegmentKind),
        filters: Type.Optional(SegmentFilters),
      }),
      replies: { ...siteRefusals, 200: SegmentReply },
      async handle(context) {
        const body = await readOwnBody(context, caller)
        const { site, userId, allow, find } = await forWriting(services, context, body, 'change a segment')
        const known = await find()
        const kind = body['kind'] === undefined ? undefined : readKind(body['kind'])
        if (kind) allow(kind)
        const segment: NewSegment = {
          name: body['name'] === undefined ? known.name : readName(body['name']),
          userId: kind === undefined ? known.userId : kind === 'site' ? null : userId,
          filters: body['filters'] === undefined ? known.filters : readFilters(body['filters']),
        }
        // One that became impossible may still get another name.
        if (body['filters'] !== undefined) await requirePossible(stats, site, segment)
        const changed = await registry.segments.update(site.id, known.id, segment)
        if (!changed) throw segmentFailures.notFound()
        const [problem] = await stats.findProblems({ site, siteIds: site.memberSiteIds }, [changed.filters])
        return { status: 200, body: show(changed, problem ?? null) }
      },
    }),
    route({
      name: 'DeleteSegment',
      endpoint: `DELETE ${path}/:id`,
      summary: 'Delete a segment',
      access: ['key', 'session'],
      params,
      ...siteOfDelete,
      replies: { ...siteRefusals, 200: Deleted },
      async handle(context) {
        const { site, find } = await forWriting(
          services,
          context,
          await readOwnBody(context, caller),
          'delete a segment',
        )
        await registry.segments.remove(site.id, (await find()).id)
        return { status: 200, body: { deleted: true } as const }
      },
    }),
  ]
}
