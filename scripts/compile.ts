// Compiles the service for the package, into dist/service: below node_modules Node strips no types. It takes the files
// that the service, its threads and its imports load, and writes the texts of the commands beside them. `npm pack` runs it.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { loadAll, textsPath } from '../src/commands/index.ts'
import { projectPath, projectRoot } from '../src/paths.ts'

/** The entries of the process, of its threads and of the processes of imports. */
const entries = ['src/main.ts', 'workers/import.ts', 'workers/thread.cts']

/** A file of ours that another one names, for an import or a thread. */
const named = /(["'])(\.{1,2}\/[^"'\s]+)\.(c?)ts\1/g

const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } }

/** Compiles one file; gives the files that it names. */
async function compileFile(path: string, into: string): Promise<string[]> {
  const source = await readFile(path, 'utf8')
  const { code } = await transform(source, { loader: 'ts', target: 'node22', charset: 'utf8', tsconfigRaw })
  const found: string[] = []
  const text = code.replace(named, (_, quote: string, name: string, common: string) => {
    found.push(resolve(dirname(path), `${name}.${common}ts`))
    return `${quote}${name}.${common}js${quote}`
  })
  const target = join(into, relative(projectRoot, path).replace(/ts$/, 'js'))
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text)
  return found
}

/** Compiles the service into a folder; gives the number of files. */
export async function compile(into = projectPath('dist', 'service')): Promise<number> {
  await rm(into, { recursive: true, force: true })
  const seen = new Set(entries.map((entry) => projectPath(entry)))
  for (const path of seen) for (const found of await compileFile(path, into)) seen.add(found)
  const texts = (await loadAll()).map(({ run: _, ...text }) => text)
  await writeFile(join(into, basename(textsPath)), JSON.stringify(texts))
  return seen.size
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.error(`compiled ${await compile()} files`)
