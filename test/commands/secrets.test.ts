// No secret gets out: a service as a process of its own at LOG_LEVEL=trace and the operator tool beside it, put through
// use and trouble. Looked through afterwards: everything printed, every answer, every table, every file of the spool,
// and what other users see of processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { leaveOut } from '../support/divided.ts'
import { inherited } from '../support/process.ts'

leaveOut('owners')

const run = randomBytes(6).toString('hex')
const databasePassword = `database-password-${run}`
const serverSecret = `server-secret-${run}`
const userPassword = `user-password-${run}`

const database = await createDatabase()
const admin = new pg.Client({ connectionString: database.url })
await admin.connect()
const role = `tidemark_secrets_${run}`
const owner = admin.escapeIdentifier((await admin.query('select current_user as name')).rows[0].name)
await admin.query(`create role ${role} login password '${databasePassword}' in role ${owner}`)
const wire = await createWire(Object.assign(new URL(database.url), { username: role, password: databasePassword }).href)
const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
const children: ChildProcess[] = []
t.teardown(async () => {
  for (const child of children) child.kill('SIGKILL')
  await wire.stop()
  await admin.query(`reassign owned by ${role} to current_user`)
  await admin.query(`drop owned by ${role}`)
  await admin.query(`drop role ${role}`)
  await admin.end()
  await database.drop()
  await rm(spoolDir, { recursive: true, force: true })
})

/**
 * What must not be found anywhere, by name. Parts of secrets: the first six characters of a key and the last four of a
 * token are shown.
 */
const marks = new Map([
  ['the database password', databasePassword],
  ['the server secret', serverSecret],
  ['the password of a user', userPassword],
])
const found: string[] = []
function lookThrough(where: string, text: string): void {
  for (const [name, mark] of marks) if (text.includes(mark)) found.push(`${name} in ${where}`)
}

const environment = (more: Record<string, string> = {}) => ({
  ...inherited,
  DATABASE_URL: wire.url,
  SECRET_KEY: serverSecret,
  SPOOL_DIR: spoolDir,
  LOG_LEVEL: 'trace',
  ...more,
})

/** What `ps` shows of a process and those it started. */
async function lookAtProcess(pid: number): Promise<void> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  lookThrough(`the arguments of ${text.replaceAll('\0', ' ')}`, text)
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    lookThrough('the name of a thread', await readFile(`/proc/${pid}/task/${thread}/comm`, 'utf8').catch(() => ''))
    const started = (await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')).trim()
    for (const child of started ? started.split(' ') : []) await lookAtProcess(Number(child))
  }
}

function start(words: readonly string[], more?: Record<string, string>): { child: ChildProcess; printed: string[] } {
  const child = spawn(process.execPath, [projectPath('src', 'main.ts'), ...words], {
    cwd: projectPath(),
    env: environment(more),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(child)
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(String(chunk)))
  return { child, printed }
}

/** Runs one command to its end; `input` goes to its standard input. */
async function ctl(
  line: string,
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { child, printed } = start(line.split(' '), env)
  const closed = once(child, 'close')
  const watch = setInterval(() => void lookAtProcess(child.pid ?? 0), 20)
  child.stdin?.end(input)
  await closed
  clearInterval(watch)
  const text = printed.join('')
  lookThrough(`the output of ${line}`, text)
  return text
}

// Some twenty processes are started one after the other.
t.setTimeout(200_000)

t.test('the tool and the service, at work and in trouble', { timeout: 200_000 }, async (t) => {
  const made = JSON.parse(await ctl('provision --domain leaks.test --email owner@leaks.test --json'))
  const [key, token] = [made.api_key as string, made.plugin_token as string]
  const second = JSON.parse(await ctl('key create --user owner@leaks.test --name second --scopes sites:* --json'))
    .key as string
  const basic = Buffer.from(`user:${token}`).toString('base64')
  // From here on, everything is looked through for these as well.
  marks.set('an API key', key.slice(10, 50))
  marks.set('another API key', second.slice(10, 50))
  marks.set('a plugin token', token.slice(20, 50))
  marks.set('a plugin token in Basic', basic.slice(20, 60))
  lookThrough(
    'itself',
    [...marks.keys(), databasePassword, serverSecret, userPassword, key, second, token, basic].join(),
  )
  t.equal(found.splice(0).length, marks.size, 'the search finds what is there')
  t.match(
    await ctl('user create --email pw@leaks.test --password - --json', { input: `${userPassword}\n` }),
    /pw@leaks\.test/,
  )

  const { child, printed } = start(['serve'], { PORT: '0', HOST: '127.0.0.1', BASE_URL: 'http://leaks.test' })
  await until(() => printed.join('').includes('tidemark is ready'), 60_000)
  const port = Number(/"port":(\d+)/.exec(printed.join(''))?.[1])

  const ask = (method: string, path: string, authorization: string, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { authorization, cookie: `key=${authorization}` },
      })
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => {
          lookThrough(`the answer of ${method} ${path.slice(0, 30)}`, `${JSON.stringify(response.headers)}${text}`)
          resolve(response.statusCode ?? 0)
        })
      })
      request.end(body)
    })
  const asks: [status: number, method: string, path: string, authorization: string, body?: string][] = [
    [200, 'GET', '/api/v1/sites/leaks.test', `Bearer ${key}`],
    [200, 'GET', '/api/v1/stats/aggregate?site_id=leaks.test', `Bearer ${second}`],
    [
      200,
      'PUT',
      '/api/v1/sites/leaks.test',
      `Bearer ${second}`,
      '{"tracker_script_configuration":{"outbound_links":true}}',
    ],
    [
      201,
      'PUT',
      '/api/plugins/v1/goals',
      `Basic ${basic}`,
      '{"goal_type":"Goal.CustomEvent","goal":{"event_name":"Signup"}}',
    ],
    [201, 'PUT', '/api/plugins/v1/shared_links', `Bearer ${token}`, '{"shared_link":{"name":"board"}}'],
    [200, 'GET', '/api/plugins/v1/capabilities', `Bearer ${token}`],
    [401, 'GET', '/api/plugins/v1/goals', `Bearer ${token}x`],
    [401, 'GET', '/api/plugins/v1/goals', `Bearer ${key}`],
    [401, 'GET', '/api/v1/sites', `Bearer ${token}`],
    [401, 'GET', '/api/v1/sites', `Basic ${basic}`],
    [404, 'GET', `/api/v1/${key}`, `Bearer ${key}`],
    [404, 'GET', `/js/s-${key}.js`, `Bearer ${key}`],
    [404, 'GET', `/api/v1/sites/${key}?token=${token}`, `Bearer ${key}`],
    [405, 'POST', `/api/plugins/v1/goals?token=${encodeURIComponent(token)}`, `Bearer ${token}`],
    [400, 'PUT', '/api/v1/sites/leaks.test', `Bearer ${key}`, `{"key": "${key}"`],
    [400, 'GET', `/api/v1/stats/timeseries?site_id=leaks.test&date=2026-02-31&key=${key}`, `Bearer ${key}`],
    [422, 'GET', `/api/plugins/v1/goals/${encodeURIComponent(token)}`, `Bearer ${token}`],
    [413, 'PUT', '/api/plugins/v1/goals', `Bearer ${token}`, `{"token":"${token}","x":"${'x'.repeat(1_100_000)}"}`],
    [431, 'GET', `/api/v1/sites/${'x'.repeat(40_000)}`, `Bearer ${key}`],
    [
      202,
      'POST',
      `/api/event?key=${key}`,
      `Bearer ${key}`,
      '{"n":"pageview","u":"https://leaks.test/","d":"leaks.test"}',
    ],
    [400, 'POST', '/api/event', `Bearer ${key}`, `{"n":"${key}`],
  ]
  for (const [status, ...request] of asks)
    t.equal(await ask(...request), status, `${request[0]} ${request[1].slice(0, 40)}`)

  const broken = connect(port, '127.0.0.1', () =>
    broken.end(`GET /\u0001${key} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  let refusal = ''
  broken.on('data', (chunk) => {
    refusal += chunk
  })
  await once(broken, 'close')
  t.match(refusal, /^HTTP\/1\.1 400/)
  lookThrough('the answer to a broken request', refusal)

  wire.cut()
  t.equal(await ask('GET', '/api/v1/sites/teams', `Bearer ${key}`), 503, 'the database is away')
  const goal = '{"goal_type":"Goal.CustomEvent","goal":{"event_name":"Later"}}'
  t.equal(await ask('PUT', '/api/plugins/v1/goals', `Basic ${basic}`, goal), 503)
  t.equal(
    await ask('POST', '/api/event', `Bearer ${key}`, '{"n":"pageview","u":"https://leaks.test/","d":"leaks.test"}'),
    202,
  )
  t.match(await ctl('doctor'), /FAIL/)
  t.match(
    await ctl('user create --email late@leaks.test --password - --json', { input: userPassword }),
    /cannot be reached/,
  )
  for (const name of await readdir(spoolDir, { recursive: true }))
    lookThrough(`the spool file ${name}`, await readFile(join(spoolDir, name), 'latin1').catch(() => ''))
  wire.mend()
  await until(async () => (await ask('GET', '/api/v1/sites/teams', `Bearer ${key}`)) === 200)

  const wrong = Object.assign(new URL(wire.url), { username: `${role}_x` }).href
  const lines: [line: string, env: Record<string, string>, answer: RegExp][] = [
    ['doctor --json', { DATABASE_URL: wrong }, /password authentication failed|does not exist/],
    ['user list --json', { DATABASE_URL: wrong }, /"error"/],
    ['user list --json', { DATABASE_URL: `postgres://x:${databasePassword}@:::` }, /DATABASE_URL/],
    ['serve', { DATABASE_URL: `postgres//x:${databasePassword}@nowhere` }, /DATABASE_URL/],
    ['doctor', { DATABASE_URL: `postgres//x:${databasePassword}@nowhere` }, /DATABASE_URL/],
    ['migrate', { DATABASE_URL: `${wire.url}_x` }, /does not exist/],
    ['doctor', {}, /ok {4}migrations/],
    ['doctor --json', {}, /"ok":true/],
    ['key list', {}, /second/],
    ['token list --site leaks.test --json', {}, /"hint"/],
    ['user list --json', {}, /pw@leaks\.test/],
    ['site show --domain leaks.test', {}, /leaks\.test/],
  ]
  while (lines.length > 0)
    await Promise.all(
      lines
        .splice(0, 3)
        .map(async ([line, env, answer]) => t.match(await ctl(line, { env }), answer, `${line} ${Object.keys(env)}`)),
    )

  t.ok(existsSync(`/proc/${child.pid}/cmdline`))
  await lookAtProcess(child.pid ?? 0)
  const variables = await readFile(`/proc/${child.pid}/environ`, 'utf8')
  t.ok(variables.includes(databasePassword) && variables.includes(serverSecret), 'settings come by the environment')
  for (const name of ['an API key', 'a plugin token', 'the password of a user'])
    t.notOk(variables.includes(marks.get(name) ?? ''), name)

  const tables = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  t.ok(tables.rows.length > 20)
  for (const { name } of tables.rows)
    for (const [what, mark] of marks) {
      const rows = await admin.query(`select 1 from ${name} as row_of where row_of::text like $1 limit 1`, [
        `%${mark}%`,
      ])
      if (rows.rows.length > 0) found.push(`${what} in table ${name}`)
    }
  const sessions = await admin.query<{ query: string }>(
    'select query, application_name from pg_stat_activity where datname = current_database()',
  )
  lookThrough(
    'the statements the database shows',
    JSON.stringify(sessions.rows.filter(({ query }) => !query.includes('row_of'))),
  )

  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  const log = printed.join('')
  t.match(log, /"level":"debug"/, 'the log was at its most talkative')
  lookThrough('the log of the service', log)
  t.strictSame(found, [])
})
