// The example site with a year of made-up history, for a first look at the service.
import { Readable } from 'node:stream'
import { demoHistory, type HistoryOptions } from '../../tools/demo/history.ts'
import { systemClock } from '../clock.ts'
import { queryParts } from '../db/parts.ts'
import { importInto } from '../imports/into.ts'
import type { GoalInput } from '../rules/goal.ts'
import type { Feature } from '../rules/roles.ts'
import { getSite } from '../upkeep/sites.ts'
import type { Io } from './command.ts'
import type { Session } from './session.ts'

/** Goals that the history reaches. */
const goals: readonly GoalInput[] = [
  { kind: 'event', eventName: 'Signup', currency: null, customProps: {} },
  { kind: 'event', eventName: 'Purchase', currency: 'EUR', customProps: {} },
  { kind: 'event', eventName: '404', currency: null, customProps: {} },
  { kind: 'page', path: '/blog/**', scrollThreshold: -1, customProps: {} },
]

/** Fills a site that never had an event; says nothing and does nothing for others. */
export async function fillDemo(
  session: Session,
  domain: string,
  io: Io,
  size: Pick<HistoryOptions, 'days' | 'events'> = {},
): Promise<void> {
  const { db, registry } = session
  const site = await getSite(db.write, domain)
  const found = await queryParts(db.write, [site.id], 'select from events where {{at}}site_id = any ($1) limit 1')
  if (found.length > 0) return
  io.err(`filling ${domain} with a year of demo data`)
  const input = Readable.from(demoHistory({ domain, now: systemClock.now(), ...size }), { objectMode: true }).map(
    (line: string) => `${line}\n`,
  )
  await importInto({ databaseUrl: session.config.databaseUrl, db }, site, input, { source: 'demo' })
  const view = { id: site.id, isConsolidated: false, features: new Set<Feature>(['revenue_goals']) }
  await registry.goals.upsert(view, goals)
}
