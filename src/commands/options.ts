// A command's options as data. Its usage line, its manual and the check of its arguments follow from them.
import type { ParseArgsConfig } from 'node:util'
import { plans } from '../rules/roles.ts'
import { type CommandText, type Option, type Options, UsageError, type Values } from './command.ts'

/** An option that must be given. */
export const needed = (value: string, about: string): Option => ({ value, about, isRequired: true })
/** An option that may be left out. */
export const may = (value: string, about: string): Option => ({ value, about })
/** An option that may be given several times. */
export const many = (value: string, about: string): Option => ({ value, about, isRepeated: true })
/** An option without a value. */
export const flag = (about: string): Option => ({ about })

/** Options that exclude each other. */
export function atMostOne(options: Options, isRequired = false): Options {
  const group = Object.keys(options).filter((name) => options[name]?.goesWith === undefined)
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group, isRequired }]))
}

/** Options of which one must be given. */
export const oneOf = (options: Options): Options => atMostOne(options, true)

/** `a, b or c`. */
export const inWords = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** Options that several commands have. */
export const shared = {
  site: needed('D', 'the domain of the site, current or previous'),
  newDomain: needed('D', 'the domain of the new site'),
  days: {
    from: may('DAY', 'the first local day of the site, YYYY-MM-DD'),
    to: may('DAY', 'the last local day of the site, YYYY-MM-DD'),
  },
  team: may('T', 'the identifier of the team, as `tidemark team list` shows it'),
  email: needed('E', 'the address of the account'),
  id: needed('I', 'the id, as the list shows it'),
  name: may('N', 'a name to show'),
  props: may('a,b', 'allowed custom properties, joined by commas'),
  plan: may('P', inWords(plans)),
  timezone: may('TZ', 'an IANA time zone (Etc/UTC)'),
} as const

/** A team by its identifier, or by one of its sites. */
export const teamOrSiteOptions = oneOf({ team: shared.team, site: shared.site })

/** As a usage line and a manual name it: `--domain D`. */
export const labelOf = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** The options of a command, with the options that all commands have. */
export const allOptions = ({ options, json }: CommandText): Options => ({
  ...options,
  json: flag(json ?? 'one JSON value on standard output, nothing else'),
  help: flag('this page'),
})

/** The options of a usage line, one or a group each. */
function partsOf(options: Options): string[] {
  const all = Object.entries(options)
  const choice = (name: string): string => {
    const followers = all.filter(([, { goesWith }]) => goesWith === name)
    return [labelOf(name, options[name]!), ...followers.map(([other, option]) => `[${labelOf(other, option)}]`)].join(
      ' ',
    )
  }
  return all.flatMap(([name, option]) => {
    const { group, isRequired, isRepeated } = option
    if (group && group[0] !== name) return []
    const text = group ? group.map(choice).join(' | ') : labelOf(name, option)
    if (isRequired) return group ? `(${text})` : text
    return `[${text}]${isRepeated ? '...' : ''}`
  })
}

/**
 * The usage line of a command.
 *
 * @example
 * usageOf(planSet) // 'tidemark plan set (--team T | --site D) --plan P [--features a,b] [--sites-limit N] [--json]'
 */
export function usageOf(command: CommandText): string {
  const { name, options = {}, operands, json } = command
  const words = [...partsOf(options), operands, json === undefined ? '[--json]' : undefined]
  return ['tidemark', name, ...words.filter((word) => word !== undefined)].join(' ')
}

/** The options as Node reads them. */
export const parsedAs = (options: Options): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value, isRepeated }]) => [
      name,
      {
        type: value === undefined ? 'boolean' : 'string',
        ...(isRepeated ? { multiple: true } : {}),
        ...(name === 'help' ? { short: 'h' } : {}),
      },
    ]),
  )

const quoted = (names: readonly string[]): string[] => names.map((name) => `--${name}`)

/** Throws UsageError if none of a required group is given, or several of any group. */
function checkGroup(group: readonly string[], isRequired: boolean, values: Values): void {
  const given = group.filter((name) => values[name] !== undefined)
  const [first = '', second = ''] = quoted(given)
  if (given.length === 1 || (given.length === 0 && !isRequired)) return
  if (group.length === 2)
    throw new UsageError(
      given.length === 0 ? `${quoted(group).join(' or ')} is required` : `give ${quoted(group).join(' or ')}, not both`,
    )
  if (!isRequired) throw new UsageError(`${first} and ${second} exclude each other`)
  throw new UsageError(`exactly one of ${quoted(group.slice(0, -1)).join(', ')} and --${group.at(-1)} is required`)
}

/** Throws UsageError if an option is missing that must be given, or options are given that exclude each other. */
export function checkOptions(options: Options, values: Values): void {
  for (const [name, { group, isRequired = false, goesWith, confirms }] of Object.entries(options)) {
    if (goesWith !== undefined) {
      if (values[name] !== undefined && values[goesWith] === undefined)
        throw new UsageError(`--${name} goes with --${goesWith}`)
    } else if (group) {
      if (group[0] === name) checkGroup(group, isRequired, values)
    } else if (isRequired && values[name] === undefined)
      throw new UsageError(confirms === undefined ? `--${name} is missing` : `--${name} is required: ${confirms}`)
  }
}
