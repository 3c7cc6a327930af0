// Runs what the documentation tells people to type: every `sh` block of README.md and docs/, page by page, on a
// database and a service of its own, in a folder of its own. Behind `sh` a block may say `no-run` (it needs root,
// Docker or a machine of its own) or `new-database` (it restores into an empty one, of another server where that can
// be). A command that fails fails the run. `make docs` starts it.
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { projectPath } from '../src/paths.ts'
import { createDatabase } from '../test/support/database.ts'
import { findPrograms, startPrivate } from '../tools/private-db/private.ts'
import { build } from './build.ts'

interface Block {
  readonly line: number
  readonly words: readonly string[]
  readonly text: string
}

const blockTimeoutMs = 60_000
const secretKey = 'docs-secret-key'
const say = (line: string) => console.error(line)

/** The `sh` blocks of a page, without the indentation of the list they may stand in. */
export function findShellBlocks(page: string): Block[] {
  const blocks: Block[] = []
  for (const match of page.matchAll(/^( *)```sh\b([^\n]*)\n([\s\S]*?)^ *```$/gm)) {
    const [, indent = '', words = '', text = ''] = match
    const line = page.slice(0, match.index).split('\n').length
    blocks.push({ line, words: words.trim().split(/\s+/), text: text.replace(new RegExp(`^${indent}`, 'gm'), '') })
  }
  return blocks
}

/** What the commands find in their folder: the files people bring, and the credentials they were shown before. */
const brought: Record<string, string> = {
  'history.ndjson': [
    { timestamp: '2026-01-05T09:00:00Z', name: 'pageview', visitor: 'a', url: 'https://shop.example/' },
    {
      timestamp: '2026-01-05T09:01:00Z',
      name: 'Signup',
      visitor: 'a',
      url: 'https://shop.example/signup',
      props: { plan: 'pro' },
    },
  ]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join(''),
}

/** A little of what Umami keeps: one visit of two events, one of them without its session. */
const umami = `
  create table website (website_id int, domain text);
  create table session (session_id int, browser text, os text, device text, country text, region text, city text);
  create table website_event (website_id int, session_id int, created_at timestamptz, event_type int, event_name text, hostname text, url_path text,
    url_query text, referrer_domain text, referrer_path text, utm_source text, utm_medium text, utm_campaign text, utm_content text, utm_term text);
  insert into website values (1, 'example.com');
  insert into session values (1, 'chrome', 'Linux', 'laptop', 'DE', 'DE-BE', 'Berlin');
  insert into website_event (website_id, session_id, created_at, event_type, url_path)
    values (1, 1, '2026-01-05T09:00:00Z', 1, '/'), (1, 2, '2026-01-05T09:01:00Z', 1, '/')`

function runShell(
  text: string,
  options: { cwd: string; env: Record<string, string> },
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', text], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-4_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const timer = setTimeout(() => child.kill('SIGKILL'), blockTimeoutMs)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

interface Server {
  readonly url: string
  /** The folder of `psql`; empty when the machine has one. */
  readonly clients: string
  stop(): Promise<void>
}

async function startServer(given?: string): Promise<Server> {
  const cacheHome = process.env.XDG_CACHE_HOME || undefined
  const aptMirror = process.env.TIDEMARK_APT_MIRROR || undefined
  const server = given
    ? { url: given, stop: async () => undefined }
    : await startPrivate({ home: projectPath('.tidemark'), purpose: 'test', log: say, aptMirror, cacheHome })
  if (spawnSync('psql', ['--version']).status === 0) return { ...server, clients: '' }
  const clients = await findPrograms({
    home: projectPath('.tidemark'),
    purpose: 'test',
    log: say,
    aptMirror,
    cacheHome,
  })
  return { ...server, clients }
}

async function execute(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

/**
 * A server where nothing of the first one is, none of its roles; the first one itself when its dumps are not for the
 * private server's kind.
 */
async function startAnother(first: Server, migratedUrl: string): Promise<Server> {
  const another = await startServer()
  await execute(another.url, 'create extension if not exists timescaledb')
  const kindOf = async (url: string) =>
    JSON.stringify(
      await execute(
        url,
        `select extversion, current_setting('timescaledb.license') from pg_extension where extname = 'timescaledb'`,
      ),
    )
  if ((await kindOf(another.url)) === (await kindOf(migratedUrl))) return another
  await another.stop()
  return first
}

/**
 * Programs that stand before those of the machine: `tidemark`, and a `curl` that finds the service where it is today.
 */
async function makePrograms(folder: string, port: number): Promise<void> {
  await mkdir(folder)
  const program = (name: string, text: string) =>
    writeFile(join(folder, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 })
  await program('tidemark', `exec ${process.execPath} ${projectPath('bin', 'tidemark.js')} "$@"`)
  const here = `http://127.0.0.1:${port}`
  await program(
    'curl',
    `arguments=()
for one in "$@"; do one="\${one//http:\\/\\/localhost:8000/${here}}"; arguments+=("\${one//https:\\/\\/stats.example.com/${here}}"); done
PATH=\${PATH#*:} exec curl --fail-with-body "\${arguments[@]}"`,
  )
}

/** Runs one page; returns what failed. */
async function runPage(page: string, server: Server): Promise<{ ran: number; left: number; failures: string[] }> {
  const blocks = findShellBlocks(readFileSync(projectPath(page), 'utf8'))
  const runnable = blocks.filter(({ words }) => !words.includes('no-run'))
  const result = { ran: runnable.length, left: blocks.length - runnable.length, failures: [] as string[] }
  if (runnable.length === 0) return result

  const folder = await mkdtemp(join(tmpdir(), 'tidemark-docs-'))
  const names: string[] = []
  const createEmpty = async (where = server): Promise<string> => {
    const name = `tidemark_test_${Math.floor(Date.now() / 1_000)}_docs_${process.pid}_${names.length}`
    await execute(where.url, `create database ${name} template template0`)
    if (where === server) names.push(name)
    return Object.assign(new URL(where.url), { pathname: `/${name}` }).href
  }
  let another: Server | undefined
  const port = await findFreePort()
  const database = await createDatabase()
  const { url } = database
  // What pages say has to hold with the roles too, whether they come later on the page or on another one.
  await execute(url, readFileSync(projectPath('docs', 'roles.sql'), 'utf8'))
  const work = join(folder, 'work')
  await mkdir(work)
  for (const part of ['bin', 'docs', 'node_modules', 'package.json']) await symlink(projectPath(part), join(work, part))
  for (const [name, text] of Object.entries(brought)) await writeFile(join(work, name), text)
  await makePrograms(join(folder, 'bin'), port)
  const env: Record<string, string> = {
    HOME: folder,
    PATH: [join(folder, 'bin'), ...(server.clients ? [server.clients] : []), process.env.PATH].join(':'),
    // The suite's cache of stripped types.
    NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
    DATABASE_URL: url,
    SECRET_KEY: secretKey,
    SPOOL_DIR: join(folder, 'spool'),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
  }
  const service = spawn(process.execPath, [projectPath('bin', 'tidemark.js'), 'serve'], {
    env: { ...env, MIGRATE_ON_START: 'false', RUN_TASKS: 'false' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    for (const deadline = Date.now() + blockTimeoutMs; ; await delay(50)) {
      if (
        await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
          (response) => response.ok,
          () => false,
        )
      )
        break
      if (Date.now() > deadline || service.exitCode !== null) throw new Error('the service did not start')
    }
    const tidemark = async (words: string): Promise<Record<string, string>> =>
      JSON.parse((await runShell(`tidemark ${words} --json`, { cwd: work, env })).output || '{}') as Record<
        string,
        string
      >
    // What the page's reader has done before: made the site, unless the page itself makes it.
    const makesSite = runnable.some(({ text }) => /provision --domain example\.com/.test(text))
    if (!makesSite) {
      const made = await tidemark('provision --domain example.com')
      await mkdir(join(work, '.tidemark'))
      await writeFile(join(work, '.tidemark', 'api-key'), made['api_key'] ?? '')
    }
    for (const block of runnable) {
      if (/\$API_KEY/.test(block.text))
        env['API_KEY'] =
          (await tidemark('key create --user owner@example.com --scopes "sites:provision:*"'))['key'] ?? ''
      if (/\$PLUGIN_TOKEN/.test(block.text))
        env['PLUGIN_TOKEN'] = (await tidemark('token create --site example.com --description docs'))['token'] ?? ''
      if (/\$UMAMI_DATABASE_URL/.test(block.text)) {
        env['UMAMI_DATABASE_URL'] = await createEmpty()
        await execute(env['UMAMI_DATABASE_URL'], umami)
      }
      const isNew = block.words.includes('new-database')
      if (isNew) another ??= await startAnother(server, url)
      const where = isNew ? { ...env, DATABASE_URL: await createEmpty(another) } : env
      const text = block.text
        .replaceAll('/etc/tidemark.env', join(folder, 'tidemark.env'))
        .replaceAll('/var/lib/tidemark', folder)
        .replaceAll('postgres://tidemark:PASSWORD@localhost:5432/tidemark', url)
      const { code, output } = await runShell(text, { cwd: work, env: where })
      if (code !== 0) result.failures.push(`${page}:${block.line} ended with ${code}:\n${block.text}${output}`)
    }
  } finally {
    service.kill('SIGTERM')
    await database.drop()
    for (const name of names) await execute(server.url, `drop database if exists ${name} with (force)`)
    if (another !== server) await another?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return result
}

await build(say)
const pages = [
  'README.md',
  ...readdirSync(projectPath('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const asked = process.argv.slice(2)
const server = await startServer(process.env.TIDEMARK_TEST_DATABASE_URL || process.env.DATABASE_URL)
process.env.TIDEMARK_TEST_DATABASE_URL = server.url
const failures: string[] = []
const total = { ran: 0, left: 0 }
try {
  for (const page of asked.length > 0 ? asked : pages) {
    const result = await runPage(page, server)
    total.ran += result.ran
    total.left += result.left
    failures.push(...result.failures)
    if (result.ran > 0)
      console.log(
        `${result.failures.length > 0 ? 'not ok' : 'ok'} ${page}: ${result.ran} blocks run, ${result.left} left out`,
      )
  }
} finally {
  await server.stop()
}
for (const failure of failures) console.error(failure)
console.log(`${total.ran} blocks run, ${total.left} left out, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
