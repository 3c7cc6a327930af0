// The audit log of a site or of its team, for owners: by pages, and as CSV.
import { Type } from '@sinclair/typebox'
import { siteFailures } from '../../failure.ts'
import type { AuditFilter, AuditRecord } from '../../registry/audit-log.ts'
import { auditKinds, isAuditKind } from '../../rules/audit-kinds.ts'
import { byteOrderMark, csvLine } from '../../rules/csv.ts'
import { attachment } from '../attachment.ts'
import { sitesReplies } from '../contracts/sites.ts'
import { type Definition, rawRoute, route } from '../definition.ts'
import { listMeta, readStretch, toPage } from '../pagination.ts'
import { required } from '../readers.ts'
import { sitesPageSize } from '../resources.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, PageQuery, SiteQuery, siteRefusals } from '../schemas.ts'
import type { Services } from './services.ts'

const csvRows = 1_000

const showEntry = ({ at, ...entry }: AuditRecord) => ({ ...entry, at: at.toISOString() })

const text = (value: AuditRecord['before']): string => (value === null ? '' : JSON.stringify(value))

const header = ['at', 'site', 'kind', 'subject', 'by_kind', 'by_name', 'by_detail', 'before', 'after']

const lineOf = ({ at, site, kind, subject, by_kind, by_name, by_detail, before, after }: AuditRecord): string =>
  csvLine([at.toISOString(), site ?? '', kind, subject, by_kind, by_name, by_detail, text(before), text(after)])

/** The records that a request asks for. Throws unless an owner asks: of the site, or with `scope=team` of its team. */
async function readAsked({ caller }: Services, context: RouteContext) {
  const { query } = context
  // A key that only reads numbers does not read who did what.
  const sites = await caller.forSites(context, 'sites:provision:*')
  const site = sites.siteByParameter(required({}, query, 'site_id', 'read the audit log'), 'read_audit_log')
  const scope = query.get('scope') ?? 'site'
  if (scope !== 'site' && scope !== 'team') throw siteFailures.invalid('scope', 'must be site or team')
  const kind = query.get('kind') ?? undefined
  if (kind !== undefined && !isAuditKind(kind)) throw siteFailures.invalid('kind', `must be ${auditKinds.join(', ')}`)
  const place = scope === 'site' ? { siteId: site.id } : { teamId: site.teamId }
  const filter: AuditFilter = { ...place, kind, by: query.get('by')?.replaceAll('\0', '') }
  return { site, scope, place, filter }
}

const Filters = Type.Composite([
  SiteQuery,
  Type.Object({
    scope: Type.Optional(
      Type.String({ enum: ['site', 'team'], default: 'site', description: '`team`: the team, and all of its sites' }),
    ),
    kind: Type.Optional(Type.String({ enum: [...auditKinds] })),
    by: Type.Optional(Type.String({ description: 'The address of the account' })),
  }),
])

/** Routes below /api/v1/sites/audit-log. */
export function auditLogRoutes(services: Services): Definition[] {
  const { audit } = services.registry
  const path = '/api/v1/sites/audit-log'
  return [
    route({
      name: 'ListAuditLog',
      endpoint: `GET ${path}`,
      summary: 'Who changed what at a site or in its team, newest first; for owners',
      access: ['key', 'session'],
      query: Type.Composite([Filters, PageQuery]),
      replies: { ...siteRefusals, 200: sitesReplies['GET /api/v1/sites/audit-log'] },
      async handle(context) {
        const { place, filter } = await readAsked(services, context)
        const stretch = readStretch(context.query, sitesPageSize)
        const found = await audit.list(filter, { ...stretch, limit: stretch.limit + 1 })
        const page = toPage(found, stretch)
        const choices = { ...(await audit.choices(place)), kept_days: services.auditLogDays }
        return { status: 200, body: { audit_log: page.items.map(showEntry), ...choices, meta: listMeta(page) } }
      },
    }),
    rawRoute({
      name: 'ExportAuditLog',
      endpoint: `GET ${path}/csv`,
      summary: 'The same as CSV, all of it',
      access: ['key', 'session'],
      query: Type.Composite([
        Filters,
        Type.Object({
          bom: Type.Optional(
            Type.String({ enum: ['true'], description: 'Begins with a byte order mark, for spreadsheets' }),
          ),
        }),
      ]),
      replies: { ...siteRefusals, 200: Type.String({ contentMediaType: 'text/csv' }), 503: ErrorReply },
      async handle(context) {
        const { site, scope, filter } = await readAsked(services, context)
        return {
          status: 200,
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': attachment(`${site.domain}-${scope}-audit-log.csv`),
          },
          compressed: true,
          async stream(sink) {
            await sink.write((context.query.get('bom') === 'true' ? byteOrderMark : '') + csvLine(header))
            let after: number | undefined
            do {
              const found: AuditRecord[] = await audit.list(filter, { limit: csvRows, after })
              after = found.length < csvRows ? undefined : found.at(-1)?.id
              await sink.write(found.map(lineOf).join(''))
            } while (after !== undefined && !sink.gone.aborted)
          },
        }
      },
    }),
  ]
}
