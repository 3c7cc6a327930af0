// One upload's import, in a process of its own: what a file does to it does not reach the events.
import { rmSync, writeFileSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { createPools, isDatabaseAway } from '../db/pool.ts'
import { Failure, uploadFailures } from '../failure.ts'
import type { Upload, UploadProgress } from '../registry/uploads.ts'
import { getSiteById } from '../upkeep/sites.ts'
import { bringHistory } from './bring.ts'
import { ImportFault } from './check.ts'
import { describeBrought } from './describe.ts'
import type { ContextFiles } from './import-context.ts'
import { makeFoldersBelow } from './temporary-folder.ts'

export interface UploadTask {
  readonly databaseUrl: string
  readonly path: string
  readonly upload: Upload
  readonly context: ContextFiles
  /** Of its temporary files. */
  readonly folder: string
}

/** The outcome that the process tells. */
export type UploadOutcome =
  | { readonly done: string }
  | { readonly refused: string }
  /** Another time it may be taken, for a reason that is not the file's. */
  | { readonly later: string }
  /** A mistake of the program: the message of an error, and where it was thrown. */
  | { readonly broke: string; readonly stack: string | undefined }

/** Messages of the process: signs of life, its progress, and once its outcome. */
export type UploadNews = UploadOutcome | { readonly progress: UploadProgress } | { readonly isAlive: true }

/** Bad lines that are shown; the command names more. */
const linesShownMax = 20
/** Characters of a line that is shown. */
const lineShownMax = 500
/** Four for the import itself, as a command has, and none to spare: the service's own are elsewhere. */
const connectionsMax = 4
/** How often it is told that the process does not hang. */
const aliveMs = 2_000

const shorten = (text: string): string => {
  const lines = text.split('\n', linesShownMax + 2)
  const cut = lines.map((line) => (line.length > lineShownMax ? `${line.slice(0, lineShownMax)}…` : line))
  return cut.length > linesShownMax + 1 ? [...cut.slice(0, linesShownMax + 1), '…'].join('\n') : cut.join('\n')
}

function outcomeOf(error: unknown): UploadOutcome {
  if (error instanceof ImportFault) return { refused: shorten(error.message) }
  if (error instanceof Failure)
    return 'retry-after' in error.headers ? { later: error.message } : { refused: shorten(error.message) }
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return { refused: uploadFailures.noRoom().message }
  return isDatabaseAway(error) ? { later: message } : { broke: shorten(message), stack }
}

async function work(
  { databaseUrl, path, upload, context }: UploadTask,
  tell: (news: UploadNews) => void,
): Promise<UploadOutcome> {
  const db = createPools({ databaseUrl, connectionsMax })
  try {
    const site = await getSiteById(db.write, upload.site_id)
    const brought = await bringHistory({
      ...{ db, databaseUrl, site, source: upload.kind, context },
      files: [{ path, name: upload.name }],
      name: upload.name,
      skipInvalid: upload.skip_invalid,
      again: false,
      now: systemClock.now(),
      onProgress: ({ phase, bytes, events }) => tell({ progress: { phase, bytes_done: bytes, events_done: events } }),
    })
    return { done: shorten(describeBrought(brought)) }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    await db.stop()
  }
}

/** Lets the kernel take this process first when memory is short. */
function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or one that forbids it.
  }
}

/** Imports what the parent sends, and ends. Ends at once when the parent is gone. */
export function workForParent(): void {
  endFirst()
  const tell = (news: UploadNews): void => {
    if (process.connected) process.send?.(news, () => {})
  }
  // A terminal and systemd send these to all processes of the service. The parent says what becomes of this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  let folder: string | undefined
  process.on('disconnect', () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
  setInterval(() => tell({ isAlive: true }), aliveMs)
  process.once('message', async (task: UploadTask) => {
    folder = task.folder
    makeFoldersBelow(folder)
    const outcome = await work(task, tell)
    process.send?.(outcome, () => process.exit(0))
  })
}
