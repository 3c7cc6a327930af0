// Sites that a person has pinned: first in their list (spec/dashboard 9).
import type { Store } from './store.ts'

export interface Pins {
  /** The ids of the sites somebody has pinned. */
  list(userId: number): Promise<ReadonlySet<number>>
  add(userId: number, siteId: number): Promise<void>
  remove(userId: number, siteId: number): Promise<void>
}

/** Pins over the store. */
export function createPins(store: Store): Pins {
  return {
    async list(userId) {
      const rows = await store.read.query<{ id: number }>('select site_id as id from site_pins where user_id = $1', [
        userId,
      ])
      return new Set(rows.map((row) => row.id))
    },
    add: (userId, siteId) =>
      store.write(async (tx) => {
        await tx.query('insert into site_pins (user_id, site_id) values ($1, $2) on conflict do nothing', [
          userId,
          siteId,
        ])
      }),
    remove: (userId, siteId) =>
      store.write(async (tx) => {
        await tx.query('delete from site_pins where user_id = $1 and site_id = $2', [userId, siteId])
      }),
  }
}
