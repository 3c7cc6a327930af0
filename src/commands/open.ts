// Parts that operator commands share: finding things by name, refusing, printing, and commands over the registry.
import { Failure } from '../failure.ts'
import type { Registry } from '../registry/registry.ts'
import type { SiteRecord } from '../registry/sites.ts'
import type { Team } from '../registry/teams.ts'
import type { User } from '../registry/users.ts'
import { readProperty } from '../rules/site.ts'
import { type Command, type Invocation, type Io, list, optional, required, type Values } from './command.ts'
import { type OpenRegistry, withRegistry } from './with-registry.ts'

/** The named thing does not exist: exit code 3 (spec/management 10). */
export const notFound = (thing: string) => new Failure(404, `${thing} not found`)
/** The request cannot be granted: exit code 1. */
export const refused = (message: string) => new Failure(400, message)
/** The value of an option is refused: exit code 1, and `field` in JSON. */
export const refusedField = (field: string, message: string) => new Failure(400, `${field}: ${message}`, { field })

const integerMax = 2_147_483_647

/** A whole number that a column of the database can hold. */
export function integerOf(values: Values, name: string): number | undefined {
  const text = optional(values, name)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text) || Number(text) > integerMax)
    throw refusedField(name, `must be a whole number from 0 to ${integerMax}`)
  return Number(text)
}

/** Checked property names of an option. */
export function propertiesOf(values: Values, name: string): string[] {
  return list(values, name).map((text) => {
    const read = readProperty(text)
    if (read === 'long') throw refusedField(name, 'should be at most 300 character(s)')
    if (read === 'blank') throw refusedField(name, "can't be blank")
    return read.name
  })
}

/** The one of `--team` and `--site` that was given (`teamOrSiteOptions`). */
export function teamOrSite(values: Values): { team: string } | { site: string } {
  const team = optional(values, 'team')
  return team === undefined ? { site: required(values, 'site') } : { team }
}

export async function findUser(registry: Registry, email: string): Promise<User> {
  const user = await registry.users.find(email)
  if (!user) throw notFound('user')
  return user
}

export async function findTeam(registry: Registry, identifier: string): Promise<Team> {
  const team = await registry.teams.find(identifier)
  if (!team) throw notFound('team')
  return team
}

export async function findSite(registry: Registry, domain: string): Promise<SiteRecord> {
  const site = await registry.sites.find(domain)
  if (!site) throw notFound('site')
  return site
}

/** The team of `--team`, or that of the site of `--site`. */
export async function teamOf(registry: Registry, values: Values): Promise<Team> {
  const given = teamOrSite(values)
  return findTeam(registry, 'team' in given ? given.team : (await findSite(registry, given.site)).team)
}

const show = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(show).join(',') || '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Prints a result: one JSON value with `--json`, otherwise `name: value` lines, or a line for each entry of a list. */
function print({ io, json }: Pick<Invocation, 'io' | 'json'>, result: object): void {
  if (json) io.out(JSON.stringify(result))
  else if (Array.isArray(result))
    for (const entry of result)
      io.out(
        Object.values(entry as object)
          .map(show)
          .join('  '),
      )
  else for (const [name, value] of Object.entries(result)) io.out(`${name}: ${show(value)}`)
}

/** A command over the registry: its work's result is printed, in its own way unless JSON is asked for. */
export function registryCommand<Result extends object>(
  definition: Omit<Command, 'run'> & {
    work: (registry: Registry, values: Values, opened: OpenRegistry) => Promise<Result>
    print?: (io: Io, result: Result) => void
  },
): Command {
  const { work, print: printOwn, ...command } = definition
  return {
    ...command,
    async run(invocation) {
      const result = await withRegistry((opened) => work(opened.registry, invocation.values, opened))
      if (printOwn && !invocation.json) printOwn(invocation.io, result)
      else print(invocation, result)
      return 0
    },
  }
}
