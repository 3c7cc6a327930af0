// What `make test` runs: a throw-away database (ENGINE=postgres: without TimescaleDB) unless DATABASE_URL names one, a
// build, a browser, then every test file; the last line says how many passed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { findOffer } from '../src/db/engine/find.ts'
import { createPools } from '../src/db/pool.ts'
import { projectPath } from '../src/paths.ts'
import { findChromium } from '../test/support/chromium.ts'
import { startPrivate } from '../tools/private-db/private.ts'
import { build } from './build.ts'

const say = (message: string) => console.error(`# ${message}`)

/** Runs apt-get where we may install packages; undefined elsewhere. */
function aptGet(): ((...words: string[]) => boolean) | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (...words) =>
    spawnSync('apt-get', ['-qq', ...words], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** Programs that stand around the service. The tests of those that are not there are left out by name. */
function installNeighbours(): void {
  const missing = [
    ['nginx', 'nginx-light'],
    ['caddy', 'caddy'],
    ['pgbouncer', 'pgbouncer'],
  ].filter(([program = '']) => spawnSync(program, ['-v']).error !== undefined)
  const apt = missing.length > 0 ? aptGet() : undefined
  if (!apt) return
  say(
    `installing Debian's ${missing.map(([, name]) => name).join(' and ')} for tests of the programs around the service (once)`,
  )
  apt('update')
  for (const [, name = ''] of missing) apt('install', '-y', '--no-install-recommends', name)
}

/** The browsers of the tests: Debian's own packages, installed when we may. */
function installBrowsers(): void {
  const whole = findChromium({ isWhole: true })
  if (process.env.TIDEMARK_CHROMIUM || (whole && whole !== findChromium())) return
  const apt = aptGet()
  if (!apt) return
  say("installing Debian's chromium and its headless shell for the browser tests (once)")
  const install = (...names: string[]) => apt('install', '-y', '--no-install-recommends', ...names)
  if (apt('update') && !install('chromium', 'chromium-headless-shell')) install('chromium')
}

async function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const { TIDEMARK_TEST_CITUS_URL: citus, DATABASE_URL: named, TIDEMARK_TEST_DATABASE_URL: other } = process.env
  const given = citus || named || other
  if (given) return { url: given, stop: async () => undefined }
  return startPrivate({
    home: projectPath('.tidemark'),
    purpose: 'test',
    kind: process.env.ENGINE || process.env.PRIVATE_DATABASE,
    log: say,
    aptMirror: process.env.TIDEMARK_APT_MIRROR || undefined,
    cacheHome: process.env.XDG_CACHE_HOME || undefined,
  })
}

/** The engine that the server offers to new databases; what cannot hold on one is left out by its name. */
async function findEngineName(databaseUrl: string): Promise<string> {
  const db = createPools({ databaseUrl, connectionsMax: 1 })
  try {
    return (await findOffer(db.write)).engine.name
  } finally {
    await db.stop()
  }
}

/**
 * A file that has not ended by then is ended, and counts as failed; tap says a little earlier where it stood (its own
 * limit is 30 s).
 */
const fileTimeoutMs = 480_000
const tapTimeoutSeconds = 470

/** Ends each file that runs. */
const running = new Set<() => void>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const end of running) end()
    process.kill(process.pid, signal)
  })

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // No connection is left in it.
  }
}

interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly output: string
}

/** The slow ones first, so that none is left running alone at the end. */
const folders = ['web', 'tracker', 'docs', 'commands', 'properties', 'imports', 'ingest', 'upkeep', 'db', 'http']

/**
 * Files of the folders that speak to the engine, without those that only take long (kills, outages, floods) or ask
 * nothing of it: `make test ENGINE=postgres FILES=engine`, two minutes of .ci/run.
 */
const engineFiles: Readonly<Record<string, string>> = {
  db: 'engine partitions migrate',
  imports: 'import',
  ingest: 'record lanes place-names',
  stats: 'corners endpoints query-extras periods metrics no-value imported-metrics',
  upkeep: 'engines rollups timezone sql-views',
}

/** Test files named on the command line, those that are chosen for another engine, or all of them. */
async function findFiles(given: readonly string[]): Promise<string[]> {
  if (given.length === 1 && given[0] === 'engine')
    return Object.entries(engineFiles).flatMap(([folder, names]) =>
      names.split(' ').map((name) => `test/${folder}/${name}.test.ts`),
    )
  if (given.length > 0) return [...given]
  const files = (await readdir(projectPath('test'), { recursive: true })).filter((file) => file.endsWith('.test.ts'))
  const place = (file: string) => [...folders, dirname(file)].indexOf(dirname(file))
  return files.sort((a, b) => place(a) - place(b) || a.localeCompare(b)).map((file) => `test/${file}`)
}

/**
 * The address of scripts/strip-cache.ts without types: a start that begins with types loads what strips them, which
 * takes longer than all else that Node does before the program.
 */
async function prepareStripCache(): Promise<string> {
  const { code } = await transform(await readFile(projectPath('scripts', 'strip-cache.ts'), 'utf8'), { loader: 'ts' })
  // As far from the project's folder as the original.
  const path = projectPath('.tidemark', 'strip-cache.mjs')
  await writeFile(path, code)
  return pathToFileURL(path).href
}

/**
 * Runs one file by itself and counts by tap's own last words, `# { total: 12, pass: 11, fail: 1 }`. The tap runner is
 * left out: its TypeScript loader costs seconds of processor time and 200 MB a file.
 */
async function runFile(file: string, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  // In a group of its own: what the file started, and would hold its pipes open, is ended with it.
  const child = spawn(process.execPath, [file], {
    cwd: projectPath(),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = () => endGroup(child.pid!)
  running.add(end)
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const timer = setTimeout(end, fileTimeoutMs)
  child.once('exit', end)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  running.delete(end)
  const summary = output.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const count = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(summary)?.[1] ?? 0)
  const passed = count('pass')
  const leftOut = output.match(/(?:# SKIP|^1\.\.0 #) left out: .*$/gm) ?? []
  for (const reason of new Set(leftOut)) say(`${file}: ${reason.replace(/^.*# (?:SKIP )?/, '')}`)
  // A file that died or claimed nothing is a failure too; so is what was skipped, unless it says what the server lacks.
  const skipped = Math.max(0, count('skip') - leftOut.length)
  const isEmpty = passed === 0 && leftOut.length === 0
  return { passed, failed: Math.max(count('fail') + skipped + count('todo'), code !== 0 || isEmpty ? 1 : 0), output }
}

async function runFiles(databaseUrl: string, files: readonly string[]) {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    TIDEMARK_TEST_DATABASE_URL: databaseUrl,
    TIDEMARK_TEST_ENGINE: await findEngineName(databaseUrl),
    TAP_TIMEOUT: String(tapTimeoutSeconds),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${await prepareStripCache()}`].filter(Boolean).join(' '),
  }
  // A test that forgot to make its own database must not find the operator's.
  delete environment.DATABASE_URL
  if (process.env.ENGINE) environment.PRIVATE_DATABASE = process.env.ENGINE
  const waiting = [...files]
  const total = { passed: 0, failed: 0 }
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const started = Date.now()
      const outcome = await runFile(file, environment)
      total.passed += outcome.passed
      total.failed += outcome.failed
      if (outcome.failed > 0) console.log(outcome.output)
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(
        `${outcome.failed > 0 ? 'not ok' : 'ok'} ${file}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s`,
      )
    }
  }
  // One more than there are processors: each waits a third of its time.
  await Promise.all(Array.from({ length: Math.max(2, Math.min(8, availableParallelism())) + 1 }, work))
  return total
}

const countFile = projectPath('.tap', 'count')

await rm(countFile, { force: true })
await mkdir(projectPath('.tap'), { recursive: true })
await build(say)
installBrowsers()
installNeighbours()
if (!findChromium())
  say('NO CHROMIUM: the browser tests fail. As root: apt-get install chromium; or set TIDEMARK_CHROMIUM to a browser.')
const database = await startDatabase()
let total = { passed: 0, failed: 1 }
try {
  total = await runFiles(database.url, await findFiles(process.argv.slice(2)))
} finally {
  await database.stop()
}
const count = `${total.passed} passed, ${total.failed} failed`
// Kept for .ci/run.
await writeFile(countFile, `${count}\n`)
console.log(count)
process.exitCode = total.failed > 0 ? 1 : 0
