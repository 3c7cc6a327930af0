// Wildcards by example, and against a plain regular expression as the model (spec/ingestion 9, interface "Tracker
// script").
import fc from 'fast-check'
import t from 'tap'
import { compilePattern, literalPrefix, type PatternDialect, toLike } from '../../src/rules/pattern.ts'

const cases: [dialects: string, pattern: string, subject: string, matches: boolean][] = [
  ['shield filter goal tracker', '/blocked/**', '/blocked/page', true],
  ['shield filter goal tracker', '/blocked/**', '/blocked', false],
  ['shield filter goal tracker', '/blocked/**', '/blocked/', true],
  ['shield filter goal tracker', '/blocked/**', '/blocked/a/b', true],
  ['shield filter goal', '/blocked/*', '/blocked/a/b', true],
  ['tracker', '/blocked/*', '/blocked/a/b', false],
  ['tracker', '/blocked/*', '/blocked/a', true],
  ['tracker', '/a/*/c', '/a/b/c', true],
  ['tracker', '/a/*/c', '/a/b/b/c', false],
  ['tracker', '/a/**/c', '/a/b/b/c', true],
  ['tracker', '/**/x*', '/a/xb/xc', true],
  ['tracker', '/**/x*', '/a/xb/c', false],
  ['shield filter goal tracker', '*example.com', 'blog.example.com', true],
  ['shield filter goal tracker', '*example.com', 'example.com', true],
  ['shield filter goal tracker', '*example.com', 'notexample.com', true],
  ['shield filter goal tracker', '*example.com', 'example.com.evil', false],
  ['shield filter goal tracker', 'example.com', 'exampleXcom', false],
  ['shield filter goal tracker', '/a', '/a', true],
  ['shield filter goal tracker', '/a', '/a/', false],
  ['shield filter goal tracker', '/a', '/A', false],
  ['shield filter goal tracker', '/a+(b)[c]?', '/a+(b)[c]?', true],
  ['shield filter goal', '*', '', true],
  ['shield filter goal', '**', '/any/thing', true],
  ['shield filter goal', 'a*a', 'a', false],
  ['shield filter goal tracker', 'a*a', 'aa', true],
  ['shield filter goal', '*a*b*', 'xxaxxbxx', true],
  ['shield filter goal', '*b*a*', 'xxaxxbxx', false],
  ['shield filter goal', '/*/edit', '/users/1/edit', true],
  ['shield', '/page#*', '/page#section', true],
  ['shield', '(none)', '(none)', true],
]

t.test('patterns match as documented', async (t) => {
  for (const [dialects, pattern, subject, matches] of cases) {
    for (const dialect of dialects.split(' ') as PatternDialect[]) {
      t.equal(compilePattern(dialect, pattern)(subject), matches, `${dialect}: ${pattern} on ${subject}`)
    }
  }
})

function model(dialect: PatternDialect, pattern: string): RegExp {
  const body = pattern.replace(/\*+|[^*]/g, (piece) => {
    if (!piece.startsWith('*')) return piece.replace(/[\\^$.|?+()[\]{}/]/g, '\\$&')
    return dialect === 'tracker' && piece.length === 1 ? '[^/]*' : '[^]*'
  })
  return new RegExp(`^${body}$`)
}

t.test('every dialect agrees with its regular expression', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*', '**'), maxLength: 8 })
  fc.assert(
    fc.property(
      fc.constantFrom<PatternDialect>('shield', 'filter', 'goal', 'tracker'),
      pattern,
      text,
      (dialect, pattern, text) => {
        return compilePattern(dialect, pattern)(text) === model(dialect, pattern).test(text)
      },
    ),
    { numRuns: 2000 },
  )
})

t.test('no pattern is slow', async (t) => {
  const subject = 'a'.repeat(2000)
  const started = performance.now()
  for (const dialect of ['shield', 'tracker'] as const)
    t.equal(compilePattern(dialect, `${'*a'.repeat(100)}*b`)(subject), false)
  t.ok(performance.now() - started < 5000)
})

t.test('a pattern as SQL', async (t) => {
  t.equal(literalPrefix('/blog/**'), '/blog/')
  t.equal(literalPrefix('/blog'), '/blog')
  t.equal(literalPrefix('**x'), '')
  t.equal(toLike('/a_b/100%/**/c\\d*'), '/a\\_b/100\\%/%/c\\\\d%')
})
