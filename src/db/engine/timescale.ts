// TimescaleDB: traffic in hypertables of weeks. Its Community edition has continuous aggregates and a columnstore; the
// Apache-2 edition has neither, so that rollups by the hour are views there, and indexes of old weeks are packed.
import { hourMs } from '../../rules/durations.ts'
import { fillMarks, type Queryable } from '../parts.ts'
import { statement } from '../statements.ts'
import {
  type Engine,
  type Extension,
  type Need,
  oneServer,
  type Partition,
  type Partitions,
  type Rollups,
  viewedRollups,
} from './engine.ts'
import { inTurn } from './in-turn.ts'
import { composeRelations, composeTables, readEngine } from './relations.ts'

/**
 * A partition is analyzed when more than this many rows and this share of it are new, as autovacuum's own rule has it.
 */
const changedRows = 50
const changedShare = 0.1

const conditions: Readonly<Record<Need, string>> = {
  /** Partitions with rows that changed since they were analyzed. */
  changed: `pg_stat_get_mod_since_analyze(oid) > ${changedRows} + ${changedShare} * greatest(reltuples, 0)`,
  /** Without the indexes that answer for pages, names and goals; in no database that has them on every chunk (0011). */
  uncovered: `"table" = 'events' and to_regclass('events_pageviews') is null and not exists (
    select 1 from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = partition.oid and x.relname = partition.name || '_custom')`,
  /** Partitions with indexes that were never packed, or grew by a quarter and a megabyte since. */
  unpacked: `not exists (
    select 1 from rebuilt_chunks p
    where p.chunk = relation and pg_indexes_size(partition.oid) <= p.index_bytes * 1.25 + 1048576)`,
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

async function pack(db: Queryable, { relation }: Partition): Promise<void> {
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

const partitions: Omit<Partitions, 'isPackable'> = {
  list: (db, before, need) =>
    db.query<Partition>(
      `select name, relation, "table", "from", "to"
       from (${statement('partitions.chunks')}) partition
       where "to" < coalesce($1::timestamptz, 'infinity') ${need ? `and not is_packed and ${conditions[need]}` : ''}
       order by "to" desc`,
      [before],
    ),
  prepare: async () => undefined,
  analyze: (db, { name }) => db.query('select analyze_chunk($1)', [name]),
  cover: (db, { name }) => db.query('select cover_chunk($1)', [name]),
  async drop(tx, { table, from, to }) {
    await tx.query(`select drop_chunks('${table}', older_than => $1::timestamptz, newer_than => $2::timestamptz)`, [
      to,
      from,
    ])
  },
  async estimateRows(db) {
    const [row] = await db.query<{ count: number }>(
      `select approximate_row_count('events') + approximate_row_count('engagements') as count`,
    )
    return row?.count ?? 0
  },
  async cleanPacking(db) {
    await db.query('delete from rebuilt_chunks where to_regclass(chunk) is null')
    for (const index of await findIndexes(db, 'not i.indisvalid'))
      await db.query(`drop index concurrently if exists ${index.name}`)
  },
  pack,
}

/**
 * Live rows land within `idleMs` of their time (rules/lifetimes.ts); a watermark never comes nearer than this (the
 * policies' end_offset).
 */
const watermarkLagMs = 2 * hourMs

/**
 * The instant up to which a continuous aggregate is materialized. Older rows are read from the aggregate alone, even if
 * they were never computed.
 */
async function watermarkOf(db: Queryable, rollup: string): Promise<number> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select extract(
       epoch from _timescaledb_functions.to_timestamp(_timescaledb_functions.cagg_watermark(mat_hypertable_id))
     )::float8 as seconds
     from _timescaledb_catalog.continuous_agg
     where user_view_schema = current_schema() and user_view_name = $1`,
    [rollup],
  )
  return (row?.seconds ?? Number.NEGATIVE_INFINITY) * 1000
}

const instantOf = (ms: number): string => (ms < 0 ? 'null' : `'${new Date(ms).toISOString()}'::timestamptz`)

const materialized = ['event_hours', 'session_hours']

const continuousRollups: Rollups = {
  materialized,
  isBounded: true,
  // Begins at the watermark where the range does later, so that no hour between is passed over.
  async refresh(db, from, to, options) {
    const newest = Math.floor((options.now.getTime() - watermarkLagMs) / hourMs) * hourMs
    for (const name of materialized) {
      const rollup = `${name}_live`
      const watermark = await watermarkOf(db, rollup)
      const start = Math.min(Math.floor(from.getTime() / hourMs) * hourMs, watermark)
      const end = Math.min(Math.floor(to.getTime() / hourMs) * hourMs + hourMs, Math.max(newest, watermark))
      if (end <= start) continue
      const range = `${instantOf(start)}, ${instantOf(end)}${options.force ? ', force => true' : ''}`
      await inTurn(() => db.query(`call refresh_continuous_aggregate('${rollup}', ${range})`))
    }
  },
  lags: (db) =>
    db.query(
      `select replace(j.hypertable_name, '_live', '') as rollup,
              extract(epoch from now() - nullif(s.last_successful_finish, '-infinity'))::float8 as seconds
       from timescaledb_information.jobs j
       left join timescaledb_information.job_stats s using (job_id)
       where j.proc_name = 'policy_refresh_continuous_aggregate'
         and j.hypertable_name in ('event_hours_live', 'session_hours_live')`,
    ),
}

const timescaledb: Extension = {
  name: 'timescaledb',
  isLoaded: `(current_setting('timescaledb.disable_load', true) is not null
              or exists (select from pg_extension where extname = 'timescaledb'))`,
  details: `', with timescaledb.license = ' || coalesce(current_setting('timescaledb.license', true), 'apache')`,
  backup: {
    // Refreshes under way of continuous aggregates.
    leftOut: '_timescaledb_catalog.continuous_aggs_materialization_ranges',
    // Its catalog refers to itself in a circle.
    harmless: 'circular foreign-key constraints',
    before: ['create extension if not exists timescaledb', 'select timescaledb_pre_restore()'],
    after: 'select timescaledb_post_restore()',
  },
}

const common = {
  ...oneServer,
  extension: timescaledb,
  tablesSql: () => composeTables(readEngine('timescale'), { isNative: false, part: null }),
  allowDecompression: (tx: Queryable) =>
    tx.query(`select set_config('timescaledb.max_tuples_decompressed_per_dml_transaction', '0', true)`),
} as const

export const community: Engine = {
  ...common,
  name: 'community',
  title: 'TimescaleDB, Community edition',
  isHeld: `to_regclass('event_hours_live') is not null`,
  isOffered: `current_setting('timescaledb.license', true) is not distinct from 'timescale'`,
  isKept:
    'this database was made on the Community edition of TimescaleDB and the server now has the Apache-2 edition, ' +
    'which cannot ' +
    'read it: let the server load the former edition and follow docs/operate.md, "Another edition of TimescaleDB"',
  gives: 'keeps events older than 14 days in a fifth of the space',
  relationsSql: () => fillMarks(composeRelations(readEngine('community')), null),
  // The columnstore takes old chunks anyway.
  partitions: { ...partitions, isPackable: false },
  rollups: continuousRollups,
}

export const apache: Engine = {
  ...common,
  name: 'apache',
  title: 'TimescaleDB, Apache-2 edition',
  // Hypertables are ordinary tables.
  isHeld: `(to_regclass('event_hours') is not null
            and not exists (select from pg_class where oid = to_regclass('events') and relkind = 'p'))`,
  isOffered: `current_setting('timescaledb.license', true) is distinct from 'timescale'`,
  gives: 'divides traffic into weeks by itself, and packs the indexes of old ones',
  relationsSql: () => fillMarks(composeRelations(readEngine('apache')), null),
  partitions: { ...partitions, isPackable: true },
  // TimescaleDB makes bounds of the time out of bounds of its hour.
  rollups: { ...viewedRollups, isBounded: true },
}
