// Which files a run has, and in which order: the longest of the last run first, so that none runs alone at the end.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { projectPath } from '../../src/paths.ts'

/** The slow ones first: the order of files that have not run here yet. */
const folders = ['web', 'tracker', 'docs', 'commands', 'properties', 'imports', 'ingest', 'upkeep', 'db', 'http']

/**
 * Groups of files by name, for `FILES=`. `engine`: files of the folders that speak to the engine, without those that only
 * take long (kills, outages, floods) or ask nothing of it: `make test ENGINE=postgres FILES=engine`, two minutes of
 * .ci/run.
 */
const engine: Readonly<Record<string, string>> = {
  db: 'engine partitions migrate',
  imports: 'import',
  ingest: 'record lanes place-names',
  stats: 'corners endpoints query-extras periods metrics no-value imported-metrics',
  upkeep: 'engines rollups timezone sql-views',
}

async function findAll(): Promise<string[]> {
  const files = (await readdir(projectPath('test'), { recursive: true })).filter((file) => file.endsWith('.test.ts'))
  const place = (file: string) => [...folders, dirname(file)].indexOf(dirname(file))
  return files.sort((a, b) => place(a) - place(b) || a.localeCompare(b)).map((file) => `test/${file}`)
}

const timesFile = projectPath('.tap', 'times.json')

/** Seconds that each file took when it ran last. */
export function readTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>
  } catch {
    // There was no run yet, or it was cut off as it wrote.
    return {}
  }
}

/** Keeps them for the next run; files that did not run keep theirs. */
export function keepTimes(times: Readonly<Record<string, number>>): void {
  mkdirSync(dirname(timesFile), { recursive: true })
  writeFileSync(timesFile, JSON.stringify({ ...readTimes(), ...times }, null, 2))
}

/** The longest first; files without a time before all others, as they come. */
export const longestFirst = (files: readonly string[], times: Readonly<Record<string, number>>): string[] =>
  files
    .map((file, index) => ({ file, index, seconds: times[file] ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => (a.seconds === b.seconds ? a.index - b.index : b.seconds - a.seconds))
    .map(({ file }) => file)

/** Modules of tests, or of Node, that start something: a database, a browser, a process, a build. */
const starters = [
  'node:child_process',
  'scripts/build.ts',
  'scripts/run-docs.ts',
  'tools/private-db/private.ts',
  'src/http/server.ts',
  'test/support/chromium.ts',
  'test/support/database.ts',
  'tracker/build.ts',
  'web/build.ts',
]

/** Whether a file, or one of the tests' and scripts' own modules that it imports, starts anything. */
function startsSomething(file: string, seen = new Set<string>()): boolean {
  if (starters.includes(file)) return true
  if (seen.has(file) || !/^(test|scripts)\//.test(file)) return false
  seen.add(file)
  const text = readFileSync(projectPath(file), 'utf8')
  return [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm)].some(([, a, b, c]) => {
    const name = a ?? b ?? c ?? ''
    return startsSomething(name.startsWith('.') ? join(dirname(file), name) : name, seen)
  })
}

/** Files for each save: those of pure parts, by what they import. */
const findQuick = async (): Promise<string[]> => (await findAll()).filter((file) => !startsSomething(file))

/**
 * Test files named on the command line, as `test/rules/url.test.ts` or `rules/url`, a group of them, or all. Throws an
 * error that names the files that do not exist: the suite would wait for them without an end.
 */
export async function findFiles(given: readonly string[]): Promise<string[]> {
  if (given.length === 1 && given[0] === 'engine')
    return Object.entries(engine).flatMap(([folder, names]) =>
      names.split(' ').map((name) => `test/${folder}/${name}.test.ts`),
    )
  if (given.length === 1 && given[0] === 'quick') return findQuick()
  const all = await findAll()
  if (given.length === 0) return all
  const pathOf = (name: string) => [join(name), `test/${name}.test.ts`].find((path) => all.includes(path))
  const unknown = given.filter((name) => pathOf(name) === undefined)
  if (unknown.length > 0)
    throw new Error(`no such test file: ${unknown.join(', ')}; write test/rules/url.test.ts or rules/url`)
  return given.flatMap((name) => pathOf(name) ?? [])
}
