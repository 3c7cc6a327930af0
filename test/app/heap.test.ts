// The heap of a process that answers requests: V8 makes no request in the old generation (src/app/heap.ts).
import { execFileSync } from 'node:child_process'
import t from 'tap'

const heap = new URL('../../src/app/heap.ts', import.meta.url).href
/** Arrays that all live for some small collections, as those of waiting requests do. */
const waiting = `
  const kept = []
  const make = (index) => [index, [index]]
  for (let index = 0; index < 200_000; index++) {
    kept.push(make(index))
    if (kept.length > 100_000) kept.splice(0)
  }`
/** What V8 learned of the places that make arrays. */
const learned = (first: string): string[] =>
  execFileSync(
    process.execPath,
    ['--trace-pretenuring-statistics', '--max-semi-space-size=1', '--input-type=module', '-e', `${first}\n${waiting}`],
    { encoding: 'utf8' },
  ).match(/AllocationSite.*=> tenure$/gm) ?? []

t.test('nothing is made in the old generation', async (t) => {
  t.not(learned('').length, 0, 'V8 would')
  t.strictSame(learned(`import { keepRequestsYoung } from '${heap}'; keepRequestsYoung()`), [])
})
