// One upload's import, in a thread of its own: reading and checking a file must not make events wait.
import { parentPort } from 'node:worker_threads'
import { systemClock } from '../clock.ts'
import { createPools } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import type { Upload, UploadProgress } from '../registry/uploads.ts'
import { getSiteById } from '../upkeep/sites.ts'
import { bringHistory } from './bring.ts'
import { ImportFault } from './check.ts'
import { describeBrought } from './describe.ts'
import type { ContextFiles } from './import-context.ts'

export interface UploadTask {
  readonly databaseUrl: string
  readonly path: string
  readonly upload: Upload
  readonly context: ContextFiles
}

/** Messages of the thread: its progress, and once its outcome. */
export type UploadNews =
  | { readonly progress: UploadProgress }
  | { readonly done: string }
  /** `isEarly`: another time it may be taken. */
  | { readonly refused: string; readonly isEarly: boolean }

/** Bad lines that are shown; the command names more. */
const linesShownMax = 20
/** Four for the import itself, as a command has, and none to spare: the service's own are elsewhere. */
const connectionsMax = 4

const shorten = (text: string): string => {
  const lines = text.split('\n')
  return lines.length > linesShownMax + 1 ? [...lines.slice(0, linesShownMax + 1), '…'].join('\n') : text
}

/** Imports the file and tells the parent; what is no refusal is thrown, and ends the thread. */
export async function workOn({ databaseUrl, path, upload, context }: UploadTask): Promise<void> {
  const tell = (news: UploadNews) => parentPort?.postMessage(news)
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
    tell({ done: shorten(describeBrought(brought)) })
  } catch (error) {
    if (error instanceof ImportFault) tell({ refused: shorten(error.message), isEarly: false })
    else if (error instanceof Failure) tell({ refused: error.message, isEarly: 'retry-after' in error.headers })
    else throw error
  } finally {
    await db.stop()
  }
}
