// `tidemark key`: API keys of the Sites and Stats API.
import type { ApiKey } from '../registry/keys.ts'
import { keyHourlyLimit } from '../rules/roles.ts'
import { type Command, list, optional, required, type Values } from './command.ts'
import { findTeam, findUser, integerOf, notFound, registryCommand } from './open.ts'
import { may, needed, shared } from './options.ts'

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

/** `--id` as a number. Any other text names no key. */
export function needId(values: Values, thing: string): number {
  const text = required(values, 'id')
  if (!/^\d{1,15}$/.test(text)) throw notFound(thing)
  return Number(text)
}

const hourlyLimitAbout = `how many requests the key may make in an hour (${keyHourlyLimit})`

export const commands: readonly Command[] = [
  registryCommand({
    name: 'key create',
    summary: 'Create an API key',
    options: {
      user: needed('E', 'the address of the account'),
      team: may('T', 'the only team whose sites the key can access, by its identifier'),
      name: shared.name,
      scopes: may('s1,s2', 'what the key may do, joined by commas (stats:read:*)'),
      'hourly-limit': may('N', hourlyLimitAbout),
    },
    help: `Creates a key and shows it once, because only its digest is stored. With --team, the key can
access only the sites of that team. Every key can read. --scopes sites:provision:* lets it change sites, and
events:send:* lets it send events.`,
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
    options: { user: may('E', shared.email.about) },
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
    options: { id: shared.id },
    help: 'Deletes the key. Running servers refuse it within a second.',
    async work(registry, values) {
      if (!(await registry.keys.revoke(needId(values, 'key')))) throw notFound('key')
      return { deleted: true }
    },
  }),
  registryCommand({
    name: 'key limit',
    summary: 'Set how many requests a key may make in an hour',
    options: { id: shared.id, 'hourly-limit': needed('N', hourlyLimitAbout) },
    help: 'Each server process counts requests by itself, in full hours.',
    async work(registry, values) {
      const id = needId(values, 'key')
      const limit = integerOf(values, 'hourly-limit')!
      if (!(await registry.keys.setLimit(id, limit))) throw notFound('key')
      return showKey((await registry.keys.find(id)) as ApiKey)
    },
  }),
]
