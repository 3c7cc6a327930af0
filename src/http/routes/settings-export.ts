// Stored rows of a site as a packed file, as `tidemark export` writes them (spec/dashboard 11).
import { createGzip } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { settingsFailures, siteFailures } from '../../failure.ts'
import { isDay } from '../../rules/days.ts'
import { exportedRows, exportFormats } from '../../rules/exported-rows.ts'
import { settingsRight } from '../../rules/settings-pages.ts'
import { createAtOnce, keepPlace, type Places } from '../at-once.ts'
import { attachment } from '../attachment.ts'
import { type Definition, rawRoute } from '../definition.ts'
import { askerOf } from '../grants.ts'
import type { Reply, RouteContext } from '../route.ts'
import { ErrorReply, siteParams, siteRefusals } from '../schemas.ts'
import type { Sink } from '../stream.ts'
import type { RowsWanted, Services } from './services.ts'

/** Exports of rows a process makes at once: each holds a connection and a snapshot of the database for minutes. */
const places: Places = { most: 2, forLinks: 0, ofLink: 0, ofAsker: 2 }

type Wanted = Omit<RowsWanted, 'sink'>

function readWanted({ query }: RouteContext): Wanted {
  const one = <Value extends string>(name: string, values: readonly Value[], fallback?: Value): Value => {
    const value = values.find((candidate) => candidate === (query.get(name) ?? fallback))
    if (value === undefined) throw siteFailures.invalid(name, `must be ${values.join(' or ')}`)
    return value
  }
  const day = (name: string): string | undefined => {
    const value = query.get(name) ?? undefined
    if (value !== undefined && !isDay(value)) throw siteFailures.invalid(name, 'must be a day (YYYY-MM-DD)')
    return value
  }
  return {
    what: one('what', exportedRows),
    format: one('format', exportFormats, exportFormats[0]),
    from: day('from'),
    to: day('to'),
  }
}

/** Rows go through the packer as fast as the client takes them; one that goes away ends the statement. */
async function pack(exportRows: Services['exportRows'], siteId: number, wanted: Wanted, sink: Sink): Promise<void> {
  const packer = createGzip()
  const leave = () => packer.destroy(sink.gone.reason as Error)
  sink.gone.addEventListener('abort', leave, { once: true })
  const writing = exportRows(siteId, { ...wanted, sink: packer }).then(
    () => void packer.end(),
    (error: Error) => void packer.destroy(error),
  )
  try {
    for await (const piece of packer as AsyncIterable<Buffer>) await sink.write(piece)
  } finally {
    // Its connection counts until it is closed.
    await writing
  }
}

/** Routes of /api/sites/:site_id/export. */
export function settingsExportRoutes(services: Services): Definition[] {
  const atOnce = createAtOnce(places)
  return [
    rawRoute({
      name: 'ExportRows',
      endpoint: 'GET /api/sites/:site_id/export',
      summary: 'Stored events (engagement included) or visits of a site, oldest first, as a .gz file',
      access: ['session'],
      params: siteParams,
      query: Type.Object({
        what: Type.String({ enum: [...exportedRows] }),
        format: Type.Optional(Type.String({ enum: [...exportFormats], default: exportFormats[0] })),
        from: Type.Optional(Type.String({ description: 'First local day, YYYY-MM-DD' })),
        to: Type.Optional(Type.String({ description: 'Last local day' })),
      }),
      replies: {
        ...siteRefusals,
        200: Type.String({ contentMediaType: 'application/gzip' }),
        400: ErrorReply,
        503: ErrorReply,
      },
      async handle(context) {
        const { site, user, registry } = await services.caller.forSettings(
          context,
          context.params['site_id'] ?? '',
          settingsRight,
        )
        if (site.isConsolidated) throw siteFailures.consolidated()
        const wanted = readWanted(context)
        const leave = atOnce.enter(askerOf(user), context.ip)
        if (!leave) throw settingsFailures.exportsBusy()
        await registry.audit.recordExport(site.id, wanted)
        const days = [wanted.from, wanted.to].filter((day) => day !== undefined)
        const name = [site.domain, wanted.what, ...days].join('-')
        const file: Reply = {
          status: 200,
          headers: {
            'content-type': 'application/gzip',
            'content-disposition': attachment(`${name}.${wanted.format}.gz`),
          },
          stream: (sink) => pack(services.exportRows, site.id, wanted, sink),
        }
        return keepPlace(file, leave, context.method)
      },
    }),
  ]
}
