// Batches of senders by turns: nobody takes all places, and who waits too long is refused.
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { createTurns } from '../../src/http/by-turns.ts'

/** Work that goes on until it is told to end. */
function createWork() {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    run: (name: string) => (): Promise<string> => {
      began.push(name)
      return new Promise((resolve) => ends.set(name, () => resolve(name)))
    },
    async end(name: string) {
      ends.get(name)!()
      await nextTurn()
    },
  }
}
const refuse = () => new Error('refused')

t.test('askers by turns, each with its share', async (t) => {
  const turns = createTurns({ atOnce: 3, ofAsker: 2, waiting: 10, waitMs: 60_000 }, refuse)
  const { began, run, end } = createWork()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => turns(name[0]!, run(name)))
  await nextTurn()
  t.strictSame(began, ['a1', 'a2', 'b1'], 'a has its share, and b begins beside it')
  await end('b1')
  t.strictSame(began.slice(3), ['b2'], 'a has its share still')
  await end('a1')
  t.strictSame(began.slice(4), ['a3'])
  await end('a2')
  t.strictSame(began.slice(5), ['c1'], 'then the others, before a goes on')
  await end('c1')
  t.strictSame(began.slice(6), ['a4'])
  for (const name of ['a3', 'a4', 'b2']) await end(name)
  t.strictSame(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
})

t.test('too many, or too long', async (t) => {
  const turns = createTurns({ atOnce: 1, ofAsker: 1, waiting: 1, waitMs: 5 }, refuse)
  const { run, end } = createWork()
  const first = turns('a', run('a1'))
  const second = turns('a', run('a2'))
  await t.rejects(turns('b', run('b1')), /refused/, 'no room to wait')
  await t.rejects(second, /refused/, 'waited too long')
  await end('a1')
  t.equal(await first, 'a1')
  const third = turns('a', run('a3'))
  await end('a3')
  t.equal(await third, 'a3', 'the place is free again')
})

t.test('work that fails gives its place back', async (t) => {
  const turns = createTurns({ atOnce: 1, ofAsker: 1, waiting: 1, waitMs: 60_000 }, refuse)
  await t.rejects(
    turns('a', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  t.equal(await turns('a', async () => 'well'), 'well')
})
