// What `make test` runs: a throw-away TimescaleDB unless DATABASE_URL names one, a build, a browser, then tap; the last line
// says how many passed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { startPrivate } from '../src/db/private.ts'
import { projectPath } from '../src/paths.ts'
import { build } from './build.ts'

const say = (message: string) => console.error(`# ${message}`)
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome']

/** The browser of the tracker's tests: Debian's own package, installed when we may. */
function findBrowser(): string | undefined {
  const given = process.env.TIDEMARK_CHROMIUM
  const found = [...(given ? [given] : []), ...browsers].find((path) => existsSync(path))
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  say("installing Debian's chromium for the browser tests (once)")
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status
  if (apt('update') === 0) apt('install', '-y', '--no-install-recommends', 'chromium')
  return browsers.find((path) => existsSync(path))
}

async function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL || process.env.TIDEMARK_TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  return startPrivate({
    home: projectPath('.tidemark'),
    purpose: 'test',
    log: say,
    aptMirror: process.env.TIDEMARK_APT_MIRROR || undefined,
    cacheHome: process.env.XDG_CACHE_HOME || undefined,
  })
}

const results = projectPath('.tap', 'results.tap')

/** The counts of tap's own last words, `# { total: 12, pass: 11, fail: 1 }`. */
function countsOf(text: string): { passed: number; failed: number } {
  const summary = text.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const count = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(summary)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail') }
}

/** Prints one line a file; of a file that failed, everything it said. Returns tap's summary. */
async function printBriefly(lines: AsyncIterable<string>): Promise<string> {
  let summary = ''
  let held: string[] = []
  let failing = false
  for await (const line of lines) {
    if (line.startsWith('# { total: ')) summary = line
    if (line.startsWith('# Subtest: ')) failing = false
    if (line.startsWith('not ok ')) {
      failing = true
      for (const each of held) console.log(each)
    }
    if (failing || /^(ok |Bail out!)/.test(line)) console.log(line)
    if (/^(not )?ok /.test(line)) held = []
    else held.push(line)
  }
  return summary
}

async function runTap(databaseUrl: string, browser: string | undefined, files: string[]) {
  const environment: NodeJS.ProcessEnv = { ...process.env, TIDEMARK_TEST_DATABASE_URL: databaseUrl }
  // A test that forgot to make its own database must not find the operator's.
  delete environment.DATABASE_URL
  if (browser) environment.TIDEMARK_CHROMIUM = browser
  const jobs = Math.max(2, Math.min(8, availableParallelism()))
  // On a terminal tap draws its own progress and leaves the TAP in a file; elsewhere we read the TAP.
  const interactive = process.stdout.isTTY
  const args = [
    projectPath('node_modules/.bin/tap'),
    `--jobs=${jobs}`,
    interactive ? `--output-file=${results}` : '--reporter=tap',
    ...files,
  ]
  const stdout = interactive ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, { cwd: projectPath(), env: environment, stdio: ['ignore', stdout, 'inherit'] })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
  const streamed = child.stdout ? await printBriefly(createInterface({ input: child.stdout })) : undefined
  const code = await ended
  return { code, ...countsOf(streamed ?? (await readFile(results, 'utf8').catch(() => ''))) }
}

for (const path of [results, projectPath('.tap', 'count')]) await rm(path, { force: true })
await mkdir(projectPath('.tap'), { recursive: true })
await build(say)
const browser = findBrowser()
if (!browser) say('NO CHROMIUM: the browser tests fail. As root: apt-get install chromium; or set TIDEMARK_CHROMIUM to a browser.')
const database = await startDatabase()
let outcome = { code: 1, passed: 0, failed: 0 }
try {
  outcome = await runTap(database.url, browser, process.argv.slice(2))
} finally {
  await database.stop()
}
const { code, passed, failed } = outcome
// A file that dies, or no test at all, is a failure too.
const failures = failed === 0 && (code !== 0 || passed === 0) ? 1 : failed
const count = `${passed} passed, ${failures} failed`
// Kept for .ci/run.
await writeFile(projectPath('.tap', 'count'), `${count}\n`)
console.log(count)
process.exitCode = failures > 0 ? 1 : 0
