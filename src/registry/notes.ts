// Notes of a site: what happened on a day, kept by local day (spec/dashboard 4.5).
import { requireRoom } from './room.ts'
import { one, type Store } from './store.ts'

export const noteCharactersMax = 150

export interface Note {
  readonly id: number
  readonly day: string
  readonly text: string
  readonly show_on_shared_links: boolean
}

export type NewNote = Omit<Note, 'id'>

const columns = 'id, day, text, show_on_shared_links'

const factsOf = ({ id: _, ...note }: Note): NewNote => note

/** Notes over the store. */
export function createNotes(store: Store) {
  return {
    /** Notes of the days `from` to `to`, newest first. Shared links see only public ones. */
    list: (siteId: number, role: string, { from, to }: { from?: string | undefined; to?: string | undefined } = {}) =>
      store.read.query<Note>(
        `select ${columns} from notes
         where site_id = $1 and day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
           and (show_on_shared_links or $4::boolean)
         order by day desc, id desc`,
        [siteId, from ?? null, to ?? null, role !== 'public'],
      ),
    find: (siteId: number, id: number) =>
      one<Note>(store.read, `select ${columns} from notes where site_id = $1 and id = $2`, [siteId, id]),
    create: (siteId: number, note: NewNote) =>
      store.write(async (tx) => {
        await requireRoom(tx, 'notes', siteId)
        const text = `insert into notes (site_id, day, text, show_on_shared_links) values ($1, $2, $3, $4)
          returning ${columns}`
        const [made] = await tx.query<Note>(text, [siteId, note.day, note.text, note.show_on_shared_links])
        await tx.record({ kind: 'note.created', siteId, subject: note.text, after: { ...note } })
        return made as Note
      }),
    /** Undefined when it is not there any more. */
    update: (siteId: number, id: number, note: NewNote) =>
      store.write(async (tx) => {
        const known = `select ${columns} from notes where site_id = $1 and id = $2 for update`
        const before = await one<Note>(tx, known, [siteId, id])
        if (!before) return undefined
        const after = { ...note }
        await tx.record({ kind: 'note.changed', siteId, subject: before.text, before: factsOf(before), after })
        const text = `update notes set day = $3, text = $4, show_on_shared_links = $5
          where site_id = $1 and id = $2 returning ${columns}`
        return one<Note>(tx, text, [siteId, id, note.day, note.text, note.show_on_shared_links])
      }),
    /** True when there was one. */
    remove: (siteId: number, id: number) =>
      store.write(async (tx) => {
        const gone = await one<Note>(tx, `delete from notes where site_id = $1 and id = $2 returning ${columns}`, [
          siteId,
          id,
        ])
        if (gone) await tx.record({ kind: 'note.deleted', siteId, subject: gone.text, before: factsOf(gone) })
        return gone !== undefined
      }),
  }
}
