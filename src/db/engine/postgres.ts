// PostgreSQL and nothing else: traffic in native partitions of months, made before their rows come. Rollups by the hour
// are views.
import { fillMarks, type Queryable } from '../parts.ts'
import { statement } from '../statements.ts'
import { type Engine, oneServer, type Partition, type Partitions, trafficTables, viewedRollups } from './engine.ts'
import { inTurn } from './in-turn.ts'
import { composeRelations, composeTables, readEngine, withoutBuckets } from './relations.ts'

const nativePartitions: Partitions = {
  // Nothing that they need is this program's to do: autovacuum sees to them, and all indexes are there from the start.
  list: async (db, before, need) =>
    need
      ? []
      : db.query<Partition>(
          `select name, relation, "table", "from", "to" from (${statement('partitions.native')}) partition
           where "to" < coalesce($1::timestamptz, 'infinity') order by "to" desc`,
          [before],
        ),
  async prepare(db, from, to) {
    for (const [table] of trafficTables)
      await inTurn(() => db.query('select prepare_partitions($1, $2, $3)', [table, from, to]))
  },
  analyze: async () => undefined,
  cover: async () => undefined,
  async drop(tx, { relation }) {
    await tx.query(`drop table ${relation}`)
  },
  estimateRows: async () => Number.POSITIVE_INFINITY,
  isPackable: false,
  cleanPacking: async () => undefined,
  pack: async () => undefined,
}

/**
 * The relations of native partitions. `part` is the name of the column with the number of a row's part, null if traffic
 * is not divided; `divide` are the statements that divide the tables, before anything looks at them.
 */
export function nativeRelations(part: 'part' | null, divide: string): string {
  const filled = readEngine('postgres').replace('{{divide}}', () => divide)
  return withoutBuckets(fillMarks(composeRelations(filled, part === null ? 'both' : 'tables'), part))
}

export const postgres: Engine = {
  ...oneServer,
  name: 'postgres',
  title: 'PostgreSQL without an extension',
  isHeld: `to_regclass('event_hours') is not null`,
  gives: 'needs no extension and no rights but those of the owner of the database',
  tablesSql: () => composeTables('', { isNative: true, part: null }),
  relationsSql: () => nativeRelations(null, ''),
  partitions: nativePartitions,
  rollups: viewedRollups,
  allowDecompression: async (_: Queryable) => undefined,
}
