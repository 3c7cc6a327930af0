// `tidemark consolidated`: the view over all sites of a team.
import { type Command, required } from './command.ts'
import { findTeam, registryCommand } from './open.ts'
import { needed, shared } from './options.ts'

export const commands: readonly Command[] = [
  registryCommand({
    name: 'consolidated enable',
    summary: 'Create a team’s consolidated view',
    options: { team: needed('T', shared.team.about) },
    help: `Creates a view that shows the traffic of all sites of the team together. Its domain is the
team's identifier. It is deleted with the team's last site.`,
    work: async (registry, values) => registry.consolidated.enable(await findTeam(registry, required(values, 'team'))),
  }),
  registryCommand({
    name: 'consolidated disable',
    summary: 'Remove a team’s consolidated view',
    options: { team: needed('T', shared.team.about) },
    help: 'Removes the view and its goals; the sites are untouched.',
    async work(registry, values) {
      await registry.consolidated.disable((await findTeam(registry, required(values, 'team'))).id)
      return { deleted: true }
    },
  }),
]
