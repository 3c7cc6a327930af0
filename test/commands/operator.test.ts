// The operator tool (spec/management 10): outputs, exit codes, and that a running server sees its writes within a
// second.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import type { Options } from '../../src/commands/command.ts'
import { loadAll, runCommand } from '../../src/commands/index.ts'
import {
  allOptions,
  atMostOne,
  checkOptions,
  flag,
  many,
  may,
  needed,
  oneOf,
  usageOf,
} from '../../src/commands/options.ts'
import { projectPath } from '../../src/paths.ts'
import { findSites } from '../../src/upkeep/sites.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { startSmtp } from '../support/smtp.ts'

const service = await startApp()
t.teardown(() => service.stop())
process.env['DATABASE_URL'] = service.databaseUrl
process.env['SECRET_KEY'] = service.config.secretKey

/** Runs one command line with --json; a line is split at blanks, `~` stands for a blank. */
async function run(line: string) {
  const out: string[] = []
  const err: string[] = []
  const words = line.split(' ').map((word) => word.replaceAll('~', ' '))
  const code = await runCommand([...words, '--json'], { out: (text) => out.push(text), err: (text) => err.push(text) })
  const parse = (lines: string[]) => (lines.length === 0 ? undefined : JSON.parse(lines.join('\n')))
  return { code, out: parse(out), err: parse(err) }
}

/** Asks until the answer fits; fails after the second in which a change must have arrived. */
async function within1s(check: () => Promise<boolean> | boolean): Promise<boolean> {
  for (const deadline = Date.now() + 1_000; Date.now() < deadline; await delay(10)) if (await check()) return true
  return false
}

t.test('doctor says what the header of a proxy does', async (t) => {
  const set = (more: Record<string, string>) => Object.assign(process.env, more)
  set({ PROXY_AUTH_FROM: '10.0.0.5', PROXY_AUTH_EMAIL_HEADER: 'Remote-Email' })
  const check = async (line: string) =>
    (await run(line === '' ? 'doctor' : `doctor ${line}`)).out.checks.find(
      (one: { check: string }) => one.check === 'proxy sign-in',
    )
  t.match(await check(''), { ok: true, detail: 'remote-email signs people in if it comes from 10.0.0.5' })
  const sent = '--header Remote-Email:~ann@ops.test'
  t.match(await check(`${sent} --peer 10.0.0.5`), { ok: true, detail: /it signs in ann@ops\.test$/ })
  t.match(await check(`${sent} --peer 10.0.0.6`), { ok: true, detail: /it is ignored$/ })
  set({ PROXY_AUTH_FROM: '10.0.0.0/8,192.168.0.0/16' })
  t.match(await check(''), { ok: false, detail: /every machine in these networks/ })
  delete process.env['PROXY_AUTH_FROM']
  delete process.env['PROXY_AUTH_EMAIL_HEADER']
  t.equal(await check(''), undefined)
})

t.test('doctor names teams of SIGN_IN_ROLES that are not there', async (t) => {
  const check = async (rules: string) => {
    process.env['SIGN_IN_ROLES'] = rules
    const { out } = await run('doctor')
    delete process.env['SIGN_IN_ROLES']
    return out.checks.find((one: { check: string }) => one.check === 'sign-in roles')
  }
  const made = await run('provision --domain rules.test')
  t.match(await check(`domain:ops.test=viewer@${made.out.team}`), { ok: true, detail: '1 for 1 of the teams' })
  t.match(await check(`domain:ops.test=viewer@${made.out.team};group:a=viewer@nowhere`), {
    ok: false,
    detail: 'no team is called nowhere',
    fix: /SIGN_IN_ROLES/,
  })
})

t.test('a working day', async (t) => {
  const user = await run('user create --email ann@ops.test --name Ann --password long-enough-secret')
  t.match(user, { code: 0, out: { email: 'ann@ops.test', name: 'Ann' } })
  t.match(await run('user create --email ANN@ops.test --if-missing'), { code: 0, out: { id: user.out.id } })
  const team = await run('team create --owner ann@ops.test --name Ops --plan business')
  t.match(team.out, { name: 'Ops', plan: 'business' })
  const site = await run(
    `site create --domain https://www.Ops.test/ --team ${team.out.id} --timezone Europe/Rome --props a,b`,
  )
  t.match(site, {
    code: 0,
    out: { domain: 'ops.test', timezone: 'Europe/Rome', team: team.out.id, custom_properties: ['a', 'b'] },
  })
  t.match(site.out.tracker_script_configuration, { id: /^[\w-]{21}$/, outbound_links: false })
  t.ok(await within1s(() => service.app.directory.find('ops.test') !== undefined), 'the server knows the site')

  const key = await run('key create --user ann@ops.test --scopes stats:read:*,sites:provision:* --hourly-limit 50')
  t.match(key.out, { key: /^[\w-]{64}$/, key_prefix: key.out.key.slice(0, 6), hourly_request_limit: 50, team: null })
  const call = createCall(service.url, key.out.key)
  t.equal((await call('GET', '/api/v1/sites/ops.test')).status, 200)
  t.notOk(JSON.stringify((await run('key list --user ann@ops.test')).out).includes(key.out.key))

  const token = await run('token create --site ops.test --description Plugin')
  t.match(token.out, { token: /^tidemark-plugin-.{40}$/, hint: token.out.token.slice(-4), site: 'ops.test' })
  t.equal((await call('GET', '/api/plugins/v1/goals', undefined, token.out.token)).status, 200)
  t.match((await run('token list --site ops.test')).out, [
    { id: token.out.id, hint: token.out.hint, description: 'Plugin' },
  ])

  const moved = await run('site domain --domain ops.test --to new-ops.test')
  t.match(moved.out, { domain: 'new-ops.test', domain_changed_from: 'ops.test' })
  t.ok(await within1s(() => service.app.directory.find('ops.test')?.domain === 'new-ops.test'))
  t.match((await run('site props --domain ops.test --add c')).out, { custom_properties: ['a', 'b', 'c'] })
  t.match((await run('site props --domain ops.test --remove a,b')).out, { custom_properties: ['c'] })

  const months = 'site retention --domain ops.test --months'
  t.strictSame((await run(`${months} 6`)).out, { domain: 'new-ops.test', retention_months: 6, postponed: false })
  const { db } = service.app
  await db.write.query(
    `insert into imports (site_id, fingerprint) select id, 'begun' from sites where domain = 'new-ops.test'`,
  )
  t.strictSame((await run(`${months} 3`)).out, { domain: 'new-ops.test', retention_months: 3, postponed: true })
  await db.write.query('delete from imports')
  t.match(await run(`${months} 0`), { code: 2 })
  t.strictSame((await run('site retention --domain ops.test --off')).out, {
    domain: 'new-ops.test',
    retention_months: null,
  })

  const rule = await run('shield add --site ops.test --type country --value de')
  t.match(rule.out, { type: 'country', value: 'DE', action: 'deny', site: 'new-ops.test' })
  t.match((await run('shield add --site ops.test --type hostname --value *.Ops.test')).out, {
    value: '*.ops.test',
    action: 'allow',
  })
  t.ok(await within1s(() => service.app.directory.find('ops.test')?.shields.country.includes('DE') === true))
  t.match(await run('shield add --site ops.test --type country --value DE'), { code: 1, err: { field: 'value' } })
  t.match((await run(`shield remove --site ops.test --id ${rule.out.id}`)).out, { deleted: true })

  t.match((await run('plan set --site ops.test --plan enterprise --features stats_api,props --sites-limit 5')).out, {
    plan: 'enterprise',
    features: ['goals', 'stats_api', 'props'],
    sites_limit: 5,
  })
  t.ok(await within1s(() => service.app.directory.find('ops.test')?.features.has('sites_api') === false))
  t.match((await run('team lock --site ops.test')).out, { locked: true })
  t.ok(await within1s(async () => (await call('GET', '/api/v1/sites/ops.test')).status === 402))
  t.match((await run(`team unlock --team ${team.out.id}`)).out, { locked: false })

  t.match((await run('member add --email bob@ops.test --role viewer --site ops.test')).out, {
    role: 'viewer',
    kind: 'guest',
  })
  t.match((await run('member add --email bob@ops.test --role editor --site ops.test')).out, { role: 'editor' })
  t.match((await run('member list --site ops.test')).out, [{ email: 'bob@ops.test', status: 'invited' }])
  t.match(await run(`member remove --email ann@ops.test --team ${team.out.id}`), { code: 1 }, 'the last owner stays')
  t.match((await run(`consolidated enable --team ${team.out.id}`)).out, {
    domain: team.out.id,
    timezone: 'Europe/Rome',
  })
  t.ok(await within1s(() => service.app.directory.findConsolidated(team.out.id) !== undefined))
  t.match(await run(`sql grant --role ops_reader --site ops.test --site ${team.out.id}`), {
    code: 1,
    err: { error: /^site: a consolidated view has no rows of its own/, field: 'site' },
  })

  t.match((await run(`key revoke --id ${key.out.id}`)).out, { deleted: true })
  t.ok(
    await within1s(async () => (await call('GET', '/api/v1/sites/ops.test')).status === 401),
    'revoked within a second',
  )
  t.match((await run(`token revoke --site ops.test --id ${token.out.id}`)).out, { deleted: true })
  t.ok(
    await within1s(async () => (await call('GET', '/api/plugins/v1/goals', undefined, token.out.token)).status === 401),
  )
  t.match((await run('site expire-domains --hours 0')).out, { expired: 1 })
  t.match((await run('site delete --domain new-ops.test --yes')).out, { deleted: true })
  t.ok(await within1s(() => service.app.directory.find('new-ops.test') === undefined))
  t.ok(
    await within1s(() => service.app.directory.findConsolidated(team.out.id) === undefined),
    'the view went with its last site',
  )
})

t.test('provision', async (t) => {
  const made = await run(
    'provision --domain made.test --timezone Asia/Tokyo --plan growth --props x,y --email p@ops.test',
  )
  t.equal(made.code, 0)
  t.strictSame(Object.keys(made.out), [
    'domain',
    'timezone',
    'email',
    'team',
    'api_key',
    'plugin_token',
    'tracker_script_id',
  ])
  t.match(await run('provision --domain made.test'), { code: 1, err: { field: 'domain' } })
  const owners: [domain: string, email: RegExp][] = [
    ['shop.test.a', /^owner@shop\.test\.a$/],
    ['shop.test/a', /^owner-[0-9a-f]{16}@shop\.test$/],
    ['shop.test\\a', /^owner-[0-9a-f]{16}@shop\.test$/],
    ['shop.test/a/b', /^owner-[0-9a-f]{16}@shop\.test$/],
    ['\\a', /^owner-[0-9a-f]{16}@site\.invalid$/],
    ['x'.repeat(255), /^owner@x{255}$/],
    ['\u{20000}'.repeat(255), /^owner-[0-9a-f]{16}@site\.invalid$/],
  ]
  const teams = new Set<string>()
  for (const [domain, email] of owners) {
    const { code, out } = await run(`provision --domain ${domain}`)
    t.match([code, out.domain, out.email], [0, domain, email])
    teams.add(out.team)
  }
  t.equal(teams.size, owners.length, 'each site has an owner and a team of its own')
})

t.test('what is refused leaves nothing behind', async (t) => {
  await run('user create --email atomic@ops.test')
  const team = (await run('team create --owner atomic@ops.test --plan growth')).out.id
  const many = Array.from({ length: 301 }, (_, index) => index).join()
  const contents = () =>
    Promise.all(
      ['users', 'teams', 'memberships', 'sites', 'api_keys', 'plugin_tokens', 'tracker_configs'].map((table) =>
        service.app.db.write.query(`select to_jsonb(x) as row from ${table} x order by 1`),
      ),
    )
  await run('site create --domain unique-atomic.test --owner atomic@ops.test --plan growth')
  const before = await contents()
  const cases: [line: string, error: string][] = [
    [
      `site create --domain bad_domain --team ${team} --plan starter`,
      'domain: only letters, numbers, slashes and period allowed',
    ],
    [`site create --domain atomic.test --team ${team} --plan starter --timezone Mars/X`, 'timezone: is invalid'],
    [
      'site create --domain bad_domain --owner atomic@ops.test --plan starter',
      'domain: only letters, numbers, slashes and period allowed',
    ],
    ['provision --domain atomic.test --timezone Mars/X --email left@ops.test', 'timezone: is invalid'],
    [`provision --domain atomic.test --props ${many} --email left@ops.test`, "Can't add any more custom properties"],
    [
      'provision --domain unique-atomic.test --email left@ops.test',
      'domain: This domain cannot be registered. Perhaps one of your colleagues registered it?',
    ],
  ]
  for (const [line, error] of cases) t.match(await run(line), { code: 1, err: { error } }, line)
  t.strictSame(await contents(), before)
  t.match(await run(`site create --domain atomic.test --team ${team} --plan starter`), { code: 0, out: { team } })
  t.match((await run('team list --user atomic@ops.test')).out, [{ id: team, plan: 'starter' }])
})

t.test('after a domain swap every command means the site that has the name now', async (t) => {
  await run('user create --email swap@ops.test')
  const owner = '--owner swap@ops.test'
  for (const domain of ['swap-a.test', 'swap-c.test'])
    t.equal((await run(`site create --domain ${domain} ${owner}`)).code, 0)
  t.equal((await run('site domain --domain swap-a.test --to swap-b.test')).code, 0)
  t.match(
    (await run('site retention --domain swap-a.test --off')).out,
    { domain: 'swap-b.test' },
    'the previous name, while no other site has it',
  )
  const swapped = await run('site domain --domain swap-c.test --to swap-a.test')
  t.equal(swapped.code, 0)
  const db = service.app.db.write
  const home = await mkdtemp(join(tmpdir(), 'tidemark-swap-'))
  t.teardown(() => rm(home, { recursive: true }))
  const path = join(home, 'history.ndjson')
  await writeFile(
    path,
    JSON.stringify({ timestamp: '2025-03-01T10:00:00Z', name: 'pageview', visitor: 1, url: 'https://swap-a.test/' }),
  )
  for (const line of ['site show', 'site traffic', 'site retention --months 1200', 'site timezone --to Asia/Tokyo'])
    t.match(await run(`${line} --domain swap-a.test`), { code: 0, out: { domain: 'swap-a.test' } }, line)
  t.match(await run(`import --site swap-a.test ${path}`), { code: 0, out: { imported: 1 } })
  t.strictSame(
    await db.query(
      'select s.domain from events e join sites s on s.id = e.site_id where e.site_id in (select id from sites where domain ~ $1)',
      ['^swap-'],
    ),
    [{ domain: 'swap-a.test' }],
    'import',
  )
  const scope = await findSites(db, 'swap-a.test')
  t.strictSame(
    scope.map((site) => site.id),
    [swapped.out.id],
    'rollup verify and rebuild',
  )
  t.match(await run('rollup verify --site swap-d.test'), { code: 3, err: { error: 'site not found' } })
})

t.test('an import says which lines are bad', async (t) => {
  await run('user create --email imports@ops.test')
  t.match(await run('site create --domain imports.test --owner imports@ops.test'), { code: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const path = join(folder, 'history.ndjson')
  const good = JSON.stringify({
    timestamp: '2025-03-01T10:00:00Z',
    name: 'pageview',
    visitor: 1,
    url: 'https://imports.test/',
  })
  await writeFile(path, [...Array(1_001).fill('{'), good].join('\n'))
  const refused = await run(`import --site imports.test ${path}`)
  t.match(refused, {
    code: 1,
    err: { error: '1001 bad lines; nothing was imported', count: 1_001, lines: { length: 1_000 } },
  })
  const err: string[] = []
  const words = ['import', '--site', 'imports.test', '--skip-invalid', path]
  t.equal(await runCommand(words, { out: () => {}, err: (text) => err.push(text) }), 0)
  t.strictSame(err.slice(-2), ['line 1000: not JSON', '… and 1 more'])
  const skipped = await run(`import --site imports.test --skip-invalid --again ${path}`)
  t.match(skipped, {
    code: 0,
    out: { imported: 1, skipped: 1_001, faults: { length: 1_000, 0: { line: 1, message: 'not JSON' } } },
  })
  t.equal(skipped.err, undefined)

  const all = await run('import list --site imports.test')
  const record = { source: 'ndjson', name: 'history.ndjson', rows: 1, first_day: '2025-03-01', last_day: '2025-03-01' }
  t.match(all.out, [
    { ...record, id: skipped.out.id },
    { ...record, state: 'done', can_delete: true },
  ])
  t.match(await run(`import delete --site imports.test --id ${skipped.out.id}`), {
    code: 0,
    out: { deleted: true, rows: 1 },
  })
  t.match((await run('import list --site imports.test')).out, [{ ...record, id: all.out[1].id }])
  t.match(await run(`import delete --site imports.test --id ${skipped.out.id}`), { code: 3 })
})

t.test('exit codes', async (t) => {
  const cases: [line: string, code: number, error: RegExp | string][] = [
    ['nonsense', 2, /unknown command/],
    ['site', 2, /needs one of/],
    ['site create --nope', 2, /nope/],
    ['site create', 2, /--domain/],
    ['site list extra', 2, /unexpected argument/],
    ['site delete --domain made.test', 2, /--yes/],
    ['site props --domain made.test', 2, /exactly one/],
    ['site create --domain a_b --owner p@ops.test', 1, 'domain: only letters, numbers, slashes and period allowed'],
    ['site create --domain x.test --owner p@ops.test --timezone Nowhere', 1, 'timezone: is invalid'],
    ['site timezone --domain made.test --to posix/Europe/Paris', 1, 'timezone: is invalid'],
    ['provision --domain x.test --timezone SystemV/PST8', 1, 'timezone: is invalid'],
    ['site show --domain unknown.test', 3, 'site not found'],
    ['user delete --email nobody@ops.test', 3, 'user not found'],
    ['import --site made.test no-such.ndjson', 3, 'file no-such.ndjson not found'],
    ['rollup verify --from 2026-02-30', 2, '2026-02-30 is no day (YYYY-MM-DD)'],
    ['rollup rebuild --to 0000-01-01', 2, '0000-01-01 is no day (YYYY-MM-DD)'],
    ['rollup verify --from today', 2, 'today is no day (YYYY-MM-DD)'],
    ['import --site made.test package.json/x', 1, 'package.json/x cannot be read (ENOTDIR)'],
    ['import --site made.test test', 1, 'test is a folder'],
    ['import --site made.test --from plausible', 2, /FILE/],
    ['team lock --team nonsense', 3, 'team not found'],
    ['key revoke --id 999999', 3, 'key not found'],
    // A value may begin with a dash.
    ['key revoke --id -1', 3, 'key not found'],
    ['key create --user p@ops.test --hourly-limit -5', 1, /^hourly-limit: must be a whole number from 0/],
    ['user create --email made2@ops.test --password -short', 1, 'password: should be at least 10 character(s)'],
    ['site show --domain -none.test', 3, 'site not found'],
    ['mcp --url http://127.0.0.1:1 --key -a --other', 2, /'--other'/],
    ['mcp --url http://127.0.0.1:1', 2, 'TIDEMARK_KEY is not set, and --key is missing'],
    ['site show --domain --yes', 2, /ambiguous|argument missing/],
    ['plan set --site made.test --plan gold', 1, /plan: is invalid/],
    ['user create --email made@ops.test@x', 1, 'email: is invalid'],
    ['user create --email p@ops.test', 1, 'email: has already been taken'],
    ['shield add --site made.test --type ip --value 10.0.0.0/8', 1, 'value: is invalid'],
    ...['2001:db8::1/32', '10.1.2.3/128', '10.1.2.3/', '10.1.2.3/32/32', '::ffff:10.1.2.3/32'].map(
      (range): (typeof cases)[number] => [
        `shield add --site made.test --type ip --value ${range}`,
        1,
        'value: is invalid',
      ],
    ),
    ['shield add --site made.test --type page --value blog', 1, 'value: must start with /'],
    ['token create --site made.test --description ~~', 1, "description: can't be blank"],
    ['user create --email new@ops.test --password=', 1, "password: can't be blank"],
    ['user create --email new@ops.test --password=123456789', 1, 'password: should be at least 10 character(s)'],
    ['user create --email new@ops.test --password=password123', 1, 'password: is among the most common ones'],
    ['key create --user p@ops.test --name=', 1, "name: can't be blank"],
    [
      'key create --user p@ops.test --hourly-limit 99999999999',
      1,
      'hourly-limit: must be a whole number from 0 to 2147483647',
    ],
    ['plan set --site made.test --plan business --sites-limit 2147483648', 1, /^sites-limit: /],
    ['site create --domain x.test --owner p@ops.test --team t', 2, /not both/],
    ['team lock --site made.test --team t', 2, /not both/],
    ['team lock', 2, '--team or --site is required'],
    ['copy', 2, '--to is missing'],
    ['copy --to=', 2, '--to is not an address'],
    ['copy --to backup', 2, '--to is not an address'],
    ['copy --to mysql://127.0.0.1/x', 2, '--to must begin with postgres:// or postgresql://'],
    ['copy --to postgres://127.0.0.1:1/x', 4, 'the database of --to cannot be reached'],
    ['member add --email p@ops.test --role viewer --site made.test --team t', 2, /not both/],
    ['member list', 2, '--team or --site is required'],
    ['shield add --site made.test --type country --value UK', 1, 'value: is invalid'],
    ['shield add --site made.test --type country --value EU', 1, 'value: is invalid'],
    ['shield add --site made.test --type hostname --value=', 1, "value: can't be blank"],
    ['shield add --site made.test --type color --value x', 1, /^type: is invalid/],
    [`provision --domain x.test --props ${'x'.repeat(301)}`, 1, 'props: should be at most 300 character(s)'],
    [
      `site props --domain made.test --set ${Array.from({ length: 301 }, (_, index) => index).join()}`,
      1,
      "Can't add any more custom properties",
    ],
    ['doctor --peer nonsense', 2, /not an IP address/],
    ['doctor --header nonsense', 2, /Name: value/],
  ]
  for (const [line, code, error] of cases) {
    const result = await run(line)
    t.equal(result.code, code, line)
    t.match(result.err?.error, error, line)
    t.equal(result.out, undefined, `${line}: nothing on standard output`)
    if (code === 1 && typeof error === 'string' && error.includes(': '))
      t.equal(result.err.field, error.split(':')[0], `${line}: the field`)
  }
  t.match(await run('key create --user p@ops.test --scopes= --name ~mine~'), {
    code: 0,
    out: { scopes: [], name: 'mine' },
  })
  t.match(await run('team create --owner p@ops.test --name ~~'), { code: 0, out: { name: 'My Personal Sites' } })
  const unique = await run('site create --domain unique.test --owner p@ops.test --props a,b,,a')
  t.strictSame(unique.out.custom_properties, ['a', 'b'])
  for (const [given, value] of [
    ['10.1.2.3/32', '10.1.2.3'],
    ['2001:DB8::0:1/128', '2001:db8::1'],
    ['::ffff:10.1.2.4/128', '10.1.2.4'],
  ])
    t.match(await run(`shield add --site unique.test --type ip --value ${given}`), { code: 0, out: { value } })
  for (let rule = 0; rule < 10; rule += 1)
    t.equal((await run(`shield add --site unique.test --type hostname --value h${rule}.test`)).code, 0)
  t.match(await run('shield add --site unique.test --type hostname --value h10.test'), {
    code: 1,
    err: { error: 'value: maximum reached' },
  })
  process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none'
  t.match(await run('user list'), { code: 4, err: { error: /cannot be reached/ } })
  t.match(await run('doctor'), { code: 4, out: { ok: false } })
  process.env['DATABASE_URL'] = service.databaseUrl
})

t.test('help, completion and doctor', async (t) => {
  const print = async (...words: string[]) => {
    const lines: string[] = []
    const code = await runCommand(words, { out: (line) => lines.push(line), err: (line) => lines.push(line) })
    return { code, text: lines.join('\n') }
  }
  t.match(
    (await print('site', 'create', '--help')).text,
    /NAME\n {4}tidemark site create[\s\S]*SYNOPSIS[\s\S]*OPTIONS[\s\S]*EXIT STATUS/,
  )
  t.match((await print('help')).text, /site expire-domains/)
  t.match((await print('help', 'key', 'create')).text, /--json +one JSON value/)
  t.match((await print('help', 'export')).text, /--json +no effect/)
  for (const words of ['help', 'help site create', 'help settings', 'site create --help', '--help'])
    t.strictSame(
      await run(words),
      { code: 0, out: { help: (await print(...words.split(' '))).text }, err: undefined },
      words,
    )
  t.match(await run('help nonsense'), { code: 2, err: { error: /unknown command/ } })
  t.equal((await print('completion', 'tcsh')).code, 2)
  const doctor = await run('doctor')
  t.equal(doctor.code, 0, JSON.stringify(doctor))
  t.strictSame(
    // On Citus the nodes are looked at too.
    doctor.out.checks.map((finding: { check: string }) => finding.check).filter((name: string) => name !== 'node'),
    ['settings', 'database', 'extensions', 'clock', 'engine', 'migrations', 'geo file', 'proxy headers'],
  )
  t.match(
    (await run('doctor --header X-Forwarded-For:203.0.113.7')).out.checks.at(-1).detail,
    /203\.0\.113\.7, from x-forwarded-for/,
  )
  const both = await run('doctor --header CF-Connecting-IP:203.0.113.8 --header X-Forwarded-For:203.0.113.7,10.0.0.1')
  t.match(both.out.checks.at(-1).detail, /203\.0\.113\.8, from cf-connecting-ip/, 'the one that wins')
  t.match(doctor.out.checks.at(-2).detail, /^the packaged country database, of \d{4}-\d\d-\d\d/)
  process.env['TRUSTED_PROXIES'] = 'nonsense'
  t.match((await run('doctor')).out.checks.at(-1), {
    check: 'proxy headers',
    ok: false,
    fix: 'correct TRUSTED_PROXIES',
  })
  delete process.env['TRUSTED_PROXIES']
  process.env['GEOIP_DATABASE'] = '/nowhere.mmdb'
  const found = await run('doctor')
  t.match(found, { code: 1, out: { ok: false } })
  t.match(found.out.checks.at(-2), { check: 'geo file', fix: /GEOIP_DATABASE/ })
  delete process.env['GEOIP_DATABASE']
  const untrusted = await run('doctor --peer 198.51.100.1 --header X-Forwarded-For:203.0.113.7')
  t.match(untrusted.out.checks.at(-1), { ok: false, fix: /TRUSTED_PROXIES/ })
})

t.test('doctor connects to the mail server, and names sites with broken channels', async (t) => {
  const smtp = await startSmtp()
  const { hostname, port } = new URL(smtp.url)
  Object.assign(process.env, { SMTP_HOST: hostname, SMTP_PORT: port })
  t.teardown(() => {
    for (const name of ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD']) delete process.env[name]
  })
  const checkOf = async (name: string) =>
    (await run('doctor')).out.checks.find(({ check }: { check: string }) => check === name)
  t.match(await checkOf('mail'), { ok: true, detail: `127.0.0.1, port ${port}: without signing in` })
  Object.assign(process.env, { SMTP_USER: 'ann', SMTP_PASSWORD: 'secret/#+' })
  const refused = await checkOf('mail')
  t.match(refused, { ok: false, detail: /offers no TLS/, fix: 'correct SMTP_URL, or SMTP_HOST and its kin' })
  t.notMatch(JSON.stringify(refused), 'secret')
  delete process.env['SMTP_USER']
  t.match(await run('doctor'), { code: 1, out: { checks: [{ detail: /SMTP_PASSWORD needs SMTP_USER/ }] } })
  delete process.env['SMTP_PASSWORD']
  smtp.stop()
  t.match(await checkOf('mail'), { ok: false, detail: /ECONNREFUSED/ })
  t.equal(await checkOf('channels'), undefined)
  const { registry, db, directory } = service.app
  await service.provision({ domain: 'broken.test', email: 'ann@broken.test' })
  const siteId = directory.find('broken.test')?.id ?? 0
  const { id } = await registry.channels.add(siteId, { service: 'slack', name: '', address: 'https://x.test/secret' })
  await db.write.query('update channels set broken_at = now() where id = $1', [id])
  t.match(await checkOf('channels'), { ok: true, detail: '1 broken, of broken.test', fix: /Reports/ })
})

t.test('a reader that goes away ends no command with a stack trace', async (t) => {
  for (const words of [['help'], ['site', 'list']]) {
    const child = spawn(process.execPath, [projectPath('src', 'main.ts'), ...words], {
      cwd: projectPath(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // Closed long before anything is written: the process has to load first.
    child.stdout.destroy()
    let err = ''
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    const [code] = await once(child, 'close')
    t.strictSame([code, err], [0, ''], words.join(' '))
  }
})

t.test('usage and refusals follow from the declared options', (t) => {
  const [site, team] = [needed('D', 'a site'), may('T', 'a team')]
  const cases: [name: string, options: Options, usage: string, refused: [given: string, message: string][]][] = [
    ['needed', { site }, '--site D', [['', '--site is missing']]],
    ['repeated', { site: many('D', 'a site') }, '[--site D]...', []],
    [
      'one of two',
      oneOf({ team, site }),
      '(--team T | --site D)',
      [
        ['', '--team or --site is required'],
        ['team site', 'give --team or --site, not both'],
      ],
    ],
    [
      'at most one of two',
      atMostOne({ team, site }),
      '[--team T | --site D]',
      [['team site', 'give --team or --site, not both']],
    ],
    [
      'one of three',
      oneOf({ team, site, all: flag('all') }),
      '(--team T | --site D | --all)',
      [
        ['', 'exactly one of --team, --site and --all is required'],
        ['site all', 'exactly one of --team, --site and --all is required'],
      ],
    ],
    [
      'one that goes with another',
      atMostOne({ team, fast: { ...flag('faster'), goesWith: 'team' }, site, all: flag('all') }),
      '[--team T [--fast] | --site D | --all]',
      [
        ['site fast', '--fast goes with --team'],
        ['site all', '--site and --all exclude each other'],
      ],
    ],
    [
      'a confirmation',
      { yes: { ...flag('confirm'), isRequired: true, confirms: 'it cannot be undone' } },
      '--yes',
      [['', '--yes is required: it cannot be undone']],
    ],
  ]
  for (const [name, options, usage, refused] of cases) {
    t.equal(usageOf({ name: 'x', summary: '', help: '', options }), `tidemark x ${usage} [--json]`, name)
    for (const [given, message] of refused) {
      const values = Object.fromEntries(given.split(' ').map((option) => [option, true]))
      t.throws(() => checkOptions(options, values), { message }, `${name}: ${given}`)
    }
  }
  t.doesNotThrow(() => checkOptions(oneOf({ team, site }), { site: 'a.test' }))
  t.end()
})

t.test('every option is described', async (t) => {
  for (const command of await loadAll())
    for (const [option, { about }] of Object.entries(allOptions(command)))
      t.not(about, '', `${command.name} --${option}`)
})

t.test('completion scripts complete', async (t) => {
  const scriptOf = async (shell: string) => {
    const lines: string[] = []
    t.equal(await runCommand(['completion', shell], { out: (line) => lines.push(line), err: () => {} }), 0)
    return lines.join('\n')
  }
  const script = await scriptOf('bash')
  const complete = (...words: string[]) => {
    const ask = `COMP_WORDS=(tidemark ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _tidemark; echo "\${COMPREPLY[@]}"`
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-uec', `${script}\n${ask}`], { encoding: 'utf8' })
    t.strictSame([status, stderr], [0, ''], words.join(' '))
    return stdout.trim().split(' ')
  }
  t.ok(['site', 'serve', 'help'].every((word) => complete('').includes(word)))
  t.strictSame(complete('prov'), ['provision'])
  t.strictSame(complete('site', 'exp'), ['expire-domains'])
  t.strictSame(complete('key', ''), ['create', 'list', 'revoke', 'limit'])
  t.strictSame(complete('key', 'create', '--ho'), ['--hourly-limit'])
  t.strictSame(complete('key', 'create', '--user', 'a@b.test', '--sc'), ['--scopes'])
  t.strictSame(complete('provision', '--time'), ['--timezone'])
  t.strictSame(complete('site', 'create', '--j'), ['--json'])
  // Not every machine has the other shells: where they are, they must take their script.
  const zsh = await scriptOf('zsh')
  t.ok(zsh.startsWith('(( $+functions[compdef] )) ||') && zsh.endsWith(script), 'zsh runs the same function')
  const fish = await scriptOf('fish')
  t.match(
    fish,
    /^complete -c tidemark -n '__fish_seen_subcommand_from site' -a expire-domains -d 'Stop accepting previous domains'$/m,
  )
  const asks = {
    zsh: `${zsh}\n[[ -n $_comps[tidemark] ]]`,
    fish: `${fish}\ncomplete -C 'tidemark site exp' | grep -q expire-domains`,
  }
  for (const [shell, ask] of Object.entries(asks)) {
    if (spawnSync(shell, ['-c', 'true']).status !== 0) continue
    const { stderr, status } = spawnSync(shell, shell === 'zsh' ? ['-f', '-c', ask] : ['-c', ask], { encoding: 'utf8' })
    t.strictSame([status, stderr], [0, ''], shell)
  }
})

t.test('no secret is in the database', async (t) => {
  const made = await run('provision --domain secrets.test --email s@ops.test')
  await run('user create --email pw@ops.test --password marked-secret')
  const tables = ['users', 'teams', 'sites', 'api_keys', 'plugin_tokens', 'tracker_configs']
  for (const table of tables) {
    const rows = await service.app.db.write.query<{ row: string }>(`select to_jsonb(x)::text as row from ${table} x`)
    const text = rows.map((row) => row.row).join('\n')
    for (const secret of [made.out.api_key, made.out.plugin_token, 'marked-secret', service.config.secretKey]) {
      t.notOk(text.includes(secret), table)
    }
  }
})
