// Declares a setting and reads its value: the kinds of values, and the sentence about one that cannot be used.
import { parseCidrs } from '../rules/client-ip.ts'
import { AddressError, completeAddress } from '../rules/postgres-address.ts'
import { parseRoleRules, type RoleRule, RuleRefusal } from '../rules/role-rules.ts'

type Bounds = readonly [min: number, max: number]

/** A setting: its variable, the help for it, its default, and how its text becomes a value. */
export interface Setting<Value> {
  /** The environment variable. */
  readonly name: string
  readonly help: string
  /** Text that is read when the variable is unset or empty. Undefined: the value is undefined then. */
  readonly fallback?: string
  /** Least and greatest value of a number. */
  readonly bounds?: Bounds
  /** Answers the value, or throws a Refusal with the reason: "must be a whole number …". */
  readonly parse: (text: string, environment: NodeJS.ProcessEnv) => Value
}

/** Values of settings, under the names of their table. */
export type Values<Table> = { readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never }

/** A setting that cannot be used; its message names the variable and the way out. */
export class ConfigError extends Error {}

export const seeHelp = 'see `tidemark help settings`'

/** Why a text is no value of its setting, without the name of the variable. */
export class Refusal extends Error {}

/** A setting with a default has a value always, one without may be undefined. */
type Parse<Value> = Setting<Value>['parse']

export function declare<Value>(name: string, help: string, parse: Parse<Value>, fallback: string): Setting<Value>
export function declare<Value>(name: string, help: string, parse: Parse<Value>): Setting<Value | undefined>
export function declare<Value>(
  name: string,
  help: string,
  parse: Parse<Value>,
  fallback?: string,
): Setting<Value | undefined> {
  return { name, help, parse, ...(fallback === undefined ? {} : { fallback }) }
}

const asText = (text: string) => text

export function text(name: string, help: string, fallback: string): Setting<string>
export function text(name: string, help: string): Setting<string | undefined>
export function text(name: string, help: string, fallback?: string): Setting<string | undefined> {
  return fallback === undefined ? declare(name, help, asText) : declare(name, help, asText, fallback)
}

const webSchemes = ['http', 'https']

/** The address of a database, completed by the variables of PostgreSQL's programs. Throws the Refusal. */
function readDatabase(text: string, environment: NodeJS.ProcessEnv): string {
  try {
    return completeAddress(text, environment)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    throw new Refusal(error.message)
  }
}

/** An address of a database, if it is given. */
export const postgresAddress = (name: string, help: string) => declare(name, help, readDatabase)

/** Reads an address. With `schemes`, it must have one of them. Throws the Refusal. */
function parseAddress(text: string, schemes?: readonly string[]): URL {
  if (!URL.canParse(text)) throw new Refusal('is not an address')
  const address = new URL(text)
  if (schemes && !schemes.includes(address.protocol.slice(0, -1)))
    throw new Refusal(`must begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`)
  return address
}

/** The address of a database that an option of a command gives. Throws the ConfigError that names the option. */
export function databaseAddress(option: string, text: string): string {
  try {
    return readDatabase(text, process.env)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ConfigError(`${option} ${error.message}`)
  }
}

/** An address, if it is given. */
export const url = (name: string, help: string, schemes?: readonly string[]) =>
  declare(name, help, (text) => {
    parseAddress(text, schemes)
    return text
  })

/**
 * An address that others are written behind, if it is given: nothing follows its path, which has no slash at its end
 * and no two in a row.
 */
export const baseAddress = (name: string, help: string) =>
  declare(name, help, (text) => {
    const { origin, pathname, username, password, search, hash } = parseAddress(text, webSchemes)
    if (username || password || search || hash) throw new Refusal('must be a host and a path alone')
    return origin + pathname.replace(/\/+/g, '/').replace(/\/$/, '')
  })

export const flag = (name: string, help: string, fallback: boolean) =>
  declare(
    name,
    help,
    (text) => {
      if (!/^(true|false|1|0)$/.test(text)) throw new Refusal('must be true or false')
      return /^(true|1)$/.test(text)
    },
    String(fallback),
  )

/** True for `1` and `true`, false for every other text. */
export const loose = (name: string, help: string) => declare(name, help, (text) => /^(1|true)$/i.test(text))

/** A whole number within bounds. */
export function integer(name: string, help: string, bounds: Bounds, fallback: number): Setting<number>
export function integer(name: string, help: string, bounds: Bounds): Setting<number | undefined>
export function integer(
  name: string,
  help: string,
  [min, max]: Bounds,
  fallback?: number,
): Setting<number | undefined> {
  const parse = (text: string) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < min || number > max)
      throw new Refusal(`must be a whole number from ${min} to ${max}`)
    return number
  }
  const setting = fallback === undefined ? declare(name, help, parse) : declare(name, help, parse, String(fallback))
  return { ...setting, bounds: [min, max] }
}

export function choice(name: string, help: string, values: readonly string[], fallback: string): Setting<string>
export function choice(name: string, help: string, values: readonly string[]): Setting<string | undefined>
export function choice(
  name: string,
  help: string,
  values: readonly string[],
  fallback?: string,
): Setting<string | undefined> {
  const parse = (text: string) => {
    if (!values.includes(text)) throw new Refusal(`must be one of ${values.join(', ')}`)
    return text
  }
  return fallback === undefined ? declare(name, help, parse) : declare(name, help, parse, fallback)
}

export function read<Value>(
  environment: NodeJS.ProcessEnv,
  { name, fallback, parse }: Setting<Value>,
): Value | undefined {
  const text = environment[name]?.trim() || fallback
  if (text === undefined) return undefined
  try {
    return parse(text, environment)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ConfigError(`${name} ${error.message}; ${seeHelp}`)
  }
}

/** Values of all settings of a table. Throws the ConfigError of the first that cannot be used. */
export const readAll = <Table extends Readonly<Record<string, Setting<unknown>>>>(
  environment: NodeJS.ProcessEnv,
  table: Table,
): Values<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [name, read(environment, setting)]),
  ) as Values<Table>

/** Rules that give roles at sign-in, or throws the Refusal. */
export function readRoleRules(text: string): readonly RoleRule[] {
  try {
    return parseRoleRules(text)
  } catch (error) {
    if (!(error instanceof RuleRefusal)) throw error
    throw new Refusal(error.message)
  }
}

/** Addresses and ranges, which must not be everybody's. */
export const addresses = (name: string, help: string): Setting<string | undefined> =>
  declare(name, help, (text) => {
    let isWithin: (ip: string) => boolean
    try {
      isWithin = parseCidrs(text)
    } catch (error) {
      throw new Refusal(`has an entry that cannot be used: ${(error as Error).message}`)
    }
    if (['192.0.2.1', '203.0.113.1', '2001:db8::1'].some(isWithin))
      throw new Refusal('must name the addresses of your proxy, not of everybody')
    return text
  })

/** The name of a header, in lower case. */
export const headerName = (name: string, help: string): Setting<string | undefined> =>
  declare(name, help, (text) => {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(text)) throw new Refusal('must be the name of a header')
    const lower = text.toLowerCase()
    if (['authorization', 'cookie', 'host', 'origin'].includes(lower)) throw new Refusal(`must not be ${text}`)
    return lower
  })
