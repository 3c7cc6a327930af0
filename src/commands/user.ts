// `tidemark user`: operators' accounts.
import { readFileSync } from 'node:fs'
import { type Command, optional, required } from './command.ts'
import { findUser, registryCommand } from './open.ts'

const stdin = 0

/** A password from the option, or from standard input for `-`; process lists stop showing it either way. */
function takePassword(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === '-') return readFileSync(stdin, 'utf8').replace(/\r?\n$/, '')
  // Setting the title overwrites the argument list other users of the machine can read.
  process.title = 'tidemark user create'
  return value
}

export const commands: readonly Command[] = [
  registryCommand({
    name: 'user create',
    summary: 'Create an account',
    usage: 'tidemark user create --email E [--name N] [--password P] [--if-missing] [--json]',
    help: `Creates an account. --password - reads the password from standard input, which keeps it
out of shell history and process lists. An existing address is refused, or returned
with --if-missing.`,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      password: { type: 'string' },
      'if-missing': { type: 'boolean' },
    },
    work: (registry, values) =>
      registry.users.create({
        email: required(values, 'email'),
        name: optional(values, 'name'),
        password: takePassword(optional(values, 'password')),
        ifMissing: values['if-missing'] === true,
      }),
  }),
  registryCommand({
    name: 'user list',
    summary: 'List all accounts',
    usage: 'tidemark user list [--json]',
    help: 'Lists id, address and name of every account.',
    options: {},
    work: (registry) => registry.users.list(),
  }),
  registryCommand({
    name: 'user delete',
    summary: 'Delete an account with its keys',
    usage: 'tidemark user delete --email E [--json]',
    help: `Deletes the account, its API keys and memberships, and the teams without sites that only
this account owned. The last owner of a team that has sites is refused.`,
    options: { email: { type: 'string' } },
    async work(registry, values) {
      await registry.users.remove((await findUser(registry, required(values, 'email'))).id)
      return { deleted: true }
    },
  }),
]
