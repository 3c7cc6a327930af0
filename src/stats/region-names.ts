// Names of regions by their codes, from the ISO 3166-2 list: for those that no geolocation database has named.
import { iso31662 } from 'iso-3166'

/** By code. */
export const regionNames: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]))
