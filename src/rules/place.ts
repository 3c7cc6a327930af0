// Where an address is, from a geolocation record of either common layout: nested (MaxMind) or flat.
import { cleanText } from './text.ts'

export type Place = { country: string | null; region: string | null; city: number | null }

const nowhere: Place = Object.freeze({ country: null, region: null, city: null })

/** Anonymising networks have a "country" of their own and are never looked up (spec/ingestion 10). */
const anonymous: Place = Object.freeze({ country: 'A1', region: null, city: null })
const anonymousIpType = 'anonymous_vpn_ip'

/** Worldwide, disputed, Tor exit: no country (spec/ingestion 10). */
const noCountries: ReadonlySet<string> = new Set(['ZZ', 'XX', 'T1'])

/** True when a lookup would be wasted: the place follows from the type of the address alone. */
export function needsLookup(ipType: string | null): boolean {
  return ipType !== anonymousIpType
}

/**
 * The stored place of a lookup result, which may be anything, also absent (spec/ingestion 10).
 * @example placeOf({ country: { iso_code: 'GB' }, city: { geoname_id: 2643743 } }, null)
 */
export function placeOf(record: unknown, ipType: string | null): Place {
  if (ipType === anonymousIpType) return anonymous
  if (!isRecord(record)) return nowhere
  const country = countryOf(field(record.country, 'iso_code') ?? record.country_code ?? record.country)
  if (!country) return nowhere
  return { country, region: regionOf(record, country), city: cityOf(record) }
}

/**
 * A country's code as stored, `A1` included; null for a code that is no country, undefined for a text that is no code
 * (spec/ingestion 10).
 * @example countryOf('de') // 'DE'
 */
export function countryOf(value: unknown): string | null | undefined {
  if (typeof value !== 'string') return undefined
  const code = value.toUpperCase()
  if (!countryCode.test(code)) return undefined
  return noCountries.has(code) ? null : code
}

const countryCode = /^[A-Z][A-Z0-9]$/

function regionOf(record: Record<string, unknown>, country: string): string | null {
  const subdivisions = record.subdivisions
  const nested = Array.isArray(subdivisions) ? field(subdivisions[0], 'iso_code') : undefined
  const sent = nested ?? record.region_code ?? record.region_iso_code ?? record.subdivision_code ?? record.state1
  // Some flat files hold a name here ("Goa"); only a text in the form of a code counts as one.
  if (typeof sent !== 'string' || !regionCode.test(sent)) return null
  return sent.includes('-') ? sent : `${country}-${sent}`
}

export interface PlaceName {
  readonly kind: 'region' | 'city'
  /** ISO 3166-2, or a GeoNames id as text. */
  readonly code: string
  readonly name: string
}

/**
 * Names of the region and the city in the record of a place, in English where it has several languages. The codes stand
 * in for missing names.
 * @example placeNamesOf({ city: { geoname_id: 2643743, names: { en: 'London' } } }, place)
 */
export function placeNamesOf(record: unknown, { region, city }: Place): PlaceName[] {
  if (!isRecord(record)) return []
  const subdivision = Array.isArray(record.subdivisions) ? record.subdivisions[0] : undefined
  const names: PlaceName[] = []
  const add = (kind: PlaceName['kind'], code: string | number | null, ...candidates: unknown[]) => {
    if (code === null) return
    const name = candidates.map(nameIn).find((candidate) => candidate !== undefined)
    names.push({ kind, code: String(code), name: name ?? String(code) })
  }
  add('region', region, subdivision, record.region_name, record.region)
  add('city', city, record.city, record.city_name)
  return names
}

/** Characters of a place's name that are kept. */
export const placeNameCharactersMax = 255

function nameIn(value: unknown): string | undefined {
  const names = field(value, 'names')
  const sent = isRecord(names) ? (names.en ?? Object.values(names)[0]) : value
  if (typeof sent !== 'string') return undefined
  const name = [...cleanText(sent).trim()].slice(0, placeNameCharactersMax).join('')
  return name === '' ? undefined : name
}

const regionCode = /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$/

function cityOf(record: Record<string, unknown>): number | null {
  const sent = field(record.city, 'geoname_id') ?? record.city_geoname_id ?? record.geoname_id
  const id = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : sent
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= cityIdMax ? id : null
}

// GeoNames ids are 32-bit integers.
const cityIdMax = 2 ** 31 - 1

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? (value[name] ?? undefined) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
