// `tidemark key`: API keys of the Sites and Stats API.
import type { ApiKey } from '../registry/keys.ts'
import { type Command, list, optional, required, UsageError, type Values } from './command.ts'
import { findTeam, findUser, integerOf, notFound, registryCommand } from './open.ts'

const showKey = (key: ApiKey) => ({
  id: key.id,
  key_prefix: key.key_prefix,
  name: key.name,
  user: key.user,
  scopes: key.scopes,
  team: key.team,
  hourly_request_limit: key.hourly_request_limit,
  last_used_at: key.last_used_at,
})

/** `--id` as a number; text that is none names nothing. */
export function needId(values: Values, thing: string): number {
  const text = required(values, 'id')
  if (!/^\d{1,15}$/.test(text)) throw notFound(thing)
  return Number(text)
}

export const commands: readonly Command[] = [
  registryCommand({
    name: 'key create',
    summary: 'Create an API key',
    usage: 'tidemark key create --user E [--team T] [--name N] [--scopes s1,s2] [--hourly-limit N] [--json]',
    help: `Creates a key and shows it once, because only its digest is stored. With --team, the key can
access only the sites of that team. Every key can read. --scopes sites:provision:* lets it write.`,
    async work(registry, values) {
      const email = required(values, 'user')
      const hourlyLimit = integerOf(values, 'hourly-limit')
      const user = await findUser(registry, email)
      const team = optional(values, 'team')
      const scopes = optional(values, 'scopes')
      const key = await registry.keys.create({
        userId: user.id,
        teamId: team === undefined ? undefined : (await findTeam(registry, team)).id,
        name: optional(values, 'name'),
        scopes: scopes === undefined ? undefined : list(values, 'scopes'),
        hourlyLimit,
      })
      return {
        id: key.id,
        key: key.key,
        key_prefix: key.key_prefix,
        name: key.name,
        scopes: key.scopes,
        team: key.team,
        hourly_request_limit: key.hourly_request_limit,
      }
    },
  }),
  registryCommand({
    name: 'key list',
    summary: 'List API keys',
    usage: 'tidemark key list [--user E] [--json]',
    help: 'Lists all keys, or those of an account, by their first six characters.',
    async work(registry, values) {
      const email = optional(values, 'user')
      const user = email === undefined ? undefined : await findUser(registry, email)
      return (await registry.keys.list(user?.id)).map(showKey)
    },
  }),
  registryCommand({
    name: 'key revoke',
    summary: 'Revoke an API key',
    usage: 'tidemark key revoke --id I [--json]',
    help: 'Deletes the key. Running servers refuse it within a second.',
    async work(registry, values) {
      if (!(await registry.keys.revoke(needId(values, 'key')))) throw notFound('key')
      return { deleted: true }
    },
  }),
  registryCommand({
    name: 'key limit',
    summary: 'Set how many requests a key may make in an hour',
    usage: 'tidemark key limit --id I --hourly-limit N [--json]',
    help: 'Each server process counts requests by itself, in full hours.',
    async work(registry, values) {
      const id = needId(values, 'key')
      const limit = integerOf(values, 'hourly-limit')
      if (limit === undefined) throw new UsageError('--hourly-limit is required')
      if (!(await registry.keys.setLimit(id, limit))) throw notFound('key')
      return showKey((await registry.keys.find(id)) as ApiKey)
    },
  }),
]
