// How events are sent and what their callbacks hear (spec/tracker 6 and 11).
import t from 'tap'
import { createLab } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

t.test('callbacks', async (t) => {
  const visit = await lab.visit({ status: 400 })
  t.same(await visit.evaluate(`new Promise((callback) => tidemark('x', { callback }))`), { status: 400 })
  await visit.evaluate(`window.calls = 0; tidemark('x', { callback: () => { calls++; throw new Error('mine') } })`)
  await visit.events(3)
  await visit.page.waitForFunction('errors.length > 0')
  t.equal(await visit.evaluate('calls'), 1, 'a callback that throws is not called again')
  await visit.close()
  const failing = await lab.visit({ attributes: 'defer data-domain="x" data-api="http://127.0.0.1:1/"' })
  t.ok(
    await failing.evaluate(
      `new Promise((callback) => tidemark('x', { callback })).then((result) => result.error instanceof Error)`,
    ),
  )
  t.equal(
    await failing.evaluate(
      `new Promise((callback) => { const p = {}; p.p = p; tidemark('x', { props: p, callback }) }).then((r) => r.error.name)`,
    ),
    'TypeError',
  )
  t.same(await failing.errors(), [])
  await failing.close()
})

t.test('events of any size', async (t) => {
  const big = (bytes: number, sign = 'x') =>
    `sign.repeat(${bytes} / new Blob(['${sign}']).size)`.replace('sign', `'${sign}'`)
  const cases: [name: string, calls: string[], count: number][] = [
    ['one with more than 64 KiB', [big(70_000)], 2],
    ['one of many bytes in few characters', [big(69_999, '語')], 2],
    ['one that just fits', [big(65_000)], 2],
    ['several that pass the sum together', [big(40_000), big(40_000), big(1000), big(40_000)], 5],
    ['many', Array.from({ length: 30 }, () => big(5000)), 31],
  ]
  for (const [name, values, count] of cases) {
    const visit = await lab.visit()
    await visit.events(1)
    const results = await visit.evaluate(
      `Promise.all([${values.join()}].map((text) => new Promise((callback) => tidemark('Big', { props: { text }, callback }))))`,
    )
    t.same(
      results,
      values.map(() => ({ status: 202 })),
      name,
    )
    t.equal((await visit.events(count)).length, count)
    await visit.evaluate(`new Promise((callback) => tidemark('Next', { props: { text: ${big(60_000)} }, callback }))`)
    t.equal((await visit.events(count + 1)).length, count + 1, `${name}, and one more later`)
    await visit.close()
  }
})

t.test('small events are kept alive beside a large one', async (t) => {
  const spy = `const own = fetch; window.kept = []; window.fetch = (url, options) => { kept.push(options.keepalive); return own(url, options) }`
  const visit = await lab.visit({ before: spy })
  await visit.evaluate(`tidemark('Big', { props: { text: 'x'.repeat(70000) } }); hide()`)
  await visit.events(3)
  t.same(await visit.evaluate('kept'), [true, false, true])
  await visit.close()
})

t.test('meta is the older name of props', async (t) => {
  const visit = await lab.visit()
  await visit.evaluate(
    `tidemark('a', { meta: { x: 1, y: 2 } }); tidemark('b', { meta: { x: 1, y: 2 }, props: { y: 3 } })`,
  )
  t.same((await visit.events(3)).map((event) => event.p).filter(Boolean), [
    { x: 1, y: 2 },
    { x: 1, y: 3 },
  ])
  await visit.close()
})
