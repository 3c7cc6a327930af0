// One text stands for the empty value of a dimension: rows, filters and their negations count the same visits, whether a
// column is empty or holds that very text (spec/stats 11 and 20).
import t, { type Test } from 'tap'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { own } from '../support/own.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const service = await startApp({ clock: { now: () => new Date('2021-06-15T12:00:00Z') } })
t.teardown(() => service.stop())
const { db, directory } = service.app
const { domain, api_key: key } = await service.provision({ domain: 'empty.test', plan: 'business' })
const call = createCall(service.url, key)

// Visitor 0 has nothing, visitor 1 the text that names it, visitors 2 to 4 values.
const named: Record<string, string> = {
  source: 'Direct / None',
  referrer: 'Direct / None',
  channel: 'Direct',
  utm_source: '(not set)',
  utm_medium: '(not set)',
  utm_campaign: '(not set)',
  utm_content: '(not set)',
  utm_term: '(not set)',
  device: '(not set)',
  os: '(not set)',
  os_version: '(not set)',
  browser: '(not set)',
  browser_version: '(not set)',
}
const columns = Object.keys(named)
const attributesOf = (visitor: number) => {
  if (visitor === 0)
    return Object.fromEntries(columns.map((column) => [column, column === 'channel' ? 'Direct' : null]))
  if (visitor === 1) return named
  return Object.fromEntries(columns.map((column) => [column, visitor === 2 ? 'Spring' : 'Autumn']))
}
const events = [0, 1, 2, 3, 4].map(
  (visitor): ModelEvent => ({
    visitor,
    at: Date.parse('2021-06-01T10:00:00Z') / 1000 + visitor,
    name: 'pageview',
    pathname: '/',
    hostname: 'empty.test',
    props: visitor === 0 ? null : { plan: visitor === 1 ? '(none)' : visitor === 2 ? 'Spring' : 'Autumn' },
    engagedMs: 0,
    scroll: 0,
  }),
)
await insertTraffic(db.write, directory.find(domain)!.id, 'Etc/UTC', sessionsOf(events, attributesOf))

const query = async (body: object) => {
  const asked = { site_id: domain, date_range: ['2021-06-01', '2021-06-01'], metrics: ['visitors'], ...body }
  return (await call('POST', '/api/v2/query', asked)).body
}
const get = async (path: string, params: Record<string, string>) => {
  const all = { site_id: domain, period: 'day', date: '2021-06-01', metrics: 'visitors', ...params }
  return (await call('GET', `/api/v1/stats/${path}?${new URLSearchParams(all)}`)).body
}
const countV2 = async (filter: unknown) => (await query({ filters: [filter] })).results[0].metrics[0]
const countV1 = async (filters: string) => (await get('aggregate', { filters })).results.visitors.value

async function checkRows(t: Test) {
  for (const [column, blank] of Object.entries(named)) {
    const dimension = `visit:${column}`
    const { results } = await query({ dimensions: [dimension] })
    const row = results.find((one: { dimensions: string[] }) => one.dimensions[0] === blank)
    t.strictSame([row?.metrics, results.length], [[2], 3], `${dimension}: one row`)
    const counts: [filter: unknown[], count: number][] = [
      [['is', dimension, [blank]], 2],
      [['is_not', dimension, [blank]], 3],
      [['is', dimension, [blank, 'Spring']], 3],
      [['is_not', dimension, [blank, 'Spring']], 2],
      [['is', dimension, [blank.toUpperCase()], { case_sensitive: false }], 2],
      [['contains', dimension, [blank]], 2],
      [['contains_not', dimension, [blank]], 3],
      [['contains', dimension, [blank.toLowerCase()], { case_sensitive: false }], 2],
      [['contains', dimension, [blank.slice(1, 5)]], 2],
      [['contains_not', dimension, [blank.slice(1, 5), 'Spr']], 2],
      [['contains', dimension, ['Spring']], 1],
      [['matches', dimension, [blank]], 2],
      [['matches_not', dimension, [blank]], 3],
      [['matches', dimension, [`${blank.slice(1, 5)}|Spring`]], 3],
      [['matches', dimension, ['^$']], 2],
      [['matches_wildcard', dimension, [blank]], 2],
      [['matches_wildcard', dimension, [`${blank.slice(0, 4)}*`]], 2],
      [['matches_wildcard_not', dimension, [`${blank.slice(0, 4)}*`]], 3],
    ]
    for (const [filter, count] of counts) t.equal(await countV2(filter), count, JSON.stringify(filter))
    const v1: [filter: string, count: number][] = [
      [`${dimension}==${blank}`, 2],
      [`${dimension}!=${blank}`, 3],
      [`${dimension}==${blank}|Spring`, 3],
      [`${dimension}==${blank.slice(0, 4)}*`, 2],
      [`${dimension}!=${blank.slice(0, 4)}*`, 3],
    ]
    for (const [filter, count] of v1) t.equal(await countV1(filter), count, filter)
    const isLeftOut = column.startsWith('utm_')
    const rows = (await get('breakdown', { property: dimension })).results
    const found = rows.find((one: Record<string, unknown>) => one[column] === blank)
    t.strictSame(found?.visitors, isLeftOut ? undefined : 2, `${dimension} in v1`)
  }
}

t.test('visits, from raw rows', (t) => checkRows(t))
t.test('visits, from sums of days', async (t) => {
  const now = new Date('2021-06-15T12:00:00Z')
  await rebuildRollups(db, { site: domain }, now)
  const { id } = directory.find(domain)!
  await (await own(db, id)).query(
    `insert into breakdown_days ({{part,}}site_id, local_day, state) values ({{=part,}}$1, '2021-06-01', 'dirty')
     on conflict ({{part,}}site_id, local_day) do update set state = 'dirty'`,
    [id],
  )
  await fillBreakdowns(db, now, { visitsMin: 1 })
  const { meta } = await query({ dimensions: ['visit:utm_campaign'], include: { source: true } })
  t.match(JSON.stringify(meta.source), /days/, 'sums answer')
  await checkRows(t)
})

t.test('properties', async (t) => {
  const { results } = await query({ dimensions: ['event:props:plan'] })
  t.strictSame(results, [
    { dimensions: ['(none)'], metrics: [2] },
    { dimensions: ['Autumn'], metrics: [2] },
    { dimensions: ['Spring'], metrics: [1] },
  ])
  const counts: [operator: string, items: string[], count: number][] = [
    ['is', ['(none)'], 2],
    ['is_not', ['(none)'], 3],
    ['is_not', ['Spring'], 4],
    ['contains', ['(none)'], 2],
    ['contains_not', ['(none)'], 3],
    ['contains', ['Spring', '(none)'], 3],
    // Of the other items a property has to be there.
    ['contains', ['on'], 0],
    ['contains', [''], 3],
    ['contains_not', ['Spring'], 2],
    ['matches', ['(none)'], 2],
    ['matches_not', ['(none)'], 3],
    ['matches', ['n'], 3],
    ['matches_wildcard', ['*'], 3],
  ]
  for (const [operator, items, count] of counts)
    t.equal(await countV2([operator, 'event:props:plan', items]), count, `${operator} ${items}`)
  t.equal(await countV1('event:props:plan==(none)'), 2)
  t.equal(await countV1('event:props:plan!=(none)'), 3)
})
