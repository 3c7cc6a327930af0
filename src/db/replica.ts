// Decides if the read replica may answer: it can be reached and is not too far behind. Otherwise the primary answers
// (docs/operate.md).
import type pg from 'pg'
import { reasonOf } from '../log.ts'

/** A verdict is believed for this long; an absent replica costs one request in this time. */
const freshMs = 3_000

// An idle primary sends nothing to replay: a receiver that is connected and has replayed all it got is not behind.
const lagText = `
select case
         when not pg_is_in_recovery() then 0
         when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver) then 0
         else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 'infinity')
       end::float8 as lag`

/** Watches the replica behind a pool. `onChange` hears when it becomes usable or stops being so, and why. */
export function createReplica(
  pool: pg.Pool,
  options: { readonly lagMaxSeconds: number; readonly onChange?: (isUsable: boolean, reason: string) => void },
) {
  let isUsable = true
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<boolean> | undefined

  const settle = (verdict: boolean, reason: string): boolean => {
    checkedAt = performance.now()
    if (verdict !== isUsable) options.onChange?.(verdict, reason)
    isUsable = verdict
    return verdict
  }

  async function check(): Promise<boolean> {
    try {
      const { rows } = await pool.query<{ lag: number }>(lagText)
      const lag = rows[0]?.lag ?? Number.POSITIVE_INFINITY
      return settle(lag <= options.lagMaxSeconds, `${Math.round(lag)} s behind`)
    } catch (error) {
      return settle(false, reasonOf(error))
    }
  }

  return {
    /** True when it may answer now. */
    async isUsable() {
      if (performance.now() - checkedAt < freshMs) return isUsable
      checking ??= check().finally(() => {
        checking = undefined
      })
      // A replica that was away a moment ago is not waited for.
      return isUsable ? await checking : false
    },
    /** A query found it away: it is not asked again before the next check. */
    markAway(error: unknown) {
      settle(false, reasonOf(error))
    },
  }
}
