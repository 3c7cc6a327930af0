// Rules that give people a role in a team when they sign in: by the domain of their verified address, or by a group
// that the sign-in service names.
import { type TeamRole, teamRoles } from './roles.ts'

/** A rule: the people that it means get the role in the team. */
export interface RoleRule {
  readonly by: 'domain' | 'group'
  /** The domain in lower case, or the name of the group without a slash at its beginning. */
  readonly name: string
  readonly role: TeamRole
  /** The identifier of the team. */
  readonly team: string
}

/** Facts about a person that rules look at. */
export interface RuleFacts {
  /** The domain of the verified address; undefined if no service vouches for it. */
  readonly domain: string | undefined
  /** Undefined: the service did not say. */
  readonly groups: readonly string[] | undefined
}

/** The role that rules give in a team: a role, none, or unknown while the service does not name groups. */
export type Verdict = TeamRole | 'none' | 'unknown'

/** Keycloak names groups by their path, or by their name: `/admins` and `admins` are one. */
const groupName = (name: string): string => name.replace(/^\//, '')

const form = /^(domain|group):(.+)=([a-z]+)@([\w-]+)$/s

/** Why a text is no rule. */
export class RuleRefusal extends Error {}

/**
 * Reads rules, one a line or separated by `;`. Throws the RuleRefusal with the reason.
 * @example parseRoleRules('domain:example.com=viewer@3f9c') // [{ by: 'domain', name: 'example.com', … }]
 */
export function parseRoleRules(text: string): RoleRule[] {
  const lines = text.split(/[;\n]/).map((line) => line.trim())
  return lines.filter(Boolean).map((line) => {
    const [, by, name = '', role = '', team = ''] = form.exec(line) ?? []
    if (by !== 'domain' && by !== 'group')
      throw new RuleRefusal(`has a rule that is not domain:NAME=ROLE@TEAM or group:NAME=ROLE@TEAM: ${line}`)
    const known = teamRoles.find((one) => one === role)
    if (known === undefined)
      throw new RuleRefusal(`has a rule with the role ${role}; roles are ${teamRoles.join(', ')}`)
    const clean = name.trim()
    if (by === 'domain' && !/^[^\s@.]+(\.[^\s@.]+)+$/.test(clean))
      throw new RuleRefusal(`has a rule for ${clean}, which is not a domain such as example.com`)
    return { by, name: by === 'domain' ? clean.toLowerCase() : groupName(clean), role: known, team: team.toLowerCase() }
  })
}

/** The higher of two roles. */
export const higherRole = (a: TeamRole | undefined, b: TeamRole | undefined): TeamRole | undefined =>
  teamRoles.find((role) => role === a || role === b)

/** The verdict on each team that rules name, by identifier. */
export function judge(rules: readonly RoleRule[], { domain, groups }: RuleFacts): ReadonlyMap<string, Verdict> {
  const names = groups && new Set(groups.map(groupName))
  const verdicts = new Map<string, Verdict>()
  for (const team of new Set(rules.map((rule) => rule.team))) {
    const ofTeam = rules.filter((rule) => rule.team === team)
    const met = ofTeam.filter(({ by, name }) => (by === 'domain' ? name === domain : names?.has(name)))
    const possible = names ? [] : ofTeam.filter(({ by }) => by === 'group')
    const best = met.reduce<TeamRole | undefined>((role, rule) => higherRole(role, rule.role), undefined)
    // Unknown groups could give a higher role.
    const isOpen = possible.some(({ role }) => role !== best && higherRole(role, best) === role)
    verdicts.set(team, isOpen ? 'unknown' : (best ?? 'none'))
  }
  return verdicts
}
