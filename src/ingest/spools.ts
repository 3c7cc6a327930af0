// A spool for each part of the traffic, so that a part with its node away holds up no other one. The folder itself
// holds events of no part: the only spool where traffic is not divided, else the one for events that have to find their
// part anew.
import { readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Part } from '../db/parts.ts'
import { createSpool, type Spool, type SpoolOptions } from './spool.ts'

export interface Spools {
  /** The spool of a part. It takes lines as soon as its folder is there. */
  of(part: Part): Pick<Spool, 'isEmpty' | 'append'>
  bytes(): number
  /** Filled to nine tenths: of what goes to several parts some could be refused when the rest is in. */
  isNearlyFull(): boolean
  stop(): Promise<void>
}

export interface Replayed {
  /** False while the database is away: the lines are offered again. */
  readonly isIn: boolean
  /** Lines that are of another part by now; they wait in the spool of no part. */
  readonly moved: readonly string[]
}

const folderName = /^part-(\d+)$/

/** Opens those that hold something, and the others when they are asked for. */
export async function createSpools(
  options: Omit<SpoolOptions, 'replay' | 'bytesElsewhere'> & {
    readonly replay: (part: Part, lines: readonly string[]) => Promise<Replayed>
  },
): Promise<Spools> {
  const opened = new Map<Part, Promise<Spool>>()
  const ready = new Map<Part, Spool>()
  const folderOf = (part: Part) => (part === null ? options.folder : join(options.folder, `part-${part}`))
  const bytes = () => [...ready.values()].reduce((sum, spool) => sum + spool.bytes(), 0)

  function open(part: Part): Promise<Spool> {
    const known = opened.get(part)
    if (known) return known
    const spool = createSpool({
      ...options,
      folder: folderOf(part),
      bytesElsewhere: () => bytes() - (ready.get(part)?.bytes() ?? 0),
      async replay(lines) {
        const { isIn, moved } = await options.replay(part, lines)
        if (!isIn || moved.length === 0) return isIn
        return await (await open(null)).append(moved)
      },
    })
    opened.set(part, spool)
    spool.then((made) => ready.set(part, made)).catch(() => opened.delete(part))
    return spool
  }

  await open(null)
  const folders = await readdir(options.folder).catch(() => [])
  for (const name of folders) {
    const part = folderName.exec(name)?.[1]
    if (part !== undefined) await open(Number(part))
  }
  return {
    of: (part) => ({
      isEmpty: () => ready.get(part)?.isEmpty() ?? true,
      append: async (lines) => (await open(part)).append(lines),
    }),
    bytes,
    isNearlyFull: () => bytes() > options.bytesMax * 0.9,
    async stop() {
      for (const [part, spool] of opened) {
        await (await spool).stop()
        if (part !== null) await rmdir(folderOf(part)).catch(() => {})
      }
    },
  }
}
