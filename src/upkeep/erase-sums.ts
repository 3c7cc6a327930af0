// Sums without rows, as far as a deletion can tell what of them goes: days brought from another product, and days whose
// raw rows retention deleted (spec/management 19.3).
import { inParts } from '../db/parts.ts'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { addDays } from '../rules/days.ts'
import type { ErasureScope } from '../rules/erasure.ts'
import type { ImportedGroup } from '../rules/imported-groups.ts'
import { toLike } from '../rules/pattern.ts'
import type { SiteRow } from './sites.ts'

/** Sums of a day that compare it with the day before, and with the one before that. */
const seenSums = [
  ['seen_day_before', 'active_day_before', 'active_visits_day_before', 'engaged_visits_day_before'],
  ['seen_two_days_before', 'active_two_days_before', 'active_visits_two_days_before', 'engaged_visits_two_days_before'],
] as const

/** Where sums name a page or an event: dimensions, and groups of them in which it is the first or the second. */
interface Places {
  readonly dimensions: readonly string[]
  readonly firstOf: readonly ImportedGroup[]
  readonly secondOf: readonly ImportedGroup[]
  /** The rows of this dimension are a part of the day's totals. */
  readonly counted: string
}

const places: Readonly<Record<'page' | 'event', Places>> = {
  page: {
    dimensions: ['event:page', 'visit:entry_page', 'visit:exit_page'],
    firstOf: ['event:page+event:hostname'],
    secondOf: ['event:name+event:props:path'],
    counted: 'event:page',
  },
  event: {
    dimensions: ['event:name'],
    firstOf: ['event:name+event:props:url', 'event:name+event:props:path'],
    secondOf: [],
    counted: 'event:name',
  },
}

/** A deletion, as far as sums are concerned. */
export type OfSums = ErasureScope & { readonly last_import: number }

/** Takes the sums of a deletion away. Filters cannot choose among sums, so that all sums of their days stay. */
export async function eraseSums(tx: Queryable, site: SiteRow, erased: OfSums): Promise<void> {
  if (erased.kind === 'filters') return
  await inParts(tx, site.id, async (at) => {
    if (erased.kind === 'page' || erased.kind === 'event') await eraseValue(at, site, erased, places[erased.kind])
    else await eraseDays(at, site, erased)
  })
}

async function eraseValue(tx: Queryable, site: SiteRow, erased: OfSums, named: Places): Promise<void> {
  const { from, to, last_import } = erased
  const { dimensions, firstOf, secondOf, counted } = named
  const like = likeOf(erased)
  const days = [site.id, from, to]
  await tx.query(statement('erase.imported-rows'), [
    ...[...days, last_import, dimensions, firstOf, secondOf, like, counted],
  ])
  await tx.query(statement('erase.summed-rows'), [...days, dimensions, like, counted])
}

/** A text as a pattern of `like` that only matches it. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A pattern of `like` for a page or an event. An event is named as it is; stars stand for parts of a page alone. */
export const likeOf = ({ page, event }: ErasureScope): string => (page === null ? escaped(event ?? '') : toLike(page))

async function eraseDays(tx: Queryable, site: SiteRow, { from, to, last_import }: OfSums): Promise<void> {
  const days = [site.id, from, to]
  const within = `local_day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')`
  await tx.query(`delete from imported_days where site_id = $1 and ${within} and coalesce(import_id, 0) <= $4`, [
    ...days,
    last_import,
  ])
  const final = await tx.query<{ local_day: string }>(
    `select local_day from breakdown_days where site_id = $1 and is_final and ${within} order by local_day`,
    days,
  )
  const [first, last] = [final[0]?.local_day, final.at(-1)?.local_day]
  if (first === undefined || last === undefined) return
  await tx.query('delete from daily_breakdowns where site_id = $1 and local_day between $2 and $3', [
    ...[site.id, first, last],
  ])
  // The two days behind them no longer have anybody who was there on them.
  for (const [index, columns] of seenSums.entries()) {
    const sets = columns.map((column) => `${column} = case when ${column} is not null then 0 end`).join(', ')
    await tx.query(`update daily_breakdowns set ${sets} where site_id = $1 and local_day between $2 and $3`, [
      ...[site.id, addDays(first, index + 1), addDays(last, index + 1)],
    ])
  }
}

/** Imports that a deletion of everything takes along: the same files can be imported again. */
export const forgetImports = (tx: Queryable, site: SiteRow, { last_import }: OfSums) =>
  tx.query('delete from imports where site_id = $1 and id <= $2', [site.id, last_import])

/** Days of a deletion that have only sums. */
export interface KeptSums {
  /** Days brought from another product. */
  readonly imported_days: number
  /** Days whose raw rows retention deleted. */
  readonly summed_days: number
}

/**
 * Counts the days with sums alone that a deletion touches: all of its days, or for a page or an event those that name
 * it. Filters touch none: then these are the days that stay.
 */
export async function findKeptSums(db: Queryable, site: SiteRow, erased: OfSums): Promise<KeptSums> {
  const { kind, from, to, last_import } = erased
  const named = kind === 'page' || kind === 'event' ? places[kind] : undefined
  const like = named && likeOf(erased)
  const within = `local_day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')`
  const counts = await inParts(db, site.id, async (at) => {
    const imported = await at.query<{ local_day: string }>(
      `select distinct local_day::text as local_day from imported_days
       where site_id = $1 and ${within} and coalesce(import_id, 0) <= $4
         and ($5::text is null or dimension = any ($6::text[]) and value like $5
           or dimension = any ($7::text[]) and split_part(value, chr(31), 1) like $5
           or dimension = any ($8::text[]) and split_part(value, chr(31), 2) like $5)`,
      [
        ...[site.id, from, to, last_import, like ?? null],
        ...[named?.dimensions ?? [], named?.firstOf ?? [], named?.secondOf ?? []],
      ],
    )
    const summed = await at.query<{ local_day: string }>(
      `select distinct b.local_day::text as local_day
       from breakdown_days b
       join daily_breakdowns d on d.site_id = $1 and d.local_day = b.local_day
       where b.site_id = $1 and b.is_final and b.${within}
         and ($4::text is null
           or regexp_replace(d.dimension, '^source:.* ', '') = any ($5::text[]) and d.value like $4)`,
      [site.id, from, to, like ?? null, named?.dimensions ?? []],
    )
    return { imported, summed }
  })
  const daysOf = (rows: readonly { local_day: string }[]) => new Set(rows.map((row) => row.local_day)).size
  return {
    imported_days: daysOf(counts.flatMap(({ imported }) => imported)),
    summed_days: daysOf(counts.flatMap(({ summed }) => summed)),
  }
}
