// Sequences of days through what changes days that are closed: imports, events and engagement that come late, deletions
// of visits and of events, of an import, and retention. In whatever order they happen, sequences answer as rows do.
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { createErasing, eraseDue } from '../../src/app/erasing.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import { addDays, addMonths } from '../../src/rules/days.ts'
import type { ErasureScope } from '../../src/rules/erasure.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { deleteImports } from '../../src/upkeep/import-deletion.ts'
import { applyRetention, setRetention } from '../../src/upkeep/retention.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { runs } from '../support/effort.ts'
import { envelope, siteView, startIngest, type TestIngest } from '../support/ingest.ts'
import {
  addSequenceGoals,
  compareSequences,
  days,
  firstDay,
  paths,
  sequenceQuestions,
} from '../support/sequence-questions.ts'
import { createRandom } from '../support/stats-model-traffic.ts'
import { createSite, type TestSite } from '../upkeep/support.ts'

t.setTimeout(600_000)

const origin = Date.parse(`${firstDay}T00:00:00Z`) / 1000
const now = new Date((origin + (days + 6) * 86_400) * 1000)
const clock = { now: () => now }

type Line = Readonly<Record<string, unknown>> & { readonly timestamp: string }

/**
 * Lines of visitors who live for one UTC day, which follows from the visitor's number: in no zone do they live on more
 * than two days. Some have several visits, some visits go over midnight.
 */
function makeLines(seed: number, name: string, visitors: number): Line[] {
  const random = createRandom(seed)
  const pick = <Value>(items: readonly Value[]): Value => items[Math.floor(random() * items.length)]!
  const lines: Line[] = []
  for (let visitor = 0; visitor < visitors; visitor++) {
    let at = origin + (((visitor * 7) % days) + random()) * 86_400
    const until = (Math.floor(at / 86_400) + 1) * 86_400
    const source = pick([null, 'Google', 'Google', 'Bing'])
    for (let index = 0; index < 1 + Math.floor(random() * 8) && at < until; index++) {
      const isEngagement = index > 0 && random() < 0.2
      lines.push({
        timestamp: new Date(Math.floor(at) * 1000).toISOString(),
        name: isEngagement ? 'engagement' : pick(['pageview', 'pageview', 'pageview', 'Signup', 'Download']),
        ...{ visitor: `${name} ${visitor}`, url: `https://a.com${pick(paths).replace(/^(?!\/)/, '/')}`, source },
        ...(isEngagement && { engagement_time: 1_000 }),
      })
      at += pick([0, 0, 20, 600, 1_500, 1_801, 9_000, 30_000])
    }
  }
  return lines.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
}

interface History {
  readonly x: TestSite
  readonly ingest: TestIngest
  readonly random: () => number
}

/** Imports what retention has not taken yet. */
async function bring({ x }: History, lines: readonly Line[]): Promise<void> {
  const site = await getSite(x.db.write, x.domain)
  const from = site.dropped_before === null ? '' : addDays(site.dropped_before, 1)
  await x.import(
    lines.filter(({ timestamp }) => timestamp > from),
    { site, now: clock.now },
  )
}

const scopeOf = (scope: Partial<ErasureScope> & Pick<ErasureScope, 'kind'>): ErasureScope => ({
  ...{ from: null, to: null, page: null, event: null, filters: null },
  ...scope,
})

async function erase({ x: { db } }: History, scope: ErasureScope): Promise<void> {
  const registry = createRegistry({ db, config: { secretKey: 'secret' }, clock })
  const erasing = createErasing({ db, clock, statementTimeoutMs: 20_000 })
  const { confirm, until } = await erasing.count(1, scope, { until: undefined, userId: null })
  if (confirm === 0) return
  await erasing.begin(registry, 1, scope, { until, confirm, userId: null, isImmediate: true })
  await eraseDue(db, now)
}

/** Live events of a few visitors on a day that was closed long ago, in any order. */
async function sendLate({ ingest, random }: History): Promise<void> {
  const at = origin + (2 + Math.floor(random() * 8)) * 86_400
  for (let index = 0; index < 30; index++) {
    const n = ['pageview', 'pageview', 'Signup', 'engagement'][Math.floor(random() * 4)]!
    const u = `https://a.com${['/', '/blog/a', '/docs/x'][Math.floor(random() * 3)]}`
    const from = { ip: `10.0.0.${Math.floor(random() * 6)}`, at: at + Math.floor((random() - 0.5) * 20_000) }
    await ingest.ingest.accept(envelope({ n, u, d: 'x.example', e: 10 }, from))
  }
}

/** Engagement that comes after the sums of its visit's day were to be made: a row, but no item. */
async function engageLate({ x, ingest }: History): Promise<void> {
  const visit = (n: string, at: number) =>
    ingest.ingest.accept(envelope({ n, u: 'https://a.com/', d: 'x.example', e: 10 }, { ip: '10.1.0.1', at }))
  const at = origin + 4 * 86_400
  await visit('pageview', at)
  await fillBreakdowns(x.db, now, { visitsMin: 2 })
  await visit('engagement', at + 1_000)
}

/** What may happen to a site, by name. */
const happenings: Readonly<Record<string, (history: History) => Promise<unknown>>> = {
  'another import': (history) => bring(history, makeLines(5, 'b', 60)),
  'an import with the same visitors': (history) => bring(history, makeLines(8, 'a', 40)),
  'late events': sendLate,
  'late engagement': engageLate,
  'a deletion of visits': (history) =>
    erase(history, scopeOf({ kind: 'filters', filters: [['is', 'visit:source', ['Bing']]] as never })),
  'a deletion of a page': (history) => erase(history, scopeOf({ kind: 'page', page: '/blog/*' })),
  'a deletion of an event': (history) =>
    erase(history, scopeOf({ kind: 'event', event: 'Signup', from: addDays(firstDay, 3), to: addDays(firstDay, 6) })),
  'a deletion of days': (history) =>
    erase(history, scopeOf({ kind: 'days', from: addDays(firstDay, 5), to: addDays(firstDay, 5) })),
  'the end of an import': async ({ x: { db } }) => {
    await db.write.query(
      `update imports set state = 'deleting' where id = (
         select max(id) from imports where state = 'done' and id > (select min(id) from imports))`,
    )
    await deleteImports(db, now)
  },
  retention: async ({ x: { db, domain } }) => {
    await setRetention(db, domain, 1)
    await applyRetention(db, new Date(`${addMonths(addDays(firstDay, 2), 1)}T12:00:00Z`))
    await setRetention(db, domain, null)
  },
}

/** Days with a running visit stay open. */
async function fill({ db }: TestSite): Promise<void> {
  await endIdleSessions(db, now)
  await fillBreakdowns(db, now, { visitsMin: 2 })
}

async function createHistory(t: Test, timezone: string, parts: number | undefined): Promise<History> {
  const x = await createSite(timezone, [], parts === undefined ? {} : { parts })
  const { db } = x
  await db.write.query(`update teams set plan = 'business'`)
  await db.write.query(`update sites set home_hostname = 'a.com'`)
  if (parts !== undefined)
    await db.write.query('insert into site_parts (site_id, stripe, part) select 1, index, part from parts')
  await addSequenceGoals(db, 1)
  const sites = [siteView({ id: 1, domain: x.domain, timezone, homeHostname: 'a.com' })]
  const ingest = await startIngest({ databaseUrl: x.url, sites, now: clock.now })
  t.teardown(async () => {
    await ingest.stop()
    await x.drop()
  })
  return { x, ingest, random: createRandom(17) }
}

const orders = fc.sample(fc.shuffledSubarray(Object.keys(happenings), { minLength: Object.keys(happenings).length }), {
  numRuns: runs(3),
  seed: 4,
})
const places: readonly (readonly [timezone: string, parts: number | undefined])[] = [
  ['America/Los_Angeles', undefined],
  ['Pacific/Chatham', undefined],
  ['Europe/Berlin', 3],
]

for (const [index, order] of orders.entries()) {
  const [timezone, parts] = places[index % places.length]!
  t.test(`a history of closed days: ${timezone}, ${parts ?? 1} parts, ${index}`, async (t) => {
    const history = await createHistory(t, timezone, parts)
    const { db, domain } = history.x
    const world = { db, domain, id: 1, now, questions: sequenceQuestions.slice(0, 6) }
    await bring(history, makeLines(3, 'a', 160))
    await fill(history.x)
    await compareSequences(t, world, 'imported')
    for (const [at, name] of order.entries()) {
      await happenings[name]!(history)
      if (at % 3 === index % 3) await compareSequences(t, world, `${name}, days open`, 0)
      await fill(history.x)
      await compareSequences(t, world, name, 0.2)
    }
  })
}
