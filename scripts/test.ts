// What `make test` runs: a throw-away database (ENGINE=postgres: without TimescaleDB) unless DATABASE_URL names one, a
// build, a browser, then every test file; the last line says how many passed. `make quick`: only what needs none of them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { findOffer } from '../src/db/engine/find.ts'
import { createPools } from '../src/db/pool.ts'
import { projectPath } from '../src/paths.ts'
import { findChromium } from '../test/support/chromium.ts'
import { startPrivate } from '../tools/private-db/private.ts'
import { build } from './build.ts'
import { judgeDatabases } from './suite/databases.ts'
import { findFiles, keepTimes, longestFirst, readTimes } from './suite/order.ts'
import { needsOwnProcess } from './suite/own-process.ts'
import { createRunner, endOnSignals, type FileRunner, runAlone, tapTimeoutMs } from './suite/processes.ts'

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

async function readEnvironment(databaseUrl: string | undefined): Promise<NodeJS.ProcessEnv> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...(databaseUrl && {
      TIDEMARK_TEST_DATABASE_URL: databaseUrl,
      TIDEMARK_TEST_ENGINE: await findEngineName(databaseUrl),
    }),
    TAP_TIMEOUT: String(tapTimeoutMs / 1000),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${await prepareStripCache()}`].filter(Boolean).join(' '),
  }
  // A test that forgot to make its own database must not find the operator's.
  delete environment.DATABASE_URL
  if (process.env.ENGINE) environment.PRIVATE_DATABASE = process.env.ENGINE
  return environment
}

/** Runs the files; without a database those that need none. */
async function runFiles(databaseUrl: string | undefined, files: readonly string[]) {
  const environment = await readEnvironment(databaseUrl)
  const db = databaseUrl ? createPools({ databaseUrl, connectionsMax: 2 }) : undefined
  const waiting = longestFirst(files, readTimes())
  const total = { passed: 0, failed: 0 }
  const times: Record<string, number> = {}
  let count = 0

  async function runFile(runner: FileRunner, file: string): Promise<void> {
    const started = Date.now()
    count += 1
    const order = { file, mark: `${process.pid}x${count}_`, timeoutMs: tapTimeoutMs, patienceMs: 5000 }
    const ran = needsOwnProcess(file) ? await runAlone(order, environment) : await runner.run(order)
    const { passed, failed, output, leftOut } = db ? await judgeDatabases(db, order, ran, runner.stop) : ran
    total.passed += passed
    total.failed += failed
    for (const reason of leftOut) say(`${file}: ${reason}`)
    if (failed > 0) console.log(output)
    const seconds = (Date.now() - started) / 1000
    times[file] = seconds
    const how = failed > 0 ? 'not ok' : 'ok'
    console.log(`${how} ${file}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`)
  }

  const work = async () => {
    const runner = createRunner(environment)
    for (let file = waiting.shift(); file; file = waiting.shift()) await runFile(runner, file)
    await runner.stop()
  }
  try {
    // One more than there are processors: each waits a third of its time.
    await Promise.all(Array.from({ length: Math.max(2, Math.min(8, availableParallelism())) + 1 }, work))
  } finally {
    await db?.stop()
    keepTimes(times)
  }
  return total
}

const countFile = projectPath('.tap', 'count')

/** Everything that tests may need, then the files. */
async function runWithAll(files: readonly string[]) {
  await build(say)
  installBrowsers()
  installNeighbours()
  if (!findChromium())
    say(
      'NO CHROMIUM: the browser tests fail. As root: apt-get install chromium; or set TIDEMARK_CHROMIUM to a browser.',
    )
  const database = await startDatabase()
  try {
    return await runFiles(database.url, files)
  } finally {
    await database.stop()
  }
}

const given = process.argv.slice(2)
const isQuick = given[0] === 'quick'

endOnSignals()
await rm(countFile, { force: true })
await mkdir(projectPath('.tap'), { recursive: true })
await mkdir(projectPath('.tidemark'), { recursive: true })
if (isQuick) process.env.TIDEMARK_TEST_EFFORT ||= 'quick'
const files = await findFiles(given).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const total = await (isQuick ? runFiles(undefined, files) : runWithAll(files)).catch((error: unknown) => {
  console.error(error)
  return { passed: 0, failed: 1 }
})
const count = `${total.passed} passed, ${total.failed} failed`
// Kept for .ci/run.
await writeFile(countFile, `${count}\n`)
console.log(count)
process.exitCode = total.failed > 0 ? 1 : 0
