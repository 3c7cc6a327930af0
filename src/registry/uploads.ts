// Files that people send for an import: how far each is, and who works on it (spec/dashboard 11).
import type { Queryable } from '../db/pool.ts'
import { uploadFailures } from '../failure.ts'
import type { ImportSourceName } from '../rules/import-sources.ts'
import { one, type Store, type Writer } from './store.ts'

/** Files of one site that are neither done nor given up: each takes up to UPLOAD_BYTES_MAX of the disk. */
const openUploadsMax = 3
/** An import without a sign of life for this long has no process any more. Another process goes on with it. */
const silentSeconds = 30
/** Days until the outcome of a file is forgotten, and a file without further chunks. */
const keptDays = { ended: 30, unfinished: 2 }

export interface Upload {
  readonly id: number
  readonly site_id: number
  readonly kind: ImportSourceName
  readonly name: string
  /** Of the whole file, as announced. */
  readonly bytes: number
  readonly skip_invalid: boolean
  readonly state: 'receiving' | 'waiting' | 'importing' | 'done' | 'failed'
  readonly phase: 'checking' | 'importing' | null
  readonly bytes_done: number
  readonly events_done: number
  readonly message: string | null
  readonly created_at: Date
}

/** An upload whose import begins. */
export interface ClaimedUpload extends Upload {
  /** How often the process of its import died, and how often the service that imported it fell silent. */
  readonly deaths: number
  readonly lost: number
  /** How often its import made room for the file of another site. */
  readonly turns: number
}

export type NewUpload = Pick<Upload, 'kind' | 'name' | 'bytes' | 'skip_invalid'>
export type UploadProgress = Pick<Upload, 'bytes_done' | 'events_done'> & { readonly phase: 'checking' | 'importing' }

export type Uploads = ReturnType<typeof createUploads>

const columns = `id, site_id, kind, name, bytes, skip_invalid, state, phase, bytes_done, events_done, message,
  created_at`

/** Announces a file in the caller's transaction. A 409 Failure where the site has too many open ones. */
async function createUpload(
  tx: Writer,
  siteId: number,
  { kind, name, bytes, skip_invalid }: NewUpload,
): Promise<Upload> {
  await tx.query('select from sites where id = $1 for update', [siteId])
  const [open] = await tx.query<{ count: number }>(
    `select count(*) from uploads where site_id = $1 and state not in ('done', 'failed')`,
    [siteId],
  )
  if ((open?.count ?? 0) >= openUploadsMax) throw uploadFailures.tooMany(openUploadsMax)
  const [made] = await tx.query<Upload>(
    `insert into uploads (site_id, kind, name, bytes, skip_invalid) values ($1, $2, $3, $4, $5)
           returning ${columns}`,
    [siteId, kind, name, bytes, skip_invalid],
  )
  await tx.record({ kind: 'import.started', siteId, subject: name, after: { source: kind, bytes } })
  return made as Upload
}

async function finishUpload(tx: Queryable, id: number): Promise<void> {
  const text = `update uploads set state = 'waiting', changed_at = now() where id = $1 and state = 'receiving'`
  await tx.query(text, [id])
  await tx.query(`select graphile_worker.add_job('import_uploads', job_key => 'import_uploads')`)
}

async function removeUpload(tx: Writer, siteId: number, id: number): Promise<boolean> {
  const text = 'select state, name from uploads where site_id = $1 and id = $2 for update'
  const [found] = await tx.query<Pick<Upload, 'state' | 'name'>>(text, [siteId, id])
  if (found?.state === 'importing') throw uploadFailures.importing()
  await tx.query('delete from uploads where site_id = $1 and id = $2', [siteId, id])
  if (found) await tx.record({ kind: 'import.cancelled', siteId, subject: found.name })
  return found !== undefined
}

/** Uploads that wait, or fell silent, of sites without another import under way. */
const dueText = `select u.id
           from uploads u
           where u.id = any ($1::bigint[])
             and (u.state = 'waiting' or u.state = 'importing' and u.changed_at < now() - $2 * interval '1 second')
             and not exists (
               select from uploads o
               where o.site_id = u.site_id and o.id <> u.id and o.state = 'importing'
                 and o.changed_at >= now() - $2 * interval '1 second')`

/** The oldest of the site that was served longest ago. */
const claimText = `update uploads
           set state = 'importing', changed_at = now(), claimed_at = now(), lost = lost + (state = 'importing')::integer
           where id = (
             ${dueText}
             order by (select max(s.claimed_at) from uploads s where s.site_id = u.site_id) nulls first, u.id
             limit 1
             for update skip locked)
           returning ${columns}, deaths, lost, turns`

/** Counts an end of the process that imported it; it waits again. Answers how many there were. */
async function countDeath(db: Queryable, id: number): Promise<number> {
  const text = `update uploads set state = 'waiting', deaths = deaths + 1, changed_at = now() where id = $1
    returning deaths`
  return (await db.query<{ deaths: number }>(text, [id]))[0]?.deaths ?? 0
}

async function findNeeded(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  await db.query(
    `delete from uploads
         where state in ('done', 'failed') and changed_at < now() - $1 * interval '1 day'
            or state = 'receiving' and changed_at < now() - $2 * interval '1 day'`,
    [keptDays.ended, keptDays.unfinished],
  )
  const text = `select id from uploads where id = any ($1::bigint[]) and state not in ('done', 'failed')`
  return new Set((await db.query<{ id: number }>(text, [ids])).map(({ id }) => id))
}

/** Uploads over the store. */
export function createUploads(store: Store) {
  const { read } = store
  return {
    /** The newest first. */
    list: (siteId: number) =>
      read.query<Upload>(`select ${columns} from uploads where site_id = $1 order by id desc`, [siteId]),
    find: (siteId: number, id: number) =>
      one<Upload>(read, `select ${columns} from uploads where site_id = $1 and id = $2`, [siteId, id]),
    create: (siteId: number, upload: NewUpload) => store.write((tx) => createUpload(tx, siteId, upload)),
    /** The file is whole: the next process that has it imports it. */
    finish: (id: number) => store.write((tx) => finishUpload(tx, id)),
    /** True when there was one. A 409 Failure for one that is being imported. */
    remove: (siteId: number, id: number) => store.write((tx) => removeUpload(tx, siteId, id)),
    /** Takes the next import for this process, out of the uploads with files here. */
    claim: (ids: readonly number[]) => one<ClaimedUpload>(read, claimText, [ids, silentSeconds]),
    /** True while there is something to claim. */
    isAnyDue: async (ids: readonly number[]) =>
      (await one(read, `${dueText} limit 1`, [ids, silentSeconds])) !== undefined,
    countDeath: (id: number) => countDeath(read, id),
    /** Its import made room for another site; it waits again. */
    async endTurn(id: number) {
      const text = `update uploads set state = 'waiting', turns = turns + 1, changed_at = now() where id = $1`
      await read.query(text, [id])
    },
    /** It is still being imported. */
    async progress(id: number, progress: UploadProgress | undefined) {
      const { phase = null, bytes_done = 0, events_done = 0 } = progress ?? {}
      const text = `update uploads set changed_at = now(), phase = $2, bytes_done = $3, events_done = $4
        where id = $1 and state = 'importing'`
      await read.query(text, [id, phase, bytes_done, events_done])
    },
    /** It waits again, or is over. */
    async settle(id: number, state: 'waiting' | 'done' | 'failed', message: string | null) {
      const text = `update uploads set state = $2, message = $3, changed_at = now() where id = $1`
      await read.query(text, [id, state, message])
    },
    /** The ids with files that are still needed. Forgets uploads that ended long ago or were never finished. */
    needed: (ids: readonly number[]) => findNeeded(read, ids),
  }
}
