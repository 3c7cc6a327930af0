// Reads the import statements of the sources and fails on any edge the architecture does not allow.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import t from 'tap'
import { projectRoot as root } from '../src/paths.ts'
import { longFunctions } from './support/functions.ts'

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const namesIn = (text: string): string[] => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name)

/** Imported by all, and importing only each other: the sentence about leaves. */
const leaves = namesIn(/^(.*)are leaves:/m.exec(page)?.[1] ?? '')

/** Who may import whom: the rows of the table below its heading. */
const allowed = new Map(
  (/^\| Part \| Imports, besides itself \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? '')
    .trimEnd()
    .split('\n')
    .map((row) => namesIn(row))
    .map(([part = '', ...targets]) => [part, [part, ...targets]]),
)

/** Packages only some parts may use. */
const packageOwners: Record<string, string[]> = {
  pg: ['db', 'tools'],
  'pg-copy-streams': ['db'],
  polka: ['http'],
  '@modelcontextprotocol/server': ['http', 'commands'],
  '@modelcontextprotocol/server/stdio': ['commands'],
  pino: ['log'],
  // Each event would pay for its hooks, once a single request has used them (db/turns).
  'node:async_hooks': [],
  'prom-client': ['telemetry', 'http'],
}

const partOf = (file: string): string => {
  const path = relative(root, file)
  const [top, second] = path.split('/')
  if (top === 'workers' || top === 'tools') return top
  return (second ?? '').replace(/\.ts$/, '')
}

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(root, folder, file))

const sources = ['src', 'workers', 'tools'].flatMap((folder) => filesIn(folder, /\.ts$/))
const pageSources = filesIn('web/src', /\.tsx?$/)

/** Import specifiers of a file; `typeOnly` ones vanish at build. */
function importsOf(file: string): { specifier: string; typeOnly: boolean }[] {
  const text = readFileSync(file, 'utf8')
  const found: { specifier: string; typeOnly: boolean }[] = []
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm))
    found.push({ specifier: match[2]!, typeOnly: match[1] !== undefined })
  // A page's part that is fetched when it is wanted may know the page.
  if (pageSources.includes(file)) return found
  for (const match of text.matchAll(/import\('([^']+)'\)/g)) found.push({ specifier: match[1]!, typeOnly: false })
  return found
}

/** The graph of files: each with those of ours it imports, for values or for types. */
const imports = new Map([...sources, ...pageSources].map((file) => [file, importsOf(file)]))
const targetsOf = (file: string): string[] =>
  (imports.get(file) ?? [])
    .map(({ specifier }) => (specifier.startsWith('.') ? resolve(dirname(file), specifier) : ''))
    .filter((target) => imports.has(target))

t.test('every import follows the direction of the architecture', (t) => {
  const wrong: string[] = []
  for (const file of sources) {
    const [found = [], part] = [imports.get(file), partOf(file)]
    for (const { specifier, typeOnly } of found) {
      const name = relative(root, file)
      if (specifier.startsWith('.')) {
        if (!/\.(ts|json)$/.test(specifier)) wrong.push(`${name} imports ${specifier} without its extension`)
        const target = partOf(resolve(dirname(file), specifier))
        if (leaves.includes(part)) {
          if (!leaves.includes(target)) wrong.push(`${name} is a leaf and imports ${specifier}`)
        } else if (
          !leaves.includes(target) &&
          !allowed.get(part)?.includes(target) &&
          !(typeOnly && target === 'config')
        )
          wrong.push(`${name} (${part}) imports ${specifier} (${target})`)
      } else {
        const owners = packageOwners[specifier]
        if (owners && !typeOnly && !owners.includes(part))
          wrong.push(`${name} imports ${specifier}, which belongs to ${owners.join(', ')}`)
      }
    }
  }
  t.strictSame(wrong, [])
  t.same([leaves.length, allowed.size], [9, 15])
  t.end()
})

t.test('no files import each other in a circle', (t) => {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push([...path.slice(start), file].map((name) => relative(root, name)).join(' -> '))
    if (start >= 0 || done.has(file)) return
    for (const target of targetsOf(file)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  t.strictSame(circles, [])
  t.end()
})

t.test('the rules are pure: no file, network, clock, randomness or environment', (t) => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.(env|hrtime)|from 'node:(fs|net|http|https|child_process|worker_threads)/
  const wrong = sources
    .filter((file) => partOf(file) === 'rules')
    // client-ip needs the address parser of node:net, which opens nothing.
    .filter((file) => impure.test(readFileSync(file, 'utf8').replace(/import \{[^}]*\} from 'node:net'/, '')))
  t.strictSame(
    wrong.map((file) => relative(root, file)),
    [],
  )
  t.end()
})

t.test('only config reads the environment', (t) => {
  // A worker's role is set by its own parent process and is no setting.
  const wrong = sources.filter(
    (file) => /process\.env\b(?!\['TIDEMARK_ROLE'\])/.test(readFileSync(file, 'utf8')) && partOf(file) !== 'config',
  )
  t.strictSame(
    wrong.map((file) => relative(root, file)).filter((file) => !file.startsWith('tools/')),
    [],
  )
  t.end()
})

t.test('no file outside src/db/engine asks which engine it is', (t) => {
  const asking =
    /\bedition [!=]==|[!=]== ? '(community|apache|postgres|timescaledb|citus)'|extname = '|\b(time_bucket|hypertable_size|approximate_row_count)\b|_?timescaledb_/
  const wrong = sources
    .filter((file) => !file.startsWith(join(root, 'src/db/engine/')) && !file.startsWith(join(root, 'tools')))
    .filter((file) => asking.test(readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')))
  t.strictSame(
    wrong.map((file) => relative(root, file)),
    [],
  )
  t.end()
})

t.test('no line is longer than 120 columns, save sentences that people read', (t) => {
  const wrong = sources
    .filter((file) => !file.startsWith(join(root, 'tools')) && !file.startsWith(join(root, 'src/rules/words/')))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (line.length > 120 ? [`${relative(root, file)}:${at + 1}`] : [])),
    )
  t.strictSame(wrong, [])
  t.end()
})

t.test('comments name the thing first', (t) => {
  const forbidden = /^\s*(?:\/\/|\*|\/\*\*) *(?:What|Whose|Whoever|Whether|Those|Nobody|Who)\b/
  const wrong = [...sources, ...pageSources].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (forbidden.test(line) ? [`${relative(root, file)}:${at + 1}`] : [])),
  )
  t.strictSame(wrong, [])
  t.end()
})

/** Functions of src and web over 60 lines that are no tables, at most. The number may only fall. */
const longFunctionsMax = 6

t.test('functions over 60 lines are tables', (t) => {
  const found = [...sources, ...pageSources]
    .filter((file) => !['workers', 'tools'].includes(partOf(file)))
    .flatMap((file) =>
      longFunctions(file, readFileSync(file, 'utf8')).map(
        ({ name, line, lines }) => `${relative(root, file)}:${line} ${name} (${lines} lines)`,
      ),
    )
  t.ok(found.length <= longFunctionsMax, `${found.length} functions are long:\n${found.join('\n')}`)
  t.end()
})

t.test('a table is a list of short entries, and routes with their handlers', (t) => {
  const fill = (lines: number) => '\n  work()'.repeat(lines - 2)
  const entry = (lines: number) => `{ run() {${fill(lines)}\n} },`
  const handler = (lines: number) => `route({ name: 'x', answer() {${fill(lines)}\n} }),`
  const isLong = (body: string) => longFunctions('x.ts', `function x() {${body}\n}`).length > 0
  t.notOk(isLong(fill(60)), 'sixty lines')
  t.ok(isLong(fill(61)), 'sixty-one lines')
  t.notOk(isLong(`const a = 1\nreturn [${'\n{ a },'.repeat(70)}\n]`), 'data')
  t.notOk(isLong(`return [${entry(12).repeat(6)}\n]`), 'short entries')
  t.ok(isLong(`return [${entry(12).repeat(6)}${entry(13)}\n]`), 'an entry of thirteen lines')
  t.notOk(isLong(`return [${handler(60)}${handler(60)}\n]`), 'handlers')
  t.ok(isLong(`return [${handler(60)}${handler(61)}\n]`), 'a handler of sixty-one lines')
  t.ok(isLong(`work()\nreturn [${entry(12).repeat(6)}\n]`), 'a statement before the list')
  t.ok(isLong(`const a = () => {${fill(13)}\n}\nreturn [${entry(12).repeat(6)}\n]`), 'work in a declaration')
  t.end()
})
