// `tidemark plan`: what a team bought.
import { parsePlan } from '../registry/provision.ts'
import { allFeatures, featuresOf, isFeature } from '../rules/roles.ts'
import { type Command, list, optional, required } from './command.ts'
import { integerOf, refusedField, registryCommand, teamOf } from './open.ts'
import { may, shared, teamOrSiteOptions } from './options.ts'

export const commands: readonly Command[] = [
  registryCommand({
    name: 'plan set',
    summary: 'Set the plan of a team',
    options: {
      ...teamOrSiteOptions,
      plan: { ...shared.plan, isRequired: true },
      features: may('a,b', 'features of the plan enterprise, joined by commas'),
      'sites-limit': may('N', 'how many sites the team may have'),
    },
    help: `Plans: starter, growth, business, enterprise, trial, none (locked). --features counts on
enterprise only, which has goals and exactly what is listed:
${allFeatures.join(', ')}.
Running servers see the change within a second.`,
    async work(registry, values) {
      const plan = parsePlan(required(values, 'plan'))
      const listed = optional(values, 'features')
      const features = listed === undefined ? undefined : list(values, 'features')
      const unknown = features?.find((feature) => !isFeature(feature))
      if (unknown !== undefined)
        throw refusedField('features', `${unknown} is unknown. Possible values: ${allFeatures.join(', ')}`)
      const sitesLimit = integerOf(values, 'sites-limit')
      const team = await teamOf(registry, values)
      const changed = await registry.teams.setPlan(team.id, { plan, ...(features ? { features } : {}), sitesLimit })
      return {
        team: changed.identifier,
        plan: changed.plan,
        features: [...featuresOf(changed.plan, changed.features)],
        sites_limit: changed.sites_limit,
      }
    },
  }),
]
