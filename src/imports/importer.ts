// Imports uploads that are whole, each in a process of its own, one or two at once, the files of several sites by
// turns. A service that dies leaves its uploads to the next run: batches that are in stay in, and a file goes on where
// it was (imports/import).

import { tryLock } from '../db/locks.ts'
import type { Database } from '../db/pool.ts'
import { uploadFailures } from '../failure.ts'
import type { Log } from '../log.ts'
import type { ClaimedUpload, UploadProgress, Uploads } from '../registry/uploads.ts'
import { hourMs, minuteMs } from '../rules/durations.ts'
import type { ContextFiles } from './import-context.ts'
import { type Death, type ImportEnd, type ImportLimits, type ImportProcess, startImport } from './import-process.ts'
import type { UploadFiles } from './upload-files.ts'

/** How often it is told that an import goes on: well within what counts as silent (registry/uploads). */
const beatMs = 2_000
/** A file that ended its process so often is not tried again. */
const deathsMax = 2
/** Neither is a file whose service fell silent so often: it may be the reason. */
const lostMax = 10

export interface Importer {
  /** Begins what is due, and does not wait for it. */
  run(): void
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
  readonly limits: ImportLimits
  /** Imports at once. Each may take its limit of memory. */
  readonly places: number
  readonly log: Log
}

/** Imports under way. */
interface Work {
  readonly processes: Set<ImportProcess>
  isStopping: boolean
}

/** The end of an import; `turn` when it makes room for another site. */
type End = ImportEnd | 'turn'

/** Imports one upload in a process of its own, and tells meanwhile that it goes on. */
async function importOne(options: ImporterOptions, work: Work, upload: ClaimedUpload): Promise<End> {
  const { databaseUrl, context, uploads, files, limits } = options
  let progress: UploadProgress | undefined
  const task = { databaseUrl, path: files.pathOf(upload.id), upload, context }
  const running = await startImport(task, limits, (now) => {
    progress = now
  })
  work.processes.add(running)
  if (work.isStopping) running.stop()
  const turnEnds = performance.now() + limits.turnMs * 2 ** upload.turns
  let isTurnOver = false
  const beat = async () => {
    await uploads.progress(upload.id, progress)
    if (performance.now() < turnEnds || !(await uploads.isAnyDue(await files.list()))) return
    isTurnOver = true
    running.stop()
  }
  const beating = setInterval(() => void beat().catch(() => {}), beatMs)
  try {
    const end = await running.ended
    return isTurnOver && 'isStopped' in end ? 'turn' : end
  } finally {
    clearInterval(beating)
    work.processes.delete(running)
  }
}

/** Writes down what came of an import. Answers whether the file may be taken again at once. */
async function settle({ uploads, files, limits, log }: ImporterOptions, upload: ClaimedUpload, end: End) {
  const finish = async (state: 'done' | 'failed', message: string) => {
    await uploads.settle(upload.id, state, message)
    await files.remove(upload.id)
  }
  if (end === 'turn') await uploads.endTurn(upload.id)
  else if ('done' in end) await finish('done', end.done)
  else if ('refused' in end) await finish('failed', end.refused)
  else if ('broke' in end) {
    log.warn(
      { err: { type: 'Error', message: end.broke, stack: end.stack ?? '' }, upload: upload.id },
      'an import ended',
    )
    await finish('failed', uploadFailures.brokeOff(end.broke).message)
  } else if ('death' in end) {
    const deaths = await uploads.countDeath(upload.id)
    log.warn({ upload: upload.id, death: end.death, deaths, stderr: end.stderr }, 'the process of an import died')
    if (deaths >= deathsMax) await finish('failed', wordsOf(end.death, limits))
  } else await uploads.settle(upload.id, 'waiting', null)
  return typeof end === 'string' || !('later' in end)
}

function wordsOf(death: Death, { heapBytesMax, silentMs, totalMs }: ImportLimits): string {
  const { deadly } = uploadFailures
  switch (death) {
    case 'memory':
      return deadly.memory(Math.round(heapBytesMax / 1024 ** 2)).message
    case 'silent':
      return deadly.silent(Math.round(silentMs / minuteMs)).message
    case 'total':
      return deadly.total(Math.round(totalMs / hourMs)).message
    case 'crash':
      return deadly.crash().message
  }
}

/** Imports what is due, one file after the other, until nothing is. */
async function workPlace(options: ImporterOptions, work: Work, claim: Uploads['claim']): Promise<void> {
  const { db, files } = options
  // A file would be read in vain while another import of the site runs.
  const isFree = (siteId: number) => db.transaction((tx) => tryLock(tx, 'import', siteId))
  const passed = new Set<number>()
  while (!work.isStopping) {
    const here = await files.list()
    const upload = await claim(here.filter((id) => !passed.has(id)))
    if (!upload) return
    const end: End =
      upload.lost > lostMax
        ? { refused: uploadFailures.lost(upload.lost).message }
        : (await isFree(upload.site_id))
          ? await importOne(options, work, upload)
          : { later: 'another import of the site runs' }
    if (!(await settle(options, upload, end))) passed.add(upload.id)
  }
}

export function createImporter(options: ImporterOptions): Importer {
  const { uploads, files, log, places: placesMax } = options
  const work: Work = { processes: new Set(), isStopping: false }
  const places = new Set<Promise<void>>()
  // One at a time: two claims at once could take two files of one site.
  let claiming: Promise<unknown> = Promise.resolve()
  const claim: Uploads['claim'] = (ids) => {
    const claimed = claiming.then(() => uploads.claim(ids))
    claiming = claimed.catch(() => {})
    return claimed
  }
  return {
    run() {
      while (!work.isStopping && places.size < placesMax) {
        const place = workPlace(options, work, claim)
          .catch((error) => log.warn({ err: error }, 'imports of uploads stopped; they are tried again'))
          .finally(() => places.delete(place))
        places.add(place)
      }
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
      for (const running of work.processes) running.stop()
      await Promise.all(places)
    },
  }
}
