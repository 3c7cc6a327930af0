// The partitions of traffic, which are TimescaleDB's chunks, or months on Citus: which there are, what the planner
// knows of them, their indexes, and their end. TimescaleDB makes the next one by itself. Nobody else names a chunk
// (docs/architecture.md); when something is due is upkeep's to say.
import { findEdition, inTurn } from './engine.ts'
import type { Queryable } from './pool.ts'
import { statement } from './statements.ts'

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
  changed: `pg_stat_get_mod_since_analyze(oid) > ${changedRows} + ${changedShare} * greatest(reltuples, 0)`,
  /** Without the indexes that answer for pages, names and goals; in no database that has them on every chunk (0011). */
  uncovered: `"table" = 'events' and to_regclass('events_pageviews') is null and not exists (
    select 1 from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = partition.oid and x.relname = partition.name || '_custom')`,
  /** Whose indexes were never packed, or grew by a quarter and a megabyte since. */
  unpacked: `not exists (
    select 1 from rebuilt_chunks p
    where p.chunk = relation and pg_indexes_size(partition.oid) <= p.index_bytes * 1.25 + 1048576)`,
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
  const all = statement((await findEdition(db)) === 'citus' ? 'partitions.native' : 'partitions.chunks')
  return await db.query<Partition>(
    `select name, relation, "table", "from", "to"
     from (${all}) partition
     where "to" < coalesce($1::timestamptz, 'infinity') ${need ? `and not is_packed and ${conditions[need]}` : ''}
     order by "to" desc`,
    [before],
  )
}

/** Has partitions ready for rows of [from, to]; TimescaleDB makes them when such rows come. */
export async function preparePartitions(db: Queryable, from: Date, to: Date): Promise<void> {
  if ((await findEdition(db)) !== 'citus') return
  for (const [table] of trafficTables)
    await inTurn(() => db.query('select prepare_partitions($1, $2, $3)', [table, from, to]))
}

/** Lets the planner know a partition that has changed; a function of the owner's, which every worker may be given. */
export const analyzePartition = (db: Queryable, { name }: Partition): Promise<unknown> =>
  db.query('select analyze_chunk($1)', [name])

/** Makes the indexes that answer without reading rows: rows that come meanwhile wait, 3 seconds for a million. */
export const coverPartition = (db: Queryable, { name }: Partition): Promise<unknown> =>
  db.query('select cover_chunk($1)', [name])

/** Removes a partition with its rows. */
export async function dropPartition(tx: Queryable, { table, relation, from, to }: Partition): Promise<void> {
  if ((await findEdition(tx)) === 'citus') await tx.query(`drop table ${relation}`)
  else
    await tx.query(`select drop_chunks('${table}', older_than => $1::timestamptz, newer_than => $2::timestamptz)`, [
      to,
      from,
    ])
}

/** About how many rows of events and engagements there are; on Citus nobody knows, and autovacuum sees to them. */
export async function estimateRows(db: Queryable): Promise<number> {
  if ((await findEdition(db)) === 'citus') return Number.POSITIVE_INFINITY
  const [row] = await db.query<{ count: number }>(
    `select approximate_row_count('events') + approximate_row_count('engagements') as count`,
  )
  return row?.count ?? 0
}

/** Whether indexes are worth packing: not where the columnstore takes old partitions anyway. */
export const isPackable = async (db: Queryable): Promise<boolean> => (await findEdition(db)) === 'apache'

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
