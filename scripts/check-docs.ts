// Keeps the documentation true where a program can: links and anchors lead somewhere, commands, settings, files and
// metrics that are named exist, references from code and tests meet a section, SQL and JSON files parse, `sh` blocks have the syntax of a shell.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settings } from '../src/config.ts'
import { projectPath } from '../src/paths.ts'
import { createTelemetry } from '../src/telemetry.ts'
import { missingNumbers, repeatedNumbers } from './docs-numbers.ts'
import { brokenReferences, headingsOf, sectionsOf } from './references.ts'

const problems: string[] = []
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md', 'bench/NOTES.md'],
  ...readdirSync(projectPath('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((page) => existsSync(projectPath(page)))

const read = (path: string) => readFileSync(projectPath(path), 'utf8')

/** The anchors of a page, as hosts of repositories make them from headings. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

function checkLinks(page: string, text: string): void {
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(projectPath(file))) problems.push(`${page}: ${target} leads nowhere`)
    else if (anchor && !anchorsOf(read(file)).has(anchor)) problems.push(`${page}: ${file} has no heading #${anchor}`)
  }
}

/** The names of commands, as their files declare them: `name: 'site create'`. */
const commandNames = new Set(
  readdirSync(projectPath('src', 'commands')).flatMap((file) =>
    [...read(`src/commands/${file}`).matchAll(/\bname: '([a-z]+(?: [a-z-]+)?)'/g)].map(([, name = '']) => name),
  ),
)

function checkCommands(page: string, text: string): void {
  for (const [, words = ''] of text.matchAll(
    /(?:`|^ *|tidemark )(?:tidemark|node bin\/tidemark\.js) ([a-z]+(?: [a-z][a-z-]*)?)/gm,
  )) {
    const [first = ''] = words.split(' ')
    // `tidemark site …` needs its second word to be right, `tidemark import …` has none.
    const isNoun = [...commandNames].some((name) => name.startsWith(`${first} `))
    const known = first === 'help' || commandNames.has(words) || (commandNames.has(first) && !isNoun)
    if (!known) problems.push(`${page}: there is no command "${words}"`)
  }
}

/** Upper-case names that are no settings of the service. */
const foreign =
  /^(POSTGRES_|TIMESCALEDB_|MALLOC_|TIDEMARK_|NODE_|XDG_|ARGS|FILES|SITE|PASSWORD|REPOSITORY|CHANGE|YOUR_|DEFAULT_FILE_TYPES)/

function checkSettings(page: string, text: string): void {
  for (const [, name = ''] of text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g))
    if (!(name in settings) && !foreign.test(name)) problems.push(`${page}: there is no setting ${name}`)
}

/** What a build or a run makes. */
const built = /^(?:bench\/results|tracker\/dist|web\/dist)\//

/** Files and folders of the repository, named from its root. */
function checkPaths(page: string, text: string): void {
  for (const [, path = ''] of text.matchAll(
    /`((?:src|sql|test|tracker|web|workers|tools|bench|scripts|docs)\/(?:[\w./-]*\.\w+|[\w./-]*\/))`/g,
  ))
    if (!built.test(path) && !existsSync(projectPath(path))) problems.push(`${page}: there is no ${path}`)
}

const telemetry = createTelemetry()
const metricNames = (await telemetry.registry.getMetricsAsJSON()).map(({ name }) => name)

function checkMetrics(page: string, text: string): void {
  for (const [name] of text.matchAll(
    /\btidemark_[a-z0-9_]*(?:total|seconds|bytes|depth|size|running|known)(?:_bucket|_sum|_count)?\b/g,
  )) {
    const plain = name.replace(/_(bucket|sum|count)$/, '')
    if (!metricNames.includes(plain) && !metricNames.includes(name))
      problems.push(`${page}: there is no metric ${name}`)
  }
}

function checkShell(page: string, text: string): void {
  for (const [, block = ''] of text.matchAll(/^ *```sh[^\n]*\n([\s\S]*?)^ *```$/gm)) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: block.replace(/^ {3}/gm, ''), encoding: 'utf8' })
    if (status !== 0) problems.push(`${page}: a shell block does not parse: ${stderr.trim().split('\n')[0]}`)
  }
}

for (const page of pages) {
  const text = read(page)
  checkLinks(page, text)
  checkCommands(page, text)
  checkSettings(page, text)
  checkPaths(page, text)
  checkMetrics(page, text)
  checkShell(page, text)
}
/** What stands against a threat is proved by a test, which `checkPaths` looks for. */
function checkThreats(page: string): void {
  const [, table = ''] = /^## Threats[^\n]*\n\n(.*?)\n\n/ms.exec(read(page)) ?? []
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  if (rows.length === 0) problems.push(`${page}: there is no table of threats`)
  for (const row of rows) {
    const cells = row.split(' | ')
    if (cells.length !== 3 || !/^(?:`test\/[\w./-]+\.test\.ts`(?:, )?)+ \|$/.test(cells[2] ?? ''))
      problems.push(`${page}: no test is named: ${row.slice(0, 60)}`)
  }
}

checkThreats('docs/security.md')
for (const [page, sentences] of Object.entries(repeatedNumbers))
  for (const sentence of missingNumbers(read(page), sentences)) problems.push(`${page}: does not say "${sentence}"`)
checkMetrics('docs/grafana.json', read('docs/grafana.json'))

const referable = {
  sheets: new Map(
    readdirSync(projectPath('docs', 'spec')).map((name) => [name.slice(0, -3), sectionsOf(read(`docs/spec/${name}`))]),
  ),
  headings: headingsOf(read('docs/architecture.md')),
}
const sourceFolders = ['src', 'sql', 'tracker', 'web', 'workers', 'test', 'bench', 'tools', 'scripts']
/** Built files, and the first version as it was. */
const notRead = /(?:^|\/)(?:dist|node_modules|results)\/|^test\/db\/first-version\//
const sources = sourceFolders.flatMap((folder) =>
  readdirSync(projectPath(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.(?:ts|tsx|mjs|sql|css)$/.test(path) && !notRead.test(path)),
)
for (const path of sources)
  for (const what of brokenReferences(read(path), referable, { mayLink: false }))
    problems.push(`${path}: "${what}" leads nowhere`)
for (const page of pages)
  for (const what of brokenReferences(read(page), referable, { mayLink: true }))
    problems.push(`${page}: "${what}" leads nowhere`)

JSON.parse(read('docs/grafana.json'))

if (problems.length > 0) {
  console.error(`The documentation is not true:\n  ${problems.join('\n  ')}`)
  process.exitCode = 1
} else console.log(`documentation: ${pages.length} pages checked`)
