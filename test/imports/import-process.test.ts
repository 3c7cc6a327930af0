// The process of an import: how it ends, by itself and by its limits; what it leaves behind.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type ImportEnd, type ImportLimits, startImport } from '../../src/imports/import-process.ts'
import { makeFoldersBelow } from '../../src/imports/temporary-folder.ts'
import { projectPath } from '../../src/paths.ts'
import type { Upload } from '../../src/registry/uploads.ts'

t.setTimeout(200_000)

const mebibyte = 1024 ** 2
const wide: ImportLimits = {
  heapBytesMax: 64 * mebibyte,
  besideBytesMax: 512 * mebibyte,
  silentMs: 3e5,
  totalMs: 3e5,
  turnMs: 3e5,
}

const begin = (name: string, limits: Partial<ImportLimits> = {}) => {
  const upload: Upload = {
    ...{ id: 1, site_id: 1, kind: 'events', name, bytes: 1, skip_invalid: false, state: 'importing', phase: null },
    ...{ bytes_done: 0, events_done: 0, message: null, created_at: new Date() },
  }
  const context = { dataDir: '', geoDatabase: undefined, spamReferrersFile: undefined }
  const task = { databaseUrl: '', path: '', upload, context }
  return startImport(task, { ...wide, ...limits }, () => {}, projectPath('test', 'support', 'import-stub.ts'))
}

// Temporary files of this test alone.
const folder = await mkdtemp(join(tmpdir(), 'tidemark-process-'))
makeFoldersBelow(folder)
t.teardown(() => rm(folder, { recursive: true }))

t.test('how a process ends', async (t) => {
  const cases: [name: string, end: ImportEnd | object, limits?: Partial<ImportLimits>][] = [
    ['done', { done: 'it is done' }],
    ['word without an end', { done: 'it is done' }],
    ['no word', { death: 'crash', stderr: '' }],
    ['abort', { death: 'crash' }],
    ['throws', { death: 'crash', stderr: /nobody catches this/ }],
    ['loop', { death: 'silent' }, { silentMs: 2_000 }],
    ['alive for ever', { death: 'total' }, { totalMs: 2_000 }],
    ['heap', { death: 'memory', stderr: /heap/ }],
    ['array', { death: 'memory' }],
    ['beside', { death: 'memory' }, { besideBytesMax: 256 * mebibyte }],
  ]
  for (const [name, end, limits] of cases) t.match(await (await begin(name, limits)).ended, end, name)
  const stopped = await begin('loop')
  t.equal((await readdir(folder)).length, 1, 'a folder for its temporary files')
  stopped.stop()
  t.strictSame(await stopped.ended, { isStopped: true }, 'stopped from here')
  t.strictSame(await readdir(folder), [], 'temporary files go with it')
})
