// The audit log: who changed what. A change and its record commit together. Records hold names, never secrets, and no
// addresses of computers.
import { systemClock } from '../clock.ts'
import type { Queryable } from '../db/pool.ts'
import type { ActorKind, AuditKind } from '../rules/audit-kinds.ts'

/** The author of a change. */
export type Actor =
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'key'; readonly id: number }
  | { readonly kind: 'token'; readonly id: number }
  | { readonly kind: 'command' }
  | { readonly kind: 'service' }

/** Values of a thing by name. Secrets do not belong here: no passwords, keys, slugs, addresses of webhooks. */
export type Details = Readonly<Record<string, unknown>>

/** A change of a site, a team or an account. */
export interface AuditEntry {
  readonly kind: AuditKind
  /** The site that is changed. Record the deletion of a site before the site is deleted. */
  readonly siteId?: number | undefined
  /** The team that is changed. A site's team is found by the site. */
  readonly teamId?: number | undefined
  /** The account that is changed: recorded once for each of its teams. */
  readonly userId?: number | undefined
  /** The name of the thing or the person. By default the account's address. */
  readonly subject?: string | undefined
  /** Values before and after. Of two sides only fields that differ are kept; if none differs, nothing is recorded. */
  readonly before?: Details | undefined
  readonly after?: Details | undefined
  /** The author, if another one than the store's actor: a person who signs in, or who asked for a task. */
  readonly by?: Actor | undefined
}

const textMax = 200
const listMax = 20
const fieldsMax = 30

/** A text as a column or jsonb can hold it: without NUL and halves of characters, cut to its length. */
function cut(text: string): string {
  const clean = text.slice(0, 2 * textMax).replaceAll('\0', '')
  return (clean.length > textMax ? `${clean.slice(0, textMax - 1)}…` : clean).toWellFormed()
}

/** A value as it is recorded: short texts, numbers, flags, short lists. Anything else as the text of its JSON. */
function bounded(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return cut(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) {
    const items = value.slice(0, listMax).map(bounded)
    return value.length > listMax ? [...items, `… ${value.length - listMax}`] : items
  }
  return cut(JSON.stringify(value))
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The values that a record keeps: fields that differ if there are two sides. Undefined if nothing differs. */
function differing({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const kept = before && after ? names.filter((name) => !isSame(before[name], after[name])) : names
  if (before && after && kept.length === 0) return undefined
  const side = (values: Details | undefined) =>
    values && JSON.stringify(Object.fromEntries(kept.slice(0, fieldsMax).map((name) => [name, bounded(values[name])])))
  return { before: side(before) ?? null, after: side(after) ?? null }
}

/** Values: 1 time, 2 site, 3 team, 4 account, 5 kind, 6 subject, 7 kind and 8 id of the author, 9 before, 10 after. */
const insertText = `
  insert into audit_log (at, team_id, site_id, site, kind, subject, by_kind, by_name, by_detail, before, after)
  select $1, place.team_id, place.site_id, place.site, $5,
    coalesce($6, (select email from users where id = $4), ''), $7,
    coalesce(case $7
      when 'user' then (select email from users where id = $8)
      when 'key' then (select u.email from api_keys k join users u on u.id = k.user_id where k.id = $8)
    end, ''),
    coalesce(case $7
      when 'key' then (select name from api_keys where id = $8)
      when 'token' then (select description from plugin_tokens where id = $8)
    end, ''),
    $9::jsonb, $10::jsonb
  from (
    select team_id, id as site_id, domain as site from sites where id = $2
    union all select $3, null, null where $2::bigint is null and $3::bigint is not null
    union all select team_id, null, null from memberships
      where user_id = $4 and $2::bigint is null and $3::bigint is null
    union all select null, null, null
      where $2::bigint is null and $3::bigint is null and not exists (select from memberships where user_id = $4)
  ) place`

/** Records changes of an operator's command in the caller's transaction, where no store writes. */
export const recordByCommand =
  (tx: Queryable) =>
  (entry: AuditEntry): Promise<void> =>
    recordChange(tx, systemClock.now(), { kind: 'command' }, entry)

/** Records a change in the caller's transaction. `actor` is who changes unless the entry names somebody else. */
export async function recordChange(tx: Queryable, now: Date, actor: Actor, entry: AuditEntry): Promise<void> {
  const values = differing(entry)
  if (!values) return
  const by: Actor = entry.by ?? actor
  const kind: ActorKind = by.kind
  const id = 'id' in by ? by.id : null
  await tx.query(insertText, [
    now,
    entry.siteId ?? null,
    entry.teamId ?? null,
    entry.userId ?? null,
    entry.kind,
    entry.subject === undefined ? null : cut(entry.subject),
    kind,
    id,
    values.before,
    values.after,
  ])
}
