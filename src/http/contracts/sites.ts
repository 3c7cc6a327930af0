// Answers of the Sites API that pages read, by method and path. Routes and pages share them.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type ActorKind, type AuditKind, actorKinds, auditKinds } from '../../rules/audit-kinds.ts'
import { goalKinds } from '../../rules/goal-kinds.ts'
import { inEnglish } from '../../rules/numerals.ts'
import type { SiteRole } from '../../rules/roles.ts'
import { currentMinutes, lookBackDays } from '../../rules/windows.ts'
import { CustomProps, Instant, ListMeta, Nullable, SiteReply } from '../schemas.ts'
import type { Method } from './contract.ts'
import { ErasureCountReply, ErasuresReply } from './erasures.ts'

const Role = Type.Unsafe<SiteRole>(Type.String())

const Columns = Type.Object(
  {
    current: Type.Integer({ description: `Visitors of the last ${inEnglish(currentMinutes)} minutes` }),
    week: Type.Integer({ description: 'Visitors of the 7 days that ended yesterday' }),
    week_change: Nullable(Type.Number({ description: 'In percent, of the 7 days before' })),
    last_event: Nullable(Instant({ description: `Of the last ${lookBackDays} days` })),
  },
  { description: 'With `view=table`' },
)

/** Numbers of the last 24 hours: of a site, or of all. */
const dayNumbers = {
  visitors: Type.Integer(),
  change: Nullable(Type.Number({ description: 'In percent, of the 24 hours before' })),
  visitors_before: Type.Integer({ description: 'Visitors of the 24 hours before' }),
}

const Overview = Type.Object({
  sites: Type.Array(
    Type.Object({
      domain: Type.String(),
      timezone: Type.String(),
      role: Role,
      is_pinned: Type.Boolean(),
      is_consolidated: Type.Boolean(),
      is_locked: Type.Boolean({ description: 'Its numbers are not shown' }),
      has_events: Type.Boolean(),
      is_young: Type.Boolean({ description: 'Its first event came less than two days ago' }),
      ...dayNumbers,
      hours: Type.Array(Type.Integer(), { description: 'Visitors of each of the 24 hours' }),
      table: Type.Optional(Columns),
      written: Type.Optional(Type.String({ description: 'With `details=true`: the domain in its letters' })),
      last_event: Type.Optional(
        Nullable(Instant({ description: `With \`details=true\`: of the last ${lookBackDays} days` })),
      ),
    }),
  ),
  sum: Type.Optional(
    Type.Object(dayNumbers, { description: 'With `details=true`: of all sites that were found, on every page' }),
  ),
  teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  invitations: Type.Array(
    Type.Object({
      id: Type.Integer(),
      domain: Nullable(Type.String()),
      team: Type.String(),
      role: Role,
      by: Type.Optional(
        Nullable(
          Type.Object(
            { name: Type.String(), email: Type.String() },
            { description: 'With `details=true`: who invites' },
          ),
        ),
      ),
      place: Type.Optional(
        Type.Object(
          { team: Type.String(), site: Type.String(), more: Type.Integer() },
          {
            description: 'With `details=true`: the name of the team, if it has one, its first site, and how many more',
          },
        ),
      ),
    }),
  ),
  page: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})

export const NoteReply = Type.Object(
  {
    id: Type.Integer(),
    day: Type.String({ description: 'A local day of the site' }),
    text: Type.String(),
    show_on_shared_links: Type.Boolean(),
  },
  { additionalProperties: false },
)

export const SegmentKind = Type.Union([Type.Literal('personal'), Type.Literal('site')])
export const SegmentFilters = Type.Array(Type.Unknown(), { description: 'As the filters of a v2 query' })
export const SegmentReply = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    kind: SegmentKind,
    filters: SegmentFilters,
    is_own: Type.Boolean({ description: 'Whether it is personal, and so the asker’s own' }),
    problem: Nullable(Type.String({ description: 'Why its filters are impossible by now' })),
  },
  { additionalProperties: false },
)
export type SegmentAnswer = Static<typeof SegmentReply>

const funnel = {
  id: Type.Integer(),
  name: Type.String(),
  steps: Type.Array(Type.Object({ goal_id: Type.Integer(), display_name: Type.String() })),
}

/** Members of a goal as this API shows it. */
export const siteGoal = {
  id: Type.Integer(),
  display_name: Type.String(),
  goal_type: Type.Union(goalKinds.map((kind) => Type.Literal(kind))),
  event_name: Nullable(Type.String()),
  page_path: Nullable(Type.String()),
  custom_props: CustomProps,
}

/** A record of the audit log. */
const AuditEntryReply = Type.Object(
  {
    id: Type.Integer(),
    at: Instant(),
    site: Nullable(Type.String({ description: 'The domain at that time; null for a team or an account' })),
    kind: Type.Unsafe<AuditKind>(Type.String({ enum: [...auditKinds] })),
    subject: Type.String({ description: 'The thing or the person that was changed, as it was called then' }),
    by_kind: Type.Unsafe<ActorKind>(Type.String({ enum: [...actorKinds] })),
    by_name: Type.String({ description: 'The address of the account at that time; empty without an account' }),
    by_detail: Type.String({ description: 'The name of the API key, or the description of the plugin token' }),
    before: Nullable(Type.Record(Type.String(), Type.Unknown())),
    after: Nullable(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)

export const sitesReplies = {
  'POST /api/v1/sites': SiteReply,
  'GET /api/v1/sites/:site_id': SiteReply,
  'GET /api/v1/sites/overview': Overview,
  'GET /api/v1/sites/custom-props': Type.Object({
    custom_properties: Type.Array(Type.Object({ property: Type.String() })),
  }),
  'PUT /api/v1/sites/goals': Type.Object({ ...siteGoal, domain: Type.String() }),
  'GET /api/v1/sites/funnels': Type.Object({ funnels: Type.Array(Type.Object(funnel)), meta: ListMeta }),
  'PUT /api/v1/sites/funnels': Type.Object({ ...funnel, domain: Type.String() }),
  'GET /api/v1/sites/audit-log': Type.Object({
    audit_log: Type.Array(AuditEntryReply),
    kinds: Type.Array(Type.Unsafe<AuditKind>(Type.String()), { description: 'Kinds in the newest 10,000 records' }),
    people: Type.Array(Type.String(), { description: 'Accounts in the newest 10,000 records' }),
    kept_days: Type.Integer({ description: 'Days until a record is deleted (AUDIT_LOG_DAYS)' }),
    meta: ListMeta,
  }),
  'GET /api/v1/sites/erasures': ErasuresReply,
  'GET /api/v1/sites/erasures/count': ErasureCountReply,
  'GET /api/v1/sites/notes': Type.Object({ notes: Type.Array(NoteReply) }),
  'GET /api/v1/sites/segments': Type.Object({ segments: Type.Array(SegmentReply) }),
  'POST /api/v1/sites/segments': SegmentReply,
} as const satisfies Readonly<Record<`${Method} ${string}`, TSchema>>
