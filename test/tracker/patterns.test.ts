// Page patterns against the vectors that tracker and service share.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { covers } from '../../tracker/src/patterns.ts'

interface Vector {
  pattern: string
  covers: string[]
  misses: string[]
}

const vectors: Vector[] = JSON.parse(readFileSync(projectPath('tracker', 'vectors', 'patterns.json'), 'utf8'))

for (const vector of vectors) {
  t.test(`pattern ${vector.pattern || '(empty)'}`, async (t) => {
    for (const path of vector.covers) t.equal(covers(vector.pattern, path), true, `covers ${path}`)
    for (const path of vector.misses) t.equal(covers(vector.pattern, path), false, `does not cover ${path}`)
  })
}
