// The planner's facts about chunks, and the indexes of chunks that get no live row any more (docs/performance.md,
// "Space"). Indexes that answer without the rows are made only then. The others are packed, since rows that come in at
// random leave the pages of an index two thirds full.
import { alone } from '../db/locks.ts'
import {
  analyzePartition,
  cleanPacking,
  coverPartition,
  isPackable,
  listPartitions,
  type Partition,
  packPartition,
} from '../db/partitions.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { dayMs } from '../rules/durations.ts'

/**
 * A chunk counts as closed this long after its last instant: engagement and replays of the spool come later than that
 * only by accident.
 */
const closedAfterMs = dayMs
const closedBefore = (now: Date): Date => new Date(now.getTime() - closedAfterMs)
/** Chunks of one run: an upgraded database has hundreds to do, and each takes a core for seconds. */
const chunksMax = 12

const lockNotAvailable = '55P03'
/** Without the rights of docs/roles.sql, the owner's work is left to the owner. */
const insufficientPrivilege = '42501'

/** The result of the work, or `otherwise` where only the owner of the tables may do it. */
export async function asOwner<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === insufficientPrivilege) return otherwise
    throw error
  }
}

/**
 * Does one thing to each chunk, and answers to how many. Those in use are left to the next run; without the right it
 * gives up.
 */
async function doForEach(
  db: Database,
  work: (db: Queryable, partition: Partition) => Promise<unknown>,
  due: readonly Partition[],
): Promise<number> {
  let done = 0
  for (const partition of due) {
    const outcome = await asOwner<'done' | 'refused' | 'busy'>(
      () =>
        work(db.write, partition).then(
          () => 'done',
          (error: { code?: string }) => {
            if (error.code === lockNotAvailable) return 'busy'
            throw error
          },
        ),
      'refused',
    )
    if (outcome === 'refused') break
    if (outcome === 'done') done++
  }
  return done
}

/**
 * Analyzes the chunks of traffic that changed, as autovacuum would, but not every minute: a chunk that grows fast takes
 * half a second of a core each time. Answers how many. For a role that docs/roles.sql has not given the right it does
 * nothing, and autovacuum sees to them after a million rows (migration 0017).
 */
export const analyzeChunks = async (db: Database): Promise<number> =>
  doForEach(db, analyzePartition, await listPartitions(db.write, null, 'changed'))

/**
 * Gives closed chunks of `events` the indexes that answer for pages, names and goals without reading rows; answers how
 * many. Does nothing while an import runs: it asks when it is done. Where the owner of the tables may not make such
 * indexes, all chunks have them from their beginning, and there is nothing to do (migration 0011); nor is there for a
 * role that docs/roles.sql has not given the right.
 */
export async function coverChunks(db: Database, now: Date): Promise<number> {
  if (await isImporting(db.write)) return 0
  return await doForEach(db, coverPartition, await listPartitions(db.write, closedBefore(now), 'uncovered'))
}

/**
 * Rebuilds the indexes of closed chunks, each once, and again when late rows made them grow; answers how many chunks.
 * Of several processes one works, and what a killed run left behind goes first. Only the owner of the tables may: for
 * another role (docs/roles.sql) it does nothing.
 */
export async function rebuildChunks(db: Database, now: Date): Promise<number> {
  if (!(await isPackable(db.write))) return 0
  // On another connection than the lock's: `concurrently` allows no transaction around it.
  const rebuild = () =>
    alone(db, ['chunks'], async () => {
      await cleanPacking(db.write)
      if (await isImporting(db.write)) return 0
      const due = (await listPartitions(db.write, closedBefore(now), 'unpacked')).slice(0, chunksMax)
      for (const partition of due) await packPartition(db.write, partition)
      return due.length
    })
  return (await asOwner(rebuild, 0)) ?? 0
}

async function isImporting(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select exists (select 1 from imports where state = 'running') as found`,
  )
  return row?.found === true
}
