// `tidemark provision`: everything a site needs in one step, on an empty database too.
import { migrate } from '../db/migrate.ts'
import { provision } from '../registry/provision.ts'
import { type Command, optional, required } from './command.ts'
import { propertiesOf } from './open.ts'
import { may, shared } from './options.ts'
import { withRegistry } from './with-registry.ts'

export const command: Command = {
  name: 'provision',
  summary: 'Create a site with its user, team, API key and plugin token',
  options: {
    domain: shared.newDomain,
    timezone: shared.timezone,
    plan: may('P', `${shared.plan.about} (business)`),
    props: shared.props,
    email: may('E', 'the owner; made when unknown (owner@D; owner-DIGEST@HOST for a domain with a path)'),
  },
  help: `Creates a site with an API key (scopes stats:read:* and sites:provision:*) and a plugin
token, and prints them. Creates the user and the team if they are missing. Key and token are
shown only once. Migrates the database first if needed.`,
  async run({ io, json, values }) {
    const domain = required(values, 'domain')
    const props = propertiesOf(values, 'props')
    return await withRegistry(async ({ config, registry }) => {
      if (config.migrateOnStart) await migrate(config.databaseUrl, { parts: config.citusParts })
      const [timezone, plan, email] = ['timezone', 'plan', 'email'].map((name) => optional(values, name))
      const made = await provision(registry, { domain, timezone, plan, email, props })
      if (json) io.out(JSON.stringify(made))
      else for (const [name, value] of Object.entries(made)) io.out(`${name}: ${value}`)
      return 0
    })
  },
}
