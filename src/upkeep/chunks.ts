// What the planner knows of chunks, and the indexes of those that no live row goes to any more (docs/performance.md,
// "Space"). Indexes that answer without the rows are made only then; the others are packed, since rows that come in at
// random leave the pages of an index two thirds full. Packing is for the Apache-2 edition: on Community the columnstore
// takes such chunks, indexes and all.
import { findEngine } from '../db/engine.ts'
import type { Database, Queryable } from '../db/pool.ts'

/**
 * A chunk counts as closed this long after its last instant: engagement and replays of the spool come later than that
 * only by accident.
 */
const closedAfterMs = 24 * 3_600_000
const closedBefore = (now: Date): Date => new Date(now.getTime() - closedAfterMs)
/** Chunks of one run: an upgraded database has hundreds to do, and each takes a core for seconds. */
const chunksMax = 12
/**
 * A packed chunk is done again when late rows or an import made its indexes larger by this share, and by this many
 * bytes.
 */
const grownShare = 0.25
const grownBytes = 1 << 20

/** A chunk is analyzed when more than this many rows and this share of it are new, as autovacuum's own rule has it. */
const changedRows = 50
const changedShare = 0.1

const insufficientPrivilege = '42501'
const lockNotAvailable = '55P03'

/**
 * Analyzes the chunks of traffic that changed, as autovacuum would, but not every minute: a chunk that grows fast takes
 * half a second of a core each time. Answers how many chunks. A chunk that is in use is left to the next run, one of
 * the columnstore for good: it keeps what is known of all its rows, where an analysis would see late ones alone. For a
 * role that docs/roles.sql has not given the right it does nothing, and autovacuum sees to them after a million rows
 * (migration 0017).
 */
export async function analyzeChunks(db: Database): Promise<number> {
  const due = await db.write.query<{ chunk: string }>(
    `select c.chunk_name as chunk
     from timescaledb_information.chunks c
     join pg_class r on r.oid = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
     where c.hypertable_schema = current_schema() and c.hypertable_name in ('events', 'engagements', 'sessions') and not c.is_compressed
       and pg_stat_get_mod_since_analyze(r.oid) > $1::float8 + $2::float8 * greatest(r.reltuples, 0)
     order by c.range_end desc`,
    [changedRows, changedShare],
  )
  return await callForEach(db, 'analyze_chunk', due)
}

/**
 * Gives closed chunks of `events` the indexes that answer for pages, names and goals without reading rows; answers how
 * many chunks. Rows that come late to such a chunk wait while it is read, 3 seconds for a million events. Does nothing
 * while an import runs: it asks when it is done. A chunk that is in use is left to the next run. Where the owner of the
 * tables may not make such indexes, all chunks have them from their beginning, and there is nothing to do (migration
 * 0011); nor is there for a role that docs/roles.sql has not given the right.
 */
export async function coverChunks(db: Database, now: Date): Promise<number> {
  const due = await db.write.query<{ chunk: string }>(
    `select c.chunk_name as chunk
     from timescaledb_information.chunks c
     where c.hypertable_schema = current_schema() and c.hypertable_name = 'events' and c.range_end < $1 and not c.is_compressed
       and not exists (select from pg_indexes i where i.schemaname = c.chunk_schema and i.indexname = c.chunk_name || '_custom')
       and not exists (select from imports where state = 'running')
       and to_regclass('events_pageviews') is null
     order by c.range_end desc`,
    [closedBefore(now)],
  )
  return await callForEach(db, 'cover_chunk', due)
}

/**
 * Calls a function of the owner's for each chunk, answers for how many. Those in use are passed over; without the right
 * it gives up.
 */
async function callForEach(
  db: Database,
  name: 'analyze_chunk' | 'cover_chunk',
  chunks: readonly { chunk: string }[],
): Promise<number> {
  let done = 0
  for (const { chunk } of chunks) {
    try {
      await db.write.query(`select ${name}($1)`, [chunk])
      done++
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === insufficientPrivilege) break
      if (code !== lockNotAvailable) throw error
    }
  }
  return done
}

/**
 * Rebuilds the indexes of closed chunks, each once; answers how many chunks. Writers and readers go on meanwhile
 * (`concurrently`), of several processes one works, and what a killed run left behind goes first. Only the owner of the
 * tables may: for another role (docs/roles.sql) it does nothing.
 */
export async function rebuildChunks(db: Database, now: Date): Promise<number> {
  if ((await findEngine(db.write)) !== 'apache') return 0
  try {
    return await db.transaction(async (tx) => {
      // Held while others work on other connections: `concurrently` allows no transaction around it.
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      const [lock] = await tx.query<{ got: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext('tidemark.chunks')) as got`,
      )
      return lock?.got ? await rebuildDue(db.write, now) : 0
    })
  } catch (error) {
    if ((error as { code?: string }).code === insufficientPrivilege) return 0
    throw error
  }
}

async function rebuildDue(db: Queryable, now: Date): Promise<number> {
  await db.query('delete from rebuilt_chunks where to_regclass(chunk) is null')
  for (const index of await findIndexes(db, 'not i.indisvalid'))
    await db.query(`drop index concurrently if exists ${index.name}`)
  const due = await db.query<{ chunk: string }>(
    `select d.chunk
     from (
       select format('%I.%I', c.chunk_schema, c.chunk_name) as chunk, c.range_end
       from timescaledb_information.chunks c
       where c.hypertable_schema = current_schema() and c.hypertable_name in ('events', 'engagements', 'sessions')
         and c.range_end < $1 and not c.is_compressed
     ) d
     left join rebuilt_chunks r using (chunk)
     where (r.chunk is null or pg_indexes_size(d.chunk::regclass) > r.index_bytes * $2::float8 + $3)
       and not exists (select from imports where state = 'running')
     order by d.range_end desc
     limit $4`,
    [closedBefore(now), 1 + grownShare, grownBytes, chunksMax],
  )
  for (const { chunk } of due) {
    for (const index of await findIndexes(db, `i.indrelid = '${chunk}'::regclass and a.amname = 'btree'`)) {
      // Rows that still come split full pages; there are too few of them to leave room for.
      await db.query(`alter index ${index.name} set (fillfactor = 100)`)
      await db.query(`reindex index concurrently ${index.name}`)
    }
    await db.query(
      `insert into rebuilt_chunks (chunk, index_bytes) values ($1::text, pg_indexes_size($1::text::regclass))
       on conflict (chunk) do update set index_bytes = excluded.index_bytes, rebuilt_at = now()`,
      [chunk],
    )
  }
  return due.length
}

/** Indexes of chunks, by a condition on their `pg_index` i and access method a. */
const findIndexes = (db: Queryable, condition: string) =>
  db.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name
     from pg_index i
     join pg_class x on x.oid = i.indexrelid
     join pg_am a on a.oid = x.relam
     join pg_class t on t.oid = i.indrelid
     join timescaledb_information.chunks c on c.chunk_schema::regnamespace = t.relnamespace and c.chunk_name = t.relname
     where c.hypertable_schema = current_schema() and ${condition}
     order by 1`,
  )
