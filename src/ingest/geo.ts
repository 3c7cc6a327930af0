// The geolocation database: read once into memory that all threads share, looked up by family, swapped without a
// restart.
import { open, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Reader, type Response } from 'maxmind'
import type { Log } from '../log.ts'
import { isIp, isPrivateIp } from '../rules/client-ip.ts'
import { placeOf } from '../rules/place.ts'
import type { WireGeo } from './wire.ts'

/** Largest geolocation file that is read into memory. */
export const geoBytesMax = 512 * 1024 * 1024

/** How often the file is looked at for a newer version. */
const watchMs = 10_000

/** The packaged country database (CC0, see docs), used when no other is configured. */
export const packagedGeoDatabase = (): string =>
  createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')

export interface GeoFile {
  /** The state that goes with a batch. */
  current(): WireGeo
  /** Of when its data is; undefined without a database. */
  date(): Date | undefined
  /** How the file describes itself; undefined without a database. */
  source(): string | undefined
  stop(): Promise<void>
}

/** Where `tidemark data update` and `data countries` put the database when no file is configured. */
export const downloadedGeoDatabase = (dataDir: string): string => join(dataDir, 'geo.mmdb')

// The first bytes of the metadata at the end of every file. Without them the reader takes anything for a database.
const metadataMark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

interface GeoContent {
  readonly bytes: SharedArrayBuffer
  /** Of when the file says that its data is. */
  readonly date: Date
  readonly source: string
}

/** Reads a file into shared memory, without a second copy on the way. */
async function readShared(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > geoBytesMax) throw new Error(`the geolocation database has ${size} bytes, more than ${geoBytesMax}`)
    const bytes = new SharedArrayBuffer(size)
    const view = Buffer.from(bytes)
    for (let filled = 0; filled < size; ) {
      const { bytesRead } = await file.read(view, filled, size - filled, filled)
      if (bytesRead === 0) throw new Error('the geolocation database became shorter while it was read')
      filled += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

/** Reads an .mmdb file and checks that it can be looked up; throws when it cannot. */
async function readGeo(path: string): Promise<GeoContent> {
  const bytes = await readShared(path)
  const view = Buffer.from(bytes)
  if (view.lastIndexOf(metadataMark) < 0) throw new Error('this is no .mmdb file, or only the beginning of one')
  const reader = new Reader<Response>(view)
  reader.get('8.8.8.8')
  const { buildEpoch, databaseType, description } = reader.metadata
  return { bytes, date: buildEpoch, source: (description as { en?: string } | undefined)?.en || databaseType }
}

/** The date of the data in an .mmdb file; throws for any other file. */
export const geoDate = async (path: string): Promise<Date> => (await readGeo(path)).date

/** Public resolvers and registries, of which every database of places knows one at least. */
const wellKnownIps = ['8.8.8.8', '1.1.1.1', '9.9.9.9', '193.0.6.139', '199.43.0.43']

/** Addresses all over the range of IPv4, and well-known ones. */
function* sampleIps(): Generator<string> {
  yield* wellKnownIps
  for (let high = 1; high < 224; high++) for (let low = 0; low < 256; low += 5) yield `${high}.${low}.9.1`
}

/** Throws unless the file answers everything it is asked. Reads it as the service does. */
export async function verifyAnswers(path: string): Promise<Reader<Response>> {
  const { bytes } = await readGeo(path)
  const reader = new Reader<Response>(Buffer.from(bytes))
  // A walk through the whole tree's range meets damage that single addresses miss.
  for (const ip of sampleIps()) reader.get(ip)
  return reader
}

/** As `verifyAnswers`, and somewhere with a country. */
export async function verifyGeo(path: string): Promise<void> {
  const reader = await verifyAnswers(path)
  if (!wellKnownIps.some((ip) => placeOf(reader.get(ip), null).country !== null))
    throw new Error('the geolocation database knows no countries')
}

/** The records of addresses all over a file, and the type that the file names. Throws if it is no database. */
export async function readPlaces(
  path: string,
): Promise<{ readonly records: Iterable<unknown>; readonly type: string }> {
  const reader = await verifyAnswers(path)
  return { records: Array.from(sampleIps(), (ip) => reader.get(ip)), type: reader.metadata.databaseType }
}

/** The files that may be the database of places, in the order in which they are tried. */
export function filesOfPlaces({
  path,
  dataDir,
  log,
}: {
  path: string | undefined
  dataDir: string
  log?: Log
}): string[] {
  if (path !== undefined) return [path]
  try {
    return [downloadedGeoDatabase(dataDir), packagedGeoDatabase()]
  } catch (error) {
    log?.warn({ err: error }, 'the packaged geolocation database is missing')
    return [downloadedGeoDatabase(dataDir)]
  }
}

/** Tells the versions of a file apart. */
const markOf = (path: string): Promise<string> =>
  stat(path).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
    () => 'absent',
  )

/**
 * Opens the database and watches for a newer one: the configured file, or the downloaded one, or the packaged one.
 * Without a usable one lookups find nothing, and the log says so (spec/ingestion 10).
 */
export async function createGeoFile(options: {
  path: string | undefined
  dataDir: string
  log: Log
  /** The database in lines of the log. */
  what?: string
}): Promise<GeoFile> {
  let geo: WireGeo = { version: 0, bytes: null }
  let date: Date | undefined
  let source: string | undefined
  const { what = 'geolocation database' } = options
  let seen = ''
  const paths = filesOfPlaces(options)
  const load = async (): Promise<void> => {
    const marks = await Promise.all(paths.map(markOf))
    if (marks.join() === seen) return
    seen = marks.join()
    const present = paths.filter((_, index) => marks[index] !== 'absent')
    if (present.length === 0) options.log.warn({ paths }, `there is no ${what}; the last good one, if any, stays`)
    for (const path of present) {
      try {
        const content = await readGeo(path)
        geo = { version: geo.version + 1, bytes: content.bytes }
        date = content.date
        source = content.source
        options.log.info({ path, bytes: content.bytes.byteLength, date }, `${what} loaded`)
        return
      } catch (error) {
        options.log.warn({ err: error, path }, `the ${what} cannot be used; the last good one, if any, stays`)
        if (geo.bytes !== null) return
      }
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
    date: () => date,
    source: () => source,
    async stop() {
      clearInterval(timer)
      await loading
    },
  }
}

/** The operator's own database of networks. Without one no address has a network. */
export async function createNetworkFile({ path, log }: { path: string | undefined; log: Log }): Promise<GeoFile> {
  if (path !== undefined) return createGeoFile({ path, dataDir: '', log, what: 'database of networks' })
  const none: WireGeo = { version: 0, bytes: null }
  return { current: () => none, date: () => undefined, source: () => undefined, stop: async () => {} }
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
    /**
     * The record of an address, or null. An IPv6 address in an IPv4-only file would find a wrong place, and files made
     * from registries place private ranges in the countries of those who wrote about them: not asked.
     */
    find(ip: string): unknown {
      if (reader === null || isPrivateIp(ip)) return null
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
