// What a service loads at its start: packages of features that most services never use stay where they are
// (src/on-demand.ts), until they are needed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { inherited } from '../support/process.ts'

t.setTimeout(120_000)

/** The packages among the addresses of files. */
const packagesOf = (urls: readonly string[]): Set<string> =>
  new Set(urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))

const database = await createDatabase()
const folder = await mkdtemp(join(tmpdir(), 'tidemark-loaded-'))
const loadedFile = join(folder, 'loaded')
const child = spawn(
  process.execPath,
  ['--import', projectPath('test', 'support', 'loaded-preload.mjs'), projectPath('bin', 'tidemark.js'), 'serve'],
  {
    cwd: projectPath(),
    env: {
      ...inherited,
      TEST_LOADED_FILE: loadedFile,
      DATABASE_URL: database.url,
      SECRET_KEY: 'test-secret-key',
      SPOOL_DIR: join(folder, 'spool'),
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      HOST: '127.0.0.1',
      // Mail that could be sent: the package waits for the first one all the same.
      SMTP_URL: 'smtp://127.0.0.1:9',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'tidemark',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const exited = once(child, 'exit')
t.teardown(async () => {
  child.kill('SIGTERM')
  await exited
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

let port = 0
for await (const line of createInterface({ input: child.stdout })) {
  const said = JSON.parse(line) as { msg: string; port?: number }
  if (said.msg !== 'tidemark is ready') continue
  port = said.port ?? 0
  break
}
const url = `http://127.0.0.1:${port}`
while (!(await fetch(`${url}/api/health/ready`)).ok) await new Promise((resolve) => setTimeout(resolve, 20))

async function loadedIn(place: 'main' | 'thread'): Promise<string[]> {
  const text = await readFile(loadedFile, 'utf8')
  return text.split('\n').flatMap((line) => (line.startsWith(`${place} `) ? line.slice(place.length + 1) : []))
}

const ofRareFeatures = [
  '@modelcontextprotocol/server',
  '@zxcvbn-ts/language-common',
  'iso-3166',
  'jose',
  'nodemailer',
  'oauth4webapi',
  'openid-client',
  'otpauth',
  'yauzl',
]
const ofTheWritePath = ['tldts', 'ua-parser-js']

t.test('the main thread loads no package of a feature that is not used yet', async (t) => {
  const urls = await loadedIn('main')
  const packages = packagesOf(urls)
  t.ok(packages.has('pg') && packages.has('polka'), 'the list is of packages')
  t.strictSame(
    [...ofRareFeatures, ...ofTheWritePath].filter((name) => packages.has(name)),
    [],
  )
  t.strictSame(
    urls.filter((each) =>
      /\/src\/(?:commands\/(?!command|index|options|port|serve)|imports\/(?!import-process|importer|temporary-folder|upload-files))/.test(
        each,
      ),
    ),
    [],
    'nor other commands, nor readers of imports',
  )
})

t.test('the thread of the write path has its lists before the first event, and nothing of pages', async (t) => {
  // Nothing was sent: the thread loads them while it starts, which may end after the service is ready.
  let packages = new Set<string>()
  await until(async () => {
    packages = packagesOf(await loadedIn('thread'))
    return ofTheWritePath.every((name) => packages.has(name))
  }, 60_000)
  const ofPages = ['@sinclair/typebox', 'graphile-worker', 'polka', 'prom-client']
  t.strictSame(
    [...ofRareFeatures, ...ofPages].filter((name) => packages.has(name)),
    [],
  )
})

t.test('a feature loads its package when it is first used', async (t) => {
  await fetch(`${url}/login/oidc`, { redirect: 'manual' })
  t.ok(packagesOf(await loadedIn('main')).has('openid-client'))
})

t.test('the process was started anew with the flags that fit the memory', async (t) => {
  const words = (await readFile(`/proc/${child.pid}/cmdline`, 'utf8')).split('\0')
  t.ok(words.includes('--expose-gc'))
  t.equal(words.filter((word) => word.startsWith('--max-semi-space-size=')).length, 1)
  const environment = (await readFile(`/proc/${child.pid}/environ`, 'utf8')).split('\0')
  t.ok(environment.includes('MALLOC_ARENA_MAX=2'))
})
