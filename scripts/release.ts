// `make release VERSION=1.2.0`, from a clean checkout: the version in package.json and CHANGELOG.md, all that others pull
// in dist/release, a commit and a tag. Without VERSION: the files of the version that is checked out.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectPath } from '../src/paths.ts'
import { checkLanguages, type Pending, pendingLine } from './languages.ts'

const folder = projectPath('dist', 'release')
const read = (...path: string[]): string => readFileSync(projectPath(...path), 'utf8')

/** Runs a program in the project; gives what it prints. */
const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { cwd: projectPath(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** A text with one place changed, which has to be there once. */
function change(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`${JSON.stringify(from)} has to be there once`)
  return text.replace(from, to)
}

const numbers = (version: string): number[] => version.split('.').map(Number)

/** Whether a version is newer than another one. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbers(version), numbers(than)]
  const at = a.findIndex((number, index) => number !== b[index])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}

/** The changelog with what was unreleased below the heading of a version. */
export const datedChangelog = (text: string, version: string, day: string): string =>
  change(text, '## Unreleased\n', `## Unreleased\n\n## ${version} (${day})\n`)

/** What the changelog says of a version; of one without a heading, what is unreleased. */
export function notesOf(text: string, version: string): string {
  const sections = text.split(/^## /m)
  const found = sections.find((one) => one.startsWith(`${version} `)) ?? sections.find((one) => /^Unreleased/.test(one))
  return `${(found ?? '').split('\n').slice(1).join('\n').trim()}\n`
}

/** A compose file by image name, from the one that builds. `timescale` keeps its database; else it is plain PostgreSQL. */
export function composeOf(text: string, version: string, database: 'postgres' | 'timescale'): string {
  const byName = change(
    text,
    '    build: .\n    image: tidemark\n',
    `    image: \${TIDEMARK_IMAGE:-tidemark/tidemark:${version}}\n`,
  )
  if (database === 'timescale') return byName
  const plain = byName.replace(/^ {4}image: timescale\/\S+$/m, '    image: postgres:17')
  const quiet = change(plain, '      TIMESCALEDB_TELEMETRY: "off"\n', '')
  const bare = change(quiet, '    command: ["postgres", "-c", "max_locks_per_transaction=256"]\n', '')
  return change(bare, "beside Timescale's Community image", 'beside PostgreSQL without extensions')
}

/** The npm package; gives the name of its file. */
function packPackage(): string {
  const [packed] = JSON.parse(
    run('npm', 'pack', '--json', '--silent', '--pack-destination', folder).replace(/^[^[]*/, ''),
  ) as { filename: string }[]
  if (!packed) throw new Error('npm packed nothing')
  return packed.filename
}

/** The context of the image: the package, unpacked, and the lock file. */
function writeImage(packed: string): void {
  const image = join(folder, 'image')
  mkdirSync(image)
  run('tar', '-xzf', join(folder, packed), '-C', image)
  cpSync(projectPath('package-lock.json'), join(image, 'package-lock.json'))
  cpSync(projectPath('deploy', 'image', 'Dockerfile'), join(image, 'Dockerfile'))
}

/** The Helm chart, as `helm package` makes it. */
function writeChart(version: string): void {
  const chart = join(folder, 'chart', 'tidemark')
  cpSync(projectPath('deploy', 'helm', 'tidemark'), chart, { recursive: true })
  const named = change(
    change(read('deploy', 'helm', 'tidemark', 'Chart.yaml'), '"0.0.0"', `"${version}"`),
    '0.0.0',
    version,
  )
  writeFileSync(join(chart, 'Chart.yaml'), named)
  run('tar', '-czf', join(folder, `tidemark-chart-${version}.tgz`), '-C', join(folder, 'chart'), 'tidemark')
}

/** The packages of a lock file that the service itself needs. */
function withoutDev(text: string): string {
  const lock = JSON.parse(text) as { packages: Record<string, { dev?: boolean; devDependencies?: unknown }> }
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  return JSON.stringify({
    ...lock,
    packages: Object.fromEntries(packages.map(([name, { devDependencies: _, ...entry }]) => [name, entry])),
  })
}

/**
 * The bill of materials, in the form of CycloneDX. It is made where nothing is for development: `--omit=dev` of npm also
 * leaves out packages that both need.
 */
function writeBill(version: string): void {
  const place = join(folder, 'bill')
  const { devDependencies: _, ...named } = JSON.parse(read('package.json')) as Record<string, unknown>
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), JSON.stringify(named))
  writeFileSync(join(place, 'package-lock.json'), withoutDev(read('package-lock.json')))
  const words = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const bill = execFileSync('npm', ['sbom', ...words], { cwd: place, encoding: 'utf8' })
  writeFileSync(join(folder, `tidemark-${version}.cdx.json`), bill)
  rmSync(place, { recursive: true })
}

function writeSums(): void {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const lines = names.map(({ name }) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.sort().join(''))
}

/** Makes everything that others pull. */
function writeFiles(version: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packed = packPackage()
  writeImage(packed)
  writeChart(version)
  for (const database of ['postgres', 'timescale'] as const)
    writeFileSync(join(folder, `compose.${database}.yaml`), composeOf(read('compose.yaml'), version, database))
  cpSync(projectPath('compose.small.yaml'), join(folder, 'compose.small.yaml'))
  cpSync(projectPath('docs', 'tidemark.service'), join(folder, 'tidemark.service'))
  writeBill(version)
  writeFileSync(join(folder, 'NOTES.md'), notesOf(read('CHANGELOG.md'), version))
  writeSums()
}

/** Writes the version where it stands. */
function setVersion(version: string): void {
  const present = (JSON.parse(read('package.json')) as { version: string }).version
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version: three numbers, as 1.2.0`)
  if (!isNewer(version, present)) throw new Error(`${version} is not newer than ${present}`)
  if (run('git', 'tag', '--list', `v${version}`).trim() !== '') throw new Error(`there is a tag v${version} already`)
  run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts')
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(projectPath('CHANGELOG.md'), datedChangelog(read('CHANGELOG.md'), version, day))
}

/** Refuses texts that a language of the pages or mails lacks. */
export function requireTranslated(pending: readonly Pending[]): void {
  if (pending.length > 0) throw new Error(`texts are not translated\n${pending.map(pendingLine).join('\n')}`)
}

const versioned = ['package.json', 'package-lock.json', 'CHANGELOG.md']

async function release(version: string | undefined): Promise<void> {
  if (run('git', 'status', '--porcelain').trim() !== '') throw new Error('there are changes that are not committed')
  requireTranslated((await checkLanguages()).pending)
  if (version === undefined) {
    writeFiles((JSON.parse(read('package.json')) as { version: string }).version)
    return
  }
  setVersion(version)
  try {
    writeFiles(version)
  } catch (error) {
    run('git', 'checkout', '--', ...versioned)
    throw error
  }
  run('git', 'commit', '--quiet', '--message', `Release ${version}`, '--', ...versioned)
  run('git', 'tag', '--annotate', '--message', `Tidemark ${version}`, `v${version}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await release(process.argv[2])
    console.log(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd())
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
