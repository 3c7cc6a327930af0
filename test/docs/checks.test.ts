// The checks of `make check` that say something about what is shipped, in the suite as well: licences of dependencies, truth of the pages.
import { spawnSync } from 'node:child_process'
import t from 'tap'
import { sourceArgs } from '../support/process.ts'

const cases: readonly [script: string, says: RegExp][] = [
  ['licences.ts', /^licences: \d{3,} packages, all permissive$/m],
  ['check-docs.ts', /^documentation: \d{2,} pages checked$/m],
]

for (const [script, says] of cases) {
  t.test(script, (t) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, sourceArgs(`scripts/${script}`), { encoding: 'utf8' })
    t.equal(status, 0, stderr)
    t.match(stdout, says)
    t.end()
  })
}
