// `tidemark user`: operators' accounts.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { oneTimeUrl } from '../registry/one-time-links.ts'
import type { User } from '../registry/users.ts'
import { linkHours } from '../rules/lifetimes.ts'
import { type Command, optional, required } from './command.ts'
import { findUser, registryCommand } from './open.ts'

const stdin = 0

const readStdin = (): string => readFileSync(stdin, 'utf8').replace(/\r?\n$/, '')

/** Asks for a password, without showing what is typed; what is no terminal is read to its end. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readStdin()
  process.stderr.write('Password (10 characters or more):\n')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await prompt.question('')
  } finally {
    prompt.close()
  }
}

/** A password from the option, or from standard input for `-`; process lists stop showing it either way. */
function takePassword(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === '-') return readStdin()
  // Setting the title overwrites the argument list other users of the machine can read.
  process.title = 'tidemark user create'
  return value
}

/** An account as the commands print it. */
const show = ({ id, email, name }: User) => ({ id, email, name })

export const commands: readonly Command[] = [
  registryCommand({
    name: 'user create',
    summary: 'Create an account',
    usage: 'tidemark user create --email E [--name N] [--password P] [--if-missing] [--json]',
    help: `Creates an account. --password - reads the password from standard input, which keeps it
out of shell history and process lists; what it may be is as with \`user password\`. An existing
address is refused, or returned with --if-missing.`,
    work: async (registry, values) =>
      show(
        await registry.users.create({
          email: required(values, 'email'),
          name: optional(values, 'name'),
          password: takePassword(optional(values, 'password')),
          ifMissing: values['if-missing'] === true,
        }),
      ),
  }),
  registryCommand({
    name: 'user list',
    summary: 'List all accounts',
    usage: 'tidemark user list [--json]',
    help: 'Lists id, address and name of every account.',
    work: async (registry) => (await registry.users.list()).map(show),
  }),
  registryCommand({
    name: 'user delete',
    summary: 'Delete an account with its keys',
    usage: 'tidemark user delete --email E [--json]',
    help: `Deletes the account, its API keys and memberships, and the teams without sites that only
this account owned. The last owner of a team that has sites is refused.`,
    async work(registry, values) {
      await registry.users.remove((await findUser(registry, required(values, 'email'))).id)
      return { deleted: true }
    },
  }),
  registryCommand({
    name: 'user password',
    summary: 'Set the password of an account',
    usage: 'tidemark user password --email E [--json]',
    help: `Asks for the new password, or reads it from standard input. 10 characters to 1,000 bytes; the
most common ones and the address itself are refused. Ends all sessions of the account.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      await registry.users.setPassword(user.id, await askPassword())
      return { email: user.email, changed: true }
    },
  }),
  registryCommand({
    name: 'user confirm',
    summary: 'Confirm the address of an account',
    usage: 'tidemark user confirm --email E [--json]',
    help: `Confirms that the address belongs to the person who uses the account. Until then the account has
only what the links that it opened gave: access that others give to its address does not count.
Accounts confirm their address themselves by a mail where SMTP_URL is set. Accounts made by
\`tidemark user create\` or \`tidemark provision\` are confirmed.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      await registry.users.setProven(user.id)
      return { email: user.email, confirmed: true }
    },
  }),
  registryCommand({
    name: 'user email',
    summary: 'Change the address of an account',
    usage: 'tidemark user email --email E --to NEW [--json]',
    help: `Gives the account another address, which counts as confirmed. People change their address
themselves on /account where SMTP_URL is set.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      await registry.users.setEmail(user.id, required(values, 'to'))
      return { email: (await registry.users.findById(user.id))?.email, changed: true }
    },
  }),
  registryCommand({
    name: 'user link',
    summary: 'Make a link that signs an account in once',
    usage: 'tidemark user link --email E [--json]',
    help: `Prints a link that is valid once, for ${linkHours} hours. While no account has a password it is the
set-up link that \`tidemark run\` prints too, and voids the one before; then --email may be left out,
for the address of an account that was made at the first start is not known.`,
    async work(registry, values, { config }) {
      const isNew = optional(values, 'email') === undefined && !(await registry.users.hasPasswords())
      const user =
        (isNew ? await registry.users.findOperator() : undefined) ??
        (await findUser(registry, required(values, 'email')))
      const { kind, token, expiresAt } = await registry.oneTimeLinks.createEntry(user.id)
      return { url: oneTimeUrl(config.baseUrl, kind, token), expires_at: expiresAt }
    },
  }),
  registryCommand({
    name: 'user second-factor',
    summary: 'Tell whether an account has a second factor, or turn it off',
    usage: 'tidemark user second-factor --email E [--off] [--json]',
    help: `Tells whether signing in asks for a code, and how many recovery codes are left. --off turns that
off, for somebody who has lost the app and the recovery codes.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      if (values['off'] === true) return { email: user.email, turned_off: await registry.secondFactors.remove(user.id) }
      const { isOn, recoveryCodesLeft } = await registry.secondFactors.find(user.id)
      return { email: user.email, is_on: isOn, recovery_codes_left: recoveryCodesLeft }
    },
  }),
  registryCommand({
    name: 'user sessions',
    summary: 'List the sessions of an account, or end them',
    usage: 'tidemark user sessions --email E [--end] [--json]',
    help: `Lists where the account is signed in: browser and system, country, begun, last used. With --end all of
these sessions end, at once.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      return values['end'] === true
        ? { ended: await registry.sessions.endAll(user.id) }
        : await registry.sessions.list(user.id)
    },
  }),
]
