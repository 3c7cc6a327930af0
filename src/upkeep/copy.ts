// Copies all there is from a database to a new one of any engine (docs/scale.md): the registry in one transaction,
// traffic site by site and month by month, each with a note of it, so that a run that died is gone on with. At the end
// everything is compared by count and by sums of hashes.

import { preparePartitions, trafficTables } from '../db/partitions.ts'
import { createLayout, type Layout, ownPart, type Part, partIs, partsOf } from '../db/parts.ts'
import type { Queryable } from '../db/pool.ts'
import { type Transfer, withTransfer } from '../db/transfer.ts'
import { upkeepFailures } from '../failure.ts'
import { dayMs } from '../rules/durations.ts'

/** Traffic without a time of its own; drops of no site are of site 0. */
const wholeTables = [
  'visitors',
  'sent_events',
  'traffic_counts',
  'daily_breakdowns',
  'breakdown_days',
  'imported_days',
  'page_requests',
] as const
/**
 * Tables of one database alone: how it was made, how it is divided, batches that a retry could bring again, sequences,
 * which have the numbers of their part and are made again.
 */
const ownTables = [
  'ingested_batches',
  'part_stripes',
  'parts',
  'site_parts',
  'rebuilt_chunks',
  'copied',
  'address_signs',
  'visit_sequences',
  'sequence_sums',
  'sequence_items',
  'sequence_days',
]
const sliceMs = 30 * dayMs

export interface Copied {
  readonly sites: number
  /** Rows of traffic. */
  readonly rows: number
}

export interface CopyOptions {
  readonly from: string
  /** A database that is migrated and empty, or what an earlier run left there. */
  readonly to: string
  readonly onProgress?: (done: { readonly table: string; readonly site: number }) => void
}

/**
 * Copies everything (`tidemark copy`), between any two engines. Throws a 409 Failure while a service writes to the
 * source, where the target holds something else, and where the two differ at the end.
 */
export async function copyDatabase(options: CopyOptions): Promise<Copied> {
  return await withTransfer(options.from, options.to, async (transfer) => {
    const { source, target } = transfer
    const [from, to] = [await createLayout(source)(), await createLayout(target)()]
    await refuseBusy(source)
    const done = await begin(transfer)
    const sites = await readSites(source, from, to)
    for (const site of sites) await copySite(transfer, site, done, options.onProgress)
    const rows = await compare(transfer, sites)
    // The planner knows nothing of a new table, and of partitioned ones it is never told by autovacuum.
    for (const table of [...wholeTables, ...trafficTables.map(([name]) => name)]) await target.query(`analyze ${table}`)
    await target.query('drop table copied')
    return { sites: sites.length - 1, rows }
  })
}

/** A site with its place in both databases. */
interface Site {
  readonly id: number
  /** Where its rows go. */
  readonly part: Part
  /** How many parts of the source hold some. */
  readonly parts: number
  /** The first local day with raw rows. */
  readonly droppedBefore: string | null
}

/** All sites, and 0, which stands for drops without a site. */
async function readSites(source: Queryable, from: Layout, to: Layout): Promise<Site[]> {
  const known = await source.query<{ id: string; dropped_before: string | null }>(
    'select id, dropped_before::text from sites order by id',
  )
  const divided = { ...source, layout: async () => from }
  const sites: Site[] = []
  for (const { id, dropped_before } of [{ id: '0', dropped_before: null }, ...known]) {
    const parts = (await partsOf(divided, [Number(id)])).length
    const part = to.length === 0 ? null : ownPart(to, Number(id))
    sites.push({ id: Number(id), part, parts, droppedBefore: dropped_before })
  }
  return sites
}

async function copySite(
  transfer: Transfer,
  site: Site,
  done: ReadonlySet<string>,
  onProgress: CopyOptions['onProgress'],
): Promise<void> {
  const { source, target } = transfer
  const note = async (table: string, first: Date, select: string, columns: readonly string[]) => {
    if (done.has(`${table} ${site.id} ${first.getTime()}`)) return
    const own = site.part === null ? [] : ['part']
    await transfer.transaction(async () => {
      const rows = site.part === null ? select : `select ${site.part}, rows.* from (${select}) rows`
      await transfer.copy(rows, table, [...own, ...columns])
      await target.query('insert into copied (relation, site_id, first) values ($1, $2, $3)', [table, site.id, first])
    })
    onProgress?.({ table, site: site.id })
  }
  for (const table of wholeTables) {
    const columns = await columnsOf(source, table)
    await note(table, new Date(0), wholeRows(table, columns, site), columns)
  }
  for (const [table, time] of trafficTables) {
    const columns = await columnsOf(source, table)
    for (const [from, to] of await slicesOf(source, table, time, site.id)) {
      await preparePartitions(target, from, to)
      const within = `${time} >= '${from.toISOString()}' and ${time} < '${to.toISOString()}'`
      const select = `select ${columns.join(', ')} from ${table} where site_id = ${site.id} and ${within}`
      await note(table, from, select, columns)
    }
  }
}

/** Tables of which each part of a spread site has its own sums, by the columns that name a row. */
const summedTables: Readonly<Record<string, readonly string[]>> = {
  traffic_counts: ['site_id', 'hour', 'reason', 'lane'],
  daily_breakdowns: ['site_id', 'local_day', 'dimension', 'value'],
  breakdown_days: ['site_id', 'local_day'],
  page_requests: ['site_id', 'local_day', 'page', 'browser', 'country', 'import_id', 'lane'],
}

/**
 * A site's rows of a table without a time of its own, as one part holds them. Rows of several parts are added up. If
 * the parts do not all have the same sums of a day, it is summed again, unless its rows are gone.
 */
function wholeRows(table: string, columns: readonly string[], { id, parts, droppedBefore }: Site): string {
  const from = `from ${table} where site_id = ${id}`
  const keys = summedTables[table]
  if (parts === 1 || keys === undefined) return `select ${columns.join(', ')} ${from}`
  const isKept = `local_day < '${droppedBefore ?? '-infinity'}'`
  const isSame = `count(*) = ${parts} and min(state) = max(state) and min(state) <> 'dirty'`
  const sums: Readonly<Record<string, string>> = {
    state: `case when ${isKept} or (${isSame}) then min(state) else 'dirty' end`,
    is_final: 'bool_and(is_final)',
  }
  const values = columns.map((name) => (keys.includes(name) ? name : (sums[name] ?? `sum(${name})`)))
  const named = values.map((value, at) => `${value} as ${columns[at]}`)
  return `select ${named.join(', ')} ${from} group by ${keys.join(', ')}`
}

async function refuseBusy(source: Queryable): Promise<void> {
  const busy = await source.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('tidemark lane', 'tidemark import')`,
  )
  if (busy.length > 0) throw upkeepFailures.copyBusy()
}

/** Copies what people edit, unless an earlier run has; answers what else is there already. */
async function begin({ source, target, copy, transaction }: Transfer): Promise<ReadonlySet<string>> {
  const [state] = await target.query<{ begun: boolean; used: boolean }>(
    `select to_regclass('copied') is not null as begun, exists (select from sites) as used`,
  )
  if (!state?.begun) {
    if (state?.used) throw upkeepFailures.copyUsed()
    await transaction(async () => {
      await target.query(
        `create table copied (
           relation text, site_id bigint, first timestamptz, primary key (relation, site_id, first))`,
      )
      for (const { name: table, has_triggers } of await registryTables(target)) {
        const columns = await columnsOf(source, table)
        // Triggers say what a new row is; these are as they are. Citus has none on tables that are on all nodes.
        const turn = async (how: string) => has_triggers && target.query(`alter table ${table} ${how} trigger user`)
        await turn('disable')
        await target.query(`delete from ${table}`)
        await copy(`select ${columns.join(', ')} from ${table}`, table, columns)
        await turn('enable')
      }
      const ids = await target.query<{ table: string; column: string }>(
        `select c.relname as table, a.attname as column
         from pg_attribute a join pg_class c on c.oid = a.attrelid
         where a.attidentity <> '' and c.relnamespace = current_schema()::regnamespace`,
      )
      for (const { table, column } of ids)
        await target.query(
          `select setval(pg_get_serial_sequence('${table}', '${column}'), max(${column}))
           from ${table} having max(${column}) is not null`,
        )
      // Rows that wait in the queue of tidemark.track keep their numbers. At its start the service sets its own bound.
      await target.query(
        `select setval('track_queue_room', pg_sequence_last_value('track_queue_room') + max(seq))
         from track_queue having max(seq) is not null`,
      )
    })
  }
  const rows = await target.query<{ relation: string; site_id: string; first: Date }>('select * from copied')
  return new Set(rows.map(({ relation, site_id, first }) => `${relation} ${site_id} ${first.getTime()}`))
}

interface RegistryTable {
  readonly name: string
  readonly has_triggers: boolean
  /** The tables that it refers to. */
  readonly parents: readonly string[]
}

/**
 * Tables so that each comes after the tables it refers to, otherwise as they were made. A table that refers to itself,
 * or to one that is not among them, stays in its place.
 * @example parentsFirst([{ name: 'a', parents: ['b'] }, { name: 'b', parents: [] }])[0].name // 'b'
 */
export function parentsFirst<Table extends Pick<RegistryTable, 'name' | 'parents'>>(tables: readonly Table[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<Table>()
  const visit = (table: Table, above: ReadonlySet<Table>): void => {
    if (ordered.has(table) || above.has(table)) return
    for (const name of table.parents) {
      const parent = byName.get(name)
      if (parent) visit(parent, new Set([...above, table]))
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table, new Set())
  return [...ordered]
}

/** Tables of the registry, each after the tables that it refers to. */
async function registryTables(target: Queryable): Promise<RegistryTable[]> {
  const traffic: readonly string[] = [...trafficTables.map(([table]) => table), ...wholeTables, ...ownTables]
  const found = await target.query<RegistryTable>(
    `select relname as name, exists (select from pg_trigger where tgrelid = c.oid and not tgisinternal) as has_triggers,
       array(
         select confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f' order by 1
       ) as parents
     from pg_class c
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition
       and relname !~ '^schema_'
     order by oid`,
  )
  return parentsFirst(found.filter(({ name }) => !traffic.includes(name)))
}

const columnsOf = async (db: Queryable, table: string): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'part' order by attnum`,
      [table],
    )
  ).map(({ name }) => name)

/** Stretches of time that hold all rows of a site. */
async function slicesOf(source: Queryable, table: string, time: string, site: number): Promise<[Date, Date][]> {
  const [ends] = await source.query<{ first: Date | null; last: Date | null }>(
    `select min(${time}) as first, max(${time}) as last from ${table} where site_id = $1`,
    [site],
  )
  const slices: [Date, Date][] = []
  if (!ends?.first || !ends.last) return slices
  const start = Math.floor(ends.first.getTime() / sliceMs) * sliceMs
  for (let from = start; from <= ends.last.getTime(); from += sliceMs)
    slices.push([new Date(from), new Date(from + sliceMs)])
  return slices
}

/** Throws where a site's rows of a table are not the same in both; answers how many there are. */
async function compare({ source, target }: Transfer, sites: readonly Site[]): Promise<number> {
  let rows = 0
  for (const table of [...wholeTables, ...trafficTables.map(([name]) => name)]) {
    const columns = await columnsOf(source, table)
    const texts = columns.map((name) => `coalesce(${name}::text, chr(30))`)
    const hash = `hashtextextended(concat_ws(chr(31), ${texts.join(', ')}), 0)`
    const sumsOf = (from: string) =>
      `select count(*) as rows, coalesce(sum(${hash}::numeric), 0)::text as hash from (${from}) rows`
    for (const site of sites) {
      const there = `select ${columns.join(', ')} from ${table} where ${partIs(site.part)} and site_id = ${site.id}`
      const [[own], [copied]] = await Promise.all([
        source.query<{ rows: string; hash: string }>(sumsOf(wholeRows(table, columns, site))),
        target.query<{ rows: string; hash: string }>(sumsOf(there)),
      ])
      if (own?.rows !== copied?.rows || own?.hash !== copied?.hash)
        throw upkeepFailures.copyDiffers(table, site.id, own?.rows, copied?.rows)
      rows += Number(own?.rows ?? 0)
    }
  }
  return rows
}
