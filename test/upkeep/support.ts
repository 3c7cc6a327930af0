// A site on a database of its own, and imports into it: what the tests of upkeep and import share.
import { Readable } from 'node:stream'
import { createPools, type Database } from '../../src/db/pool.ts'
import { type ImportOptions, type ImportResult, importFile } from '../../src/imports/import.ts'
import { createLog } from '../../src/log.ts'
import { createStats } from '../../src/stats/stats.ts'
import { forgetImported } from '../../src/upkeep/imports.ts'
import { type Difference, type Scope, verifyRollups } from '../../src/upkeep/rollups.ts'
import { endImportedSessions } from '../../src/upkeep/sessions.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { recomputeSpan } from '../../src/upkeep/timezone.ts'
import { createDatabase } from '../support/database.ts'
import { siteView } from '../support/ingest.ts'

export interface TestSite {
  readonly db: Database
  readonly url: string
  readonly domain: string
  import(lines: readonly object[] | string, options?: Partial<ImportOptions>): Promise<ImportResult>
  verify(scope?: Scope): Promise<Difference[]>
  drop(): Promise<void>
}

/** Makes a database with sites in these zones, divided as it is said; the first one is `x.example`. */
export async function createSite(
  timezone = 'Etc/UTC',
  others: readonly { domain: string; timezone: string }[] = [],
  layout: Parameters<typeof createDatabase>[0] = {},
): Promise<TestSite> {
  const { url, drop } = await createDatabase(layout)
  const db = createPools({ databaseUrl: url })
  await db.write.query('insert into teams default values')
  for (const site of [{ domain: 'x.example', timezone }, ...others])
    await db.write.query('insert into sites (team_id, domain, timezone) values (1, $1, $2)', [
      site.domain,
      site.timezone,
    ])
  return {
    db,
    url,
    domain: 'x.example',
    async import(lines, options = {}) {
      const used = options.db ?? db
      const text = typeof lines === 'string' ? lines : lines.map((line) => JSON.stringify(line)).join('\n')
      const site = options.site ?? (await getSite(db.write, 'x.example'))
      const current = await getSite(db.write, site.domain)
      return await importFile({
        db,
        databaseUrl: url,
        site,
        input: Readable.from([Buffer.from(text)]),
        skipInvalid: false,
        again: false,
        now: () => new Date(),
        endSessions: (siteId, since, stripes) => endImportedSessions(used, siteId, since, stripes),
        forgetVisitors: (siteId) => forgetImported(used, siteId),
        recompute: (_, from, to) => recomputeSpan(used, current, from, to, new Date()),
        ...options,
      })
    },
    async verify(scope = {}) {
      const found: Difference[] = []
      for await (const difference of verifyRollups(db, scope)) found.push(difference)
      return found
    },
    async drop() {
      await db.stop()
      await drop()
    },
  }
}

/** A pageview of a visitor. */
export const pageview = (visitor: string | number, timestamp: string, more: object = {}) => ({
  timestamp,
  name: 'pageview',
  visitor,
  url: 'https://x.example/',
  ...more,
})

/** Asks as the service would, which has read what the database says of the site. */
export async function statsOf(x: TestSite) {
  const [row] = await x.db.write.query<{
    timezone: string
    from: string | null
    to: string | null
    before: string | null
  }>(`select timezone, long_lived_from as from, long_lived_to as to, dropped_before as before from sites where id = 1`)
  const stats = createStats({
    db: x.db,
    log: createLog('silent'),
    statementTimeoutMs: 20_000,
    clock: { now: () => new Date() },
  })
  const { timezone, from, to, before } = row!
  const features = new Set(['props'] as const)
  const site = siteView({
    id: 1,
    domain: x.domain,
    timezone,
    features,
    longLivedFrom: from,
    longLivedTo: to,
    droppedBefore: before,
  })
  const access = { site, siteIds: [1] }
  return {
    timeseries: (params: string) => stats.timeseries(access, new URLSearchParams(params)),
    aggregate: (params: string) => stats.aggregate(access, new URLSearchParams(params)),
    breakdown: (params: string) => stats.breakdown(access, new URLSearchParams(params)),
    query: (body: Record<string, unknown>) => stats.query(access, { site_id: x.domain, ...body }),
  }
}
