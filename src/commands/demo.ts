// The example site with a year of made-up history, for a first look at the service.
import { Readable } from 'node:stream'
import { demoHistory, type HistoryOptions } from '../../tools/demo/history.ts'
import { demoPlaces } from '../../tools/demo/places.ts'
import { systemClock } from '../clock.ts'
import { queryParts } from '../db/parts.ts'
import { importInto } from '../imports/into.ts'
import { learnPlaces } from '../ingest/place-names.ts'
import type { GoalInput } from '../rules/goal.ts'
import type { Feature } from '../rules/roles.ts'
import { getSite } from '../upkeep/sites.ts'
import type { Io } from './command.ts'
import type { OpenRegistry } from './with-registry.ts'

/** Goals that the history reaches. */
const goals: readonly GoalInput[] = [
  { kind: 'event', eventName: 'Signup', currency: null, customProps: {} },
  { kind: 'event', eventName: 'Purchase', currency: 'EUR', customProps: {} },
  { kind: 'event', eventName: '404', currency: null, customProps: {} },
  { kind: 'page', path: '/blog/**', scrollThreshold: -1, customProps: {} },
  { kind: 'page', path: '/pricing', scrollThreshold: -1, customProps: {} },
  { kind: 'page', path: '/signup', scrollThreshold: -1, customProps: {} },
]
const funnel = { name: 'From prices to orders', steps: ['Visit /pricing', 'Visit /signup', 'Signup', 'Purchase'] }

/** Names of the places of the history, which comes with their codes alone. */
const placeNames = demoPlaces.flatMap(({ region, regionName, city, cityName }) => [
  { kind: 'region' as const, code: region, name: regionName },
  { kind: 'city' as const, code: String(city), name: cityName },
])

/** Tells each tenth of the lines that are in, once there are so many in all. */
function progressOf(io: Io) {
  let lines = 0
  let told = 0
  return {
    line: () => {
      lines += 1
    },
    report({ phase, events }: { phase: string; events: number }) {
      const tenth = phase === 'importing' && lines > 0 ? Math.floor((events / lines) * 10) : 0
      if (tenth <= told) return
      told = tenth
      io.err(`  ${tenth * 10} %`)
    },
  }
}

/** Fills a site that never had an event; says nothing and does nothing for others. */
export async function fillDemo(
  opened: OpenRegistry,
  domain: string,
  io: Io,
  size: Pick<HistoryOptions, 'days' | 'events'> = {},
): Promise<void> {
  const { db, registry } = opened
  const site = await getSite(db.write, domain)
  const found = await queryParts(db.write, [site.id], 'select from events where site_id = any ($1) limit 1')
  if (found.length > 0) return
  io.err(`Filling ${domain} with a year of demo data. This takes a minute or two.`)
  const progress = progressOf(io)
  const input = Readable.from(demoHistory({ domain, now: systemClock.now(), ...size }), { objectMode: true }).map(
    (line: string) => {
      progress.line()
      return `${line}\n`
    },
  )
  await importInto({ databaseUrl: opened.config.databaseUrl, db }, site, input, {
    source: 'demo',
    onProgress: progress.report,
  })
  // Imports learn codes. Names replace them.
  await learnPlaces(db.write, placeNames)
  const view = { id: site.id, isConsolidated: false, features: new Set<Feature>(['revenue_goals']) }
  const made = await registry.goals.upsert(view, goals)
  const idOf = (name: string) => made.find(({ displayName }) => displayName === name)!.id
  await registry.funnels.upsert(site.id, funnel.name, funnel.steps.map(idOf))
}
