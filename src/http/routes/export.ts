// A list as CSV, or all of them as a zip archive (spec/dashboard 6.4).
import { Type } from '@sinclair/typebox'
import { settingsFailures, statsFailures } from '../../failure.ts'
import { byteOrderMark } from '../../rules/csv.ts'
import { intervals } from '../../rules/view-range.ts'
import { csvOf, exportRowsMax, filesOf, withFirst } from '../../stats/export.ts'
import { type AtOnce, createAtOnce, keepPlace, type Places } from '../at-once.ts'
import { attachment } from '../attachment.ts'
import { type Definition, rawRoute } from '../definition.ts'
import type { Body } from '../readers.ts'
import type { Reply, RouteContext } from '../route.ts'
import { ErrorReply, SiteQuery } from '../schemas.ts'
import type { StatsAccess } from '../stats-access.ts'
import { createZip } from '../zip.ts'
import type { Services } from './services.ts'
import { QueryBody } from './stats.ts'

/** Exports a process makes at once; each may read for minutes. */
const places: Places = { most: 6, forLinks: 4, ofLink: 2, ofAsker: 3 }
const busy = settingsFailures.exportsBusy

const fail = (message: string) => statsFailures.query(message)
const lists = ['metrics', 'dimensions', 'columns']
const trees = ['filters', 'order_by', 'include']

/** The parameters of an address as the body they stand for. */
function bodyOf(query: URLSearchParams): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, value] of query) {
    // Names with commas come as JSON.
    if (lists.includes(name) && !value.startsWith('[')) body[name] = value === '' ? [] : value.split(',')
    else if (name === 'date_range') body[name] = value.includes(',') ? value.split(',') : value
    else if (lists.includes(name) || trees.includes(name)) {
      try {
        body[name] = JSON.parse(value) as unknown
      } catch {
        throw fail(`#/${name}: Invalid JSON`)
      }
    } else if (['format', 'name', 'interval', 'pages_by'].includes(name)) body[name] = value
    else if (name === 'bom') body[name] = value === 'true' ? true : value === 'false' ? false : value
  }
  return body
}

function fileName(given: unknown, fallback: string): string {
  if (given === undefined) return fallback
  if (typeof given !== 'string' || !/^[\w .-]{1,100}$/.test(given))
    throw fail('#/name: Expected a text of 1 to 100 letters, digits, spaces, dots and dashes.')
  return given
}

function checkPagesBy({ pages_by: given = 'path' }: Body): void {
  if (given !== 'path' && given !== 'url') throw fail('#/pages_by: Expected path or url.')
}

/** The mark that each file begins with; empty unless it was asked for. */
function readMark({ bom = false }: Body): string {
  if (typeof bom !== 'boolean') throw fail('#/bom: Expected true or false.')
  return bom ? byteOrderMark : ''
}

const headersOf = (type: string, name: string) => ({
  'content-type': type,
  'content-disposition': attachment(name),
})

type Exporter = Pick<Services, 'stats' | 'findPropertyKeys' | 'registry'>

/** A list as CSV. */
async function csvReply({ stats }: Exporter, access: StatsAccess, given: Body): Promise<Reply> {
  const { columns, name, format: _format, interval: _interval, bom: _bom, ...body } = given
  const mark = readMark(given)
  checkPagesBy(body)
  if (columns !== undefined && !(Array.isArray(columns) && columns.every((one) => typeof one === 'string')))
    throw fail('#/columns: Type mismatch. Expected Array.')
  const file = fileName(name, 'export')
  const gone = new AbortController()
  const pieces = csvOf(stats, access, body, columns as string[] | undefined, gone.signal)
  // A refusal has to come before the headers are sent.
  const first = await pieces.next()
  return {
    status: 200,
    headers: headersOf('text/csv; charset=utf-8', `${file}.csv`),
    compressed: true,
    async stream(sink) {
      sink.gone.addEventListener('abort', () => gone.abort(sink.gone.reason), { once: true })
      if (!first.done) await sink.write(mark + first.value)
      for await (const piece of pieces) await sink.write(piece)
    },
  }
}

/** Properties in the panel: the allowed ones or, where all are allowed, those of recent events. */
async function propertiesOf({ findPropertyKeys }: Exporter, { site, asker }: StatsAccess): Promise<readonly string[]> {
  if (!site.features.has('props')) return []
  return site.customProperties.length > 0 ? site.customProperties : await findPropertyKeys(site, asker)
}

/** All panels and the graph as a zip archive. */
async function zipReply(exporter: Exporter, access: StatsAccess, given: Body): Promise<Reply> {
  const { stats, registry } = exporter
  const {
    name,
    format: _format,
    interval = 'day',
    columns: _c,
    metrics: _m,
    dimensions: _d,
    bom: _b,
    ...shared
  } = given
  const mark = readMark(given)
  if (typeof interval !== 'string' || !(intervals as readonly string[]).includes(interval))
    throw fail(`#/interval: Expected ${intervals.slice(0, -1).join(', ')} or ${intervals.at(-1)}.`)
  checkPagesBy(shared)
  const file = fileName(name, access.site.domain)
  // Range and filters are those of every file.
  const { pages_by: _p, ...asked } = shared
  await stats.query(access, { ...asked, metrics: ['visitors'] })
  const properties = await propertiesOf(exporter, access)
  const funnels = await registry.funnels.listNames(access.site)
  const choices = { props: properties.map((key) => ({ id: key, name: key })), funnels }
  const wanted = { ...shared, interval, choices }
  return {
    status: 200,
    headers: headersOf('application/zip', `${file}.zip`),
    async stream(sink) {
      const archive = createZip()
      for await (const { name: entry, pieces } of filesOf(stats, access, wanted, sink.gone))
        for await (const packed of archive.add(entry, withFirst(mark, pieces))) await sink.write(packed)
      await sink.write(archive.end())
    },
  }
}

/** The file, with a place among those that are being made: from the first query to the last byte. */
async function reply(
  exporter: Exporter & { readonly atOnce: AtOnce },
  { method, ip }: RouteContext,
  access: StatsAccess,
  body: Body,
): Promise<Reply> {
  const { format = 'csv' } = body
  if (format !== 'csv' && format !== 'zip') throw fail('#/format: Expected csv or zip.')
  const leave = exporter.atOnce.enter(access.asker, ip)
  if (!leave) throw busy()
  try {
    const file = await (format === 'zip' ? zipReply : csvReply)(exporter, access, body)
    return keepPlace(file, leave, method)
  } catch (error) {
    leave()
    throw error
  }
}

const replies = {
  200: Type.String({
    contentMediaType: '*/*',
    description:
      `CSV of up to ${exportRowsMax} rows, above that the last line says how many are missing; ` + 'or a zip archive',
  }),
  400: ErrorReply,
  402: ErrorReply,
  404: ErrorReply,
  503: ErrorReply,
}

/** Parameters beside those of a v2 query. */
const own = {
  format: Type.Optional(Type.String({ enum: ['csv', 'zip'], default: 'csv' })),
  name: Type.Optional(Type.String({ description: 'Of the file, without its ending' })),
  interval: Type.Optional(Type.String({ description: 'Of the graph in an archive', default: 'day' })),
  bom: Type.Optional(
    Type.Boolean({ description: 'Begins each CSV file with a byte order mark, for spreadsheets', default: false }),
  ),
  pages_by: Type.Optional(
    Type.String({
      enum: ['path', 'url'],
      default: 'path',
      description: '`url`: hostname and path of a page are one value; an archive has pages so',
    }),
  ),
}

const text = (description: string) => Type.Optional(Type.String({ description }))

/** `GET` and `POST /api/v1/stats/export`. */
export function exportRoutes(services: Services): Definition[] {
  const { caller } = services
  const path = '/api/v1/stats/export'
  const exporter = { ...services, atOnce: createAtOnce(places) }
  const { pagination: _pagination, metrics, date_range, ...query } = QueryBody.properties
  return [
    rawRoute({
      name: 'Export',
      endpoint: `GET ${path}`,
      summary: 'A list as CSV, or all panels and the graph as a zip archive',
      access: ['key', 'session', 'link'],
      query: Type.Composite([
        SiteQuery,
        Type.Object({
          ...own,
          date_range: Type.String({ description: 'As in a v2 query; two dates or datetimes are joined by a comma' }),
          metrics: text('Joined by commas, or a JSON array'),
          dimensions: text('Joined by commas, or a JSON array'),
          columns: text('Headings, as the metrics; without them the names of the dashboard'),
          filters: text('JSON, as in a v2 query'),
          order_by: text('JSON, as in a v2 query'),
          include: text('JSON, as in a v2 query'),
        }),
      ]),
      replies,
      async handle(context) {
        const access = await caller.forStats(context, context.query.get('site_id'))
        return reply(exporter, context, access, bodyOf(context.query))
      },
    }),
    rawRoute({
      name: 'ExportQuery',
      endpoint: `POST ${path}`,
      summary: 'The same, for a query as a body',
      access: ['key', 'session', 'link'],
      body: Type.Object({
        ...query,
        ...own,
        date_range,
        metrics: Type.Optional(metrics),
        columns: Type.Optional(Type.Array(Type.String())),
      }),
      replies,
      async handle(context) {
        caller.requireCredential(context)
        const { site_id: siteId, ...body } = await context.readJson()
        if (siteId !== undefined && typeof siteId !== 'string') throw fail('#/site_id: Type mismatch. Expected String.')
        return reply(exporter, context, await caller.forStats(context, siteId), body)
      },
    }),
  ]
}
