// Everything a site needs in one step: user, team, site, key and token.
import { createHash } from 'node:crypto'
import { refuseField } from '../failure.ts'
import type { Plan } from '../rules/roles.ts'
import { defaultScopes, isPlan, provisionScope } from '../rules/roles.ts'
import { parseDomain } from '../rules/site.ts'
import { emailLengthMax } from './addresses.ts'
import { createKey } from './keys.ts'
import type { Registry } from './registry.ts'
import { answerOf, createSite } from './sites.ts'
import type { Writer } from './store.ts'
import { createTeam, findOwnedTeams, type Team } from './teams.ts'
import { createToken } from './tokens.ts'
import { createUser } from './users.ts'

export interface Provisioned {
  readonly domain: string
  readonly timezone: string
  readonly email: string
  readonly team: string
  readonly api_key: string
  readonly plugin_token: string
  readonly tracker_script_id: string
}

/** The plan, or the Failure that lists the possible ones. */
export function parsePlan(value: string): Plan {
  if (!isPlan(value))
    throw refuseField('plan', 'choice', { values: 'starter, growth, business, enterprise, trial, none' })
  return value
}

/** The user's own team, if it has the plan asked for; otherwise a new one, so that no other site changes its plan. */
export async function ownTeam(tx: Writer, userId: number, plan: Plan | undefined): Promise<Team> {
  const owned = await findOwnedTeams(tx, userId)
  const fitting = owned.find((team) => plan === undefined || team.plan === plan)
  return fitting ?? createTeam(tx, { ownerId: userId, plan })
}

/**
 * The address of a site's owner where none is given: each site has its own, so that sites do not share a team by
 * accident. A domain with a path, or one too long for an address, has its digest in it.
 */
function defaultOwner(domain: string): string {
  const [host = ''] = domain.split(/[/\\]/, 1)
  const fits = host !== '' && `owner-${'0'.repeat(16)}@${host}`.length <= emailLengthMax
  if (fits && host === domain) return `owner@${domain}`
  const digest = createHash('sha256').update(domain).digest('hex').slice(0, 16)
  return `owner-${digest}@${fits ? host : 'site.invalid'}`
}

/**
 * Makes a site with everything it needs and returns its secrets, once (spec/management 10, `provision`). One
 * transaction: a refusal leaves nothing behind, and no site stays without its secrets having been shown.
 */
export async function provision(
  registry: Registry,
  options: { domain: string; timezone?: string; plan?: string; props?: readonly string[]; email?: string },
): Promise<Provisioned> {
  const plan = options.plan === undefined ? undefined : parsePlan(options.plan)
  const domain = parseDomain(options.domain)
  const email = options.email ?? defaultOwner(domain)
  const { store } = registry
  return store.write(async (tx) => {
    const user = await createUser(tx, { email, ifMissing: true })
    const team = await ownTeam(tx, user.id, plan)
    const siteId = await createSite(tx, {
      domain,
      timezone: options.timezone,
      teamId: team.id,
      ownedTeamIds: [team.id],
      customProperties: options.props ?? [],
    })
    const site = await answerOf(tx, siteId)
    const scopes = [...defaultScopes, provisionScope]
    const { key } = await createKey(tx, store.secretKey, { userId: user.id, name: 'provision', scopes })
    const { token } = await createToken(tx, siteId, 'provision')
    return {
      domain: site.domain,
      timezone: site.timezone,
      email: user.email,
      team: team.identifier,
      api_key: key,
      plugin_token: token,
      tracker_script_id: site.tracker_script_configuration.id,
    }
  })
}
