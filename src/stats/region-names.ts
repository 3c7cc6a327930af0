// Names of regions by their codes, from the ISO 3166-2 list: for those that no geolocation database has named.
import { iso3166 } from '../on-demand.ts'

let names: ReadonlyMap<string, string> | undefined

/** Names by code. The first question about regions loads the list. */
export function regionNames(): ReadonlyMap<string, string> {
  names ??= new Map(iso3166().iso31662.map(({ code, name }) => [code, name]))
  return names
}
