// A release, cut in a copy of the repository: the version, the tag, and every file that others pull. The chart, the compose
// files, the workflows and the bill of materials are read as their own formats; settings they name are settings.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { build } from '../../scripts/build.ts'
import { composeOf, datedChangelog, isNewer, notesOf, requireTranslated } from '../../scripts/release.ts'
import { settings } from '../../src/config.ts'
import { projectPath } from '../../src/paths.ts'

t.setTimeout(300_000)

const read = (path: string) => readFileSync(projectPath(path), 'utf8')
const call = promisify(execFile)

t.test('versions and the changelog', (t) => {
  t.ok(isNewer('0.2.0', '0.1.9') && isNewer('1.0.0', '0.9.9') && isNewer('0.1.10', '0.1.9'))
  t.notOk(isNewer('0.1.0', '0.1.0') || isNewer('0.1.9', '0.2.0'))
  const dated = datedChangelog('# C\n\n## Unreleased\n\n- A.\n\n## 0.1.0 (2026-01-01)\n\n- B.\n', '0.2.0', '2026-11-27')
  t.equal(dated, '# C\n\n## Unreleased\n\n## 0.2.0 (2026-11-27)\n\n- A.\n\n## 0.1.0 (2026-01-01)\n\n- B.\n')
  t.equal(notesOf(dated, '0.2.0'), '- A.\n')
  t.equal(notesOf(dated, '0.1.0'), '- B.\n')
  t.throws(() => datedChangelog('# C\n', '0.2.0', '2026-11-27'), 'nowhere to put it')
  t.end()
})

t.test('texts that a language lacks are refused', (t) => {
  t.doesNotThrow(() => requireTranslated([]))
  t.throws(() => requireTranslated([{ place: 'de/goals.title', days: 3 }]), {
    message: 'texts are not translated\npending: de/goals.title, 3 days',
  })
  t.end()
})

interface Compose {
  services: Record<string, { image: string; build?: unknown; environment: Record<string, string> }>
  volumes: Record<string, unknown>
}

t.test('the compose files name images, and no sources', (t) => {
  for (const [database, image] of [
    ['postgres', /^postgres:17$/],
    ['timescale', /^timescale\/timescaledb:/],
  ] as const) {
    const { services, volumes } = parse(composeOf(read('compose.yaml'), '9.9.9', database)) as Compose
    t.strictSame(Object.keys(services), ['database', 'tidemark'])
    t.match(services['database']?.image, image)
    t.equal(services['tidemark']?.image, '${TIDEMARK_IMAGE:-tidemark/tidemark:9.9.9}')
    t.notOk(services['tidemark']?.build)
    t.strictSame(Object.keys(volumes), ['database', 'spool'])
    t.equal('TIMESCALEDB_TELEMETRY' in (services['database']?.environment ?? {}), database === 'timescale')
  }
  t.end()
})

/** A template as YAML: what it computes on lines of its own is left out, what stands in a line is a word. */
const bare = (text: string): string =>
  text
    .replace(/^\s*\{\{-? ?(if|end|else|with|range|fail|include|toYaml|\/\*)[^\n]*\}\}\n/gm, '')
    .replace(/\{\{-?.*?-?\}\}/g, 'word')

t.test('the chart: its values fit its schema, its templates name only values, parts and settings that exist', (t) => {
  const chart = 'deploy/helm/tidemark'
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>
  const validate = new Ajv({ strict: false }).compile(JSON.parse(read(`${chart}/values.schema.json`)))
  t.ok(validate(values), JSON.stringify(validate.errors))
  t.notOk(validate({ ...values, spol: {} }), 'a misspelt name is refused')
  const files = readdirSync(projectPath(`${chart}/templates`))
  const texts = files.map((file) => read(`${chart}/templates/${file}`))
  const all = texts.join('\n')
  const has = (path: string) =>
    path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values) !==
    undefined
  for (const [, path = ''] of all.matchAll(/\.Values\.([\w.]+)/g)) t.ok(has(path), `values.yaml has ${path}`)
  for (const [, name = ''] of all.matchAll(/include "([\w.]+)"/g)) t.ok(all.includes(`{{- define "${name}" -}}`), name)
  const opened = all.match(/\{\{-? ?(if|with|range|define) /g)?.length
  t.equal(all.match(/\{\{-? ?end -?\}\}/g)?.length, opened, 'every block ends')
  const kinds: string[] = []
  for (const [index, file] of files.entries()) {
    if (!file.endsWith('.yaml')) continue
    for (const document of parseAllDocuments(bare(texts[index]!))) {
      t.strictSame(document.errors, [], file)
      kinds.push((document.toJS() as { kind: string }).kind)
    }
  }
  const ingress = read(`${chart}/templates/ingress.yaml`)
  t.match(
    ingress,
    /trimSuffix "\/" \}\}\/metrics\n\s+pathType: Prefix\n(\s+\w+:.*\n){4}\s+name: nowhere\n/,
    'no metrics',
  )
  t.strictSame(kinds.sort(), ['Deployment', 'Deployment', 'Ingress', 'PersistentVolumeClaim', 'Service'].sort())
  for (const [, name = ''] of all.matchAll(/^\s*- name: ([A-Z][A-Z_]+)$/gm)) t.ok(name in settings, name)
  for (const words of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'drop: [ALL]'])
    t.ok(all.includes(words), words)
  t.end()
})

t.test('the workflows run what a person runs, on two architectures', (t) => {
  for (const [file, command] of [
    ['check', 'make check'],
    ['release', 'make release'],
  ] as const) {
    const text = read(`.github/workflows/${file}.yml`)
    const { jobs } = parse(text) as { jobs: Record<string, { steps: { run?: string; uses?: string }[] }> }
    t.ok(
      Object.values(jobs).some(({ steps }) => steps.some(({ run }) => run === command)),
      file,
    )
    t.match(text, /ubuntu-24\.04-arm/)
    // What a workflow is given is not put into a shell's text.
    t.notMatch(text, /run:.*\$\{\{/)
    for (const [, program = ''] of text.matchAll(/run: make (\w+)/g))
      t.match(read('Makefile'), new RegExp(`^${program}:`, 'm'))
  }
  t.end()
})

t.test('make release, from a clean checkout', async (t) => {
  await build(() => {})
  const copy = mkdtempSync(join(tmpdir(), 'tidemark-release-'))
  t.teardown(() => rmSync(copy, { recursive: true, force: true }))
  const git = async (...words: string[]) => (await call('git', words, { cwd: copy })).stdout.trim()
  await call('git', ['clone', '--quiet', '--no-hardlinks', projectPath(), copy])
  // The files of this checkout, also those that are not committed yet.
  for (const path of [
    'scripts',
    'deploy',
    'package.json',
    'package-lock.json',
    'compose.yaml',
    'compose.small.yaml',
    'CHANGELOG.md',
    'docs',
  ])
    cpSync(projectPath(path), join(copy, path), { recursive: true })
  symlinkSync(projectPath('node_modules'), join(copy, 'node_modules'))
  for (const path of ['dist/web', 'dist/api-docs', 'tracker/dist', 'tracker/package/dist', '.tidemark/built'])
    if (existsSync(projectPath(path))) cpSync(projectPath(path), join(copy, path), { recursive: true })
  await git('config', 'user.email', 'release@tidemark.test')
  await git('config', 'user.name', 'Release')
  await call('sh', ['-c', 'echo node_modules >> .git/info/exclude'], { cwd: copy })
  await git('add', '--all')
  await git('commit', '--quiet', '--allow-empty', '--message', 'As it is here')
  const cut = (...words: string[]) =>
    call(process.execPath, ['scripts/release.ts', ...words], { cwd: copy, maxBuffer: 1 << 24 }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  t.match(await cut('0.0.1'), { code: 1, stderr: 'release: 0.0.1 is not newer than' })
  t.equal(await git('status', '--porcelain'), '')
  const done = await cut('99.0.0')
  t.equal(done.code, 0, done.stderr)
  t.equal(await git('describe', '--exact-match'), 'v99.0.0')
  t.equal(await git('status', '--porcelain'), '', 'all of it is committed')
  t.match(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8'), /^## Unreleased\n\n## 99\.0\.0 \(\d{4}-\d\d-\d\d\)$/m)
  const folder = join(copy, 'dist', 'release')
  const names = [
    'NOTES.md',
    'SHA256SUMS',
    'compose.postgres.yaml',
    'compose.small.yaml',
    'compose.timescale.yaml',
    'tidemark-99.0.0.cdx.json',
  ]
  for (const name of [...names, 'tidemark-99.0.0.tgz', 'tidemark-chart-99.0.0.tgz', 'tidemark.service'])
    t.ok(existsSync(join(folder, name)), name)
  const sums = await call('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder })
  t.equal(sums.stdout, '')

  const image = join(folder, 'image')
  t.strictSame(readdirSync(image).sort(), ['Dockerfile', 'package', 'package-lock.json'])
  for (const [, path = ''] of readFileSync(join(image, 'Dockerfile'), 'utf8').matchAll(/^COPY (?!--from)(\S+) /gm))
    t.ok(existsSync(join(image, path)), path)
  cpSync(join(image, 'package-lock.json'), join(image, 'package', 'package-lock.json'))
  const dry = ['ci', '--omit=dev', '--ignore-scripts', '--dry-run', '--no-audit', '--no-fund', '--prefer-offline']
  await call('npm', dry, { cwd: join(image, 'package') })
  t.pass('the lock file fits the package')

  const bill = JSON.parse(readFileSync(join(folder, 'tidemark-99.0.0.cdx.json'), 'utf8'))
  t.match(bill, { bomFormat: 'CycloneDX', metadata: { component: { version: '99.0.0' } } })
  const held = new Set((bill.components as { name: string }[]).map(({ name }) => name))
  for (const name of Object.keys(JSON.parse(read('package.json')).dependencies))
    t.ok(held.has(name.split('/').at(-1) ?? '') || held.has(name), `the bill has ${name}`)
  const chart = await call('tar', ['-xzOf', join(folder, 'tidemark-chart-99.0.0.tgz'), 'tidemark/Chart.yaml'])
  t.match(parse(chart.stdout), { name: 'tidemark', version: '99.0.0', appVersion: '99.0.0' })
})
