// The audit log of operators: each command that changes something leaves a record, and `tidemark audit list` shows it.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { loadAll, runCommand } from '../../src/commands/index.ts'
import { startApp } from '../support/app.ts'
import { pageview } from '../upkeep/support.ts'

t.setTimeout(240_000)

const service = await startApp()
t.teardown(() => service.stop())
process.env['DATABASE_URL'] = service.databaseUrl
process.env['SECRET_KEY'] = service.config.secretKey
const { db, registry } = service.app
const file = join(t.testdir(), 'events.ndjson')
await writeFile(file, `${JSON.stringify(pageview('v', '2025-01-01T10:00:00Z'))}\n`)
const log = join(dirname(file), 'access.log')
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
await writeFile(log, `203.0.113.5 - - [05/Jan/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "${agent}"\n`)

/** Runs one command line with --json; a line is split at blanks. */
async function run(line: string) {
  const out: string[] = []
  const io = { out: (text: string) => out.push(text), err: (text: string) => out.push(text) }
  const code = await runCommand([...line.split(' '), '--json'], io)
  return { code, text: out.join('\n') }
}

/** A role of the server, which other databases see too. */
const role = `audit_${randomBytes(6).toString('hex')}`

/** Makes things that the commands below need and no command makes. */
const prepare: Readonly<Record<string, () => Promise<unknown>>> = {
  'user confirm': () => registry.users.create({ email: 'new@log.test', isProven: false }),
  async 'user sessions'() {
    const { id: userId } = (await registry.users.find('bob@log.test'))!
    await registry.sessions.begin({ userId, method: 'signin', agent: '', country: null })
  },
  async 'user second-factor'() {
    const user = (await registry.users.find('bob@log.test'))!
    await registry.secondFactors.begin(user)
    await db.write.query('update second_factors set is_on = true where user_id = $1', [user.id])
  },
}

/** Each command that changes something, in an order in which each finds its things, and the kind it records. */
const cases: Readonly<Record<string, [line: string, kind: string]>> = {
  provision: ['--domain first.test --email ann@log.test', 'site.created'],
  'user create': ['--email bob@log.test', 'account.created'],
  'user confirm': ['--email new@log.test', 'account.changed'],
  'user sessions': ['--email bob@log.test --end', 'sessions.ended'],
  'user second-factor': ['--email bob@log.test --off', 'second_factor.disabled'],
  'sql grant': [`--role ${role} --site first.test`, 'sql_role.granted'],
  'sql revoke': [`--role ${role}`, 'sql_role.revoked'],
  'user email': ['--email bob@log.test --to cat@log.test', 'account.changed'],
  'user link': ['--email cat@log.test', 'sign_in_link.created'],
  'team create': ['--owner cat@log.test --name Cats', 'team.created'],
  'team lock': ['--site first.test', 'team.changed'],
  'team unlock': ['--site first.test', 'team.changed'],
  'plan set': ['--site first.test --plan enterprise --features goals,props', 'team.changed'],
  'site create': ['--domain log.test --owner ann@log.test', 'site.created'],
  'site props': ['--domain log.test --set a,b', 'properties.changed'],
  'site timezone': ['--domain log.test --to Europe/Rome', 'site.changed'],
  'site preset': ['--domain log.test --to no_campaigns', 'site.changed'],
  'site retention': ['--domain log.test --months 12', 'site.changed'],
  'site domain': ['--domain log.test --to new.test', 'site.changed'],
  'site expire-domains': ['--hours 0', 'site.changed'],
  'member add': ['--email dan@log.test --role viewer --site new.test', 'guest.added'],
  'member remove': ['--email dan@log.test --site new.test', 'guest.removed'],
  'key create': ['--user ann@log.test --name Script', 'key.created'],
  'key limit': ['--id {api_keys} --hourly-limit 5', 'key.changed'],
  'key revoke': ['--id {api_keys}', 'key.revoked'],
  'token create': ['--site new.test --description Shop', 'token.created'],
  'token revoke': ['--site new.test --id {plugin_tokens}', 'token.revoked'],
  'kit renew': ['--site new.test', 'kit.renewed'],
  'shield add': ['--site new.test --type country --value DE', 'shield.created'],
  'shield remove': ['--site new.test --id {shields}', 'shield.deleted'],
  'consolidated enable': ['--team {team}', 'team.changed'],
  'consolidated disable': ['--team {team}', 'team.changed'],
  import: [`--site new.test ${file}`, 'import.started'],
  'site erase': ['--domain new.test --page ** --yes 1', 'statistics.requested'],
  coverage: [`--site new.test ${log}`, 'import.started'],
  'import delete': ['--site new.test --id {imports}', 'import.deleted'],
  export: ['--site new.test --what sessions --from 2025-01-01 --to 2025-01-02', 'export.made'],
  'site delete': ['--domain new.test --yes', 'site.deleted'],
  'user delete': ['--email cat@log.test', 'account.deleted'],
}

/** Commands that leave no record here, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'user password': 'reads standard input; by the same function as the page',
  'site spread': 'Citus',
  db: 'the whole database',
  copy: 'the whole database',
  migrate: 'the tables',
  'rollup verify': 'sums',
  'rollup rebuild': 'sums',
}
const reading =
  /^(help|version|serve|work|run|doctor|mcp|completion|data .*|audit list|site traffic|site facts|.* (list|show))$/

/** The newest id of a table, or the identifier of the first team. */
const idOf = async (table: string) =>
  table === 'team'
    ? (await service.app.registry.teams.list())[0]?.identifier
    : ((await db.write.query<{ id: number }>(`select id from ${table} order by id desc limit 1`))[0]?.id ?? 0)

t.test('every command that changes something leaves a record', async (t) => {
  const names = (await loadAll()).map(({ name }) => name).filter((name) => !reading.test(name))
  t.strictSame(
    names.filter((name) => !(name in cases) && !(name in exceptions)),
    [],
  )
  t.strictSame(
    [...Object.keys(cases), ...Object.keys(exceptions)].filter((name) => !names.includes(name)),
    [],
  )
  for (const [name, [line, kind]] of Object.entries(cases)) {
    await prepare[name]?.()
    const [before] = await db.write.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_log')
    const table = /\{(\w+)\}/.exec(line)?.[1]
    const { code, text } = await run(`${name} ${table ? line.replace(`{${table}}`, String(await idOf(table))) : line}`)
    t.equal(code, 0, `${name}: ${text}`)
    const rows = await db.write.query('select kind, by_kind, by_name from audit_log where id > $1', [before?.id])
    t.ok(rows.length > 0 && rows.every(({ by_kind, by_name }) => by_kind === 'command' && by_name === ''), name)
    t.ok(
      rows.some((row) => row['kind'] === kind),
      `${name}: ${kind}`,
    )
  }
})

t.test('is listed, by site, team, kind and author', async (t) => {
  const all = JSON.parse((await run('audit list --limit 10000')).text)
  t.match(all[0], { kind: 'account.deleted', subject: 'cat@log.test', by: 'command' })
  const ofSite = JSON.parse((await run('audit list --site first.test')).text)
  t.ok(ofSite.length > 0 && ofSite.every((row: { site: string }) => row.site === 'first.test'))
  const team = JSON.parse((await run('team list --user ann@log.test')).text)[0].id
  t.match(JSON.parse((await run(`audit list --team ${team} --kind site.deleted`)).text), [{ site: 'new.test' }])
  t.strictSame(JSON.parse((await run('audit list --by ann@log.test')).text), [])
  t.equal(JSON.parse((await run('audit list --limit 2')).text).length, 2)
  t.match(await run('audit list --kind goal'), { code: 1, text: /kind: must be / })
  t.equal((await run('audit list --site none.test')).code, 3)
})
