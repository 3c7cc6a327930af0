// The promise of visit_sequences: journeys and funnels get from them what raw rows would have said, whichever days they
// hold, in each state of a site's history, in a database of one part and in one of several.
import t, { type Test } from 'tap'
import { inParts } from '../../src/db/parts.ts'
import { createPools } from '../../src/db/pool.ts'
import { addDays } from '../../src/rules/days.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { changeTimezones, startTimezoneChange } from '../../src/upkeep/timezone.ts'
import { createDatabase } from '../support/database.ts'
import {
  addSequenceGoals,
  compareSequences,
  days,
  firstDay,
  paths,
  type SequenceWorld,
  sequenceQuestions,
} from '../support/sequence-questions.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'
import { createRandom } from '../support/stats-model-traffic.ts'

const origin = Date.parse(`${firstDay}T00:00:00Z`) / 1000
const now = new Date((origin + (days + 6) * 86_400) * 1000)

/** Ids live for two UTC days: visits far apart, across midnight, and some that go on for half a day. */
function createTraffic(random: () => number, firstVisitor: number, visitors = 240) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const events: ModelEvent[] = []
  for (let visitor = firstVisitor; visitor < firstVisitor + visitors; visitor += 1) {
    let at = origin + Math.floor(random() * days * 86_400)
    const until = (Math.floor(at / 86_400) + 2) * 86_400
    const isLong = visitor % 9 === 0
    const count = isLong ? 40 : 1 + Math.floor(random() * 9)
    for (let index = 0; index < count && at < until; index += 1) {
      events.push({
        visitor,
        at,
        name: pick(['pageview', 'pageview', 'pageview', 'engagement', pick(['Signup', 'Download', '/blog/a'])]),
        pathname: pick(paths),
        hostname: pick(['a.com', 'b.com']),
        props: random() < 0.4 ? { plan: pick(['pro', 'free']) } : null,
        engagedMs: 1,
        scroll: 50,
      })
      at += isLong ? pick([1_700, 1_790]) : pick([0, 0, 20, 600, 1_500, 1_801, 9_000, 30_000])
    }
  }
  return sessionsOf(events, () => ({ source: pick([null, 'Google', 'Google', 'Bing']) }))
}

const domain = 'a.com'

async function createWorld(t: Test, timezone: string, parts: number | undefined, seed: number): Promise<SequenceWorld> {
  const database = await createDatabase(parts === undefined ? {} : { parts })
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await database.drop()
  })
  await db.write.query(`insert into teams (plan) values ('business')`)
  const [site] = await db.write.query<{ id: number }>(
    `insert into sites (team_id, domain, timezone, home_hostname) values (1, $1, $2, $1) returning id`,
    [domain, timezone],
  )
  const id = site!.id
  if (parts !== undefined)
    await db.write.query('insert into site_parts (site_id, stripe, part) select $1, index, part from parts', [id])
  await addSequenceGoals(db, id)
  const sessions = createTraffic(createRandom(seed), 1)
  const latest = [...new Map(sessions.map((session) => [session.visitor, session])).values()]
  const last = latest.sort((a, b) => b.end - a.end).slice(0, 3)
  await insertTraffic(db.write, id, timezone, sessions, new Set(last.map((session) => session.id)))
  return { db, id, domain, now, questions: sequenceQuestions }
}

/** Has all days with rows made, and made again. */
async function fill({ db, id }: SequenceWorld): Promise<void> {
  await inParts(db.write, id, (at) =>
    at.query(
      `insert into breakdown_days ({{part,}}site_id, local_day, state)
       select distinct {{=part,}}site_id, local_day, 'dirty' from events where {{at}}site_id = $1
       on conflict do nothing`,
      [id],
    ),
  )
  await fillBreakdowns(db, now, { visitsMin: 8 })
}

t.setTimeout(300_000)

for (const [timezone, parts] of [
  ['Etc/UTC', undefined],
  ['America/Los_Angeles', undefined],
  ['Pacific/Chatham', undefined],
  ['Europe/Berlin', 3],
] as const)
  t.test(`sequences and rows give the same answers: ${timezone}, ${parts ?? 1} parts`, async (t) => {
    const world = await createWorld(t, timezone, parts, 7)
    const { db, id } = world
    await fill(world)
    await compareSequences(t, world, 'filled')
    await inParts(db.write, id, (at) =>
      at.query(`update breakdown_days set state = 'dirty' where site_id = $1 and local_day = $2`, [
        id,
        addDays(firstDay, 8),
      ]),
    )
    await compareSequences(t, world, 'a day dirty', 0.2)
    await fill(world)
    const late = createTraffic(createRandom(3), 1_001, 40).map((visit) => ({ ...visit, id: visit.id + 100_000 }))
    await insertTraffic(db.write, id, timezone, late, new Set())
    await rebuildRollups(db, { site: domain }, now)
    await fill(world)
    await compareSequences(t, world, 'filled again with more')
    if (parts !== undefined) return
    const other = 'Asia/Tokyo'
    await startTimezoneChange(db, domain, other)
    await db.write.query(`update timezone_changes set started_at = '2024-01-01'`)
    await changeTimezones(db, new Date(now.getTime() + 86_400_000))
    await fill(world)
    await compareSequences(t, world, 'in another time zone')
  })
