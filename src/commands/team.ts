// `tidemark team`: teams and their locks.

import { parsePlan } from '../registry/provision.ts'
import type { Registry } from '../registry/registry.ts'
import type { Team } from '../registry/teams.ts'
import { featuresOf } from '../rules/roles.ts'
import { type Command, optional, required, type Values } from './command.ts'
import { findUser, registryCommand, teamOf } from './open.ts'
import { may, needed, shared, teamOrSiteOptions } from './options.ts'

const showTeam = (team: Team) => ({
  id: team.identifier,
  name: team.name,
  plan: team.plan,
  features: [...featuresOf(team.plan, team.features)],
})

async function setLocked(registry: Registry, values: Values, locked: boolean) {
  const team = await teamOf(registry, values)
  await registry.teams.setLocked(team.id, locked)
  return { team: team.identifier, locked }
}

export const commands: readonly Command[] = [
  registryCommand({
    name: 'team create',
    summary: 'Create a team',
    options: {
      owner: needed('E', 'the address of the account the team belongs to'),
      name: shared.name,
      plan: shared.plan,
    },
    help: `Creates a team owned by an existing account. Plans: starter, growth, business (the
default), enterprise, trial, none.`,
    async work(registry, values) {
      const plan = optional(values, 'plan')
      const owner = required(values, 'owner')
      const checked = plan === undefined ? undefined : parsePlan(plan)
      const user = await findUser(registry, owner)
      return showTeam(await registry.teams.create({ ownerId: user.id, name: optional(values, 'name'), plan: checked }))
    },
  }),
  registryCommand({
    name: 'team list',
    summary: 'List teams',
    options: { user: may('E', shared.email.about) },
    help: 'Lists all teams, or those an account belongs to.',
    async work(registry, values) {
      const email = optional(values, 'user')
      const user = email === undefined ? undefined : await findUser(registry, email)
      const teams = await registry.teams.list(user?.id)
      return teams.map((team) => ({ ...showTeam(team), sites_limit: team.sites_limit, locked: team.locked }))
    },
  }),
  registryCommand({
    name: 'team lock',
    summary: 'Lock a team’s sites',
    options: teamOrSiteOptions,
    help: 'Requests for the sites of a locked team are answered 402. Traffic is still counted.',
    work: (registry, values) => setLocked(registry, values, true),
  }),
  registryCommand({
    name: 'team unlock',
    summary: 'Unlock a team’s sites',
    options: teamOrSiteOptions,
    help: 'Undoes `team lock`.',
    work: (registry, values) => setLocked(registry, values, false),
  }),
]
