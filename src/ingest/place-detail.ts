// How exactly the database of places knows addresses: not at all, their countries, or cities too. Read from the file,
// for the facts of a privacy statement.
import { stat } from 'node:fs/promises'
import { placeOf } from '../rules/place.ts'
import type { PlaceDetail } from '../rules/privacy-facts.ts'
import { filesOfPlaces, readPlaces } from './geo.ts'

interface Known {
  readonly mark: string
  readonly detail: PlaceDetail
}

/** By path. A service has one or two. */
const known = new Map<string, Known>()

async function detailOf(path: string): Promise<PlaceDetail | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    const mark = `${mtimeMs} ${size} ${ino}`
    const before = known.get(path)
    if (before?.mark === mark) return before.detail
    const { records, type } = await readPlaces(path)
    const places = Array.from(records, (record) => placeOf(record, null))
    const hasCities = /city/i.test(type) || places.some(({ region, city }) => region !== null || city !== null)
    const detail = hasCities ? 'city' : places.some(({ country }) => country !== null) ? 'country' : 'none'
    known.set(path, { mark, detail })
    return detail
  } catch {
    return undefined
  }
}

/** The detail of the first file that can be read, in the order in which the service takes them (ingest/geo). */
export async function findPlaceDetail(config: {
  readonly geoDatabase: string | undefined
  readonly dataDir: string
}): Promise<PlaceDetail> {
  for (const path of filesOfPlaces({ path: config.geoDatabase, dataDir: config.dataDir })) {
    const detail = await detailOf(path)
    if (detail !== undefined) return detail
  }
  return 'none'
}
