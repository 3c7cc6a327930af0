// Visit tokens (spec/ingestion 23.2): what opens, and that nothing else does.
import fc from 'fast-check'
import t from 'tap'
import { type BatchItem, senderOf } from '../../src/ingest/batch.ts'
import type { KnownSalt } from '../../src/registry/salts.ts'
import { dayMs } from '../../src/rules/durations.ts'
import { stripeCount } from '../../src/rules/stripe.ts'
import { openVisit, sealVisit, type TokenVisitor, worthlessToken } from '../../src/rules/visit-token.ts'
import { runs } from '../support/effort.ts'

const salt = '000102030405060708090a0b0c0d0e0f'
const other = 'f00102030405060708090a0b0c0d0e0f'
const signed = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const visitor: fc.Arbitrary<TokenVisitor> = fc.record(
  {
    siteId: fc.integer({ min: 1, max: 2 ** 40 }),
    id: signed,
    previousId: fc.option(signed),
    stripe: fc.nat(stripeCount - 1),
  },
  { noNullPrototype: true },
)

t.test('a token opens for its site under its salt, and for nothing else', (t) => {
  fc.assert(
    fc.property(visitor, fc.nat(71), fc.constantFrom('A', 'z', '_'), (who, at, character) => {
      const token = sealVisit(salt, who)
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      t.strictSame(openVisit(salt, token, who.siteId), who)
      const opened = changed === token ? undefined : openVisit(salt, changed, who.siteId)
      return (
        token.length === worthlessToken().length &&
        token !== sealVisit(salt, who) &&
        openVisit(other, token, who.siteId) === undefined &&
        openVisit(salt, token, who.siteId + 1) === undefined &&
        opened === undefined
      )
    }),
    { numRuns: runs(200) },
  )
  for (const text of [
    '',
    'x',
    'A'.repeat(72),
    'é'.repeat(72),
    `${'A'.repeat(71)}=`,
    worthlessToken(),
    'A'.repeat(10_000),
  ])
    t.equal(openVisit(salt, text, 1), undefined)
  t.end()
})

t.test('the visitor of an event: by its token on its day, else by its address, else nobody', (t) => {
  const day = 20_000
  const salts: KnownSalt[] = [
    [day - 1, other],
    [day, salt],
  ]
  const who = { siteId: 7, id: '-5', previousId: '6', stripe: 3 }
  const item = (more: Partial<BatchItem>): BatchItem => ({
    ...{ id: 'a', siteId: 7, text: '{}', ip: null, userAgent: null, visit: null, isOrdered: true },
    ...{ atMs: day * dayMs, takenAtMs: day * dayMs },
    ...more,
  })
  const told = { id: who.id, previousId: who.previousId, siteId: 7, stripe: 3 }
  const token = sealVisit(salt, who)
  const old = sealVisit(other, who)
  const table: readonly [name: string, item: BatchItem, visitor: unknown][] = [
    ['a token', item({ visit: token }), told],
    ['a token beside an address', item({ visit: token, ip: '203.0.113.1' }), told],
    ['at the end of its day', item({ visit: token, takenAtMs: (day + 1) * dayMs - 1 }), told],
    ['the day after', item({ visit: token, takenAtMs: (day + 1) * dayMs }), 'none'],
    ['of the day before, whose salt is there', item({ visit: old }), 'none'],
    ['of the day before, for an event of then', item({ visit: old, atMs: day * dayMs - 1 }), 'none'],
    ['the queue took it the day before', item({ visit: old, takenAtMs: day * dayMs - 1 }), told],
    ['of another site', item({ visit: token, siteId: 8 }), 'none'],
    ['of another site, beside an address', item({ visit: token, siteId: 8, ip: '203.0.113.1' }), 'of request'],
    ['an address', item({ ip: '203.0.113.1' }), 'of request'],
    ['an agent alone', item({ userAgent: 'x' }), 'none'],
    ['nothing', item({}), 'none'],
  ]
  for (const [name, one, expected] of table) t.strictSame(senderOf(one, salts).sent.visitor, expected, name)
  t.strictSame(senderOf(item({ visit: token }), []).sent.visitor, 'none', 'no salt is known')
  t.equal(senderOf(item({ id: 'a' }), salts).stripe, senderOf(item({ id: 'a' }), salts).stripe, 'the same for an id')
  t.end()
})
