// Names of regions and cities, kept by their codes when the threads meet new ones: beside the batches, which never wait
// for it.
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Log } from '../log.ts'
import type { PlaceName } from '../rules/place.ts'

/** Names that wait for a database that is away. */
const waitingMax = 50_000

export interface PlaceNames {
  /** Takes names, writes them by and by. */
  readonly learn: (places: readonly PlaceName[]) => void
  /** Resolves when the names taken so far are written, or cannot be written now. */
  drain(): Promise<void>
}

/** Keeps names; of several of one place the last, as a statement may not write a row twice. */
export async function learnPlaces(db: Queryable, learned: readonly PlaceName[]): Promise<void> {
  const places = [...new Map(learned.map((place) => [`${place.kind} ${place.code}`, place])).values()]
  await db.query(statement('places.learn'), [
    places.map(({ kind }) => kind),
    places.map(({ code }) => code),
    places.map(({ name }) => name),
  ])
}

export function createPlaceNames({ db, log }: { db: Database | undefined; log: Log }): PlaceNames {
  let waiting: PlaceName[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (db && waiting.length > 0) {
      const places = waiting
      waiting = []
      try {
        await learnPlaces(db.write, places)
      } catch (error) {
        // With the next names they are tried again.
        waiting = [...places, ...waiting].slice(0, waitingMax)
        log.warn({ err: error }, 'names of places could not be kept')
        return
      }
    }
  }

  return {
    learn(places) {
      waiting.push(...places)
      writing ??= write().finally(() => {
        writing = undefined
      })
    },
    drain: () => writing ?? Promise.resolve(),
  }
}
