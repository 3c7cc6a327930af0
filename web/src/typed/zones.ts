// Time zones to choose from, found by what a person types, and the browser's own as the first guess.
import { locales } from '../text/language.ts'

/** The service writes Greenwich's time so; browsers write it in several ways. */
const utcZone = 'Etc/UTC'

export function zones(): string[] {
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
  return [...new Set([...all, zoneOfBrowser(), utcZone])].sort()
}

export function zoneOfBrowser(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return !zone || zone === 'UTC' ? utcZone : zone
}

/** A zone as people read it: `America/New York`. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ')

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_/]+/g, ' ')
    .trim()

/** Zones with all typed words in their name, in any order. Cities that begin with them come first. */
export function findZones(typed: string, known: readonly string[] = zones()): string[] {
  const words = plain(typed).split(' ')
  const begins = (zone: string): boolean => plain(zone.replace(/^.*\//, '')).startsWith(plain(typed))
  const found = known.filter((zone) => words.every((word) => plain(zone).includes(word)))
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))]
}

/** The zone that typed text means: its name, or the only one it is found in. Other text stays as it is. */
export function readZone(typed: string): string {
  const known = zones()
  const exact = known.find((zone) => plain(zone) === plain(typed))
  if (exact || plain(typed) === '') return exact ?? ''
  const found = findZones(typed, known)
  return found.length === 1 ? (found[0] as string) : typed.trim()
}

interface Clock {
  readonly time: Intl.DateTimeFormat
  readonly offset: Intl.DateTimeFormat
}

/** Making a clock takes a tenth of a millisecond, and lists have 400. */
const clocks = new Map<string, Clock>()

function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = {
    time: new Intl.DateTimeFormat(locales, { timeZone, hour: 'numeric', minute: '2-digit' }),
    offset: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }),
  }
  clocks.set(timeZone, made)
  return made
}

/** The time in a zone at an instant, with the distance to UTC: `14:05`, `GMT+1`. Undefined for an unknown zone. */
export function timeIn(zone: string, at = new Date()): { time: string; offset: string } | undefined {
  try {
    const { time, offset } = clockOf(zone)
    const part = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')
    return { time: time.format(at), offset: part?.value ?? '' }
  } catch {
    return undefined
  }
}
