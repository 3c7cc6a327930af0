// Imports of a site: files sent in chunks, what became of them, what was brought, and its deletion (spec/dashboard 11).
import { importFailures, settingsFailures, siteFailures, uploadFailures } from '../../failure.ts'
import type { ImportRecord } from '../../registry/imports.ts'
import type { NewUpload, Upload } from '../../registry/uploads.ts'
import { importSources } from '../../rules/import-sources.ts'
import { mayDo } from '../../rules/roles.ts'
import { deletingData } from '../../rules/site-settings.ts'
import type { BodyOf } from '../contracts/contract.ts'
import type { importContracts } from '../contracts/imports.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { readId } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

/** One chunk has to arrive within HTTP_REQUEST_TIMEOUT_MS; what came until then stays. */
const chunkBytesMax = 64 * 1024 * 1024

const showSource = ({ name: kind, title, file, loses }: (typeof importSources)[number]) => ({
  kind,
  title,
  file,
  loses: [...loses],
})

/** The upload that a body announces. Its last values are checked once the file is known to fit. */
function readUpload(body: BodyOf<(typeof importContracts)['BeginUpload']>, bytesMax: number): NewUpload {
  const { kind, name, bytes, skip_invalid = false } = body
  if (bytes > bytesMax) throw uploadFailures.tooLarge(bytesMax)
  if (typeof skip_invalid !== 'boolean') throw siteFailures.invalid('skip_invalid', 'must be true or false')
  return { kind, name, bytes, skip_invalid }
}

function readOffset({ query }: RouteContext): number {
  const text = query.get('offset') ?? ''
  if (!/^\d{1,15}$/.test(text)) throw siteFailures.invalid('offset', 'must be a whole number')
  return Number(text)
}

const showImport = ({ started_at, finished_at, ...record }: ImportRecord) => ({
  ...record,
  started_at: started_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
})

export function settingsImportRoutes(services: Services): Definition[] {
  const { imports, uploads } = services.registry
  const { files, bytesMax } = services.uploads

  async function show({ site_id: _, skip_invalid: _s, created_at, ...upload }: Upload) {
    // A finished upload has no file any more.
    const isOpen = upload.state === 'receiving'
    const offset = isOpen ? await files.offsetOf(upload.id) : upload.bytes
    return { ...upload, offset, created_at: created_at.toISOString() }
  }
  async function find(siteId: number, context: RouteContext): Promise<Upload> {
    const upload = await uploads.find(siteId, readId(context))
    if (!upload) throw uploadFailures.notFound()
    return upload
  }

  return [
    settingsRoute('ListImports', {
      async answer({ site }) {
        const under = await uploads.list(site.id)
        return {
          imports: (await imports.list(site.id)).map(showImport),
          uploads: await Promise.all(under.map(show)),
          bytes_max: bytesMax,
          sources: importSources.map(showSource),
        }
      },
    }),
    settingsRoute('DeleteImport', {
      refusals: { 409: ErrorReply },
      async answer({ site, role, registry }, context) {
        if (!mayDo(role, 'delete_data')) throw settingsFailures.role(deletingData)
        if (!(await registry.imports.markDeleted(site.id, readId(context)))) throw importFailures.notFound()
        await imports.requestDeletion()
      },
    }),
    settingsRoute('BeginUpload', {
      refusals: { 413: ErrorReply, 507: ErrorReply },
      async answer({ site, registry }, _, readBody) {
        if (site.isConsolidated) throw siteFailures.consolidated()
        const upload = readUpload(await readBody(), bytesMax)
        await files.requireRoom(upload.bytes)
        return show(await registry.uploads.create(site.id, upload))
      },
    }),
    settingsRoute('GetUpload', {
      answer: async ({ site }, context) => show(await find(site.id, context)),
    }),
    settingsRoute('SendChunk', {
      refusals: { 408: ErrorReply, 409: ErrorReply, 413: ErrorReply, 507: ErrorReply },
      replyHeaders: { 409: { 'upload-offset': 'How much of the file has arrived' } },
      async answer({ site }, context) {
        const offset = readOffset(context)
        const upload = await find(site.id, context)
        if (upload.state !== 'receiving') throw uploadFailures.offset(upload.bytes)
        if (Number(context.headers['content-length'] ?? 0) > chunkBytesMax)
          throw uploadFailures.chunkTooLarge(chunkBytesMax)
        const end = Math.min(upload.bytes, offset + chunkBytesMax)
        const reached = await files.append(upload.id, { offset, end, body: context.readPieces() })
        if (reached === upload.bytes) await uploads.finish(upload.id)
        return show(await find(site.id, context))
      },
    }),
    settingsRoute('DeleteUpload', {
      refusals: { 409: ErrorReply },
      async answer({ site, registry }, context) {
        const id = readId(context)
        if (!(await registry.uploads.remove(site.id, id))) throw uploadFailures.notFound()
        await files.remove(id)
      },
    }),
  ]
}
