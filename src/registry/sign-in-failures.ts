// Guessing: how often somebody may be wrong. Counted in the database, so that all processes count together; addresses
// only as digests that nobody can turn back without the server's secret, and for an hour (docs/privacy.md).
import { createHmac } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { sessionFailures } from '../failure.ts'
import { networkOf } from '../rules/client-ip.ts'
import { hourMs, minuteMs } from '../rules/time.ts'
import type { Store } from './store.ts'

// spec/dashboard 12: an account is counted together with the address, so that nobody can lock others out.
const limits: readonly { readonly of: 'account' | 'address'; readonly windowMs: number; readonly max: number }[] = [
  { of: 'account', windowMs: minuteMs, max: 5 },
  { of: 'account', windowMs: hourMs, max: 30 },
  { of: 'address', windowMs: hourMs, max: 100 },
]

interface FailureRow {
  readonly failed_at: Date
  readonly is_account: boolean
}

/** How long, in ms, until another try is allowed; 0 when it is now. `failures` are those of the last hour. */
function findWait(failures: readonly FailureRow[], nowMs: number): number {
  const waits = limits.map(({ of, windowMs, max }) => {
    const times = failures
      .filter((row) => of === 'address' || row.is_account)
      .map((row) => row.failed_at.getTime())
      .filter((time) => time > nowMs - windowMs)
      .sort((a, b) => b - a)
    const decisive = times[max - 1]
    return decisive === undefined ? 0 : decisive + windowMs - nowMs
  })
  return Math.max(...waits)
}

/** Removes what an hour has passed over. */
export async function forgetFailures(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from sign_in_failures where failed_at <= $1', [new Date(now.getTime() - hourMs)])
}

/** Tries over the store. */
export function createSignInFailures(store: Store) {
  const digest = (...parts: string[]): Buffer =>
    createHmac('sha256', store.secretKey)
      .update(JSON.stringify(['sign-in', ...parts]))
      .digest()
  return {
    /**
     * Counts a try as failed before it is made, so that many at once cannot slip through; `forgive` takes that back.
     * Throws the 429 when there were too many. `account` is whatever is being guessed at.
     */
    async begin(account: string, ip: string) {
      const network = networkOf(ip)
      const [address, both] = [digest(network), digest(network, account.toLowerCase())]
      const id = await store.write(async (tx) => {
        const now = store.clock.now()
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [address.toString('hex')])
        await forgetFailures(tx, now)
        const failures = await tx.query<FailureRow>(
          'select failed_at, account_digest = $2 as is_account from sign_in_failures where address_digest = $1',
          [address, both],
        )
        const waitMs = findWait(failures, now.getTime())
        if (waitMs > 0) throw sessionFailures.tooManyTries(Math.ceil(waitMs / 1000))
        const [row] = await tx.query<{ id: number }>(
          'insert into sign_in_failures (address_digest, account_digest, failed_at) values ($1, $2, $3) returning id',
          [address, both, now],
        )
        return row?.id ?? 0
      })
      return {
        async forgive() {
          await store.read.query('delete from sign_in_failures where id = $1', [id])
        },
      }
    },
  }
}
