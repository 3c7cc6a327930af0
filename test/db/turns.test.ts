// Turns of statistics: shares of classes, statements of one asker, who comes next, who is refused (db/turns).
import t from 'tap'
import { type Asker, createTurns, type Turns } from '../../src/db/turns.ts'
import { Failure } from '../../src/failure.ts'

/** Statements that end when the test says so. */
function createWork(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (asker: Asker | undefined, name: string, signal?: AbortSignal) =>
    turns.take(
      async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      },
      { asker, signal },
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, ask, end }
}

const link = (name: string): Asker => ({ kind: 'links', name })
const person = (name: string): Asker => ({ kind: 'people', name })

t.test('an asker has four at work, and the rest waits for its turn in order', async (t) => {
  const turns = createTurns(10)
  t.teardown(() => turns.stop())
  const { begun, ask, end } = createWork(turns)
  const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ask(person('1'), name))
  t.strictSame(begun, ['a', 'b', 'c', 'd'])
  t.match(turns.counts(), { people: { atWork: 4, waiting: 2, refused: 0 }, links: { atWork: 0 } })
  await end('b')
  t.strictSame(begun.slice(4), ['e'])
  for (const name of ['a', 'c', 'd', 'e', 'f']) await end(name)
  t.strictSame(await Promise.all(asked), ['a', 'b', 'c', 'd', 'e', 'f'])
  t.match(turns.counts(), { people: { atWork: 0, waiting: 0 } })
})

t.test('a class has its share, askers of a class take turns, and people are never behind links', async (t) => {
  let now = 0
  const turns = createTurns(5, () => now)
  t.teardown(() => turns.stop())
  const { begun, ask, end } = createWork(turns)
  const asked = [...'abcd'].map((name) => ask(link('hog'), name))
  asked.push(ask(link('other'), 'x'))
  t.strictSame(begun, ['a', 'b'], 'two fifths of the connections')
  asked.push(...['p', 'q', 'r'].map((name) => ask(person('1'), name)))
  t.strictSame(begun, ['a', 'b', 'p', 'q', 'r'], 'the rest is for people')
  await end('a')
  t.strictSame(begun.length, 5, 'while people ask, links have one at a time')
  await end('b')
  t.strictSame(begun.slice(5), ['c'])
  await end('c')
  t.strictSame(begun.slice(6), ['x'], 'the other link is next')
  for (const name of ['p', 'q', 'r']) await end(name)
  now += 2_001
  await end('x')
  t.strictSame(begun.slice(7), ['d'])
  await end('d')
  await Promise.all(asked)
  t.strictSame(new Set(begun).size, 8)
})

t.test('work outside of a request has no asker, and a share of its own', async (t) => {
  const turns = createTurns(5)
  t.teardown(() => turns.stop())
  const { begun, ask, end } = createWork(turns)
  const asked = ['a', 'b', 'c'].map((name) => ask(undefined, name))
  t.strictSame(begun, ['a', 'b'])
  for (const name of ['a', 'b', 'c']) await end(name)
  await Promise.all(asked)
})

// The scheduler's own timer does not keep a process alive.
const alive = setInterval(() => {}, 1_000)
t.teardown(() => clearInterval(alive))

t.test('a caller that hangs up leaves the queue; too many waiting, and too long a wait, are 429', async (t) => {
  let now = 0
  const turns = createTurns(1, () => now)
  t.teardown(() => turns.stop())
  const { begun, ask, end } = createWork(turns)
  const first = ask(link('1'), 'a')
  const gone = new AbortController()
  const left = ask(link('1'), 'b', gone.signal)
  gone.abort(new Error('gone'))
  await t.rejects(left, /gone/)
  const aborted = ask(link('1'), 'c', AbortSignal.abort(new Error('gone before')))
  await t.rejects(aborted, /gone before/)
  const waiting = Array.from({ length: 200 }, (_, index) => ask(link('1'), `w${index}`))
  for (const one of waiting) one.catch(() => {})
  const refused = await ask(link('1'), 'z').catch((error: unknown) => error)
  t.ok(refused instanceof Failure)
  t.match(refused, { status: 429, headers: { 'retry-after': '5' } })
  t.match(turns.counts(), { links: { atWork: 1, waiting: 200, refused: 1 } })
  const other = ask(link('2'), 'y')
  now += 15_001
  const results = await Promise.allSettled([...waiting, other])
  t.ok(results.every((result) => result.status === 'rejected' && (result.reason as Failure).status === 429))
  await end('a')
  t.equal(await first, 'a')
  t.strictSame(begun, ['a'])
  t.match(turns.counts(), { links: { atWork: 0, waiting: 0, refused: 202 } })
})
