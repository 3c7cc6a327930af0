// A database moves between editions of TimescaleDB: what each server needs is made, or said. A Community server can hold
// the Apache form, so both ways are tried there; an Apache server cannot hold the other one.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { chooseEngine, engineNamed, findHeld, findOffer } from '../../src/db/engine/find.ts'
import { migrate } from '../../src/db/migrate.ts'
import { projectPath } from '../../src/paths.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { leaveOut } from '../support/divided.ts'
import { createSite, pageview } from './support.ts'

leaveOut('editions')

t.setTimeout(120_000)

const hours = `select 'events' as kind, hour, local_day, pageviews, events, first_of_visitor_day from event_hours
               union all
               select 'sessions', hour, local_day, visits, duration, first_of_visitor_day from session_hours
               order by 1, 2, 3`

t.test('there and back', async (t) => {
  const x = await createSite('Asia/Kathmandu')
  t.teardown(() => x.drop())
  const start = Date.parse('2025-01-01T00:00:00Z')
  await x.import(
    Array.from({ length: 600 }, (_, index) =>
      pageview(index % 97, new Date(start + index * 3_600_000 - (index % 3) * 3_500_000).toISOString()),
    ),
  )
  await fillBreakdowns(x.db, new Date())
  const held = async () => (await findHeld(x.db.write))?.name
  const server = (await findOffer(x.db.write)).engine.name
  t.equal(await held(), server)
  t.strictSame(await x.verify(), [])
  const before = await x.db.write.query(hours)
  const run = async (text: string, split: RegExp) => {
    for (const part of text.split(split)) if (part.replace(/^--.*$/gm, '').trim()) await x.db.write.query(part)
  }
  const compressed = () =>
    x.db.write.query(
      `select 1 from timescaledb_information.chunks where hypertable_schema = 'public' and is_compressed`,
    )
  if (server === 'community') {
    await x.db.write.query(`select compress_chunk(c) from show_chunks('events', older_than => interval '14 days') c`)
    t.ok((await compressed()).length > 0, 'old chunks are in the columnstore')
    const leave = readFileSync(projectPath('docs', 'leave-community.sql'), 'utf8')
    for (const time of ['once', 'twice']) {
      await run(leave.replace(/^--.*$/gm, ''), /;/)
      t.strictSame(await compressed(), [], `nothing is in the columnstore, ${time}`)
    }
    t.equal(await held(), undefined)
    await run(engineNamed('apache').relationsSql(), /^--;[ \t]*$/m)
    t.equal(await held(), 'apache')
    t.strictSame(await x.db.write.query(hours), before, 'the hours, as views')
  } else {
    // As a database that a Community server made with the version before this one.
    await x.db.write.query('create table event_hours_parts (hour timestamptz)')
  }
  t.strictSame(await migrate(x.url), { applied: server === 'community' ? ['engine community'] : [] })
  t.equal(await held(), server)
  t.strictSame(await x.db.write.query(hours), before)
  t.strictSame(await x.verify(), [])
})

t.test('what a server cannot read is refused with the way out, and months stay on any', async (t) => {
  const choose = (held: string | undefined, server: string) => {
    const offer = { engine: engineNamed(server), why: '' }
    const chosen = chooseEngine(held === undefined ? undefined : engineNamed(held), offer)
    return typeof chosen === 'string' ? chosen : chosen.name
  }
  t.match(choose('community', 'apache'), /Another edition of TimescaleDB/)
  for (const [held, server, chosen] of [
    [undefined, 'apache', 'apache'],
    [undefined, 'postgres', 'postgres'],
    ['apache', 'apache', 'apache'],
    ['apache', 'community', 'community'],
    ['community', 'community', 'community'],
    ['postgres', 'community', 'postgres'],
    ['postgres', 'citus', 'postgres'],
    ['citus', 'postgres', 'citus'],
  ] as const)
    t.equal(choose(held, server), chosen, `${held} on ${server}`)
  for (const [held, server] of [
    ['apache', 'postgres'],
    ['community', 'citus'],
    ['citus', 'apache'],
  ] as const)
    t.match(choose(held, server), /tidemark copy/, `${held} on ${server}`)
})
