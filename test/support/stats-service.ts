// A real service with sites that hold the random traffic of the naive model: what tests of the statistics over HTTP ask.
import type { Clock } from '../../src/clock.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { startApp, type TestApp } from './app.ts'
import { insertTraffic } from './stats-model.ts'
import { createRandom, createTraffic, goals } from './stats-model-traffic.ts'

export interface StatsService extends TestApp {
  readonly domain: string
  readonly key: string
  readonly siteId: number
  /** A v2 query of the site. */
  query(body: Record<string, unknown>, key?: string | null): Promise<{ status: number; body: never }>
}

/** Starts it; the newest sessions still run. */
export async function startStatsService(options: {
  seed: number
  timezone?: string
  clock?: Clock
  env?: Record<string, string>
}): Promise<StatsService> {
  const clock = options.clock ?? { now: () => new Date('2021-05-01T12:00:00Z') }
  const service = await startApp({ clock, ...(options.env ? { env: options.env } : {}) })
  const timezone = options.timezone ?? 'Europe/Berlin'
  const { domain, api_key: key } = await service.provision({ domain: 'numbers.test', timezone, plan: 'business' })
  const siteId = service.app.directory.find(domain)!.id
  const { write } = service.app.db
  for (const { eventName, path, customProps, displayName } of goals)
    await write.query(
      'insert into goals (site_id, event_name, path, custom_props, display_name) values ($1, $2, $3, $4, $5)',
      [siteId, eventName, path, customProps, displayName],
    )
  const sessions = createTraffic(createRandom(options.seed))
  const newest = new Map(sessions.map((session) => [session.visitor, session]))
  const running = [...newest.values()].sort((a, b) => b.start - a.start).slice(0, 12)
  await insertTraffic(write, siteId, timezone, sessions, new Set(running.map((session) => session.id)))
  await rebuildRollups(service.app.db, { site: domain }, new Date())
  return {
    ...service,
    domain,
    key,
    siteId,
    async query(body, token = key) {
      const response = await fetch(`${service.url}/api/v2/query`, {
        method: 'POST',
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        body: JSON.stringify({ site_id: domain, ...body }),
      })
      return { status: response.status, body: (await response.json()) as never }
    },
  }
}
