// The ways of a submission: one where traffic is not divided, else one for each part, and when all of it is settled.
import t from 'tap'
import { partOf, settleOnce, waysOf } from '../../src/ingest/ways.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { siteView } from '../support/ingest.ts'

const stripe = 3

const directoryOf = (parts: readonly number[], sites: readonly SiteView[]) => ({
  layout: () => parts,
  find: (domain: string) => sites.find((site) => site.domain === domain),
})

const at = (domain: string, id: number, part: number) => siteView({ id, domain, stripeParts: { [stripe]: part } })
const sites = [at('a.example', 1, 20), at('b.example', 2, 10), at('c.example', 3, 20)]

t.test('each domain goes the way of its part, an unknown one the first way', (t) => {
  const cases: [title: string, parts: readonly number[], domains: readonly string[], ways: unknown][] = [
    ['undivided', [], ['a.example', 'x.example'], [{ lane: 3, part: null, domains: ['a.example', 'x.example'] }]],
    ['one part', [10, 20], ['a.example', 'c.example'], [{ lane: 1, part: 20, domains: ['a.example', 'c.example'] }]],
    [
      'two parts',
      [10, 20],
      ['a.example', 'b.example', 'c.example'],
      [
        { lane: 1, part: 20, domains: ['a.example', 'c.example'] },
        { lane: 0, part: 10, domains: ['b.example'] },
      ],
    ],
    [
      'an unknown domain before a known one',
      [10, 20],
      ['x.example', 'b.example', 'a.example'],
      [
        { lane: 0, part: 10, domains: ['b.example', 'x.example'] },
        { lane: 1, part: 20, domains: ['a.example'] },
      ],
    ],
    ['unknown domains alone', [10, 20], ['x.example'], [{ lane: 0, part: 10, domains: ['x.example'] }]],
  ]
  for (const [title, parts, domains, ways] of cases)
    t.same(waysOf(directoryOf(parts, sites), domains, stripe), ways, title)
  t.equal(partOf(directoryOf([], sites), sites[0], stripe), null)
  t.equal(partOf(directoryOf([10, 20], sites), sites[0], stripe), 20)
  t.end()
})

t.test('a submission is settled once, when its last way is', (t) => {
  const cases: [outcomes: (number | 'refused')[], settled: number | 'refused'][] = [
    [[2], 2],
    [['refused'], 'refused'],
    [[1, 0, 2], 3],
    [[1, 'refused', 2], 'refused'],
    [['refused', 'refused'], 'refused'],
  ]
  for (const [outcomes, settled] of cases) {
    const heard: unknown[] = []
    const settle = settleOnce(outcomes.length, (outcome) => heard.push(outcome))
    for (const outcome of outcomes) {
      t.same(heard, [], 'not before the last')
      settle(outcome)
    }
    t.same(heard, [settled])
  }
  t.end()
})
