// One upload's import, in a thread of its own: reading and checking a file must not make events wait.
import { parentPort } from 'node:worker_threads'
import { systemClock } from '../clock.ts'
import { createPools } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import type { Upload, UploadProgress } from '../registry/uploads.ts'
import { getSiteById } from '../upkeep/sites.ts'
import { ImportFault } from './check.ts'
import { describeEvents, describeLost, describeOverlap, describeSums } from './describe.ts'
import { importInto } from './into.ts'
import { importPlausible } from './plausible.ts'
import { createUmamiParser } from './umami.ts'

export interface UploadTask {
  readonly databaseUrl: string
  readonly path: string
  readonly upload: Upload
}

/** What the thread says: how far it is, and once how it ended. */
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
export async function workOn({ databaseUrl, path, upload }: UploadTask): Promise<void> {
  const tell = (news: UploadNews) => parentPort?.postMessage(news)
  const db = createPools({ databaseUrl, connectionsMax })
  try {
    const site = await getSiteById(db.write, upload.site_id)
    if (upload.kind === 'plausible') {
      const sums = await importPlausible(db, site, path, systemClock.now(), upload.name)
      const said = [describeSums(sums), describeOverlap(sums), ...describeLost(sums)]
      tell({ done: shorten(said.filter(Boolean).join('\n')) })
      return
    }
    const result = await importInto({ databaseUrl, db }, site, path, {
      skipInvalid: upload.skip_invalid,
      name: upload.name,
      onProgress: ({ phase, bytes, events }) => tell({ progress: { phase, bytes_done: bytes, events_done: events } }),
      ...(upload.kind === 'umami' ? { source: 'umami', createParser: createUmamiParser, quoted: true } : {}),
    })
    tell({ done: result.already ? 'this file is in already' : describeEvents(result) })
  } catch (error) {
    if (error instanceof ImportFault) tell({ refused: shorten(error.message), isEarly: false })
    else if (error instanceof Failure) tell({ refused: error.message, isEarly: 'retry-after' in error.headers })
    else throw error
  } finally {
    await db.stop()
  }
}
