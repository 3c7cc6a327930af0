// A change of a site's zone: killed midway, beside live traffic, and not while an import keeps the former zone.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import type { ImportOptions } from '../../src/imports/import.ts'
import { readTimezone } from '../../src/registry/sites.ts'
import { isTimezone, parseTimezone } from '../../src/rules/site.ts'
import { endIdleSessions, endImportedSessions } from '../../src/upkeep/sessions.ts'
import { changeTimezones, startTimezoneChange } from '../../src/upkeep/timezone.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { checkSums } from '../support/session-sums.ts'
import { createSite, pageview } from './support.ts'

t.setTimeout(120_000)

const hour = 3_600_000

t.test('killed midway, it goes on; events that come meanwhile are right', async (t) => {
  const x = await createSite('Etc/UTC')
  const site = siteView({ id: 1, domain: 'x.example', timezone: 'Pacific/Chatham' })
  const service = await startIngest({ databaseUrl: x.url, sites: [site], lanes: 2 })
  t.teardown(async () => {
    await service.stop()
    await x.drop()
  })
  const start = Math.floor(Date.now() / hour) * hour - 80 * 24 * hour
  await x.import(
    Array.from({ length: 3_000 }, (_, index) =>
      pageview(index % 61, new Date(start + index * 1_800_000).toISOString()),
    ),
  )
  await startTimezoneChange(x.db, 'x.example', 'Pacific/Chatham')

  let sent = 0
  let isOver = false
  const traffic = (async () => {
    while (!isOver) {
      const url = `https://x.example/${sent}`
      const answer = await service.ingest.accept(
        envelope({ n: 'pageview', u: url, d: 'x.example' }, { ip: `192.0.2.${sent % 200}` }),
      )
      if (answer.status === 202) sent++
      await delay(10)
    }
  })()
  const admin = new pg.Client({ connectionString: x.url })
  await admin.connect()
  const run = changeTimezones(x.db, new Date(Date.now() + 10_000)).catch((error: Error) => error)
  for (;;) {
    const { rows } = await admin.query('select done_before from timezone_changes')
    if (rows[0]?.done_before) break
    await delay(1)
  }
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  t.type(await run, Error, 'it died')
  const { rows } = await admin.query<{ done_before: Date }>('select done_before from timezone_changes')
  t.ok(rows[0]!.done_before.getTime() < Date.now() - 7 * 24 * hour, 'with weeks left to do')
  await admin.end()
  t.equal(await changeTimezones(x.db, new Date(Date.now() + 10_000)), 1, 'and goes on')
  isOver = true
  await traffic
  for (;;) {
    const [row] = await x.db.write.query<{ count: number }>('select count(*) as count from events')
    if (row!.count === 3_000 + sent) break
    await delay(20)
  }
  await endIdleSessions(x.db, new Date(Date.now() + hour))
  await checkSums(t, x.db, 1, 'Pacific/Chatham')
  t.strictSame(await x.verify(), [])
  t.ok(sent > 0)
})

t.test("a team's view follows the zone most of its sites have", async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  await x.db.write.query(
    `insert into sites (team_id, domain, timezone, is_consolidated) values (1, 'view', 'Etc/UTC', true)`,
  )
  await startTimezoneChange(x.db, 'x.example', 'Asia/Tokyo')
  t.strictSame(await x.db.write.query('select timezone from sites where is_consolidated'), [{ timezone: 'Asia/Tokyo' }])
})

t.test('not while an import of the site runs', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  const refused = { message: 'timezone: an import of this site is running' }
  let asked = 0
  const endSessions: ImportOptions['endSessions'] = async (siteId, since, stripes) => {
    await t.rejects(startTimezoneChange(x.db, 'x.example', 'Asia/Tokyo'), refused)
    asked++
    return await endImportedSessions(x.db, siteId, since, stripes)
  }
  await x.import([pageview('a', '2025-03-01T10:00:00Z')], { endSessions })
  t.ok(asked > 0)
  t.match(await startTimezoneChange(x.db, 'x.example', 'Asia/Tokyo'), { timezone: 'Asia/Tokyo' }, 'but afterwards')
  await t.rejects(startTimezoneChange(x.db, 'x.example', 'Mars/Olympus'), { message: 'timezone: is invalid' })
})

t.test('only names that Node and the database both know, in the same sense', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const cases: [known: boolean, names: string][] = [
    [
      true,
      'Europe/Kiev Asia/Calcutta Asia/Katmandu America/Buenos_Aires Pacific/Pago_Pago US/Pacific Etc/GMT+5 Etc/UTC',
    ],
    [true, 'UTC GMT GB GB-Eire NZ Japan W-SU PRC EST MST HST EST5EDT PST8PDT CET EET MET WET'],
    // Node's own: three letters of JDK 1.1, POSIX rules of 1989, names IANA has taken back.
    [false, 'PST AET ACT CTT MIT BST IST SystemV/PST8 SystemV/EST5EDT US/Pacific-New Canada/East-Saskatchewan'],
    [false, 'US/PACIFIC Us/Pacific ETC/GMT+5 GMT+5 Utc America/Port-Au-Prince'],
    // The database's own.
    [false, 'posix/Europe/Paris right/Europe/Paris Factory localtime posixrules'],
  ]
  for (const [isKnown, names] of cases)
    for (const name of names.split(' ')) {
      const read = readTimezone(x.db.write, name)
      if (isKnown) await t.resolves(read, name)
      else await t.rejects(read, { status: 400, message: 'timezone: is invalid' }, name)
    }
  t.match(await startTimezoneChange(x.db, 'x.example', 'CET'), { timezone: 'Europe/Brussels' })

  const names = (await x.db.write.query<{ name: string }>('select name from pg_timezone_names'))
    .map(({ name }) => name)
    .filter(isTimezone)
  t.ok(names.length > 500)
  const zones = [...new Set(names.map(parseTimezone))]
  for (const at of ['2020-01-15T12:00:00Z', '2020-07-15T12:00:00Z']) {
    const there = await x.db.write.query<{ zone: string; local: string }>(
      `select zone, to_char($2::timestamptz at time zone zone, 'YYYY-MM-DD, HH24:MI') as local from unnest($1::text[]) as zone`,
      [zones, at],
    )
    const here = (timeZone: string) =>
      new Date(at).toLocaleString('en-CA', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' })
    t.strictSame(
      there.filter(({ zone, local }) => here(zone) !== local),
      [],
      at,
    )
  }
})
