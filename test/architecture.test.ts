// Reads the import statements of the sources and fails on any edge the architecture does not allow.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import t from 'tap'
import { projectRoot as root } from '../src/paths.ts'

const leaves = ['failure', 'log', 'telemetry', 'clock', 'paths']

/** Who may import whom (docs/architecture.md, "The tree"); leaves may be imported by all. */
const allowed: Record<string, string[]> = {
  rules: ['rules'],
  db: ['db', 'rules'],
  registry: ['registry', 'db', 'rules'],
  ingest: ['ingest', 'registry', 'db', 'rules'],
  imports: ['imports', 'ingest', 'registry', 'db', 'rules'],
  stats: ['stats', 'registry', 'db', 'rules'],
  upkeep: ['upkeep', 'registry', 'db', 'rules'],
  http: ['http', 'ingest', 'stats', 'registry', 'rules'],
  commands: ['commands', 'app', 'config', 'ingest', 'imports', 'stats', 'upkeep', 'registry', 'db', 'rules', 'tools'],
  tools: ['tools'],
  workers: ['workers', 'ingest', 'upkeep', 'registry', 'db', 'rules'],
  main: ['commands'],
  config: [],
  app: ['config', 'http', 'ingest', 'stats', 'upkeep', 'registry', 'db', 'rules', 'workers'],
}

/** Packages only some parts may use. */
const packageOwners: Record<string, string[]> = {
  pg: ['db', 'tools'],
  'pg-copy-streams': ['db'],
  polka: ['http'],
  pino: ['log'],
  'prom-client': ['telemetry', 'http'],
}

const partOf = (file: string): string => {
  const path = relative(root, file)
  const [top, second] = path.split('/')
  if (top === 'workers' || top === 'tools') return top
  return (second ?? '').replace(/\.ts$/, '')
}

const sources = ['src', 'workers', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(root, folder, file)),
)

/** Import specifiers of a file; `typeOnly` ones vanish at build. */
function importsOf(file: string): { specifier: string; typeOnly: boolean }[] {
  const text = readFileSync(file, 'utf8')
  const found: { specifier: string; typeOnly: boolean }[] = []
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm))
    found.push({ specifier: match[2]!, typeOnly: match[1] !== undefined })
  for (const match of text.matchAll(/import\('([^']+)'\)/g)) found.push({ specifier: match[1]!, typeOnly: false })
  return found
}

t.test('every import follows the direction of the architecture', (t) => {
  const wrong: string[] = []
  for (const file of sources) {
    const part = partOf(file)
    for (const { specifier, typeOnly } of importsOf(file)) {
      const name = relative(root, file)
      if (specifier.startsWith('.')) {
        if (!/\.(ts|json)$/.test(specifier)) wrong.push(`${name} imports ${specifier} without its extension`)
        const target = partOf(resolve(dirname(file), specifier))
        if (leaves.includes(part)) {
          if (!leaves.includes(target)) wrong.push(`${name} is a leaf and imports ${specifier}`)
        } else if (!leaves.includes(target) && !allowed[part]?.includes(target) && !(typeOnly && target === 'config'))
          wrong.push(`${name} (${part}) imports ${specifier} (${target})`)
      } else {
        const owners = packageOwners[specifier]
        if (owners && !typeOnly && !owners.includes(part))
          wrong.push(`${name} imports ${specifier}, which belongs to ${owners.join(', ')}`)
      }
    }
  }
  t.strictSame(wrong, [])
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
