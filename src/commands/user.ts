// `tidemark user`: operators' accounts.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { oneTimeUrl } from '../registry/one-time-links.ts'
import type { User } from '../registry/users.ts'
import { linkHours } from '../rules/lifetimes.ts'
import { type Command, optional, required } from './command.ts'
import { findUser, registryCommand } from './open.ts'
import { flag, may, needed, shared } from './options.ts'

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
    options: {
      email: shared.email,
      name: shared.name,
      password: may('P', 'the password, or - to read it from standard input'),
      'if-missing': flag('return the account when it exists'),
    },
    help: `Creates an account. --password - reads the password from standard input, which keeps it
out of shell history and process lists. The rules for passwords are those of \`user password\`.
If the address has an account, the command fails. With --if-missing it returns that account.`,
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
    help: 'Lists id, address and name of every account.',
    work: async (registry) => (await registry.users.list()).map(show),
  }),
  registryCommand({
    name: 'user delete',
    summary: 'Delete an account with its keys',
    options: { email: shared.email },
    help: `Deletes the account, its API keys and memberships, and its teams that have no sites and no
other owner. The last owner of a team with sites cannot be deleted.`,
    async work(registry, values) {
      await registry.users.remove((await findUser(registry, required(values, 'email'))).id)
      return { deleted: true }
    },
  }),
  registryCommand({
    name: 'user password',
    summary: 'Set the password of an account',
    options: { email: shared.email },
    help: `Asks for the new password, or reads it from standard input. A password has 10 characters to
1,000 bytes. Common passwords and the e-mail address are refused. Ends all sessions of the
account.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      await registry.users.setPassword(user.id, await askPassword())
      return { email: user.email, changed: true }
    },
  }),
  registryCommand({
    name: 'user confirm',
    summary: 'Confirm the address of an account',
    options: { email: shared.email },
    help: `Confirms that the address belongs to the person who uses the account. Until then, the account
has access only through the links it has opened. Access that others give to its address takes
effect once it is confirmed. With SMTP_URL set, people confirm their address by e-mail. Accounts made by
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
    options: { email: shared.email, to: needed('NEW', 'the new address') },
    help: `Changes the address of the account. The new address counts as confirmed. With SMTP_URL set,
people can change their address themselves on /account.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      await registry.users.setEmail(user.id, required(values, 'to'))
      return { email: (await registry.users.findById(user.id))?.email, changed: true }
    },
  }),
  registryCommand({
    name: 'user link',
    summary: 'Make a link that signs an account in once',
    options: { email: may('E', shared.email.about) },
    help: `Prints a link that works once and expires after ${linkHours} hours. While no account has a password,
it is the set-up link that \`tidemark run\` prints too, and replaces the previous one. You can
leave out --email then, because the first account has no known address yet.`,
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
    summary: 'Show whether an account has a second factor, or turn it off',
    options: { email: shared.email, off: flag('turn it off') },
    help: `Shows whether signing in asks for a code, and how many recovery codes are left. --off turns
the second factor off, for a person who has lost the app and the recovery codes.`,
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
    options: { email: shared.email, end: flag('end them instead') },
    help: `Lists where the account is signed in: browser and system, country, start and last use. --end
ends all of these sessions immediately.`,
    async work(registry, values) {
      const user = await findUser(registry, required(values, 'email'))
      return values['end'] === true
        ? { ended: await registry.sessions.endAll(user.id) }
        : await registry.sessions.list(user.id)
    },
  }),
]
