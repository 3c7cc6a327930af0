// Imports of a site: files sent in chunks, what became of them, what was brought, and its deletion (spec/dashboard 11).

import { Type } from '@sinclair/typebox'
import { importFailures, settingsFailures, siteFailures, uploadFailures } from '../../failure.ts'
import type { ImportRecord } from '../../registry/imports.ts'
import type { NewUpload, Upload } from '../../registry/uploads.ts'
import { type ImportSource, importSourceNames, importSourceOf, importSources } from '../../rules/import-sources.ts'
import { nameCharactersMax } from '../../rules/maxima.ts'
import { mayDo } from '../../rules/roles.ts'
import { deletingData } from '../../rules/site-settings.ts'
import { type Definition, route } from '../definition.ts'
import { readId } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, Nullable, oneOf } from '../schemas.ts'
import type { Services } from './services.ts'

/** One chunk has to arrive within HTTP_REQUEST_TIMEOUT_MS; what came until then stays. */
const chunkBytesMax = 64 * 1024 * 1024

const day = Nullable(Type.String({ description: 'Local day, YYYY-MM-DD' }))

const ImportReply = Type.Object(
  {
    id: Type.Integer(),
    source: Type.String({ enum: ['ndjson', 'demo', ...importSourceNames] }),
    name: Nullable(Type.String({ description: 'Of the file' })),
    state: Type.String({ enum: ['running', 'abandoned', 'done', 'deleting'] }),
    rows: Type.Integer({ description: 'Events and engagement, or sums of days' }),
    first_day: day,
    last_day: day,
    started_at: Type.String(),
    finished_at: Nullable(Type.String()),
    can_delete: Type.Boolean(),
  },
  { additionalProperties: false },
)

const UploadReply = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.String({ enum: [...importSourceNames] }),
    name: Type.String(),
    bytes: Type.Integer(),
    offset: Type.Integer({ description: 'How much of the file has arrived' }),
    state: Type.String({ enum: ['receiving', 'waiting', 'importing', 'done', 'failed'] }),
    phase: Nullable(Type.String({ enum: ['checking', 'importing'] })),
    bytes_done: Type.Integer({ description: 'How much of the file this phase has read' }),
    events_done: Type.Integer(),
    message: Nullable(Type.String({ description: 'What it brought, or why it failed' })),
    created_at: Type.String(),
  },
  { additionalProperties: false },
)

const SourceReply = Type.Object(
  {
    kind: Type.String({ enum: [...importSourceNames] }),
    title: Type.String(),
    file: Type.String({ description: 'The file that is asked for' }),
    loses: Type.Array(Type.String(), { description: 'Facts that the import does not bring' }),
  },
  { additionalProperties: false },
)

const showSource = ({ name: kind, title, file, loses }: ImportSource) => ({ kind, title, file, loses: [...loses] })

function readUpload(body: Record<string, unknown>, bytesMax: number): NewUpload {
  const { kind, name, bytes, skip_invalid = false } = body
  const source = importSourceOf(kind)
  if (!source) throw siteFailures.invalid('kind', `must be ${importSourceNames.join(', ')}`)
  if (typeof name !== 'string' || name.trim() === '' || [...name].length > nameCharactersMax)
    throw siteFailures.invalid('name', `must be a text of 1 to ${nameCharactersMax} characters`)
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 1)
    throw siteFailures.invalid('bytes', 'must be a whole number above 0')
  if (bytes > bytesMax) throw uploadFailures.tooLarge(bytesMax)
  if (typeof skip_invalid !== 'boolean') throw siteFailures.invalid('skip_invalid', 'must be true or false')
  return { kind: source.name, name, bytes, skip_invalid }
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
    route({
      access: 'settings',
      name: 'ListImports',
      endpoint: 'GET /api/sites/:site_id/imports',
      summary: 'Files under way and what was imported, newest first, and the sources with what each one loses',
      reply: Type.Object({
        imports: Type.Array(ImportReply),
        uploads: Type.Array(UploadReply),
        bytes_max: Type.Integer({ description: 'The largest file that is taken' }),
        sources: Type.Array(SourceReply),
      }),
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
    route({
      access: 'settings',
      name: 'DeleteImport',
      endpoint: 'DELETE /api/sites/:site_id/imports/:id',
      summary: 'Delete an import: its rows and sums, in the background',
      params: oneOf('id'),
      refusals: { 409: ErrorReply },
      async answer({ site, role }, context) {
        if (!mayDo(role, 'delete_data')) throw settingsFailures.role(deletingData)
        if (!(await imports.markDeleted(site.id, readId(context)))) throw importFailures.notFound()
        await imports.requestDeletion()
      },
    }),
    route({
      access: 'settings',
      name: 'BeginUpload',
      endpoint: 'POST /api/sites/:site_id/uploads',
      summary: 'Announce a file of one of the sources that ListImports names; its bytes follow in chunks',
      body: Type.Object({
        kind: Type.String({ enum: [...importSourceNames] }),
        name: Type.String({ description: 'Of the file', maxLength: nameCharactersMax }),
        bytes: Type.Integer({ minimum: 1, description: 'Of the whole file' }),
        skip_invalid: Type.Optional(Type.Boolean({ description: 'Leave bad lines out instead of refusing the file' })),
      }),
      reply: UploadReply,
      refusals: { 413: ErrorReply, 507: ErrorReply },
      async answer({ site }, context) {
        if (site.isConsolidated) throw siteFailures.consolidated()
        const upload = readUpload(await context.readJson(), bytesMax)
        await files.requireRoom(upload.bytes)
        return show(await uploads.create(site.id, upload))
      },
    }),
    route({
      access: 'settings',
      name: 'GetUpload',
      endpoint: 'GET /api/sites/:site_id/uploads/:id',
      summary: 'How far an upload and its import are',
      params: oneOf('id'),
      reply: UploadReply,
      answer: async ({ site }, context) => show(await find(site.id, context)),
    }),
    route({
      access: 'settings',
      name: 'SendChunk',
      endpoint: 'PUT /api/sites/:site_id/uploads/:id',
      summary:
        'Send the next bytes, as application/octet-stream; what arrives of a chunk that is cut off stays. ' +
        'With the last byte the import begins',
      params: oneOf('id'),
      query: Type.Object({ offset: Type.Integer({ description: 'Where the chunk begins: how much has arrived' }) }),
      body: Type.String({ contentMediaType: 'application/octet-stream' }),
      reply: UploadReply,
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
    route({
      access: 'settings',
      name: 'DeleteUpload',
      endpoint: 'DELETE /api/sites/:site_id/uploads/:id',
      summary: 'Give up an upload, or forget what became of it',
      params: oneOf('id'),
      refusals: { 409: ErrorReply },
      async answer({ site }, context) {
        const id = readId(context)
        if (!(await uploads.remove(site.id, id))) throw uploadFailures.notFound()
        await files.remove(id)
      },
    }),
  ]
}
