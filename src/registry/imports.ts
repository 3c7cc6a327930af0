// Imports of a site as people see them: their sources, their days, and which of them are to be deleted.

import { tryLock } from '../db/locks.ts'
import { importFailures } from '../failure.ts'
import type { ImportSourceName, otherSources } from '../rules/import-sources.ts'
import { one, type Store } from './store.ts'

export interface ImportRecord {
  readonly id: number
  readonly source: ImportSourceName | (typeof otherSources)[number]
  /** The file's. */
  readonly name: string | null
  readonly state: 'running' | 'abandoned' | 'done' | 'deleting'
  /** Rows of events and engagement, sums of days, or page requests. */
  readonly rows: number
  /** Local days of the site when it was imported; null for an import of an earlier version. */
  readonly first_day: string | null
  readonly last_day: string | null
  readonly started_at: Date
  readonly finished_at: Date | null
  /** Its rows name it. Rows of an earlier version do not, and cannot be deleted. */
  readonly can_delete: boolean
}

const columns = `id, source, name, state, events_added + sums_added as rows, first_day, last_day, started_at,
  finished_at, is_marked as can_delete`

/** Imports over the store. */
export function createImports(store: Store) {
  return {
    /** The newest first. */
    list: (siteId: number) =>
      store.read.query<ImportRecord>(`select ${columns} from imports where site_id = $1 order by id desc`, [siteId]),
    /**
     * Marks the import for deletion. A later task may do the deleting (upkeep/import-deletion). Undefined if there is
     * no such import, a 409 Failure if it may be running.
     */
    markDeleted: (siteId: number, id: number) =>
      store.write(async (tx) => {
        const isFree = await tryLock(tx, 'import', siteId)
        const found = await one<ImportRecord>(tx, `select ${columns} from imports where site_id = $1 and id = $2`, [
          siteId,
          id,
        ])
        if (!found || found.state === 'deleting') return found
        // No process writes to a finished import. Its rows wait with their end for an import that is running.
        if (found.state !== 'done' && !isFree) throw importFailures.running()
        if (!found.can_delete) throw importFailures.unmarked()
        await tx.query(`update imports set state = 'deleting' where id = $1`, [id])
        const { source, name, rows } = found
        await tx.record({ kind: 'import.deleted', siteId, subject: name ?? source, before: { source, rows } })
        return { ...found, state: 'deleting' }
      }),
    /** Has the service delete marked imports now, not at its next minute. */
    async requestDeletion() {
      await store.read.query(`select graphile_worker.add_job('delete_imports', job_key => 'delete_imports')`)
    },
  }
}
