// Events of the spool on their way back into the database: which part each line is for, and the rollups to refresh
// afterwards.
import type { Clock } from '../clock.ts'
import type { Part } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { refreshRollups } from '../db/rollups.ts'
import type { Log } from '../log.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { linesByPart } from './reroute.ts'
import type { Replayed } from './spools.ts'
import type { Threads } from './threads.ts'

/** A range of instants, both in epoch seconds. */
type Range = readonly [from: number, to: number]

export interface ReplayOptions {
  readonly threads: Pick<Threads, 'run'>
  /** The part of a stripe of a site. Asked once the directory is ready. */
  readonly partOf: (siteId: number, stripe: number) => Part
  readonly isReady: () => boolean
  /** For refreshing rollups; without it they are left to the tasks. */
  readonly db: Pick<Database, 'write'> | undefined
  readonly clock: Clock
  readonly log: Log
}

const widen = (range: Range | undefined, [from, to]: Range): Range =>
  range ? [Math.min(range[0], from), Math.max(range[1], to)] : [from, to]

/** Makes the two callbacks of the spools: one brings lines in, the other one hears that everything is in. */
export function createReplay(options: ReplayOptions) {
  const { threads, log, clock } = options
  let touched: Range | undefined

  const replayPart = async (part: Part, lines: readonly string[]): Promise<Replayed> => {
    const result = await threads.run({ kind: 'replay', lines, lane: 0, part, nowMs: clock.now().getTime() })
    for (const problem of result.problems) log.warn(problem)
    if (result.touched) touched = widen(touched, result.touched)
    return { isIn: !result.away, moved: result.moved }
  }

  return {
    async replay(part: Part, lines: readonly string[]): Promise<Replayed> {
      if (part !== null) return await replayPart(part, lines)
      // Until the directory is ready, the part of a site is unknown.
      if (!options.isReady()) return { isIn: false, moved: [] }
      const moved: string[] = []
      for (const [own, some] of linesByPart(lines, options.partOf)) {
        const replayed = await replayPart(own, some)
        if (!replayed.isIn) return replayed
        moved.push(...replayed.moved)
      }
      return { isIn: true, moved }
    },
    async onEmpty(): Promise<void> {
      const range = touched
      touched = undefined
      if (!range || !options.db) return
      // Sessions that a replayed event extended may have ended up to a day later than it.
      const [from, to] = [new Date(range[0] * 1000 - hourMs), new Date(range[1] * 1000 + dayMs)]
      await refreshRollups(options.db.write, from, to, { now: clock.now() })
    },
  }
}
