// Write paths for tests: real threads and a real database, sites and clock by hand.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createPools, type Database } from '../../src/db/pool.ts'
import { createIngest, type Ingest } from '../../src/ingest/accept.ts'
import type { WireItem } from '../../src/ingest/wire.ts'
import type { Log } from '../../src/log.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createKitSecrets } from '../../src/registry/kit-secrets.ts'
import { createSalts, type Salts } from '../../src/registry/salts.ts'
import { noShields } from '../../src/rules/shields.ts'

/** A site view with nothing special about it. */
export function siteView(site: Partial<SiteView> & { id: number; domain: string }): SiteView {
  return {
    domainChangedFrom: null,
    timezone: 'Etc/UTC',
    homeHostname: site.domain,
    homeHostnames: { [site.id]: site.homeHostname === undefined ? site.domain : site.homeHostname },
    teamId: 1,
    isConsolidated: false,
    memberSiteIds: [site.id],
    locked: false,
    features: new Set(),
    shields: noShields,
    revenueGoals: new Map(),
    customProperties: [],
    settings: { retention_months: null, pixel: false, preset: 'standard' },
    longLivedFrom: null,
    longLivedTo: null,
    droppedBefore: null,
    trackerPublicId: null,
    kitSecretRound: 0,
    stripeParts: {},
    ...site,
  }
}

export interface TestIngest {
  readonly ingest: Ingest
  readonly db: Database
  readonly salts: Salts
  readonly spoolDir: string
  stop(): Promise<void>
}

/** Starts a write path over a database; several may share one. */
export async function startIngest(options: {
  databaseUrl: string
  sites: readonly SiteView[]
  lanes?: number
  now?: () => Date
  spoolDir?: string
  dataDir?: string
  spoolBytesMax?: number
  queueMax?: number
  log?: Log
}): Promise<TestIngest> {
  const log = options.log ?? pino({ level: 'silent' })
  const clock = { now: options.now ?? (() => new Date()) }
  const spoolDir = options.spoolDir ?? (await mkdtemp(join(tmpdir(), 'tidemark-spool-')))
  const db = createPools({ databaseUrl: options.databaseUrl })
  const salts = await createSalts({ db, log, clock })
  // With an absent database it does not matter.
  const layout = (await db.write.layout?.().catch(() => undefined)) ?? []
  const sites = new Map(options.sites.map((site) => [site.domain, site]))
  const ingest = await createIngest({
    config: {
      databaseUrl: options.databaseUrl,
      ingestLanes: options.lanes ?? 1,
      ingestBatchMax: 2_000,
      ingestBatchIntervalMs: 0,
      ingestQueueMax: options.queueMax ?? 20_000,
      spoolDir,
      spoolBytesMax: options.spoolBytesMax ?? 2 ** 30,
      dataDir: options.dataDir ?? join(spoolDir, 'no-data'),
      geoDatabase: undefined,
      spamReferrersFile: undefined,
      currencyRatesFile: undefined,
    },
    directory: {
      isReady: () => true,
      find: (domain) => sites.get(domain),
      findById: (id) => options.sites.find((site) => site.id === id),
      layout: () => layout,
    },
    salts,
    kitSecret: createKitSecrets('a secret key'),
    log,
    clock,
    db,
  })
  return {
    ingest,
    db,
    salts,
    spoolDir,
    async stop() {
      await ingest.stop()
      await salts.stop()
      await db.stop()
      if (!options.spoolDir) await rm(spoolDir, { recursive: true, force: true })
    },
  }
}

/** An envelope of a JSON body. */
export const envelope = (
  body: unknown,
  from: { ip?: string; userAgent?: string; ipType?: string; at?: number } = {},
) => ({
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  userAgent: from.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
  ip: from.ip ?? '192.0.2.1',
  ipType: from.ipType ?? null,
  receivedAtMs: (from.at ?? Math.floor(Date.now() / 1000)) * 1000,
})

/** A pageview on its way to a thread. */
export const wireItem = (more: Partial<WireItem> = {}): WireItem => ({
  site: 0,
  stripe: 0,
  at: 0,
  name: 'pageview',
  hostname: 'h',
  pathname: '/',
  domain: 'd',
  props: null,
  interactive: true,
  scrollDepth: null,
  engagementTimeMs: 0,
  userAgent: 'ua',
  ip: '192.0.2.1',
  ipType: null,
  referrerHost: null,
  referrerPath: '',
  query: null,
  revenue: null,
  ...more,
})
