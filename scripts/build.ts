// Builds dist/, the pages and the tracker when something they come from has changed. Types are `make check`'s business: a first
// start should not wait for them.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { projectPath } from '../src/paths.ts'

const run = promisify(execFile)
const sources = ['src', 'workers', 'tools', 'tracker', 'web']
const single = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/build.ts']

async function digestSources(): Promise<string> {
  const hash = createHash('sha256').update(process.env.BASE_URL ?? '')
  const files = [...single]
  for (const folder of sources) {
    for (const entry of await readdir(projectPath(folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && !path.includes('/dist/')) files.push(path.slice(projectPath().length + 1))
    }
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(projectPath(file)))
  return hash.digest('hex')
}

async function compile(into: string): Promise<void> {
  const args = [
    projectPath('node_modules/typescript/bin/tsc'),
    '-p',
    projectPath('tsconfig.build.json'),
    '--noCheck',
    '--outDir',
    into,
  ]
  await run(process.execPath, args, { cwd: projectPath() }).catch((error: { stdout?: string }) => {
    throw new Error(`tsc failed:\n${error.stdout}`)
  })
  // dist/ mirrors the tree; the entry that people type stands at its top.
  await writeFile(join(into, 'main.js'), "#!/usr/bin/env node\nimport './src/main.js'\n", { mode: 0o755 })
}

/** Makes dist/, tracker/dist and tracker/package/dist; says nothing and does nothing when they are up to date. */
export async function build(log: (line: string) => void = console.error): Promise<boolean> {
  const stamp = projectPath('dist', '.digest')
  const digest = await digestSources()
  const isFresh = existsSync(projectPath('tracker/dist')) && (await readFile(stamp, 'utf8').catch(() => '')) === digest
  if (isFresh) return false
  log('building')
  const part = projectPath(`dist.${process.pid}.part`)
  await mkdir(part, { recursive: true })
  try {
    // Loaded only when there is work: it brings esbuild along, and a second start is to be quick.
    const { build: buildTracker } = await import('../tracker/build.ts')
    const { build: buildPages } = await import('../web/build.ts')
    const [tracker, pages] = await Promise.all([buildTracker(), buildPages(join(part, 'web')), compile(part)])
    for (const line of [...tracker, ...pages]) log(line)
    await writeFile(join(part, '.digest'), digest)
    await rm(projectPath('dist'), { recursive: true, force: true })
    await rename(part, projectPath('dist'))
  } finally {
    await rm(part, { recursive: true, force: true })
  }
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!(await build())) console.error('dist is up to date')
}
