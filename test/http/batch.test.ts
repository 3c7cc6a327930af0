// Several queries in one request: each line is what the single query answers, as soon as it is known
// (spec/dashboard 7).
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { createSharing } from '../../src/stats/sharing.ts'
import { createCall } from '../support/api.ts'
import { checkedFetch } from '../support/contract.ts'
import { runs } from '../support/effort.ts'
import { question } from '../support/stats-questions.ts'
import { startStatsService } from '../support/stats-service.ts'

interface Line {
  id: string
  status: number
  ms: number
  body: Record<string, unknown>
  done?: true
}

const read = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

// Hundreds of questions take their time on a busy machine.
t.setTimeout(300_000)

const service = await startStatsService({ seed: 11 })
t.teardown(() => service.stop())
const { domain, key } = service
const call = createCall(service.url, key)
const path = '/api/v2/query/batch'
const total = { metrics: ['visitors'], date_range: ['2021-03-10', '2021-03-20'] }

t.test('a line each as it is ready, then the end', async (t) => {
  const queries = [
    { id: 'totals', ...total },
    { id: 'sources', ...total, dimensions: ['visit:source'] },
    { id: 'wrong', ...total, metrics: ['visitor'] },
    { id: 'elsewhere', ...total, site_id: domain },
    { id: 'goal', ...total, filters: [['is', 'event:goal', ['Nothing']]] },
  ]
  const answer = await call('POST', path, { site_id: domain, queries })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  t.equal(answer.headers.get('content-length'), null)
  const lines = read(answer.body)
  t.strictSame(lines.at(-1), { done: true })
  t.equal(lines.length, queries.length + 1)
  const line = (id: string) => lines.find((one) => one.id === id)!
  for (const { id, status, ms } of lines.slice(0, -1)) {
    t.ok(Number.isInteger(ms) && ms >= 0, `${id} took ${ms} ms`)
    t.equal(status, ['totals', 'sources'].includes(id) ? 200 : 400, id)
  }
  t.strictSame(line('totals').body, (await service.query(total)).body)
  t.strictSame(line('wrong').body, { error: '#/metrics/0: Invalid metric "visitor"' })
  t.strictSame(line('elsewhere').body, { error: '#/site_id: Schema does not allow additional properties.' })
  t.strictSame(line('goal').body, { error: 'The goal `Nothing` is not configured for this site' })
})

t.test('what concerns all of it is a plain answer', async (t) => {
  const one = { id: 'a', ...total }
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...one, id: `q${index}` }))
  const cases: [what: string, body: unknown, status: number, message: RegExp][] = [
    ['no site', { queries: [one] }, 400, /Missing site ID/],
    ['a site that is no text', { site_id: 1, queries: [one] }, 400, /#\/site_id: Type mismatch/],
    ['unknown site', { site_id: 'no.test', queries: [one] }, 401, /Invalid API key or site ID/],
    ['unknown key in it', { site_id: domain, queries: [one], more: 1 }, 400, /#\/more: Schema does not allow/],
    [
      'an activity that is no text',
      { site_id: domain, activity: 1, queries: [one] },
      400,
      /#\/activity: Type mismatch/,
    ],
    ['an activity that was not announced', { site_id: domain, activity: 'x', queries: [one] }, 200, /"done":true/],
    ['no queries', { site_id: domain }, 400, /Required property queries/],
    ['queries that are no list', { site_id: domain, queries: one }, 400, /#\/queries: Type mismatch/],
    ['none', { site_id: domain, queries: [] }, 400, /minimum of 1 items/],
    ['24', { site_id: domain, queries: many(24) }, 200, /"done":true/],
    ['25', { site_id: domain, queries: many(25) }, 400, /maximum of 24 items but got 25/],
    ['a query that is none', { site_id: domain, queries: [one, 1] }, 400, /#\/queries\/1: Type mismatch/],
    ['no id', { site_id: domain, queries: [total] }, 400, /#\/queries\/0\/id/],
    ['an empty id', { site_id: domain, queries: [{ ...one, id: '' }] }, 400, /1 to 64 characters/],
    ['64 characters', { site_id: domain, queries: [{ ...one, id: '🦆'.repeat(64) }] }, 200, /"done":true/],
    ['65 characters', { site_id: domain, queries: [{ ...one, id: 'x'.repeat(65) }] }, 400, /1 to 64 characters/],
    ['an id twice', { site_id: domain, queries: [one, one] }, 400, /ids to be unique/],
    ['no JSON', '{', 400, /Invalid JSON body/],
  ]
  for (const [what, body, status, message] of cases) {
    const answer = await call('POST', path, body)
    t.equal(answer.status, status, what)
    t.match(answer.body.error ?? answer.body, message, what)
  }
  t.equal((await call('POST', path, { site_id: domain, queries: [one] }, null)).status, 401, 'no key')
  t.equal((await call('GET', path)).status, 405)
})

t.test('compressed as the client asks, a line at a time', async (t) => {
  const body = JSON.stringify({ site_id: domain, queries: [{ id: 'a', ...total }] })
  for (const [accepted, coding] of [
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity', null],
  ] as const) {
    const headers = { authorization: `Bearer ${key}`, 'accept-encoding': accepted }
    const response = await fetch(service.url + path, { method: 'POST', headers, body })
    t.equal(response.headers.get('content-encoding'), coding, accepted)
    t.equal(response.headers.get('vary'), 'accept-encoding')
    t.strictSame(read(await response.text()).at(-1), { done: true })
  }
})

/** A page's own bounce rate is null where no visit began on a page, 0 for programs (test/stats/no-value.test.ts). */
const differs = (asked: { metrics: readonly string[] }) =>
  asked.metrics.includes('bounce_rate') && JSON.stringify(asked).includes('event:page')

t.test('batch answers are single answers', async (t) => {
  const property = fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 6 }), async (questions) => {
    const queries = questions.map((one, index) => ({ id: `${index}`, ...one }))
    const response = await checkedFetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ site_id: domain, queries }),
    })
    const lines = read(await response.text())
    t.strictSame(lines.pop(), { done: true })
    for (const { id, status, body } of lines) {
      const single = await service.query(questions[Number(id)]!)
      const asked = questions[Number(id)]!
      const isSame = differs(asked) || JSON.stringify(body) === JSON.stringify(single.body)
      if (status !== single.status || !isSame)
        throw new Error(`${JSON.stringify(body)} is not ${JSON.stringify(single)}`)
    }
    return lines.length === questions.length
  })
  await fc.assert(property, { numRuns: runs(40), seed: 3 })
})

const { db } = service.app
/** Waits until so many statements wait for a lock. A lock on what every statement reads keeps them all at work. */
async function waiting(wanted: number): Promise<void> {
  for (;;) {
    const [row] = await db.write.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (row?.count === wanted) return
  }
}

t.test('a client that leaves takes its statements along', async (t) => {
  await db.transaction(async (tx) => {
    await tx.query('lock table events, sessions, visitors in access exclusive mode')
    const leaving = new AbortController()
    const queries = Array.from({ length: 8 }, (_, index) => ({
      id: `${index}`,
      metrics: ['visitors'],
      date_range: [`2021-03-0${index + 1}`, '2021-03-20'],
      filters: [['is', 'visit:region', ['EE-37']]],
    }))
    const asked = fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ site_id: domain, queries }),
      signal: leaving.signal,
    }).then((response) => response.text())
    await waiting(4)
    t.pass('four statements at once')
    leaving.abort()
    await t.rejects(asked)
    await waiting(0)
    t.pass('none is left')
  })
  t.equal((await service.query(total)).status, 200, 'and the connections are of use')
})

/** Questions of one range and filter: of visits, and of events with their visits. */
const sharing = ['visit:source', 'visit:country', 'visit:os', 'event:page', 'event:hostname'].map((dimension) => ({
  id: dimension,
  metrics: ['visitors'],
  date_range: ['2021-03-10', '2021-04-12'],
  dimensions: [dimension],
  filters: [['is', 'visit:region', ['EE-37']]],
}))
const askSharing = (signal?: AbortSignal) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ site_id: domain, queries: sharing }),
    signal,
  }).then((response) => response.text())

/** Each line is what the single question answers. */
async function checkSharing(t: Test, text: string): Promise<void> {
  const lines = read(text)
  t.strictSame(lines.pop(), { done: true })
  t.equal(lines.length, sharing.length)
  for (const { id, status, body } of lines) {
    t.equal(status, 200, id)
    const { id: _, ...question } = sharing.find((one) => one.id === id)!
    t.strictSame(body, (await service.query(question)).body, id)
  }
}

t.test('questions of one range and filter read their rows once', async (t) => {
  let asked = Promise.resolve('')
  await db.transaction(async (tx) => {
    await tx.query('lock table events, sessions, visitors in access exclusive mode')
    asked = askSharing()
    await waiting(2)
    t.pass('a statement for visits, one for events')
  })
  await checkSharing(t, await asked)
})

t.test('a client that leaves takes what its questions share along', async (t) => {
  await db.transaction(async (tx) => {
    await tx.query('lock table events, sessions, visitors in access exclusive mode')
    const leaving = new AbortController()
    const asked = askSharing(leaving.signal)
    await waiting(2)
    leaving.abort()
    await t.rejects(asked)
    await waiting(0)
  })
})

t.test('but not what another client waits for', async (t) => {
  let other = Promise.resolve('')
  await db.transaction(async (tx) => {
    await tx.query('lock table events, sessions, visitors in access exclusive mode')
    const leaving = new AbortController()
    const asked = askSharing(leaving.signal)
    await waiting(2)
    other = askSharing()
    // The other one's questions are equal: a question of its own behind them shows that they are asked.
    await service.query({ metrics: ['visitors'], date_range: 'day', filters: [['is', 'event:goal', ['Nothing']]] })
    leaving.abort()
    await t.rejects(asked)
  })
  await checkSharing(t, await other)
})

t.test('questions ask alone when what they share fails', async (t) => {
  let asked = Promise.resolve('')
  await db.transaction(async (tx) => {
    await tx.query('lock table events, sessions, visitors in access exclusive mode')
    asked = askSharing()
    await waiting(2)
    await db.write.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    await waiting(4)
    t.pass('as many at once as ever')
  })
  await checkSharing(t, await asked)
})

t.test('equal questions under way are asked once', async (t) => {
  const questions = createSharing<number>()
  let asked = 0
  const cancelled: string[] = []
  const answers: ((value: number) => void)[] = []
  const ask = (name: string, signal?: AbortSignal) =>
    questions.share(name, signal, (gone) => {
      asked += 1
      gone.addEventListener('abort', () => cancelled.push(name))
      return new Promise<number>((resolve) => answers.push(resolve))
    })
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
  const one = ask('a', first.signal)
  const other = ask('a', second.signal)
  const third_ = ask('b', third.signal)
  t.equal(asked, 2)
  first.abort(new Error('left'))
  await t.rejects(one, /left/)
  t.strictSame(cancelled, [], 'somebody still waits')
  answers[0]!(7)
  t.equal(await other, 7)
  third.abort(new Error('left'))
  await t.rejects(third_, /left/)
  t.strictSame(cancelled, ['b'])
  const again = ask('a')
  t.equal(asked, 3, 'an answer is not kept')
  answers[2]!(8)
  t.equal(await again, 8)
})
