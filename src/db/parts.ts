// The division of traffic (docs/scale.md). On Citus each row of traffic carries the number of a part, and a statement
// is of one part. On TimescaleDB nothing is divided: there is no such column, and statements name none. Parts are known
// here alone: other files name the site of the rows they ask for, and are called once for each part that holds some.
import type { Layout, Part, Queryable } from './engine/engine.ts'
import { withPart } from './part-conditions.ts'

export type { Layout, Part, Queryable } from './engine/engine.ts'

const places = /\{\{(?:at(?: (\w+))?|(=?)part,)\}\}/g

/**
 * A text with its marks filled, where `part` is a number or the name of a parameter or column. `{{part,}}` stands in a
 * list of columns, `{{=part,}}` for its value there; `{{at e}}` before a condition on e, or `{{at}}` on the only table,
 * if no condition on the site of its rows says the part (part-conditions.ts).
 */
export const fillMarks = (text: string, part: Part | string): string =>
  text.includes('{{')
    ? text.replace(places, (_, alias: string | undefined, isValue: string | undefined) => {
        if (part === null) return ''
        if (isValue === undefined) return `${alias === undefined ? '' : `${alias}.`}part = ${part} and `
        return `${isValue === '=' ? part : 'part'}, `
      })
    : text

/** A statement's text for a part, which is a number or the name of a parameter. Null: traffic is not divided. */
export const ofPart = (text: string, part: Part | string): string =>
  fillMarks(part === null ? text : withPart(text, part), part)

/** The condition that a row is of a part, for statements that name it themselves. */
export const partIs = (part: Part): string => (part === null ? 'true' : `part = ${part}`)

/** The same database, asked for the rows of one part. */
export const atPart = (db: Queryable, part: Part): Queryable =>
  part === null ? db : { ...db, query: (text, values) => db.query(ofPart(text, part), values), part }

/**
 * Reads the layout once: it is for good. Until the database is migrated the layout is unknown, and it is asked again.
 */
export function createLayout(db: Queryable): () => Promise<Layout> {
  let reading: Promise<Layout> | undefined
  return () => {
    reading ??= db
      .query<{ parts: number[] }>('select array(select part from parts order by index) as parts from schema_engine')
      .then(([row]) => {
        if (!row) throw new Error('the database is not migrated')
        return row.parts
      })
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
}

/** The part of a site with all visitors in one part. */
export const ownPart = (layout: Layout, siteId: number): number => layout[siteId % layout.length]!

/** A part that may hold rows of some sites. */
export interface OfSites {
  readonly part: Part
  /** The database, asked for the rows of this part. */
  readonly db: Queryable
  readonly siteIds: readonly number[]
}

/** The parts that may hold rows of these sites, each with its sites; one with all, where traffic is not divided. */
export async function partsOf(db: Queryable, siteIds: readonly number[]): Promise<readonly OfSites[]> {
  const layout = (await db.layout?.()) ?? []
  if (layout.length === 0) return [{ part: null, db, siteIds }]
  const found = new Map<number, Set<number>>()
  const add = (part: number, siteId: number) => found.set(part, (found.get(part) ?? new Set()).add(siteId))
  for (const id of siteIds) add(ownPart(layout, id), id)
  const spread = await db.query<{ site_id: number; part: number }>(
    'select distinct site_id, part from site_parts where site_id = any ($1::bigint[])',
    [siteIds],
  )
  for (const { site_id, part } of spread) add(part, site_id)
  return Array.from(found, ([part, ids]) => ({ part, db: atPart(db, part), siteIds: [...ids] }))
}

/** The part of a site that holds its rows without a visitor. Unless the site is spread it holds all others too. */
export const ownPartOf = async (db: Queryable, siteId: number): Promise<OfSites> => (await partsOf(db, [siteId]))[0]!

/** The part of each stripe of a site's visitors. */
export async function partsOfStripes(db: Queryable, siteId: number): Promise<(stripe: number) => Part> {
  const layout = (await db.layout?.()) ?? []
  if (layout.length === 0) return () => null
  const spread = await db.query<{ stripe: number; part: number }>(
    'select stripe, part from site_parts where site_id = $1',
    [siteId],
  )
  const known = new Map(spread.map(({ stripe, part }) => [stripe, part]))
  return (stripe) => known.get(stripe) ?? ownPart(layout, siteId)
}

/** All parts there are; one where traffic is not divided. */
export async function allParts(db: Queryable): Promise<readonly Part[]> {
  const layout = (await db.layout?.()) ?? []
  return layout.length === 0 ? [null] : layout
}

/** Calls `work` for every part that may hold rows of a site, one after the other, and returns its results. */
export async function inParts<Result>(
  db: Queryable,
  siteId: number,
  work: (db: Queryable, part: Part) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const of of await partsOf(db, [siteId])) results.push(await work(of.db, of.part))
  return results
}

/** The rows of a statement in every part that may hold rows of these sites, its first parameter. */
export async function queryParts<Row>(
  db: Queryable,
  siteIds: readonly number[],
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const parts = await partsOf(db, siteIds)
  const rows = await Promise.all(parts.map((part) => part.db.query<Row>(text, [part.siteIds, ...values])))
  return rows.flat()
}
