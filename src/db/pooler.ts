// Recognises a pooler in transaction mode. LISTEN, locks of a session and the statements that the task queue prepares
// need a session that stays on one backend.
import type pg from 'pg'
import { openClient } from './connection.ts'

type Session = Pick<pg.Client, 'query'>

const backendOf = async (client: Session): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

/** The same within a transaction, which stays open. */
async function backendWithin(client: Session): Promise<number> {
  await client.query('begin')
  return await backendOf(client)
}

/**
 * Two sessions that are open at once have backends of their own, and keep them; in transaction mode the second is given
 * the backend that the first one has left, or the first one is given another.
 */
export async function sharesBackends(first: Session, second: Session): Promise<boolean> {
  const before = await backendWithin(first)
  await first.query('commit')
  const other = await backendWithin(second)
  if (other === before) return true
  return (await backendWithin(first)) !== before
}

/** The address to use in place of a pooler's, where its provider's names tell. */
export function addressInstead(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const direct = url.hostname.replace('-pooler.', '.')
  if (direct !== url.hostname) return `${direct}:${url.port || 5432}`
  if (url.port === '6543') return `${url.hostname}:5432`
  return 'the address of the PostgreSQL server itself, or a pooler with pool_mode = session'
}

/** One sentence about an address that cannot be used, and the one to use; undefined where sessions stay sessions. */
export async function findPooler(databaseUrl: string): Promise<string | undefined> {
  const open = () => openClient({ connectionString: databaseUrl, application_name: 'tidemark pooler' })
  const first = await open()
  try {
    // A server names its backend when a session begins; a pooler makes a number up.
    if ((first as unknown as { processID: number }).processID === (await backendOf(first))) return undefined
    const second = await open()
    try {
      if (!(await sharesBackends(first, second))) return undefined
    } finally {
      await second.end().catch(() => {})
    }
  } finally {
    await first.end().catch(() => {})
  }
  const { host } = new URL(databaseUrl)
  return (
    `${host} is a pooler in transaction mode, where sessions do not last: ` +
    `let DATABASE_URL name ${addressInstead(databaseUrl)}`
  )
}
