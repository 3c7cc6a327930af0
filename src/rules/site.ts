// Rules for a site's domain, time zone and script configuration: normalise, validate, compare.
import { refuseField } from '../failure.ts'
import { bareDomain } from './domain.ts'
import { storedDomain } from './host.ts'
import { propertyLengthMax } from './maxima.ts'
import { cleanText, exceedsGraphemes } from './text.ts'
import { type TrackerFlag, trackerFlags } from './tracker-options.ts'
import { trimWhiteSpace } from './white-space.ts'

const domainLengthMax = 255
const reserved = /[:?#[\]@!$&'()*+,;=]/
const allowed = /^[\p{L}\p{Nd}\-./\\]+$/u

/**
 * The stored form of a domain (spec/management 4.3). Pure text work; `parseDomain` also checks.
 * @example normalizeDomain('https://www.Example.com./') // 'example.com'
 */
export const normalizeDomain = (text: string): string => storedDomain(bareDomain(text))

/** The normalised domain, or the 400 Failure that names the first broken rule (spec/management 4.2, 4.3). */
export function parseDomain(value: unknown): string {
  if (value === undefined || value === null) throw refuseField('domain', 'blank')
  if (typeof value !== 'string') throw refuseField('domain', 'invalid')
  const domain = bareDomain(value)
  if (storedDomain(domain) === '') throw refuseField('domain', 'blank')
  if (reserved.test(domain)) throw refuseField('domain', 'domainReserved')
  if (!allowed.test(domain)) throw refuseField('domain', 'domainSigns')
  if (exceedsGraphemes(domain, domainLengthMax) || domain.length > domainLengthMax * 2) {
    throw refuseField('domain', 'long', { most: domainLengthMax })
  }
  return storedDomain(domain)
}

/**
 * The normalised domain, or undefined for a text that no site's domain can be.
 * @example readDomain('https://Example.com/') // 'example.com'
 */
export function readDomain(value: string): string | undefined {
  try {
    return parseDomain(value)
  } catch {
    return undefined
  }
}

const canonicalZones = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]))

/**
 * True when Node knows the text as a time zone. The database has IANA's list, and refuses Node's own names and the
 * spelling of links.
 */
export function isTimezone(text: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(text)) return false
  const canonical = canonicalZones.get(text.toLowerCase())
  if (canonical !== undefined) return canonical === text
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/**
 * IANA's names that PostgreSQL reads as abbreviations, without summer time, and what IANA links them to. The others it
 * reads so (`EST`, `MST`, `HST`, `GMT`, `UTC`, `UCT`, `Zulu`) mean the same either way.
 */
const abbreviated: ReadonlyMap<string, string> = new Map([
  ['CET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['MET', 'Europe/Brussels'],
  ['WET', 'Europe/Lisbon'],
])

/**
 * A time zone by a name that means the same to Node and PostgreSQL, `Etc/UTC` when absent, or the 400 Failure
 * (spec/management 7.1).
 */
export function parseTimezone(value: unknown): string {
  if (value === undefined || value === null) return 'Etc/UTC'
  if (typeof value !== 'string' || !isTimezone(value)) throw refuseField('timezone', 'invalid')
  return abbreviated.get(value) ?? value
}

export type InstallationType = 'manual' | 'wordpress'

/** Fields of a tracker configuration that a request sets; absent ones keep their value. */
export type TrackerChanges = { installation_type?: InstallationType | null } & Partial<Record<TrackerFlag, boolean>>

const flagValues = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [false, false],
  ['false', false],
  ['0', false],
])

/**
 * Reads the changes of a configuration object, or names the first bad field (spec/management 4.5). Unknown keys are
 * ignored.
 */
export function readTrackerChanges(
  value: Readonly<Record<string, unknown>>,
  flags: readonly TrackerFlag[] = trackerFlags,
): { changes: TrackerChanges } | { badField: string } {
  const changes: TrackerChanges = {}
  const type = value['installation_type']
  if (type !== undefined) {
    if (type !== null && type !== 'manual' && type !== 'wordpress') return { badField: 'installation_type' }
    changes.installation_type = type
  }
  for (const flag of flags) {
    if (value[flag] === undefined) continue
    const setting = flagValues.get(value[flag])
    if (setting === undefined) return { badField: flag }
    changes[flag] = setting
  }
  return { changes }
}

/** The `tracker_script_configuration` of a Sites API body, or the 400 Failure (spec/management 4.2). */
export function parseTrackerChanges(value: unknown): TrackerChanges {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuseField('tracker_script_configuration', 'invalid')
  }
  const read = readTrackerChanges(value as Record<string, unknown>)
  if ('badField' in read) throw refuseField(`tracker_script_configuration.${read.badField}`, 'invalid')
  return read.changes
}

/** Properties every plan may list (spec/management 7.3). */
export const freeProperties: ReadonlySet<string> = new Set(['url', 'path', 'search_query'])

/** A custom property's name: trimmed text, `blank`, or `long` (spec/management 7.3). */
export function readProperty(value: unknown): { name: string } | 'blank' | 'long' {
  if (typeof value !== 'string') return 'blank'
  const name = trimWhiteSpace(cleanText(value))
  if (name === '') return 'blank'
  return exceedsGraphemes(name, propertyLengthMax) ? 'long' : { name }
}

/**
 * The time zone of a consolidated view: the most common one of its sites, ties alphabetical (spec/management 8.3).
 * @example commonTimezone(['Europe/Paris', 'Asia/Tokyo', 'Asia/Tokyo']) // 'Asia/Tokyo'
 */
export function commonTimezone(timezones: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const zone of timezones) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  const [first] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
  const zone = first?.[0] ?? 'Etc/UTC'
  return zone === 'UTC' ? 'Etc/UTC' : zone
}
