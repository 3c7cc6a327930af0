// Contracts of the imports of a site: files under way, what was brought, and its deletion.
import { Type } from '@sinclair/typebox'
import { siteFailures } from '../../failure.ts'
import { type ImportSourceName, importSourceNames, importSourceOf, otherSources } from '../../rules/import-sources.ts'
import { nameCharactersMax } from '../../rules/maxima.ts'
import { Checked, Nullable, OneOf, oneOf, Read } from '../schemas.ts'
import type { Contract } from './contract.ts'

const day = Nullable(Type.String({ description: 'Local day, YYYY-MM-DD' }))
const isFileName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && [...value].length <= nameCharactersMax

const Import = Type.Object(
  {
    id: Type.Integer(),
    source: OneOf([...otherSources, ...importSourceNames]),
    name: Nullable(Type.String({ description: 'Of the file' })),
    state: OneOf(['running', 'abandoned', 'done', 'deleting']),
    rows: Type.Integer({ description: 'Events and engagement, or sums of days' }),
    first_day: day,
    last_day: day,
    started_at: Type.String(),
    finished_at: Nullable(Type.String()),
    can_delete: Type.Boolean(),
  },
  { additionalProperties: false },
)

const Upload = Type.Object(
  {
    id: Type.Integer(),
    kind: OneOf(importSourceNames),
    name: Type.String(),
    bytes: Type.Integer(),
    offset: Type.Integer({ description: 'How much of the file has arrived' }),
    state: OneOf(['receiving', 'waiting', 'importing', 'done', 'failed']),
    phase: Nullable(OneOf(['checking', 'importing'])),
    bytes_done: Type.Integer({ description: 'How much of the file this phase has read' }),
    events_done: Type.Integer(),
    message: Nullable(Type.String({ description: 'What it brought, or why it failed' })),
    created_at: Type.String(),
  },
  { additionalProperties: false },
)

const Source = Type.Object(
  {
    kind: OneOf(importSourceNames),
    title: Type.String(),
    file: Type.String({ description: 'The file that is asked for' }),
    loses: Type.Array(Type.String(), { description: 'Facts that the import does not bring' }),
  },
  { additionalProperties: false },
)

export const importContracts = {
  ListImports: {
    endpoint: 'GET /api/sites/:site_id/imports',
    summary: 'Files under way and what was imported, newest first, and the sources with what each one loses',
    reply: Type.Object({
      imports: Type.Array(Import),
      uploads: Type.Array(Upload),
      bytes_max: Type.Integer({ description: 'The largest file that is taken' }),
      sources: Type.Array(Source),
    }),
  },
  DeleteImport: {
    endpoint: 'DELETE /api/sites/:site_id/imports/:id',
    summary: 'Delete an import: its rows and sums, in the background',
    params: oneOf('id'),
  },
  BeginUpload: {
    endpoint: 'POST /api/sites/:site_id/uploads',
    summary: 'Announce a file of one of the sources that ListImports names; its bytes follow in chunks',
    body: Type.Object({
      kind: Checked(Type.String({ enum: [...importSourceNames] }), {
        takes: (value): value is ImportSourceName => importSourceOf(value) !== undefined,
        refuse: (field) => siteFailures.invalid(field, `must be ${importSourceNames.join(', ')}`),
      }),
      name: Checked(Type.String({ description: 'Of the file', maxLength: nameCharactersMax }), {
        takes: isFileName,
        refuse: (field) => siteFailures.invalid(field, `must be a text of 1 to ${nameCharactersMax} characters`),
      }),
      bytes: Checked(Type.Integer({ minimum: 1, description: 'Of the whole file' }), {
        takes: (value): value is number => Number.isSafeInteger(value) && Number(value) >= 1,
        refuse: (field) => siteFailures.invalid(field, 'must be a whole number above 0'),
      }),
      skip_invalid: Type.Optional(
        Read(Type.Boolean({ description: 'Leave bad lines out instead of refusing the file' })),
      ),
    }),
    reply: Upload,
  },
  GetUpload: {
    endpoint: 'GET /api/sites/:site_id/uploads/:id',
    summary: 'How far an upload and its import are',
    params: oneOf('id'),
    reply: Upload,
  },
  SendChunk: {
    endpoint: 'PUT /api/sites/:site_id/uploads/:id',
    summary:
      'Send the next bytes, as application/octet-stream; what arrives of a chunk that is cut off stays. ' +
      'With the last byte the import begins',
    params: oneOf('id'),
    query: Type.Object({ offset: Type.Integer({ description: 'Where the chunk begins: how much has arrived' }) }),
    body: Type.String({ contentMediaType: 'application/octet-stream' }),
    reply: Upload,
  },
  DeleteUpload: {
    endpoint: 'DELETE /api/sites/:site_id/uploads/:id',
    summary: 'Give up an upload, or forget what became of it',
    params: oneOf('id'),
  },
} as const satisfies Readonly<Record<string, Contract>>
