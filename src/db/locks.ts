// Advisory locks for work that one process does at a time. They end with the transaction, and so with the process that
// held them.
import type { Database, Queryable } from './pool.ts'

/** An import is of a site: so is whatever must not meet one. */
type Work = 'import' | 'breakdowns' | 'chunks' | 'messages'

/** Takes the lock of some work until the end of the transaction; false while another session has it. */
export async function tryLock(tx: Queryable, work: Work, siteId?: number): Promise<boolean> {
  const key = [`hashtext('tidemark.${work}')`, ...(siteId === undefined ? [] : [siteId])]
  const [row] = await tx.query<{ got: boolean }>(`select pg_try_advisory_xact_lock(${key.join(', ')}) as got`)
  return row?.got === true
}

/** Runs work on other connections while its lock is held; undefined where another session has it. */
export const alone = <Result>(
  db: Database,
  [work, siteId]: readonly [work: Work, siteId?: number],
  run: () => Promise<Result>,
): Promise<Result | undefined> =>
  db.transaction(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    return (await tryLock(tx, work, siteId)) ? await run() : undefined
  })
