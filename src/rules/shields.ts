// How each type of shield reads its values, and which events it drops. Hostname rules form an allow list, the others
// block (spec/ingestion 9).
import { refuseField } from '../failure.ts'
import type { FieldRefusal, Gaps } from '../refusal-words.ts'
import { isIp, normaliseIp } from './client-ip.ts'
import type { Device } from './device.ts'
import { asciiHost, hasSpellings, writtenHost } from './host.ts'
import { readNetwork } from './networks.ts'
import { compilePattern } from './pattern.ts'
import type { Place } from './place.ts'
import { hostingValue, type ShieldType, shieldTypeNames, shieldTypes, unknownCountry } from './shield-types.ts'
import { countries } from './tables/countries.ts'
import { hostingNetworks } from './tables/hosting-networks.ts'

/** A site's rules: the stored values of each type. */
export type SiteShields = Readonly<Record<ShieldType, readonly string[]>>

/**
 * The facts about an event that late rules look at, of shields and of drops alike. An event without a place has no
 * country, and one without a look-up no network.
 */
export const lateFacts = (device: Device, place: Place | undefined, network: number | null = null) => ({
  country: place?.country ?? null,
  isBot: device.isBot,
  network,
})
export type LateFacts = Readonly<ReturnType<typeof lateFacts>>

/** The part of an event that shields look at. */
export interface ShieldedEvent {
  readonly submission: {
    readonly ip: string
    readonly userAgent: string
    readonly url: { readonly hostname: string; readonly pathname: string }
  }
  readonly facts?: LateFacts | undefined
}

type Matcher = (event: ShieldedEvent) => boolean

interface Behaviour {
  /** The stored form of a value that was typed, or the Failure that names its fault. */
  readonly read: (text: string) => string
  /** True for events that one of the values names. */
  readonly compile: (values: readonly string[]) => Matcher
}

const refuse = (refusal: FieldRefusal, gaps?: Gaps) => refuseField('value', refusal, gaps)

/**
 * One address, no ranges, in the spelling client addresses have; /32 of IPv4 and /128 of IPv6 are one address
 * (spec/ingestion 9).
 */
function readIp(text: string): string {
  const [, bare = '', bits] = /^([^/]*)(?:\/(.*))?$/s.exec(text) ?? []
  const version = isIp(bare)
  if (version === 0 || (bits !== undefined && bits !== (version === 4 ? '32' : '128'))) throw refuse('invalid')
  return normaliseIp(bare)
}

function readCountry(text: string): string {
  const code = text.toUpperCase()
  if (!countries.has(code) && code !== unknownCountry) throw refuse('invalid')
  return code
}

function readNetworkRule(text: string): string {
  if (text.toLowerCase() === hostingValue) return hostingValue
  const number = readNetwork(text)
  if (number === undefined) throw refuse('invalid')
  return `AS${number}`
}

function compileNetworks(values: readonly string[]): Matcher {
  const numbers = new Set(values.map(readNetwork))
  const hosting = values.includes(hostingValue) ? hostingNetworks : undefined
  return ({ facts }) => {
    const network = facts?.network ?? null
    return network !== null && (numbers.has(network) || hosting?.has(network) === true)
  }
}

function readPage(text: string): string {
  if (!text.startsWith('/')) throw refuse('slash')
  return text
}

function compileHostnames(values: readonly string[]): Matcher {
  const patterns = values.map((hostname) => compilePattern(hostname.toLowerCase()))
  return ({ submission: { url } }) => {
    const { hostname } = url
    const spellings = hasSpellings(hostname) ? [asciiHost(hostname), writtenHost(hostname)] : [hostname]
    return patterns.some((matches) => spellings.some(matches))
  }
}

const behaviours: Readonly<Record<ShieldType, Behaviour>> = {
  ip: {
    read: readIp,
    compile(values) {
      const ips = new Set(values)
      return ({ submission }) => ips.has(submission.ip)
    },
  },
  country: {
    read: readCountry,
    compile(values) {
      const codes = new Set(values)
      return ({ facts }) => facts !== undefined && codes.has(facts.country ?? unknownCountry)
    },
  },
  network: { read: readNetworkRule, compile: compileNetworks },
  page: {
    read: readPage,
    compile(values) {
      const patterns = values.map((page) => compilePattern(page))
      return ({ submission: { url } }) => patterns.some((matches) => matches(url.pathname))
    },
  },
  hostname: { read: (text) => text.toLowerCase(), compile: compileHostnames },
}

const valueLengthMax = 250

/**
 * The stored form of a rule's value, or the Failure that names its fault (spec/management 10).
 * @example parseShieldValue('hostname', ' Shop.Example.com ') // 'shop.example.com'
 */
export function parseShieldValue(type: ShieldType, value: string): string {
  const text = value.trim()
  if (text === '') throw refuse('blank')
  if (text.length > valueLengthMax) throw refuse('long', { most: valueLengthMax })
  if (text.includes('\0')) throw refuse('invalid')
  return behaviours[type].read(text)
}

const collect = (valuesOf: (type: ShieldType) => readonly string[]): SiteShields =>
  Object.fromEntries(shieldTypeNames.map((type) => [type, valuesOf(type)])) as Record<ShieldType, readonly string[]>

/** The rules of a site from its rows. */
export const shieldsOf = (rows: readonly (readonly [type: string, value: string])[]): SiteShields =>
  collect((type) => rows.filter(([one]) => one === type).map(([, value]) => value))

/** The rules of a site without any. */
export const noShields = shieldsOf([])

const isLate = (type: ShieldType): boolean => shieldTypes[type].needs === 'facts'

/** True when a rule needs facts that a thread finds out. */
export const hasLateShields = (shields: SiteShields): boolean =>
  shieldTypeNames.some((type) => isLate(type) && shields[type].length > 0)

/** The rules that need facts. The others were asked before the event reached a thread. */
export const lateShields = (shields: SiteShields): SiteShields =>
  hasLateShields(shields) ? collect((type) => (isLate(type) ? shields[type] : [])) : noShields

// The values of a type never change: a change of rules makes new ones, so they are compiled once.
const compiled = new WeakMap<readonly string[], Matcher>()

function isNamed(type: ShieldType, values: readonly string[], event: ShieldedEvent): boolean {
  let matches = compiled.get(values)
  if (!matches) {
    matches = behaviours[type].compile(values)
    compiled.set(values, matches)
  }
  return matches(event)
}

/** True when the rules of the type drop the event. A type without rules drops none. */
export function isShielded(shields: SiteShields, type: ShieldType, event: ShieldedEvent): boolean {
  const values = shields[type]
  return values.length > 0 && isNamed(type, values, event) === (shieldTypes[type].action === 'deny')
}
