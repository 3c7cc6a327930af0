// The checks of `make check` that say something about what is shipped, in the suite as well: licences of dependencies,
// truth of the pages. What the registry says about weaknesses is asked by `make check` alone; here npm is played, so
// that no test needs a network.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import t from 'tap'
import { missingNumbers, repeatedNumbers } from '../../scripts/docs-numbers.ts'
import { projectPath } from '../../src/paths.ts'

const cases: readonly [script: string, says: RegExp][] = [
  ['licences.ts', /^licences: \d{3,} packages, all permissive$/m],
  ['check-docs.ts', /^documentation: \d{2,} pages checked$/m],
]

for (const [script, says] of cases) {
  t.test(script, (t) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [projectPath('scripts', script)], {
      encoding: 'utf8',
    })
    t.equal(status, 0, stderr)
    t.match(stdout, says)
    t.end()
  })
}

const dependencies = { dependencies: { total: 400 } }
const weak = { 'left-pad': { name: 'left-pad', severity: 'high', range: '<1.3.0' } }
const audits: readonly [name: string, npm: string, status: number, says: RegExp][] = [
  [
    'a clean report',
    JSON.stringify({ vulnerabilities: {}, metadata: dependencies }),
    0,
    /^audit: 400 packages, none with a known weakness$/m,
  ],
  [
    'a weakness',
    JSON.stringify({ vulnerabilities: weak, metadata: dependencies }),
    1,
    /^ {2}left-pad <1\.3\.0: high$/m,
  ],
  [
    'a registry that refuses',
    JSON.stringify({ message: '405 Method Not Allowed', error: {} }),
    0,
    /^audit: not asked, .*\(405 Method Not Allowed\)$/m,
  ],
  [
    'no network',
    JSON.stringify({ message: '', error: { summary: 'getaddrinfo ENOTFOUND' } }),
    0,
    /^audit: not asked, .*\(getaddrinfo ENOTFOUND\)$/m,
  ],
  ['no report at all', '', 0, /^audit: not asked, .*\(npm gave no report\)$/m],
]

t.test('audit.ts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-audit-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) }
  for (const [name, npm, status, says] of audits) {
    await writeFile(join(folder, 'npm'), `#!/bin/sh\ncat <<'END'\n${npm}\nEND\nexit 1\n`, { mode: 0o755 })
    const answer = spawnSync(process.execPath, [projectPath('scripts', 'audit.ts')], { encoding: 'utf8', env })
    t.equal(answer.status, status, `${name}: ${answer.stderr}`)
    t.match(answer.stdout + answer.stderr, says, name)
  }
})

t.test('numbers that pages repeat', async (t) => {
  t.strictSame(missingNumbers('An invitation\n  waits 14 days.', ['invitation waits 14 days', 'waits 15 days']), [
    'waits 15 days',
  ])
  const empty = Object.values(repeatedNumbers).flatMap((sentences) => sentences.filter((text) => !/\d/.test(text)))
  t.strictSame(empty, [], 'each has its number')
})
