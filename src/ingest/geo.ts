// The geolocation database: read once into memory that all threads share, looked up by family, swapped without a restart.
import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Reader, type Response } from 'maxmind'
import type { Log } from '../log.ts'
import { isIp } from '../rules/client-ip.ts'
import type { WireGeo } from './wire.ts'

/** Largest geolocation file that is read into memory. */
export const geoBytesMax = 512 * 1024 * 1024

/** How often the file is looked at for a newer version. */
const watchMs = 10_000

/** The packaged country database (CC0, see docs), used when no other is configured. */
export const packagedGeoDatabase = (): string =>
  createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')

export interface GeoFile {
  /** What goes with a batch. */
  current(): WireGeo
  stop(): Promise<void>
}

/** Reads an .mmdb file and checks that it can be looked up; throws when it cannot. */
export async function readGeo(path: string): Promise<SharedArrayBuffer> {
  const { size } = await stat(path)
  if (size > geoBytesMax) throw new Error(`the geolocation database has ${size} bytes, more than ${geoBytesMax}`)
  const file = await readFile(path)
  const bytes = new SharedArrayBuffer(file.length)
  const view = Buffer.from(bytes)
  file.copy(view)
  const reader = new Reader<Response>(view)
  reader.get('8.8.8.8')
  return bytes
}

/** Opens the file and watches it; without a usable one lookups find nothing, and the log says so (spec/ingestion 10). */
export async function createGeoFile(options: { path: string | undefined; log: Log }): Promise<GeoFile> {
  let geo: WireGeo = { version: 0, bytes: null }
  let seen = ''
  let path: string | undefined
  try {
    path = options.path ?? packagedGeoDatabase()
  } catch (error) {
    options.log.warn({ err: error }, 'no geolocation database: countries stay empty')
  }
  const load = async (): Promise<void> => {
    if (path === undefined) return
    const mark = await stat(path).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
      () => 'absent',
    )
    if (mark === seen) return
    seen = mark
    try {
      geo = { version: geo.version + 1, bytes: await readGeo(path) }
      options.log.info({ bytes: geo.bytes?.byteLength }, 'geolocation database loaded')
    } catch (error) {
      options.log.warn({ err: error }, 'the geolocation database cannot be used; the last good one, if any, stays')
    }
  }
  await load()
  let loading = Promise.resolve()
  const timer = setInterval(() => {
    loading = loading.then(load).catch(() => {})
  }, watchMs)
  timer.unref()
  return {
    current: () => geo,
    async stop() {
      clearInterval(timer)
      await loading
    },
  }
}

/** Looks addresses up in the shared memory; a thread keeps one reader per version. */
export function openGeo() {
  let version = -1
  let reader: Reader<Response> | null = null
  return {
    use(geo: WireGeo): void {
      if (geo.version === version) return
      version = geo.version
      reader = geo.bytes === null ? null : new Reader<Response>(Buffer.from(geo.bytes))
    },
    /** The record of an address, or null. An IPv6 address in an IPv4-only file would find a wrong place: not asked. */
    find(ip: string): unknown {
      if (reader === null) return null
      const family = isIp(ip)
      if (family === 0 || (family === 6 && reader.metadata.ipVersion !== 6)) return null
      try {
        return reader.get(ip)
      } catch {
        return null
      }
    },
  }
}
