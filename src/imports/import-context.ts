// Knowledge that a web server's log is read with, as ingestion has it: places of addresses, hosts of spam, and the
// shields of the site.
import type { Queryable } from '../db/pool.ts'
import { createGeoFile, openGeo } from '../ingest/geo.ts'
import { createOperatorFiles } from '../ingest/operator-files.ts'
import { createLog } from '../log.ts'
import { type Place, placeOf } from '../rules/place.ts'
import { noShields, type SiteShields, shieldsOf } from '../rules/shields.ts'

export interface ImportContext {
  placeOf(ip: string): Place
  isSpamHost(host: string): boolean
  readonly shields: SiteShields
  stop(): Promise<void>
}

/** The files that the operator configured (config). */
export interface ContextFiles {
  readonly dataDir: string
  readonly geoDatabase: string | undefined
  readonly spamReferrersFile: string | undefined
}

/** A context that knows nothing, for readers that ask nothing of it. */
export const noContext: ImportContext = {
  placeOf: () => ({ country: null, region: null, city: null }),
  isSpamHost: () => false,
  shields: noShields,
  stop: async () => {},
}

async function readShields(db: Queryable, siteId: number): Promise<SiteShields> {
  const text = 'select type, value from shields where site_id = $1 order by id'
  const rules = await db.query<{ type: string; value: string }>(text, [siteId])
  return shieldsOf(rules.map(({ type, value }) => [type, value]))
}

/** Opens the files. The caller stops the context. */
export async function openContext(db: Queryable, siteId: number, files: ContextFiles): Promise<ImportContext> {
  const log = createLog('silent')
  const { dataDir } = files
  const geo = await createGeoFile({ path: files.geoDatabase, dataDir, log })
  const lists = await createOperatorFiles({
    spamReferrers: files.spamReferrersFile,
    currencyRates: undefined,
    dataDir,
    log,
  })
  const lookup = openGeo()
  lookup.use(geo.current())
  return {
    placeOf: (ip) => placeOf(lookup.find(ip), null),
    isSpamHost: (host) => lists.isSpamHost(host),
    shields: await readShields(db, siteId),
    async stop() {
      await geo.stop()
      await lists.stop()
    },
  }
}
