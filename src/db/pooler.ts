// Recognises a pooler in transaction mode. LISTEN, locks of a session and the statements that the task queue prepares
// need a session that stays on one backend.
import type pg from 'pg'
import { type Address, placesOf } from '../rules/postgres-address.ts'

type Session = Pick<pg.Client, 'query'>

/** The backend of a transaction, which stays open. */
async function backendWithin(client: Session): Promise<number> {
  await client.query('begin')
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
}

/** A pooler with several idle backends may give each session the one that it had, by chance. */
const rounds = 5

/**
 * Two sessions that are open at once have backends of their own, and keep them; in transaction mode the second is given
 * the backend that the first one has left, or the first one is given another.
 */
export async function sharesBackends(first: Session, second: Session): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) if (await shareOnce(first, second)) return true
  return false
}

async function shareOnce(first: Session, second: Session): Promise<boolean> {
  const before = await backendWithin(first)
  await first.query('commit')
  const other = await backendWithin(second)
  const shares = other === before || (await backendWithin(first)) !== before
  await second.query('commit')
  if (other !== before) await first.query('commit')
  return shares
}

/** The address to use in place of a pooler's, if its provider's names tell. */
export function addressInstead({ hosts: [first] }: Address): string {
  const { host = '', port = 5432 } = first ?? {}
  const direct = host.replace('-pooler.', '.')
  if (direct !== host) return `${direct}:${port}`
  if (port === 6543) return `${host}:5432`
  return 'the address of the PostgreSQL server itself, or a pooler with pool_mode = session'
}

/** One sentence about an address that cannot be used, and the one to use. */
export const poolerSentence = (address: Address): string =>
  `${placesOf(address)} is a pooler in transaction mode, where sessions do not last: ` +
  `let DATABASE_URL name ${addressInstead(address)}`
