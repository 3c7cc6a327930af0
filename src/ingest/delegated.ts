// Countries of addresses from the statistics in which the regional internet registries publish what they delegated to
// whom (public domain; the format is the registries' "RIR statistics exchange format", plain or extended).
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { countryOf } from '../rules/place.ts'
import { type MmdbValue, makeMmdb, type Network } from './mmdb.ts'

/** Where the five registries publish; the newest file of each. */
export const registryAddresses: readonly string[] = [
  'https://ftp.afrinic.net/stats/afrinic/delegated-afrinic-extended-latest',
  'https://ftp.apnic.net/stats/apnic/delegated-apnic-extended-latest',
  'https://ftp.arin.net/pub/stats/arin/delegated-arin-extended-latest',
  'https://ftp.lacnic.net/pub/stats/lacnic/delegated-lacnic-extended-latest',
  'https://ftp.ripe.net/pub/stats/ripencc/delegated-ripencc-extended-latest',
]

/** Most bytes of one registry's file; the largest has 20 MB. */
export const delegatedBytesMax = 128 * 1024 * 1024

/** Addresses that one registry delegated to somebody in a country. */
interface Delegation {
  readonly country: string
  readonly family: 4 | 6
  /** The first address, as text. */
  readonly start: string
  /** How many addresses of IPv4, or how many bits of IPv6 count. */
  readonly value: number
}

/** One registry's file. */
export interface Delegated {
  readonly registry: string
  /** The last day that it covers. */
  readonly date: Date
  readonly delegations: readonly Delegation[]
}

// Registries write these if several countries share a network.
const noSingleCountry: ReadonlySet<string> = new Set(['EU', 'AP'])

const delegatedStates: ReadonlySet<string> = new Set(['allocated', 'assigned'])

const cut = (line: string) => JSON.stringify(line.slice(0, 60))

/** `20261126` as a day of UTC; undefined for any other text. */
function dayOf(text: string | undefined): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '')
  const date = parts ? new Date(`${parts[1]}-${parts[2]}-${parts[3]}T00:00:00Z`) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

function readDelegation(fields: readonly string[], line: string): Delegation | undefined {
  const [, code, type, start = '', text = '', , state = ''] = fields
  const family = type === 'ipv4' ? 4 : 6
  const value = Number(text)
  const most = family === 4 ? 2 ** 32 : 128
  if (isIP(start) !== family || !Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`a line has no addresses: ${cut(line)}`)
  const country = countryOf(code)
  if (!country || noSingleCountry.has(country) || !delegatedStates.has(state)) return undefined
  return { country, family, start, value }
}

/**
 * Reads one registry's file. Throws for any other text, and for a file that was cut short: its head says how many lines
 * of each kind follow.
 */
export function parseDelegated(text: string): Delegated {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const [version, registry = '', , , , end] = (lines[0] ?? '').split('|')
  const date = dayOf(end)
  if (!/^2(\.\d+)?$/.test(version ?? '') || registry === '' || date === undefined)
    throw new Error(`these are no statistics of a registry: ${cut(lines[0] ?? '')}`)
  const announced = new Map<string, number>()
  const found = new Map<string, number>()
  const delegations: Delegation[] = []
  for (const line of lines.slice(1)) {
    const fields = line.trim().split('|')
    const type = fields[2] ?? ''
    if (fields[5] === 'summary') announced.set(type, Number(fields[4]))
    else {
      found.set(type, (found.get(type) ?? 0) + 1)
      const delegation = type === 'ipv4' || type === 'ipv6' ? readDelegation(fields, line) : undefined
      if (delegation !== undefined) delegations.push(delegation)
    }
  }
  for (const type of ['ipv4', 'ipv6'])
    if (announced.get(type) !== (found.get(type) ?? 0))
      throw new Error(`the file says it has ${announced.get(type)} lines of ${type}, and has ${found.get(type) ?? 0}`)
  return { registry, date, delegations }
}

/** As `parseDelegated`, of a file; for the check after a download. */
export const readDelegated = async (path: string): Promise<Delegated> => parseDelegated(await readFile(path, 'utf8'))

function bytesOf(address: string, family: 4 | 6): Uint8Array {
  const bytes = new Uint8Array(16)
  if (family === 4) {
    bytes.set(address.split('.').map(Number), 12)
    return bytes
  }
  const [front = '', back] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const first = groups(front)
  const last = back === undefined ? [] : groups(back)
  const all = [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last]
  for (const [index, group] of all.entries()) bytes.set([group >> 8, group & 255], 2 * index)
  return bytes
}

/** The networks of a delegation: of IPv4 it may be any number of addresses, which several networks make up. */
function* networksOf({ family, start, value }: Delegation, record: number): Generator<Network> {
  const address = bytesOf(start, family)
  if (family === 6) {
    yield { address, bits: value, record }
    return
  }
  let first = Buffer.from(address).readUInt32BE(12)
  const end = Math.min(first + value, 2 ** 32)
  while (first < end) {
    let size = 1
    while (first % (2 * size) === 0 && first + 2 * size <= end) size *= 2
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32BE(first, 12)
    yield { address: bytes, bits: 128 - Math.log2(size), record }
    first += size
  }
}

/**
 * Makes the .mmdb file of the networks that registries delegated, in MaxMind's layout (`country.iso_code`). It is dated
 * as the oldest of the files. Throws if there is no country in it.
 */
export function makeCountryFile(files: readonly Delegated[]): Buffer {
  const countries = [...new Set(files.flatMap(({ delegations }) => delegations.map(({ country }) => country)))].sort()
  if (countries.length === 0) throw new Error('the statistics name no country')
  const index = new Map(countries.map((country, at) => [country, at]))
  const records = countries.map((country): MmdbValue => ({ country: { iso_code: country } }))
  const networks = files.flatMap(({ delegations }) =>
    delegations.flatMap((delegation) => [...networksOf(delegation, index.get(delegation.country) as number)]),
  )
  return makeMmdb(records, networks, {
    type: 'Country',
    description: `countries from delegated statistics of ${files.map(({ registry }) => registry).join(', ')}`,
    date: new Date(Math.min(...files.map(({ date }) => date.getTime()))),
    ipVersion: 6,
  })
}
