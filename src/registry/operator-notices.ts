// Troubles that the operator is told of, each once: imports that failed, keys at their limit (spec/management 13.3).
import type { Queryable } from '../db/pool.ts'

/** Kinds of troubles. */
export type TroubleKind = 'read_only' | 'full' | 'spool' | 'import_failed' | 'key_limit'

export interface Trouble {
  readonly kind: TroubleKind
  readonly subject: string
  readonly occasion: string
  /** One sentence in English, as the log has them. */
  readonly detail: string
}

/** Notes that a key has made as many requests as it may in an hour: once a day. */
export async function noteKeyAtLimit(db: Queryable, key: { id: number; limit: number }, now: Date): Promise<void> {
  await db.query(
    `insert into operator_notices (kind, subject, occasion, detail, noticed_at)
     select 'key_limit', k.id::text, $3,
       'the API key ' || k.key_prefix || ' (' || k.name || ') of ' || u.email || ' has made the ' || $2
         || ' requests that it may make in an hour', $4
     from api_keys k join users u on u.id = k.user_id where k.id = $1
     on conflict do nothing`,
    [key.id, String(key.limit), now.toISOString().slice(0, 10), now],
  )
}

/** Notes imports that failed since an instant. */
export async function noteFailedImports(db: Queryable, since: Date, now: Date): Promise<void> {
  await db.query(
    `insert into operator_notices (kind, subject, occasion, detail, noticed_at)
     select 'import_failed', s.domain, u.id::text,
       'an import into ' || s.domain || ' failed: ' || left(coalesce(u.message, 'no reason is known'), 300), $2
     from uploads u join sites s on s.id = u.site_id where u.state = 'failed' and u.changed_at >= $1
     on conflict do nothing`,
    [since, now],
  )
}

/** Troubles that nobody was told of yet, oldest first. */
export const listTroubles = (db: Queryable): Promise<Trouble[]> =>
  db.query<Trouble>(
    `select kind, subject, occasion, detail from operator_notices where told_at is null
     order by noticed_at, kind, subject limit 50`,
  )

export async function noteTold(db: Queryable, { kind, subject, occasion }: Trouble, now: Date): Promise<void> {
  await db.query(
    'update operator_notices set told_at = $4 where kind = $1 and subject = $2 and occasion = $3 and told_at is null',
    [kind, subject, occasion, now],
  )
}

/** Forgets troubles of long ago. */
export async function forgetTroubles(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from operator_notices where noticed_at < $1', [before])
}

/**
 * Writes a row, as events are written; throws the database's refusal: read-only (25006), or no room on its disk
 * (53100).
 */
export async function tryWrite(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `insert into operator_notices (kind, subject, occasion, detail, noticed_at, told_at)
     values ('probe', '', '', '', $1, $1)
     on conflict on constraint operator_notices_pkey do update set noticed_at = excluded.noticed_at`,
    [now],
  )
}
