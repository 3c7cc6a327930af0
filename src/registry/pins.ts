// Sites that a person has pinned: first in their list (spec/dashboard 9).
import type { Store } from './store.ts'

/** Pins over the store. */
export function createPins(store: Store) {
  return {
    /** The ids of the sites somebody has pinned. */
    async list(userId: number) {
      const rows = await store.read.query<{ id: number }>('select site_id as id from site_pins where user_id = $1', [
        userId,
      ])
      return new Set(rows.map((row) => row.id))
    },
    add: (userId: number, siteId: number) =>
      store.write(async (tx) => {
        await tx.query('insert into site_pins (user_id, site_id) values ($1, $2) on conflict do nothing', [
          userId,
          siteId,
        ])
      }),
    remove: (userId: number, siteId: number) =>
      store.write(async (tx) => {
        await tx.query('delete from site_pins where user_id = $1 and site_id = $2', [userId, siteId])
      }),
  }
}
