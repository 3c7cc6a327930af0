// Wildcards by example, and against a plain regular expression as the model (spec/ingestion 9, spec/stats 9). The
// tracker's own are in tracker/patterns.test.ts.
import fc from 'fast-check'
import t from 'tap'
import { compilePattern, toLike } from '../../src/rules/pattern.ts'
import { runs } from '../support/effort.ts'

const cases: [pattern: string, subject: string, matches: boolean][] = [
  ['/blocked/**', '/blocked/page', true],
  ['/blocked/**', '/blocked', false],
  ['/blocked/**', '/blocked/', true],
  ['/blocked/**', '/blocked/a/b', true],
  ['/blocked/*', '/blocked/a/b', true],
  ['*example.com', 'blog.example.com', true],
  ['*example.com', 'example.com', true],
  ['*example.com', 'notexample.com', true],
  ['*example.com', 'example.com.evil', false],
  ['example.com', 'exampleXcom', false],
  ['/a', '/a', true],
  ['/a', '/a/', false],
  ['/a', '/A', false],
  ['/a+(b)[c]?', '/a+(b)[c]?', true],
  ['*', '', true],
  ['**', '/any/thing', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*a*b*', 'xxaxxbxx', true],
  ['*b*a*', 'xxaxxbxx', false],
  ['/*/edit', '/users/1/edit', true],
  ['/page#*', '/page#section', true],
  ['(none)', '(none)', true],
]

t.test('patterns match as documented', async (t) => {
  for (const [pattern, subject, matches] of cases)
    t.equal(compilePattern(pattern)(subject), matches, `${pattern} on ${subject}`)
})

function model(pattern: string): RegExp {
  const body = pattern.replace(/\*+|[^*]/g, (piece) =>
    piece.startsWith('*') ? '[^]*' : piece.replace(/[\\^$.|?+()[\]{}/]/g, '\\$&'),
  )
  return new RegExp(`^${body}$`)
}

t.test('a pattern agrees with its regular expression', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*', '**'), maxLength: 8 })
  fc.assert(
    fc.property(pattern, text, (pattern, text) => compilePattern(pattern)(text) === model(pattern).test(text)),
    { numRuns: runs(2000) },
  )
})

t.test('no pattern tries all ways to divide a text', async (t) => {
  // A matcher that goes back for each star would not end.
  t.equal(compilePattern(`${'*a'.repeat(100)}*b`)('a'.repeat(2000)), false)
})

t.test('a pattern as SQL', async (t) => {
  t.equal(toLike('/a_b/100%/**/c\\d*'), '/a\\_b/100\\%/%/c\\\\d%')
})
