// Names of regions and cities for the rows of an answer: visits hold codes, the database remembers what they are
// called. A region that came without a name is called as in ISO 3166-2.
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { AnswerRow, PlaceNames } from './answer.ts'
import type { Query } from './query.ts'
import { regionNames } from './region-names.ts'

type Kind = 'region' | 'city'

/** The names that the rows need; where nothing is called by name, the database is not asked. */
export async function placeNames(db: Queryable, query: Query, rows: readonly AnswerRow[]): Promise<PlaceNames> {
  const asked = query.dimensions.flatMap(({ nameOf }, at) =>
    nameOf === 'region' || nameOf === 'city' ? [[nameOf, at] as const] : [],
  )
  const find = async ([kind, at]: readonly [Kind, number]) => {
    const codes = [...new Set(rows.map(({ values }) => String(values[at])))]
    const found = await db.query<{ code: string; name: string }>(statement('stats.place-names'), [kind, codes])
    const learned = new Map(found.filter(({ code, name }) => code !== name).map(({ code, name }) => [code, name]))
    const names = codes.flatMap((code) => {
      const name = learned.get(code) ?? (kind === 'region' ? regionNames().get(code) : undefined)
      return name === undefined ? [] : [[code, name] as const]
    })
    return [kind, new Map(names)] as const
  }
  return new Map(await Promise.all(asked.map(find)))
}
