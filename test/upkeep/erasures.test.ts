// Deletions of statistics at the edges: cut off anywhere and gone on with, days that have only sums, names of places,
// imports, changes of the time zone.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createErasing, eraseDue } from '../../src/app/erasing.ts'
import type { Database } from '../../src/db/pool.ts'
import { importPlausible } from '../../src/imports/plausible.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import type { ErasureScope } from '../../src/rules/erasure.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { applyRetention, setRetention } from '../../src/upkeep/retention.ts'
import { changeTimezones, startTimezoneChange } from '../../src/upkeep/timezone.ts'
import { packedZip } from '../support/zip.ts'
import { createSite, pageview, type TestSite } from './support.ts'

t.setTimeout(300_000)

const now = new Date('2025-03-20T12:00:00Z')
const scopeOf = (scope: Partial<ErasureScope> & Pick<ErasureScope, 'kind'>): ErasureScope => ({
  ...{ from: null, to: null, page: null, event: null, filters: null },
  ...scope,
})

const registryOf = (x: TestSite) =>
  createRegistry({ db: x.db, config: { secretKey: 'secret' }, clock: { now: () => now } })

/** Asks for a deletion, confirmed; the count. */
async function ask(x: TestSite, scope: Partial<ErasureScope> & Pick<ErasureScope, 'kind'>) {
  const erasing = createErasing({
    ...{ db: x.db, clock: { now: () => now } },
    statementTimeoutMs: 20_000,
  })
  const count = await erasing.count(1, scopeOf(scope), { until: undefined, userId: null })
  const { until, confirm } = count
  const made = await erasing.begin(registryOf(x), 1, scopeOf(scope), {
    until,
    confirm,
    userId: null,
    isImmediate: true,
  })
  return { count, made }
}

async function erase(x: TestSite, scope: Parameters<typeof ask>[1]) {
  const { count } = await ask(x, scope)
  t.equal(await eraseDue(x.db, now), 1)
  return count
}

/** Rows and sums of the site, without ids. */
async function stateOf(x: TestSite): Promise<unknown> {
  await fillBreakdowns(x.db, now, { visitsMin: 0 })
  t.strictSame(await x.verify(), [], 'sums are those of the rows')
  const queries = [
    `select started_at, ended_at, local_day, duration, is_bounce, pageviews, events, entry_page, exit_page, source
     from visits join (select session_id as id, local_day from sessions) s on s.id = session_id order by 1, 2, 8, 9`,
    `select recorded_at, name, pathname, position, first_of_visitor_day, first_of_visitor_month, first_of_visit_day, seen_day_before
     from events order by 1, 2, 3`,
    'select recorded_at, pathname, engagement_time_ms from engagements order by 1, 2, 3',
    `select hour, reason, sum(count) as count from traffic_counts group by 1, 2 order by 1, 2`,
    `select local_day, dimension, value, visitors, visits, pageviews, events, seen_day_before from daily_breakdowns
     where visitors + visits + pageviews + events > 0 order by 1, 2, 3`,
    'select visitor_id is null from visitors',
  ]
  return Promise.all(queries.map((text) => x.db.write.query(text)))
}

const days = ['2025-01-31', '2025-02-01', '2025-02-02', '2025-03-18', '2025-03-19']
/** Visits of some days, each of two pages with engagement; every third is from Spam. */
const lines = (spam: boolean) =>
  days.flatMap((day, index) =>
    [0, 1, 2].flatMap((visitor) => {
      const isSpam = visitor === index % 3
      if (isSpam && !spam) return []
      const at = (minute: number) => `${day}T10:${String(visitor * 10 + minute).padStart(2, '0')}:00Z`
      const more = { source: isSpam ? 'Spam' : 'Google', country: 'DE' }
      return [
        pageview(`v${visitor}`, at(0), more),
        { ...pageview(`v${visitor}`, at(2), more), name: 'engagement', engagement_time: 1_500, scroll_depth: 30 },
        pageview(`v${visitor}`, at(3), { ...more, url: 'https://x.example/blog' }),
      ]
    }),
  )
const byTime = (all: ReturnType<typeof lines>) => all.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
const spam = { kind: 'filters', filters: [['is', 'visit:source', ['Spam']]] } as const

t.test('cut off at any transaction, the next run does the rest', async (t) => {
  const clean = await createSite()
  t.teardown(() => clean.drop())
  await clean.import(byTime(lines(false)), { now: () => now })
  const expected = await stateOf(clean)
  let at = 0
  for (let done = false; !done; at++) {
    const x = await createSite()
    try {
      await x.import(byTime(lines(true)), { now: () => now })
      await ask(x, spam)
      let transactions = 0
      const cut: Database = {
        ...x.db,
        transaction(work) {
          if (transactions++ === at) throw new Error('cut')
          return x.db.transaction(work)
        },
      }
      // The first transaction holds the lock of the whole run.
      done = await eraseDue(cut, now).then(
        (count) => count === 1,
        (error: Error) => {
          t.match(error, /cut/)
          return false
        },
      )
      if (!done) t.equal(await eraseDue(x.db, now), 1, `cut at ${at}`)
      t.strictSame(await stateOf(x), expected, `cut at ${at}`)
      t.match(await registryOf(x).erasures.list(1), [{ state: 'done', visits: 5, events: 10, days: 5 }])
      t.strictSame(await x.db.write.query('select from erasure_days'), [])
    } finally {
      await x.drop()
    }
  }
  t.ok(at > 8, `${at} transactions`)
})

t.test('a run that is asked to end goes on later', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  await x.import(byTime(lines(true)), { now: () => now })
  await ask(x, spam)
  const stop = new AbortController()
  const seen: number[] = []
  const onProgress = (done: number, steps: number) => {
    seen.push(done / steps)
    if (seen.length === 2) stop.abort()
  }
  t.equal(await eraseDue(x.db, now, { signal: stop.signal, onProgress }), 0)
  t.match(await registryOf(x).erasures.list(1), [{ state: 'running' }])
  t.equal(await eraseDue(x.db, now, { onProgress: (done, steps) => seen.push(done / steps) }), 1)
  t.equal(seen.at(-1), 1)
  t.strictSame(
    seen,
    seen.toSorted((a, b) => a - b),
    'progress only grows',
  )
})

t.test('names of places go with the last visit from there', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const from = (visitor: string, city: number, region: string) =>
    pageview(visitor, '2025-02-01T10:00:00Z', {
      country: 'DE',
      city,
      region,
      source: visitor === 'c' ? 'Google' : 'Spam',
    })
  await x.import([from('a', 1, 'DE-BE'), from('b', 2, 'DE-BY'), from('c', 2, 'DE-BY')], { now: () => now })
  await x.db.write.query(
    `insert into place_names (kind, code, name) values ('city', '1', 'Berlin'), ('city', '2', 'Munich'),
       ('region', 'DE-BE', 'Berlin'), ('region', 'DE-BY', 'Bavaria'), ('city', '3', 'Bonn')
     on conflict (kind, code) do update set name = excluded.name`,
  )
  await erase(x, spam)
  t.strictSame(await x.db.write.query('select kind, code from place_names order by 1, 2'), [
    { kind: 'city', code: '2' },
    { kind: 'city', code: '3' },
    { kind: 'region', code: 'DE-BY' },
  ])
})

t.test('a reset takes imports along, so that their files can be imported again', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const file = byTime(lines(true))
  await x.import(file, { now: () => now })
  await ask(x, { kind: 'everything' })
  // An import after the count is not a part of it.
  await x.import([pageview('late', '2025-02-03T10:00:00Z')], { now: () => now })
  t.equal(await eraseDue(x.db, now), 1)
  t.strictSame(await x.db.write.query('select pathname, recorded_at from events'), [
    { pathname: '/', recorded_at: new Date('2025-02-03T10:00:00Z') },
  ])
  t.equal((await registryOf(x).imports.list(1)).length, 1)
  const again = await x.import(file, { now: () => now })
  t.notOk(again.already)
})

t.test('imported days, as far as their sums can tell', async (t) => {
  const x = await createSite()
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-erasures-'))
  t.teardown(async () => {
    await rm(folder, { recursive: true })
    await x.drop()
  })
  const path = join(folder, 'sums.zip')
  const row = (day: string) => `${day},5,9,2,6,120`
  const page = (day: string, name: string, views: number) => `${day},x.example,${name},1,2,${views},0`
  await writeFile(
    path,
    await packedZip({
      'imported_visitors.csv': [
        'date,visitors,pageviews,bounces,visits,visit_duration',
        ...['2024-01-01', '2024-01-02', '2024-01-03'].map(row),
      ].join('\n'),
      'imported_pages.csv': [
        'date,hostname,page,visits,visitors,pageviews,total_scroll_depth',
        ...['2024-01-01', '2024-01-02'].flatMap((day) => [page(day, '/', 5), page(day, '/secret', 4)]),
      ].join('\n'),
    }),
  )
  await importPlausible(x.db, { id: 1, domain: 'x.example', timezone: 'Etc/UTC' }, path, now, 'sums.zip')
  const totals = () =>
    x.db.write.query<{ local_day: string; visits: number; pageviews: number }>(
      `select local_day, visits, pageviews from imported_days where dimension = '' order by 1`,
    )
  const pages = async () =>
    (
      await x.db.write.query<{ value: string }>(
        `select distinct split_part(value, chr(31), 1) as value from imported_days where dimension like 'event:page%' order by 1`,
      )
    ).map(({ value }) => value)
  t.strictSame(await pages(), ['/', '/secret'])
  const erasing = createErasing({
    ...{ db: x.db, clock: { now: () => now } },
    statementTimeoutMs: 20_000,
  })
  const count = (scope: Parameters<typeof ask>[1]) =>
    erasing.count(1, scopeOf(scope), { until: undefined, userId: null })
  t.match(await count(spam), { visits: 0, imported_days: 3, confirm: 0 }, 'filters cannot choose from sums')
  t.match(await erase(x, { kind: 'page', page: '/secret' }), { visits: 0, events: 0, imported_days: 2, confirm: 2 })
  t.strictSame(await pages(), ['/'])
  t.match(await totals(), [
    { visits: 6, pageviews: 5 },
    { visits: 6, pageviews: 5 },
    { visits: 6, pageviews: 9 },
  ])
  t.match(await erase(x, { kind: 'days', from: '2024-01-02', to: '2024-01-02' }), { imported_days: 1, confirm: 1 })
  t.match(await totals(), [{ local_day: '2024-01-01' }, { local_day: '2024-01-03' }])
  await erase(x, { kind: 'everything' })
  t.strictSame(await totals(), [])
})

t.test('days whose raw rows retention deleted', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  await x.import(byTime(lines(true)), { now: () => now })
  await fillBreakdowns(x.db, now, { visitsMin: 0 })
  await setRetention(x.db, x.domain, 1)
  await applyRetention(x.db, now)
  const sums = (dimension: string) =>
    x.db.write.query(
      `select local_day, value, pageviews from daily_breakdowns where dimension = $1 and local_day < '2025-02-20' order by 1, 2`,
      [dimension],
    )
  t.match(await sums('all'), [{ pageviews: 6 }, { pageviews: 6 }, { pageviews: 6 }])
  t.match(await erase(x, { kind: 'page', page: '/blog' }), { events: 6, summed_days: 3 })
  t.match(await sums('all'), [{ pageviews: 3 }, { pageviews: 3 }, { pageviews: 3 }])
  t.match(await sums('event:page'), [{ value: '/' }, { value: '/' }, { value: '/' }])
  t.match(await sums('visit:exit_page'), [])
  await erase(x, { kind: 'days', from: '2025-02-01', to: '2025-02-01' })
  t.match(await sums('all'), [{ local_day: '2025-01-31' }, { local_day: '2025-02-02' }])
  const [after] = await x.db.write.query(
    `select seen_day_before, active_day_before from daily_breakdowns where dimension = 'all' and local_day = '2025-02-02'`,
  )
  t.strictSame(after, { seen_day_before: 0, active_day_before: 0 }, 'nobody was there on the day before')
  const crawlers = () => x.db.write.query('select crawler from crawler_days')
  await x.db.write.query(
    `insert into crawler_days (site_id, day, crawler, page, count) values ($1, '2025-02-01', 'GPTBot', '/', 3)`,
    [1],
  )
  await erase(x, { kind: 'days', from: '2025-02-02', to: '2025-02-02' })
  t.equal((await crawlers()).length, 1, 'crawlers are no visits')
  await erase(x, { kind: 'everything' })
  t.strictSame(await sums('all'), [])
  t.strictSame(await x.db.write.query('select from daily_breakdowns where visitors > 0'), [])
  t.strictSame(await crawlers(), [])
})

t.test('a deletion waits for a change of the time zone, and for an import', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  await x.import(byTime(lines(true)), { now: () => now })
  await ask(x, spam)
  await startTimezoneChange(x.db, x.domain, 'Asia/Tokyo')
  t.equal(await eraseDue(x.db, now), 0)
  await x.db.write.query(`update timezone_changes set started_at = $1`, [new Date(now.getTime() - 60_000)])
  t.equal(await changeTimezones(x.db, now), 1)
  await x.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('tidemark.import'), 1)`)
    t.equal(await eraseDue(x.db, now), 0)
  })
  t.equal(await eraseDue(x.db, now), 1)
  t.strictSame(await x.db.write.query(`select from visits where source = 'Spam'`), [])
})

t.test('page requests go with their days and pages, and with the days of visits that filters choose', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const signup = { ...pageview('s', '2025-02-05T10:01:00Z'), name: 'Signup' }
  const later = { ...pageview('s', '2025-02-06T10:00:00Z'), name: 'Signup' }
  await x.import(byTime([...lines(true), pageview('s', '2025-02-05T10:00:00Z'), signup, later]), { now: () => now })
  const [imported] = await x.db.write.query<{ id: number }>('select id::integer as id from imports')
  // Of every day by a kit and by a log, and of a day without a visit; one of a log that came after the request.
  const all = [...days, '2025-02-05', '2025-02-06', '2025-02-20']
  const fill = async () => {
    await x.db.write.query('truncate page_requests')
    await x.db.write.query(
      `insert into page_requests (site_id, local_day, page, browser, country, import_id, lane, requests, counted_ahead)
       select 1, day, page, '', '', import_id, 0, 1, 0
       from unnest($1::date[]) as day, unnest(array['/', '/blog', '/blog/a', '']) as page, unnest($2::bigint[]) as import_id`,
      [all, [0, imported!.id, imported!.id + 100]],
    )
  }
  const left = async () =>
    (
      await x.db.write.query<{ day: string; pages: string; newer: number }>(
        `select to_char(local_day, 'YYYY-MM-DD') as day, count(*) filter (where import_id > $1)::integer as newer,
           coalesce(string_agg(page, ' ' order by page collate "C", import_id) filter (where import_id <= $1), 'none') as pages
         from page_requests group by 1 order by 1`,
        [imported!.id],
      )
    ).map(({ day, pages, newer }) => {
      t.equal(newer, 4, 'of a log that came later')
      return `${day} ${pages}`
    })
  const whole = (day: string) => `${day}   / / /blog /blog /blog/a /blog/a`
  const none = (day: string) => `${day} none`
  const sorted = [...all].sort()
  const cases: readonly (readonly [Parameters<typeof ask>[1], string[]])[] = [
    [spam, sorted.map((day) => (days.includes(day) ? none(day) : whole(day)))],
    [{ kind: 'event', event: 'Signup', from: '2025-02-06', to: '2025-02-06' }, sorted.map(whole)],
    [
      { kind: 'page', page: '/blog', from: '2025-01-31', to: '2025-02-01' },
      sorted.map((day) => (day < '2025-02-02' ? `${day}   / / /blog/a /blog/a` : whole(day))),
    ],
    [
      { kind: 'days', from: '2025-02-02', to: '2025-02-03' },
      sorted.map((day) => (day === '2025-02-02' ? none(day) : whole(day))),
    ],
    [
      { kind: 'event', event: 'pageview', from: '2025-02-05', to: '2025-02-06' },
      sorted.map((day) => (['2025-02-05', '2025-02-06'].includes(day) ? none(day) : whole(day))),
    ],
    [{ kind: 'everything' }, sorted.map(none)],
  ]
  for (const [scope, expected] of cases) {
    await fill()
    await erase(x, scope)
    t.strictSame(await left(), expected, JSON.stringify(scope))
  }
})
