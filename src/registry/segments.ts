// Segments of a site: named filters, of one person or of all (spec/dashboard 5.6).
import type { Details } from './audit.ts'
import { requireRoom } from './room.ts'
import { one, type Store } from './store.ts'

export interface Segment {
  readonly id: number
  readonly name: string
  /** The owner. Null: the site. */
  readonly userId: number | null
  readonly filters: readonly unknown[]
}

export type NewSegment = Omit<Segment, 'id'>

const columns = 'id, name, user_id as "userId", filters'

/** The values of a segment for the audit log, which says nothing of a segment of one person. */
const factsOf = ({ name, userId, filters }: Segment): Details =>
  userId === null ? { name, filters: JSON.stringify(filters) } : {}

/** Segments over the store. */
export function createSegments(store: Store) {
  const visible = 'site_id = $1 and (user_id is null or user_id = $2)'
  return {
    /** Segments of the site, and of the person. */
    list: (siteId: number, userId: number | undefined) =>
      store.read.query<Segment>(`select ${columns} from segments where ${visible} order by lower(name), id`, [
        siteId,
        userId ?? null,
      ]),
    /** One of these. */
    find: (siteId: number, id: number, userId: number) =>
      one<Segment>(store.read, `select ${columns} from segments where ${visible} and id = $3`, [siteId, userId, id]),
    create: (siteId: number, { name, userId, filters }: NewSegment) =>
      store.write(async (tx) => {
        await requireRoom(tx, 'segments', siteId)
        const text = `insert into segments (site_id, user_id, name, filters) values ($1, $2, $3, $4)
          returning ${columns}`
        const made = (await one<Segment>(tx, text, [siteId, userId, name, JSON.stringify(filters)]))!
        if (userId === null) await tx.record({ kind: 'segment.created', siteId, subject: name, after: factsOf(made) })
        return made
      }),
    /** Undefined when it is not there any more. */
    update: (siteId: number, id: number, { name, userId, filters }: NewSegment) =>
      store.write(async (tx) => {
        const known = `select ${columns} from segments where site_id = $1 and id = $2 for update`
        const before = await one<Segment>(tx, known, [siteId, id])
        if (!before) return undefined
        const text = `update segments set user_id = $3, name = $4, filters = $5
          where site_id = $1 and id = $2 returning ${columns}`
        const after = (await one<Segment>(tx, text, [siteId, id, userId, name, JSON.stringify(filters)]))!
        if (before.userId === null || after.userId === null)
          await tx.record({
            kind: 'segment.changed',
            siteId,
            subject: before.userId === null ? before.name : after.name,
            before: factsOf(before),
            after: factsOf(after),
          })
        return after
      }),
    remove: (siteId: number, id: number) =>
      store.write(async (tx) => {
        const text = `delete from segments where site_id = $1 and id = $2 returning ${columns}`
        const gone = await one<Segment>(tx, text, [siteId, id])
        if (gone?.userId === null) await tx.record({ kind: 'segment.deleted', siteId, subject: gone.name })
      }),
  }
}
