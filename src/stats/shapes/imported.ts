// Shape 5, taken for days brought from another product: the sums of one dimension, or of those brought together, by day
// and value, filtered by values of the same (spec/stats 16).
import { groupSeparator } from '../../rules/imported-groups.ts'
import type { Dimension } from '../dimensions.ts'
import { importedSumNames } from '../fields.ts'
import type { Leaf } from '../operators.ts'
import type { Query } from '../query.ts'
import { createBinder, leafText, type Statement } from '../sql.ts'
import { label, presentText, valueText } from '../texts.ts'

/**
 * The statement of the days a query asks for, of the dimensions `members` as imports call them: columns local_day,
 * values (of the query's dimensions, as an answer shows them) and the sums. Its values are those behind $1, the sites.
 */
export function importedDays(
  query: Query,
  members: readonly string[],
  storedName: (dimension: Dimension) => string,
): Statement {
  const { bind, values } = createBinder([query.site.ids])
  const { firstDay, lastDay } = query.range
  const columnOf = (dimension: Dimension) => `v${members.indexOf(storedName(dimension))}`
  const tests = query.filters.map((filter) => {
    const leaf = filter as Leaf
    const kind = leaf.dimension.kind === 'property' ? 'property' : 'text'
    const dimension = { ...leaf.dimension, grain: 'session', column: columnOf(leaf.dimension), kind } as const
    return leafText({ ...leaf, dimension }, { event: '', visit: 'd', homeHostnames: query.site.homeHostnames }, bind)
  })
  const shown = query.dimensions.map((dimension) => {
    const isUnnamed = dimension.grain === 'event' && dimension.kind !== 'property'
    const blank = isUnnamed ? '' : query.version === 1 ? dimension.blank : dimension.blankV2
    const text = { ...dimension, kind: 'text' } as const
    if (blank === null) tests.push(presentText(text, `d.${columnOf(dimension)}`))
    return valueText(text, `d.${columnOf(dimension)}`, blank ?? '')
  })
  const part = (index: number) =>
    members.length === 1 ? 'value' : `split_part(value, ${label(groupSeparator)}, ${index + 1})`
  // ZZ stands for no country.
  const memberText = (name: string, index: number) =>
    name === 'visit:country' ? `nullif(nullif(${part(index)}, ''), 'ZZ')` : `nullif(${part(index)}, '')`
  const columns = [...members.map((name, index) => `${memberText(name, index)} as v${index}`), ...importedSumNames]
  const text = `select local_day, array[${shown.join(', ')}]::text[] as values,
       ${importedSumNames.map((sum) => `sum(${sum})::bigint as ${sum}`).join(', ')}
from (
  select local_day, ${columns.join(', ')}
  from imported_days
  where site_id = any ($1::bigint[]) and dimension = ${bind(members.join('+'))}
    and local_day between ${bind(firstDay)} and ${bind(lastDay)}
) d
where ${['true', ...tests].join('\n  and ')}
group by 1, 2`
  return { text, values: values.slice(1) }
}
