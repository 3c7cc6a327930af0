// Builds what browsers get when something it comes from has changed. The service itself is not built: Node strips the
// types of its sources.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectPath } from '../src/paths.ts'

interface Bundle {
  readonly folder: string
  /** Folders of its sources. */
  readonly sources: readonly string[]
  readonly output: string
  /** What a build writes among its sources. */
  readonly generated?: string
  load(): Promise<{ build: Build }>
}

/** What there is to build: a folder with its build.ts, which writes into `output` and gives the lines of its report. */
const bundles: readonly Bundle[] = [
  { folder: 'tracker', sources: ['tracker'], output: 'tracker/dist', load: () => import('../tracker/build.ts') },
  { folder: 'api-docs', sources: [], output: 'dist/api-docs', load: async () => ({ build: copyViewer }) },
  {
    folder: 'web',
    sources: ['web', 'tracker/src', 'src/rules', 'src/http'],
    output: 'dist/web',
    generated: 'web/src/dashboard/tabs/world.json',
    load: () => import('../web/build.ts'),
  },
]

type Build = () => Promise<string[]>

/** What `/api/docs` shows, with its licences: a tenth of the package, which production does without. */
const viewerFiles = ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE']

async function copyViewer(): Promise<string[]> {
  await mkdir(projectPath('dist', 'api-docs'), { recursive: true })
  for (const file of viewerFiles)
    await copyFile(projectPath('node_modules', 'swagger-ui-dist', file), projectPath('dist', 'api-docs', file))
  return []
}

/** The packages of the lock file, without the version of this project: a release builds what is built. */
async function readLock(): Promise<string> {
  const { packages } = JSON.parse(await readFile(projectPath('package-lock.json'), 'utf8')) as {
    packages: Record<string, object>
  }
  return JSON.stringify({ ...packages, '': { ...packages[''], version: undefined } })
}

async function digestSources({ sources, generated }: Bundle): Promise<string> {
  const hash = createHash('sha256').update(process.env.BASE_URL ?? '')
  const files = ['package-lock.json']
  for (const folder of sources)
    for (const entry of await readdir(projectPath(folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(projectPath().length + 1)
      if (entry.isFile() && !path.includes('/dist/') && name !== generated) files.push(name)
    }
  for (const file of files.sort())
    hash.update(file).update(file === 'package-lock.json' ? await readLock() : await readFile(projectPath(file)))
  return hash.digest('hex')
}

/** Builds what is not up to date; false, and nothing said, when all is. */
export async function build(log: (line: string) => void = console.error): Promise<boolean> {
  let isNew = false
  for (const bundle of bundles) {
    const { folder, output, load } = bundle
    const stamp = projectPath('.tidemark', 'built', folder)
    const digest = await digestSources(bundle)
    if (existsSync(projectPath(output)) && (await readFile(stamp, 'utf8').catch(() => '')) === digest) continue
    log(`building ${folder}`)
    // Loaded only when there is work: it brings esbuild along, and a second start is to be quick.
    for (const line of await (await load()).build()) log(line)
    await mkdir(dirname(stamp), { recursive: true })
    await writeFile(stamp, digest)
    isNew = true
  }
  return isNew
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!(await build())) console.error('all is built and up to date')
}
