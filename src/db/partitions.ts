// The partitions of traffic, which are TimescaleDB's chunks: which there are, what the planner knows of them, their
// indexes, and their end. The server makes the next one by itself. Nobody else names a chunk (docs/architecture.md);
// when something is due is upkeep's to say.
import { hasColumnstore } from './engine.ts'
import type { Queryable } from './pool.ts'

/** The tables of traffic that are partitioned, and the column they are partitioned by. */
export const trafficTables = [
  ['events', 'recorded_at'],
  ['engagements', 'recorded_at'],
  ['sessions', 'ended_at'],
] as const
export type TrafficTable = (typeof trafficTables)[number][0]

export interface Partition {
  /** The chunk's own name; unique. */
  readonly name: string
  /** The same with its schema, quoted. */
  readonly relation: string
  readonly table: TrafficTable
  readonly from: Date
  readonly to: Date
}

/**
 * A partition is analyzed when more than this many rows and this share of it are new, as autovacuum's own rule has it.
 */
const changedRows = 50
const changedShare = 0.1

const conditions = {
  /** Whose rows changed since they were analyzed. */
  changed: `pg_stat_get_mod_since_analyze(r.oid) > ${changedRows} + ${changedShare} * greatest(r.reltuples, 0)`,
  /** Without the indexes that answer for pages, names and goals; in no database that has them on every chunk (0011). */
  uncovered: `c.hypertable_name = 'events' and to_regclass('events_pageviews') is null and not exists (
    select 1 from pg_indexes i where i.schemaname = c.chunk_schema and i.indexname = c.chunk_name || '_custom')`,
  /** Whose indexes were never packed, or grew by a quarter and a megabyte since. */
  unpacked: `not exists (
    select 1 from rebuilt_chunks p
    where p.chunk = format('%I.%I', c.chunk_schema, c.chunk_name)
      and pg_indexes_size(r.oid) <= p.index_bytes * 1.25 + 1048576)`,
} as const

/**
 * The partitions that end before an instant, newest first: all of them, or those in need of something; of the
 * columnstore only where nothing is asked for, since it keeps what is known of its rows, and their indexes.
 */
export async function listPartitions(
  db: Queryable,
  before: Date | null,
  need?: keyof typeof conditions,
): Promise<Partition[]> {
  return await db.query<Partition>(
    `select c.chunk_name as name, format('%I.%I', c.chunk_schema, c.chunk_name) as relation,
            c.hypertable_name as "table",
            c.range_start as "from", c.range_end as "to"
     from timescaledb_information.chunks c
     join pg_class r on r.oid = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
     where c.hypertable_schema = current_schema() and c.hypertable_name = any ($2)
       and c.range_end < coalesce($1::timestamptz, 'infinity')
       ${need ? `and not c.is_compressed and ${conditions[need]}` : ''}
     order by c.range_end desc`,
    [before, trafficTables.map(([table]) => table)],
  )
}

/** Lets the planner know a partition that has changed; a function of the owner's, which every worker may be given. */
export const analyzePartition = (db: Queryable, { name }: Partition): Promise<unknown> =>
  db.query('select analyze_chunk($1)', [name])

/** Makes the indexes that answer without reading rows: rows that come meanwhile wait, 3 seconds for a million. */
export const coverPartition = (db: Queryable, { name }: Partition): Promise<unknown> =>
  db.query('select cover_chunk($1)', [name])

/** Removes a partition with its rows. */
export const dropPartition = (tx: Queryable, { table, from, to }: Partition): Promise<unknown> =>
  tx.query(`select drop_chunks('${table}', older_than => $1::timestamptz, newer_than => $2::timestamptz)`, [to, from])

/** About how many rows of events and engagements there are. */
export async function estimateRows(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select approximate_row_count('events') + approximate_row_count('engagements') as count`,
  )
  return row?.count ?? 0
}

/** Whether indexes are worth packing: not where the columnstore takes old partitions anyway. */
export const isPackable = async (db: Queryable): Promise<boolean> => !(await hasColumnstore(db))

/** Takes away what a killed packing left behind. */
export async function cleanPacking(db: Queryable): Promise<void> {
  await db.query('delete from rebuilt_chunks where to_regclass(chunk) is null')
  for (const index of await findIndexes(db, 'not i.indisvalid'))
    await db.query(`drop index concurrently if exists ${index.name}`)
}

/** Builds a partition's indexes anew without gaps; readers and writers go on. */
export async function packPartition(db: Queryable, { relation }: Partition): Promise<void> {
  for (const { name } of await findIndexes(db, `i.indrelid = '${relation}'::regclass and a.amname = 'btree'`)) {
    // Rows that still come split full pages; there are too few of them to leave room for.
    await db.query(`alter index ${name} set (fillfactor = 100)`)
    await db.query(`reindex index concurrently ${name}`)
  }
  await db.query(
    `insert into rebuilt_chunks (chunk, index_bytes) values ($1::text, pg_indexes_size($1::text::regclass))
     on conflict (chunk) do update set index_bytes = excluded.index_bytes, rebuilt_at = now()`,
    [relation],
  )
}

/** Indexes of partitions, by a condition on their `pg_index` i and access method a. */
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
