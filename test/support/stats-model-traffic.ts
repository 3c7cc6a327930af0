// Random traffic for the naive model, and a service that holds the same: what both model tests ask their questions
// about.
import { inParts } from '../../src/db/parts.ts'
import { createPools, type Database } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createStats, type Stats } from '../../src/stats/stats.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { createDatabase } from './database.ts'
import { siteView } from './ingest.ts'
import {
  type Attributes,
  aloneEvent,
  insertTraffic,
  type ModelEvent,
  type ModelGoal,
  type ModelSession,
  sessionsOf,
} from './stats-model.ts'

/** Epoch seconds of the first event, and over how many days they spread. */
export const origin = Date.parse('2021-03-10T00:00:00Z') / 1000
export const days = 60

export const goals: readonly ModelGoal[] = [
  { displayName: 'Signup', eventName: 'Signup', path: null, customProps: {} },
  { displayName: 'Purchase', eventName: 'Purchase', path: null, customProps: { plan: 'pro' } },
  { displayName: 'Visit /blog**', eventName: null, path: '/blog**', customProps: {} },
  { displayName: 'Visit /register', eventName: null, path: '/register', customProps: {} },
]

/** Numbers from 0 to 1 that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Traffic that looks like traffic: visitors of a day, a few sessions each, some across midnight. */
export function createTraffic(random: () => number): ModelSession[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const events: ModelEvent[] = []
  for (let visitor = 1; visitor <= 400; visitor += 1) {
    let at = origin + Math.floor(random() * days * 86_400)
    const count = 1 + Math.floor(random() * 7)
    for (let index = 0; index < count; index += 1) {
      const name = pick(['pageview', 'pageview', 'pageview', 'Signup', 'Purchase', 'engagement', 'engagement'])
      const props =
        random() < 0.4
          ? { plan: pick(['pro', 'free', 'prime', '(none)']), ...(random() < 0.5 ? { author: 'a' } : {}) }
          : null
      const pathname = pick(['/', '/blog', '/blog/a', '/blog/b.c', '/register', '/100%', '/a_b'])
      const hostname = pick(['a.com', 'a.com', 'b.com'])
      const scroll = Math.floor(random() * 101)
      events.push({ visitor, at, name, pathname, hostname, props, engagedMs: Math.floor(random() * 90_000), scroll })
      at += pick([0, 20, 600, 1500, 1800, 1801, 5000])
    }
  }
  const attributesOf = (): Attributes => ({
    referrer: pick([null, 'news.test/a', 'search.test']),
    source: pick([null, 'Google', 'Bing', 'Bing Ads', '(not set)', 'Direct / None']),
    channel: pick(['Direct', 'Organic Search']),
    utm_source: pick([null, 'news', 'n_ws', '(not set)']),
    utm_campaign: pick([null, 'Spring']),
    country: pick([null, 'EE', 'US', 'DE']),
    region: pick([null, 'EE-37']),
    city: pick([null, 588409, 2950159]),
    device: pick([null, 'Desktop', 'Mobile']),
    browser: pick(['Chrome', 'Firefox']),
    browser_version: pick([null, '88', '9.0']),
    os: pick([null, 'Mac']),
    os_version: pick([null, '11']),
  })
  const alone = Array.from({ length: 60 }, (): ModelSession => {
    const at = origin + Math.floor(random() * days * 86_400)
    const name = pick(['pageview', 'Signup', 'Purchase'])
    const props = random() < 0.5 ? { plan: pick(['pro', 'free']) } : null
    const pathname = pick(['/', '/blog/a', '/register', '/server'])
    return aloneEvent({ at, name, pathname, hostname: pick(['a.com', 'b.com']), props })
  })
  return [...sessionsOf(events, attributesOf), ...alone]
}

/** Fills the days of a site in all of its parts. */
async function fillDays(db: Database, siteId: number, now: Date): Promise<void> {
  await inParts(db.write, siteId, (at) =>
    at.query(
      `insert into breakdown_days ({{part,}}site_id, local_day, state)
       select distinct {{=part,}}site_id, local_day, 'dirty' from events where {{at}}site_id = $1`,
      [siteId],
    ),
  )
  await fillBreakdowns(db, now, { visitsMin: 1 })
}

export interface ModelService {
  readonly db: Database
  readonly stats: Stats
  readonly clock: { now: () => Date }
  /** A site full of random traffic: its newest sessions still run, its days filled if it is spread over all parts. */
  addSite(
    timezone: string,
    how?: { isSpread: boolean },
  ): Promise<{ access: { site: SiteView; siteIds: readonly number[] }; sessions: ModelSession[] }>
  stop(): Promise<void>
}

/** Statistics over a database of their own, divided into parts if it is said, or over an empty one that is given. */
export async function startModelService(
  seed: number,
  divided: { parts?: number } = {},
  given?: { url: string },
): Promise<ModelService> {
  const database = given ? { ...given, drop: async () => {} } : await createDatabase(divided)
  const db = createPools({ databaseUrl: database.url })
  const clock = { now: () => new Date('2021-05-01T12:00:00Z') }
  const stats = createStats({ db, log: createLog('silent'), statementTimeoutMs: 20_000, clock })
  const random = createRandom(seed)
  await db.write.query(`insert into teams (plan) values ('business')`)
  return {
    db,
    stats,
    clock,
    async addSite(timezone, { isSpread } = { isSpread: false }) {
      const domain = `${timezone}.test`
      const [site] = await db.write.query<{ id: number }>(
        'insert into sites (team_id, domain, timezone) values (1, $1, $2) returning id',
        [domain, timezone],
      )
      const id = site!.id
      // One of its hostnames is what rows leave out.
      await db.write.query(`update sites set home_hostname = 'a.com' where id = $1`, [id])
      for (const goal of goals) {
        await db.write.query(
          'insert into goals (site_id, event_name, path, custom_props, display_name) values ($1, $2, $3, $4, $5)',
          [id, goal.eventName, goal.path, goal.customProps, goal.displayName],
        )
      }
      if (isSpread)
        await db.write.query('insert into site_parts (site_id, stripe, part) select $1, index, part from parts', [id])
      const sessions = createTraffic(random)
      const newest = new Map(
        sessions.flatMap((session) => (session.isAlone ? [] : [[session.visitor, session] as const])),
      )
      const running = [...newest.values()]
        .sort((a, b) => b.start - a.start)
        .slice(0, 12)
        .map((session) => session.id)
      await insertTraffic(db.write, id, timezone, sessions, new Set(running))
      await rebuildRollups(db, { site: domain }, new Date())
      if (isSpread) await fillDays(db, id, clock.now())
      const features = new Set(['props', 'revenue_goals', 'stats_api']) as SiteView['features']
      return {
        access: { site: siteView({ id, domain, timezone, homeHostname: 'a.com', features }), siteIds: [id] },
        sessions,
      }
    },
    async stop() {
      await db.stop()
      await database.drop()
    },
  }
}
