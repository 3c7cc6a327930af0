// Imports uploads that are whole, one at a time in a process, each in a thread of its own. A process that dies leaves
// its upload to the next run: batches that are in stay in, and the file goes on where it was (imports/import).
import { Worker } from 'node:worker_threads'
import { tryLock } from '../db/locks.ts'
import { type Database, isDatabaseAway } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { Upload, UploadProgress, Uploads } from '../registry/uploads.ts'
import type { ContextFiles } from './import-context.ts'
import type { UploadFiles } from './upload-files.ts'
import type { UploadNews, UploadTask } from './upload-work.ts'

/** How often it is told that an import goes on: well within what counts as silent (registry/uploads). */
const beatMs = 2_000
/**
 * A thread's heap: an archive of sums is read file by file, each up to 512 MiB of text. What holds more ends the thread
 * alone.
 */
const heapMegabytesMax = 2_048

/** Outcome of a file. Later: it waits for another import, or for the next start. */
type Outcome = { done: string } | { failed: string } | { later: true }

export interface Importer {
  /** Imports what is due; answers how many files are done with. Does nothing while it is at it already. */
  run(): Promise<number>
  /** Removes files that are no longer needed. Answers how many. */
  clean(): Promise<number>
  stop(): Promise<void>
}

export interface ImporterOptions {
  readonly db: Database
  readonly databaseUrl: string
  readonly uploads: Uploads
  readonly files: UploadFiles
  readonly context: ContextFiles
  readonly log: Log
}

/** Imports under way: of several, one file at a time. */
interface Work {
  thread: Worker | undefined
  isStopping: boolean
}

/** Imports one upload in a thread of its own, and tells meanwhile that it goes on. */
async function importOne(options: ImporterOptions, work: Work, upload: Upload): Promise<Outcome> {
  const { databaseUrl, context, uploads, files } = options
  const workerData: UploadTask = { databaseUrl, path: files.pathOf(upload.id), upload, context }
  const worker = new Worker(new URL('../../workers/import.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  work.thread = worker
  let progress: UploadProgress | undefined
  const beat = setInterval(() => void uploads.progress(upload.id, progress).catch(() => {}), beatMs)
  try {
    return await new Promise<Outcome>((resolve) => {
      let ended: Outcome | undefined
      worker.on('message', (news: UploadNews) => {
        if ('progress' in news) progress = news.progress
        else if ('done' in news) ended = news
        else ended = news.isEarly ? { later: true } : { failed: news.refused }
      })
      worker.on('error', (error) => {
        ended = isDatabaseAway(error) ? { later: true } : { failed: describeCrash(error) }
        options.log.warn({ err: error, upload: upload.id }, 'an import ended')
      })
      worker.on('exit', () => resolve(ended ?? { later: true }))
    })
  } finally {
    clearInterval(beat)
    work.thread = undefined
  }
}

/** Imports what is due, until nothing is or something has to wait. Answers how many files are done with. */
async function importAll(options: ImporterOptions, work: Work): Promise<number> {
  const { db, uploads, files } = options
  // A file would be read in vain while another import of the site runs.
  const isFree = (siteId: number) => db.transaction((tx) => tryLock(tx, 'import', siteId))
  let done = 0
  while (!work.isStopping) {
    const upload = await uploads.claim(await files.list())
    if (!upload) break
    const outcome = (await isFree(upload.site_id)) ? await importOne(options, work, upload) : { later: true as const }
    if ('later' in outcome) {
      await uploads.settle(upload.id, 'waiting', null)
      break
    }
    const [state, message] =
      'done' in outcome ? (['done', outcome.done] as const) : (['failed', outcome.failed] as const)
    await uploads.settle(upload.id, state, message)
    await files.remove(upload.id)
    done++
  }
  return done
}

export function createImporter(options: ImporterOptions): Importer {
  const { uploads, files } = options
  const work: Work = { thread: undefined, isStopping: false }
  let running: Promise<number> | undefined
  return {
    async run() {
      if (running) return 0
      running = importAll(options, work).finally(() => {
        running = undefined
      })
      return await running
    },
    async clean() {
      const here = await files.list()
      const needed = await uploads.needed(here)
      const loose = here.filter((id) => !needed.has(id))
      for (const id of loose) await files.remove(id)
      return loose.length
    },
    async stop() {
      work.isStopping = true
      await work.thread?.terminate()
      await running?.catch(() => {})
    },
  }
}

const describeCrash = (error: NodeJS.ErrnoException): string =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'the file holds more than the import has memory for; nothing more of it is imported'
    : `the import broke off: ${error.message}`
