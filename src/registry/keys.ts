// API keys of the Sites and Stats API: made once, stored as digests, found with everything their owner may reach.
import type { Queryable } from '../db/pool.ts'
import { refuseField } from '../failure.ts'
import type { AuditKind } from '../rules/audit-kinds.ts'
import { defaultScopes, type GuestRole, keyHourlyLimit, type TeamRole } from '../rules/roles.ts'
import { guestCounts } from './addresses.ts'
import type { Details } from './audit.ts'
import { requireRoom } from './room.ts'
import { digestKey, isSameDigest, makeKey } from './secrets.ts'
import { one, type Store, type Writer } from './store.ts'

/** A key as lists show it. The key itself is not stored. */
export interface ApiKey {
  readonly id: number
  readonly key_prefix: string
  readonly name: string
  readonly user: string
  readonly team: string | null
  readonly scopes: string[]
  readonly hourly_request_limit: number
  readonly last_used_at: Date | null
}

/** A key of one's own account, with the time it was made. */
export interface OwnKey extends ApiKey {
  readonly created_at: Date
}

/** A key that was sent, with its owner's memberships and guest roles. */
export interface KeyGrant {
  readonly id: number
  readonly userId: number
  readonly teamId: number | null
  readonly scopes: readonly string[]
  readonly hourlyLimit: number
  readonly teams: ReadonlyMap<number, TeamRole>
  /** Site id -> role; empty for a team-scoped key (spec/management 6.1). */
  readonly guestSites: ReadonlyMap<number, GuestRole>
}

const listColumns = `
  k.id, k.key_prefix, k.name, u.email as user, t.identifier as team, k.scopes, k.hourly_request_limit, k.last_used_at`
const listFrom = 'from api_keys k join users u on u.id = k.user_id left join teams t on t.id = k.team_id'

interface GrantRow {
  key_hash: string
  id: number
  user_id: number
  team_id: number | null
  scopes: string[]
  hourly_request_limit: number
  teams: Array<[number, TeamRole]> | null
  guest_sites: Array<[number, GuestRole]> | null
}

const grantText = `
  select k.key_hash, k.id, k.user_id, k.team_id, k.scopes, k.hourly_request_limit,
    (
      select jsonb_agg(jsonb_build_array(m.team_id, m.role))
      from memberships m
      where m.user_id = k.user_id and (k.team_id is null or m.team_id = k.team_id)
    ) as teams,
    case
      when k.team_id is null then (
        select jsonb_agg(jsonb_build_array(g.site_id, g.role))
        from site_guests g
        where ${guestCounts}
      )
    end as guest_sites
  from api_keys k
  join users u on u.id = k.user_id
  where k.key_hash = $1`

// spec/management 6.1: last use is kept to five minutes.
const touchText = `update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '5 minutes')`

export interface NewKey {
  readonly userId: number
  readonly teamId?: number | undefined
  readonly name?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly hourlyLimit?: number | undefined
}

const findKey = (db: Queryable, id: number) =>
  one<ApiKey>(db, `select ${listColumns} ${listFrom} where k.id = $1`, [id])

/** Creates the key in the caller's transaction. */
export async function createKey(tx: Writer, secretKey: string, options: NewKey): Promise<ApiKey & { key: string }> {
  if (options.name?.trim() === '') throw refuseField('name', 'blank')
  await requireRoom(tx, 'keys', options.userId)
  const { key, digest, prefix } = makeKey(secretKey)
  const [row] = await tx.query<{ id: number }>(
    `insert into api_keys (user_id, team_id, name, key_hash, key_prefix, scopes, hourly_request_limit)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      options.userId,
      options.teamId ?? null,
      options.name?.trim() ?? 'API key',
      digest.toString('hex'),
      prefix,
      options.scopes ?? defaultScopes,
      options.hourlyLimit ?? keyHourlyLimit,
    ],
  )
  const made = (await findKey(tx, row?.id ?? 0)) as ApiKey
  await recordKey(tx, 'key.created', made.id)
  return { ...made, key }
}

/**
 * Records what happens to a key: for the team that it is bound to, else for each team of its account. Before it is
 * deleted.
 */
async function recordKey(tx: Writer, kind: AuditKind & `key.${string}`, id: number, before?: Details): Promise<void> {
  const text = 'select name, user_id, team_id, scopes, hourly_request_limit from api_keys where id = $1'
  const key = await one<GrantRow & { name: string }>(tx, text, [id])
  if (!key) return
  const { name, user_id: userId, team_id: teamId, scopes, hourly_request_limit } = key
  const after = { ...(kind === 'key.created' ? { scopes } : {}), hourly_request_limit }
  await tx.record({
    kind,
    ...(teamId === null ? { userId } : { teamId }),
    subject: name,
    before,
    ...(kind === 'key.revoked' ? {} : { after }),
  })
}

/** Revokes a key in the caller's transaction; false without such a key. */
async function revokeKey(tx: Writer, id: number): Promise<boolean> {
  await recordKey(tx, 'key.revoked', id)
  tx.changed({ keys: true })
  return (await tx.query('delete from api_keys where id = $1 returning id', [id])).length > 0
}

/** Revokes all keys of an account in the caller's transaction. */
export async function revokeKeys(tx: Writer, userId: number): Promise<void> {
  const keys = await tx.query<{ id: number }>('select id from api_keys where user_id = $1 order by id', [userId])
  for (const { id } of keys) await revokeKey(tx, id)
}

async function setLimit(tx: Writer, id: number, hourlyLimit: number): Promise<boolean> {
  const text = 'select hourly_request_limit from api_keys where id = $1 for update'
  const before = await one<{ hourly_request_limit: number }>(tx, text, [id])
  if (!before) return false
  await tx.query('update api_keys set hourly_request_limit = $2 where id = $1', [id, hourlyLimit])
  tx.changed({ keys: true })
  await recordKey(tx, 'key.changed', id, { ...before })
  return true
}

/** Keys over the store. */
export function createKeys(store: Store) {
  return {
    find: (id: number) => findKey(store.read, id),
    create: (options: NewKey) => store.write((tx) => createKey(tx, store.secretKey, options)),
    /** The keys of an account, oldest first. */
    listOwn: (userId: number) =>
      store.read.query<OwnKey>(`select ${listColumns}, k.created_at ${listFrom} where k.user_id = $1 order by k.id`, [
        userId,
      ]),
    list: (userId?: number) =>
      store.read.query<ApiKey>(
        `select ${listColumns} ${listFrom} where $1::bigint is null or k.user_id = $1 order by k.id`,
        [userId ?? null],
      ),
    revoke: (id: number) => store.write((tx) => revokeKey(tx, id)),
    setLimit: (id: number, hourlyLimit: number) => store.write((tx) => setLimit(tx, id, hourlyLimit)),
    /** The digest of a sent key. All later steps know only the digest. */
    digest: (key: string) => digestKey(store.secretKey, key),
    /** The grant of a digest. Senders of keys cannot steer digests, so the time taken says nothing about a key. */
    async findGrant(digest: Buffer) {
      const row = await one<GrantRow>(store.read, grantText, [digest.toString('hex')])
      if (!row || !isSameDigest(Buffer.from(row.key_hash, 'hex'), digest)) return undefined
      return {
        id: row.id,
        userId: row.user_id,
        teamId: row.team_id,
        scopes: row.scopes,
        hourlyLimit: row.hourly_request_limit,
        teams: new Map(row.teams ?? []),
        guestSites: new Map(row.guest_sites ?? []),
      }
    },
    async touch(id: number) {
      await store.read.query(touchText, [id])
    },
  }
}
