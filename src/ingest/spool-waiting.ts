// Looks at the spools of an installation from outside: which files hold events that are not in the database yet.
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseLine } from './spool-line.ts'

const lookMs = 100

/** Files of all processes, and of all parts, that hold something. A file is gone once its last line is brought in. */
async function waitingFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.spool'))
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return names.filter((_, index) => sizes[index]! > 0).map((name) => join(folder, name))
}

/** Events in a file; a line that was torn when its process died was never acknowledged. */
async function countEvents(file: string): Promise<number> {
  let count = 0
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
      count += parseLine(line)?.events.length ?? 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return count
}

/**
 * Waits until no event waits in the folder of the spools, as long as `ms`; answers how many wait then. An event that is
 * answered with 202 is in the database or in such a file.
 */
export async function waitForSpools(folder: string, ms: number): Promise<number> {
  const deadline = performance.now() + ms
  for (;;) {
    const files = await waitingFiles(folder)
    if (files.length === 0) return 0
    if (performance.now() >= deadline) {
      let count = 0
      for (const file of files) count += await countEvents(file)
      return count
    }
    await delay(Math.min(lookMs, Math.max(0, deadline - performance.now())))
  }
}
