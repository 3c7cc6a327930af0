// The audit log as owners and operators read it: by pages, newest first, and as it is forgotten.
import { isReadOnlyError, type Queryable } from '../db/pool.ts'
import type { ActorKind, AuditKind } from '../rules/audit-kinds.ts'
import { dayMs } from '../rules/durations.ts'
import type { AuditEntry, Details } from './audit.ts'
import type { Store } from './store.ts'

/** A record as it is shown. */
export interface AuditRecord {
  readonly id: number
  readonly at: Date
  /** The domain at that time; null for a change of a team or an account. */
  readonly site: string | null
  readonly kind: AuditKind
  readonly subject: string
  readonly by_kind: ActorKind
  readonly by_name: string
  readonly by_detail: string
  readonly before: Details | null
  readonly after: Details | null
}

/** Records that are asked for. */
export interface AuditFilter {
  /** Records of a site, else of a team, else of the whole installation. */
  readonly siteId?: number | undefined
  readonly teamId?: number | undefined
  readonly kind?: string | undefined
  /** The address of the account. */
  readonly by?: string | undefined
}

/** A stretch of the log: up to `limit` records older than `after`, or the ones that are newer than `before`. */
export interface AuditStretch {
  readonly limit: number
  readonly after?: number | undefined
  readonly before?: number | undefined
}

/** Filters offer the kinds and the accounts of so many records: a long log is not read for each page. */
const choicesFrom = 10_000

const columns = 'id, at, site, kind, subject, by_kind, by_name, by_detail, before, after'

const matching = `($1::bigint is null or site_id = $1) and ($2::bigint is null or team_id = $2)
  and ($3::text is null or kind = $3) and ($4::text is null or lower(by_name) = lower($4))`

const valuesOf = ({ siteId, teamId, kind, by }: AuditFilter) => [
  siteId ?? null,
  teamId ?? null,
  kind ?? null,
  by ?? null,
]

/** Records of a stretch, newest first. */
async function list(
  db: Queryable,
  filter: AuditFilter,
  { limit, after, before }: AuditStretch,
): Promise<AuditRecord[]> {
  const isBack = after === undefined && before !== undefined
  const rows = await db.query<AuditRecord>(
    `select ${columns} from audit_log
     where ${matching} and ($5::bigint is null or ${isBack ? 'id > $5' : 'id < $5'})
     order by id ${isBack ? 'asc' : 'desc'} limit $6`,
    [...valuesOf(filter), after ?? before ?? null, limit],
  )
  return isBack ? rows.reverse() : rows
}

/** Forgets records that are older than the days given. */
export async function forgetAudit(db: Queryable, now: Date, days: number): Promise<number> {
  const text = 'delete from audit_log where at < $1 returning id'
  return (await db.query(text, [new Date(now.getTime() - days * dayMs)])).length
}

/** The site or the team that a record is for. */
type Place = Pick<AuditEntry, 'siteId' | 'teamId'>

/** The audit log over the store. */
export function createAudit(store: Store) {
  const record = (entry: AuditEntry): Promise<void> => store.write((tx) => tx.record(entry))
  return {
    /** Records a change that another part of the service makes. */
    record,
    /**
     * Records that somebody takes stored rows along. A database that takes no writes keeps no record, and the rows are
     * given all the same: such an export may be what saves them.
     */
    async recordExport(
      siteId: number,
      { what, format, from, to }: { what: string; format: string; from?: string | undefined; to?: string | undefined },
    ): Promise<void> {
      const after = { format, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      await record({ kind: 'export.made', siteId, subject: what, after }).catch((error: unknown) => {
        if (!isReadOnlyError(error)) throw error
      })
    },
    /** Records that a role of the database may read these sites by SQL, or may not any more. */
    recordRole: (kind: AuditKind & `sql_role.${string}`, role: string, places: readonly Place[]): Promise<void> =>
      store.write(async (tx) => {
        for (const place of places) await tx.record({ kind, ...place, subject: role })
      }),
    /** The sites that a role of the database reads by SQL; each team if the role reads all sites. */
    async placesOfRole(role: string): Promise<Place[]> {
      const [row] = await store.read.query<{ site_ids: number[] | null; teams: number[] }>(
        `select site_ids, array(select id from teams order by id) as teams from sql_roles where role = $1`,
        [role],
      )
      return row?.site_ids?.map((siteId) => ({ siteId })) ?? row?.teams.map((teamId) => ({ teamId })) ?? []
    },
    /** The sites that a role of the database sends events to by tidemark.track. */
    async tracksOfRole(role: string): Promise<Place[]> {
      const [row] = await store.read.query<{ site_ids: number[] }>(
        `select site_ids from track_keys where role = $1 and role <> ''`,
        [role],
      )
      return row?.site_ids.map((siteId) => ({ siteId })) ?? []
    },
    list: (filter: AuditFilter, stretch: AuditStretch) => list(store.read, filter, stretch),
    /** The kinds of the newest records of a site or a team, and the accounts that they name. */
    async choices({ siteId, teamId }: Pick<AuditFilter, 'siteId' | 'teamId'>) {
      const [row] = await store.read.query<{ kinds: AuditKind[]; people: string[] }>(
        `select coalesce(array_agg(distinct kind order by kind), '{}') as kinds,
           coalesce(array_agg(distinct by_name order by by_name) filter (where by_name <> ''), '{}') as people
         from (
           select kind, by_name from audit_log
           where ($1::bigint is null or site_id = $1) and ($2::bigint is null or team_id = $2)
           order by id desc limit $3
         ) newest`,
        [siteId ?? null, teamId ?? null, choicesFrom],
      )
      return { kinds: row?.kinds ?? [], people: row?.people ?? [] }
    },
  }
}
