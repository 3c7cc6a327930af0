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

export function createImporter(options: {
  db: Database
  databaseUrl: string
  uploads: Uploads
  files: UploadFiles
  context: ContextFiles
  log: Log
}): Importer {
  const { uploads, files, log } = options
  let running: Promise<number> | undefined
  let thread: Worker | undefined
  let isStopping = false

  /** True when no other import of the site runs. A file would be read in vain. */
  const isFree = (siteId: number) => options.db.transaction((tx) => tryLock(tx, 'import', siteId))

  async function inThread(upload: Upload): Promise<Outcome> {
    const { databaseUrl, context } = options
    const workerData: UploadTask = { databaseUrl, path: files.pathOf(upload.id), upload, context }
    const worker = new Worker(new URL('../../workers/import.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    })
    thread = worker
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
          log.warn({ err: error, upload: upload.id }, 'an import ended')
        })
        worker.on('exit', () => resolve(ended ?? { later: true }))
      })
    } finally {
      clearInterval(beat)
      thread = undefined
    }
  }

  async function importAll(): Promise<number> {
    let done = 0
    while (!isStopping) {
      const upload = await uploads.claim(await files.list())
      if (!upload) break
      const outcome = (await isFree(upload.site_id)) ? await inThread(upload) : { later: true as const }
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

  return {
    async run() {
      if (running) return 0
      running = importAll().finally(() => {
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
      isStopping = true
      await thread?.terminate()
      await running?.catch(() => {})
    },
  }
}

const describeCrash = (error: NodeJS.ErrnoException): string =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'the file holds more than the import has memory for; nothing more of it is imported'
    : `the import broke off: ${error.message}`
