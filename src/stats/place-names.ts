// Names of regions and cities for the rows of an answer: visits hold codes, the database remembers what they are
// called.
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { AnswerRow, PlaceNames } from './answer.ts'
import type { Query } from './query.ts'

type Kind = 'region' | 'city'

/** The names that the rows need; where nothing is called by name, the database is not asked. */
export async function placeNames(db: Queryable, query: Query, rows: readonly AnswerRow[]): Promise<PlaceNames> {
  const asked = query.dimensions.flatMap(({ nameOf }, at) =>
    nameOf === 'region' || nameOf === 'city' ? [[nameOf, at] as const] : [],
  )
  const find = async ([kind, at]: readonly [Kind, number]) => {
    const codes = [...new Set(rows.map(({ values }) => String(values[at])))]
    const found = await db.query<{ code: string; name: string }>(statement('stats.place-names'), [kind, codes])
    return [kind, new Map(found.map(({ code, name }) => [code, name]))] as const
  }
  return new Map(await Promise.all(asked.map(find)))
}
