// Notices on any number over many sites: the processor time of one check of all rules, on both sides of the connection
// (spec/management 13.2). `node bench/notices.ts 1000 10`: sites, rules a site. DATABASE_URL is a server to make a
// database on.
import { performance } from 'node:perf_hooks'
import { planRules } from '../src/reports/rules.ts'
import { minuteMs } from '../src/rules/durations.ts'
import { createMeasures } from '../src/stats/measures.ts'
import { startApp } from '../test/support/app.ts'

const sites = Number(process.argv[2] ?? 1_000)
const rulesOfSite = Number(process.argv[3] ?? 10)
const visitsOfHour = Number(process.argv[4] ?? 1)
const checkMs = 5 * minuteMs

/** Rules of the kinds that people make; each site has as many as there is room for, in turn. */
const rules: readonly (readonly [metric: string, filters: unknown, condition: string, hours: number])[] = [
  ['visitors', [], 'above', 1],
  ['pageviews', [['is', 'event:page', ['/page-1']]], 'above', 1],
  ['visitors', [['is', 'visit:source', ['Google']]], 'below', 3],
  ['visitors', [['is', 'event:goal', ['Signup']]], 'down', 24],
  ['conversion_rate', [['is', 'event:goal', ['Signup']]], 'below', 24],
  ['bounce_rate', [], 'above', 6],
  ['events', [['is', 'event:goal', ['404']]], 'above', 1],
  ['visits', [['is', 'visit:country', ['DE']]], 'changed', 6],
  ['visit_duration', [['contains', 'visit:source', ['oo']]], 'below', 12],
  ['dropped', [], 'above', 3],
]

/** Processor time of the processes of a database server on this machine, in milliseconds. */
async function databaseMs(pids: () => Promise<number[]>): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  let ticks = 0
  for (const pid of await pids()) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return ticks * 10
}

const service = await startApp()
const { db, directory, registry, log } = service.app
const first = await service.provision({ domain: 'site-0.test', email: 'bench@site.test' })
const teamId = directory.find('site-0.test')?.teamId ?? 0
for (let index = 1; index < sites; index += 1) await registry.sites.create({ domain: `site-${index}.test`, teamId })
console.log(`${sites} sites of the team of ${first.domain}`)
await db.write.query(
  `insert into goals (site_id, display_name, event_name) select id, name, name from sites, unnest(array['Signup', '404']) name`,
)
const hours = 24 * 29
await db.write.query(
  `insert into sessions (site_id, session_id, visitor_id, started_at, ended_at, local_day, first_of_visitor_day,
     first_of_visitor_month, seen_day_before, duration, is_bounce, pageviews, events,
     entry_page, exit_page, source, country)
   select s.id, v, v, at, at + interval '90 seconds', at::date, true, true, false, 90, v % 3 = 0, 2, 3, '/page-' || v % 7, '/page-' || v % 5,
     (array['Google', 'Bing', null])[v % 3 + 1], (array['DE', 'US', 'FR'])[v % 3 + 1]
   from sites s cross join lateral (
     select s.id * 1000000 + n as v, now() - n * interval '1 hour' / $2::integer as at
     from generate_series(1, $1::integer * $2::integer) n
   ) visits`,
  [hours, visitsOfHour],
)
await db.write.query(
  `insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day,
     first_of_visitor_month, first_of_visit_day, first_of_visit_month, seen_day_before, name, pathname)
   select v.site_id, v.started_at + e.n * interval '30 seconds', v.visitor_id, v.session_id, v.local_day,
     true, true, true, true, false,
     (array['pageview', 'pageview', case when v.visitor_id % 9 = 0 then 'Signup' else '404' end])[e.n],
     '/page-' || (v.visitor_id + e.n) % 7
   from sessions v cross join generate_series(1, 3) e (n)`,
)
await db.write.query('analyze events')
await db.write.query('analyze sessions')
for (const [metric, filters, condition, of] of rules.slice(0, rulesOfSite))
  await db.write.query(
    `insert into notice_rules (site_id, name, metric, filters, condition, value, hours, created_at)
     select id, '', $1, $2::jsonb, $3::text, case when $3::text in ('up', 'down', 'changed') then 1000 when $3::text = 'below' then 0 else 1e8 end, $4::smallint, now() from sites`,
    [metric, JSON.stringify(filters), condition, of],
  )
await db.write.query(
  `insert into recipients (site_id, kind, rule_id, address, created_at) select site_id, 'rule', id, 'a@b.test', now() from notice_rules`,
)
const clock = { now: () => new Date() }
const measures = createMeasures({ db, log, clock, statementTimeoutMs: 60_000 })
const pids = async () =>
  (await db.write.query<{ pid: number }>('select pid from pg_stat_activity')).map(({ pid }) => pid)
for (const round of ['first', 'second', 'third']) {
  const [database, own, began] = [await databaseMs(pids), process.cpuUsage(), performance.now()]
  await planRules({ db, directory, measures }, new Date())
  const used = process.cpuUsage(own)
  const ownMs = (used.user + used.system) / 1000
  const ofDatabase = (await databaseMs(pids)) - database
  const share = ((ownMs + ofDatabase) / checkMs) * 100
  console.log(
    `${round}: ${Math.round(performance.now() - began)} ms; processor: service ${Math.round(ownMs)} ms, ` +
      `database ${Math.round(ofDatabase)} ms; ${share.toFixed(2)} % of a core over five minutes`,
  )
}
await service.stop()
