// An engine is what holds traffic: TimescaleDB in its two editions, PostgreSQL by itself, Citus. Each is one object,
// found when a process connects (find.ts). No other file asks for its name (docs/architecture.md).
import type { ExtensionName } from '../../rules/servers.ts'

/** The number that the rows of a part carry; null where traffic is not divided. */
export type Part = number | null

/** The numbers of all parts, in the order of `parts`; none where traffic is not divided. */
export type Layout = readonly number[]

export interface Queryable {
  /**
   * Runs one statement with bound values and returns its rows. Statements of one transaction run in the order they were
   * asked for.
   */
  query<T = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
  /** The part that its statements are of. */
  readonly part?: Part
  /** How the database divides traffic; absent: not at all. */
  readonly layout?: (() => Promise<Layout>) | undefined
  /** The engine that it speaks to; absent: it has to be found. */
  readonly engine?: (() => Promise<Engine>) | undefined
}

/** The tables of traffic that are partitioned, and the column they are partitioned by. */
export const trafficTables = [
  ['events', 'recorded_at'],
  ['engagements', 'recorded_at'],
  ['sessions', 'ended_at'],
] as const
export type TrafficTable = (typeof trafficTables)[number][0]

export interface Partition {
  /** The partition's own name; unique. */
  readonly name: string
  /** The same with its schema, quoted. */
  readonly relation: string
  readonly table: TrafficTable
  readonly from: Date
  readonly to: Date
}

/** Needs of a partition. The engine defines each. */
export type Need = 'changed' | 'uncovered' | 'unpacked'

export interface Partitions {
  /**
   * Lists the partitions that end before `before`, newest first. With `need`, only partitions that need it. Partitions
   * in the columnstore are left out then, because their statistics and indexes never go stale.
   */
  list(db: Queryable, before: Date | null, need?: Need): Promise<Partition[]>
  /** Has partitions ready for rows of [from, to]; TimescaleDB makes them when such rows come. */
  prepare(db: Queryable, from: Date, to: Date): Promise<void>
  /** Lets the planner know a partition that has changed; a function of the owner's, which every worker may be given. */
  analyze(db: Queryable, partition: Partition): Promise<unknown>
  /** Makes the indexes that answer without reading rows: rows that come meanwhile wait, 3 seconds for a million. */
  cover(db: Queryable, partition: Partition): Promise<unknown>
  /** Removes a partition with its rows. */
  drop(tx: Queryable, partition: Partition): Promise<void>
  /** About how many rows of events and engagements there are; infinite where their owner is not told. */
  estimateRows(db: Queryable): Promise<number>
  /** Indexes of old partitions are worth packing. */
  readonly isPackable: boolean
  /** Takes away what a killed packing left behind. */
  cleanPacking(db: Queryable): Promise<void>
  /** Builds a partition's indexes anew without gaps; readers and writers go on. */
  pack(db: Queryable, partition: Partition): Promise<void>
}

export interface Rollups {
  /** Rollups by the hour that hold rows of their own, and so can differ from the raw ones. */
  readonly materialized: readonly string[]
  /** Bounds of hours are bounds of rows: a statement about some hours reads these alone, and not all that there is. */
  readonly isBounded: boolean
  /**
   * Makes rows that were written below the watermark visible; nothing to do where the rollups are views. Never moves a
   * watermark into the part that live rows still land in.
   */
  refresh(db: Queryable, from: Date, to: Date, options: { now: Date; force?: boolean }): Promise<void>
  /** Seconds since each rollup by the hour was brought up to date; a view always is. */
  lags(db: Queryable): Promise<{ rollup: string; seconds: number | null }[]>
}

/** A server of a cluster. */
export interface Node {
  /** Host and port. */
  readonly node: string
  /** It answers the coordinator. */
  readonly is_up: boolean
  readonly parts: number
  /** How many connections it keeps to each other node. */
  readonly kept: number
}

/** A finding of doctor. */
export interface EngineCheck {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  readonly fix?: string
}

/** The extension of an engine. Its title and versions stand in rules/servers.ts. */
export interface Extension {
  readonly name: ExtensionName
  /** SQL: the server has loaded its library. Every role may read settings. */
  readonly isLoaded: string
  /** SQL: a text that says more of it, behind its name. */
  readonly details?: string
  /** Steps of a dump and a restore beside the steps of PostgreSQL's own programs. */
  readonly backup?: {
    /** A table whose rows a restore could not take. */
    readonly leftOut: string
    /** A part of warnings of `pg_dump` that are harmless. */
    readonly harmless: string
    /** Statements around a restore. */
    readonly before: readonly string[]
    readonly after: string
  }
}

export interface Engine {
  /** Its name in `schema_engine` and in the output of doctor. */
  readonly name: string
  /** Its name in a sentence. */
  readonly title: string
  /** The extension that it is made of. */
  readonly extension?: Extension
  /** SQL: true if the database holds the relations of this engine, or of an engine before it in the list of find.ts. */
  readonly isHeld: string
  /** SQL: of the engines of its extension, a server that has loaded it offers this one. Absent: always. */
  readonly isOffered?: string
  /** Its relations work without the extension too, as tests make them. */
  readonly worksWithout?: true
  /** A sentence for a server that offers another engine of the same extension, which cannot read this engine's rows. */
  readonly isKept?: string
  /** Its advantages over the others, for a user of another one. */
  readonly gives: string
  /** Statements that make the tables of traffic in an empty database, before the migrations. */
  tablesSql(): string
  /** Statements that make its relations, and the views for SQL over them, after the migrations. */
  relationsSql(): string
  readonly partitions: Partitions
  readonly rollups: Rollups
  /** Lets a transaction change rows that are in the columnstore, however many. */
  allowDecompression(tx: Queryable): Promise<unknown>
  /** The nodes of its cluster; an empty list without a cluster. */
  nodes(db: Queryable): Promise<Node[]>
  /** The URL of the server that has the rows of a part. */
  findNode(db: Queryable, databaseUrl: string, part: number): Promise<string>
  /** Commands it cannot run, and why. */
  readonly cannot: { readonly dump?: string; readonly grantSql?: string }
  /** Checks of doctor besides version and extension. */
  checks(db: Queryable): Promise<EngineCheck[]>
}

/** Rollups that are views, up to date at every moment. PostgreSQL computes all of one before it looks at the hours. */
export const viewedRollups: Rollups = {
  materialized: [],
  isBounded: false,
  refresh: async () => undefined,
  lags: async () => ['event_hours', 'session_hours'].map((rollup) => ({ rollup, seconds: 0 })),
}

/** An engine of one server. */
export const oneServer: Pick<Engine, 'nodes' | 'findNode' | 'cannot' | 'checks'> = {
  nodes: async () => [],
  findNode: async (_, databaseUrl) => databaseUrl,
  cannot: {},
  checks: async () => [],
}
