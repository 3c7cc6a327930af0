// Imported days -> SQL: the sums of one dimension by day and value, filtered by values of the same dimension (spec/stats 16).
import { label, type Statement } from './compile.ts'
import { createBinder, leafText } from './compile-filters.ts'
import type { Leaf } from './filters.ts'
import type { Query } from './query.ts'

/** The statement of the days a query asks for, of the dimension `name`: columns local_day, value (as an answer shows it) and the sums. */
export function compileImported(query: Query, name: string): Statement {
  const { bind, values } = createBinder()
  const { firstDay, lastDay } = query.range
  const [dimension] = query.dimensions
  const blank = dimension && dimension.grain !== 'event' ? (query.version === 1 ? dimension.blank : dimension.blankV2) : ''
  const tests = query.filters.map((filter) => {
    const leaf = filter as Leaf
    return leafText(
      { ...leaf, dimension: { ...leaf.dimension, grain: 'session', column: 'value', kind: 'text' } },
      { event: '', visit: 'd', siteIds: query.site.ids },
      bind,
    )
  })
  if (blank === null) tests.push('d.value is not null')
  const sums = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration']
  const text = `select local_day, coalesce(value, ${label(blank ?? '')}) as value, ${sums.map((sum) => `sum(${sum})::bigint as ${sum}`).join(', ')}
from (
  select local_day, nullif(value, '') as value, ${sums.join(', ')}
  from imported_days
  where site_id = any (${bind(query.site.ids)}::bigint[]) and dimension = ${bind(name)} and local_day between ${bind(firstDay)} and ${bind(lastDay)}
) d
where ${['true', ...tests].join('\n  and ')}
group by 1, 2`
  return { text, values }
}
