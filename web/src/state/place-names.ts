// Names of regions and cities, as answers bring them: `region:DE-BE`, `city:2950159`.
import type { Row } from './api.ts'

/** The names that an answer says anew, below `known`. */
export function namesIn(
  results: readonly Row[],
  dimensions: readonly string[] | undefined,
  known: ReadonlyMap<string, string>,
): [string, string][] {
  const at = dimensions?.findIndex((name) => name === 'visit:region_name' || name === 'visit:city_name') ?? -1
  if (at < 1) return []
  const place = dimensions![at]!.slice('visit:'.length, -'_name'.length)
  return results
    .filter(({ dimensions: values }) => values[at] !== null && values[at] !== '' && values[at] !== String(values[0]))
    .map(({ dimensions: values }): [string, string] => [`${place}:${values[0]}`, String(values[at])])
    .filter(([name, word]) => known.get(name) !== word)
}
