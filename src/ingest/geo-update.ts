// Replaces the geolocation database by a newer one, for the command and once a week for the service.

import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { DownloadError, download } from './download.ts'
import { downloadedGeoDatabase, geoBytesMax, verifyGeo } from './geo.ts'
import { type GeoSettings, type GeoSource, geoSourceOf } from './geo-sources.ts'

export interface GeoUpdate extends GeoSettings {
  readonly dataDir: string
  readonly geoDatabase: string | undefined
  readonly updateTimeoutMs: number
}

const weekMs = 7 * dayMs
/** How often the service looks if a week has passed. */
const lookMs = hourMs

/** The file that an update replaces. */
export const geoPathOf = ({ geoDatabase, dataDir }: Pick<GeoUpdate, 'geoDatabase' | 'dataDir'>): string =>
  geoDatabase ?? downloadedGeoDatabase(dataDir)

/** Fetches, checks and replaces; resolves to the size in bytes. Throws the last error. */
export async function updateGeo(update: GeoUpdate, { urls, authorization }: GeoSource): Promise<number> {
  for (const [index, url] of urls.entries())
    try {
      return await download({
        url,
        authorization,
        member: /\.mmdb$/i,
        path: geoPathOf(update),
        bytesMax: geoBytesMax,
        timeoutMs: update.updateTimeoutMs,
        verify: verifyGeo,
      })
    } catch (error) {
      const isLast = index === urls.length - 1
      if (isLast || !(error instanceof DownloadError && error.isMissing)) throw error
    }
  throw new Error('there is no address')
}

/** Takes a lock that only one process of a machine gets; one that is older than a download may last is free. */
async function whileLocked(path: string, staleMs: number, now: number, work: () => Promise<void>): Promise<void> {
  const lock = `${path}.updating`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const taken = await stat(lock).catch(() => undefined)
  if (taken && now - taken.mtimeMs > staleMs) await rm(lock, { force: true })
  const file = await open(lock, 'wx').catch(() => undefined)
  if (!file) return
  try {
    await work()
  } finally {
    await file.close()
    await rm(lock, { force: true })
  }
}

/** Updates a database that is older than a week; a failure is logged, without the address's secrets. */
export async function updateIfOld(update: GeoUpdate, { log, now }: { log: Log; now: Date }): Promise<void> {
  const path = geoPathOf(update)
  const source = geoSourceOf(update, now)
  const age = await stat(path).then(
    ({ mtimeMs }) => now.getTime() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
  if (!source || age < weekMs) return
  await whileLocked(path, update.updateTimeoutMs, now.getTime(), async () => {
    try {
      log.info({ path, bytes: await updateGeo(update, source) }, 'geolocation database updated')
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the geolocation database could not be updated')
    }
  })
}

/** Looks every hour if the database is older than a week. */
export function startGeoUpdates(update: GeoUpdate, { log, clock }: { log: Log; clock: Clock }) {
  let running = Promise.resolve()
  const look = () => {
    running = running.then(() => updateIfOld(update, { log, now: clock.now() })).catch(() => {})
  }
  look()
  const timer = setInterval(look, lookMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
