// Roles, plans and features as tables: who may do what, and what a team bought. Code asks about features, never about
// plans.

/** Features that a plan unlocks. Code asks `features.has('props')`. */
export const allFeatures = [
  'goals',
  'teams',
  'shared_links',
  'props',
  'revenue_goals',
  'stats_api',
  'sites_api',
  'site_segments',
  'funnels',
] as const
export type Feature = (typeof allFeatures)[number]

const growth: readonly Feature[] = ['goals', 'teams', 'shared_links']
const business: readonly Feature[] = [
  ...growth,
  'props',
  'revenue_goals',
  'stats_api',
  'sites_api',
  'site_segments',
  'funnels',
]

// spec/management 8.2. Enterprise has goals and whatever the operator lists.
const planFeatures = {
  starter: ['goals'],
  growth,
  business,
  enterprise: ['goals'],
  trial: allFeatures.filter((feature) => feature !== 'sites_api'),
  none: ['goals'],
} as const satisfies Record<string, readonly Feature[]>

export type Plan = keyof typeof planFeatures
export const plans = Object.keys(planFeatures) as readonly Plan[]

export const isPlan = (value: string): value is Plan => Object.hasOwn(planFeatures, value)
export const isFeature = (value: string): value is Feature => (allFeatures as readonly string[]).includes(value)

/** The features of a team (spec/management 8.2); `listed` counts on enterprise only. */
export function featuresOf(plan: Plan, listed: readonly string[]): ReadonlySet<Feature> {
  const extra = plan === 'enterprise' ? listed.filter(isFeature) : []
  return new Set<Feature>([...planFeatures[plan], ...extra])
}

/** Roles of full members of a team. */
export const teamRoles = ['owner', 'admin', 'editor', 'billing', 'viewer'] as const
export type TeamRole = (typeof teamRoles)[number]
/** Roles of guests of one site. */
export const guestRoles = ['viewer', 'editor'] as const
export type GuestRole = (typeof guestRoles)[number]
export const isGuestRole = (value: unknown): value is GuestRole => (guestRoles as readonly unknown[]).includes(value)
/** Role of a person at one site. */
export type SiteRole = TeamRole | 'guest_editor' | 'guest_viewer'

/** Things one may do with a site over the API. */
export type Action =
  | 'read_stats'
  | 'read_drops'
  | 'read_site'
  | 'write_site'
  | 'manage_guests'
  | 'create_site'
  | 'read_audit_log'
  | 'manage_sign_in'
  | 'delete_data'
  | 'delete_site'

// spec/management 8.1, the role matrix read by rows.
const matrix: Readonly<Record<Action, readonly SiteRole[]>> = {
  read_stats: ['owner', 'admin', 'editor', 'billing', 'viewer', 'guest_editor', 'guest_viewer'],
  read_drops: ['owner', 'admin', 'editor', 'billing', 'viewer', 'guest_editor'],
  read_site: ['owner', 'admin', 'editor', 'viewer', 'guest_editor', 'guest_viewer'],
  write_site: ['owner', 'admin', 'editor', 'guest_editor'],
  manage_guests: ['owner', 'admin'],
  create_site: ['owner', 'admin', 'editor'],
  read_audit_log: ['owner'],
  manage_sign_in: ['owner'],
  delete_data: ['owner', 'admin'],
  delete_site: ['owner'],
}

/**
 * True when the role allows the action (spec/management 8.1). `public` is a visitor with a shared link, without
 * rights.
 */
export const mayDo = (role: SiteRole | 'public', action: Action): boolean =>
  (matrix[action] as readonly string[]).includes(role)

/** All that the role allows, for the pages: they show controls by it. */
export const rightsOf = (role: SiteRole | 'public'): readonly Action[] =>
  (Object.keys(matrix) as Action[]).filter((action) => mayDo(role, action))

/** True when a member with the role `by` may give or take away the role. Only owners make and unmake owners. */
export const mayGive = (by: SiteRole | 'public', role: TeamRole | GuestRole): boolean =>
  mayDo(by, 'manage_guests') && (role !== 'owner' || by === 'owner')

/** Most requests an hour of a key that was made without a limit of its own (spec/management 6.5). */
export const keyHourlyLimit = 1_000_000

/** The implicit scopes of any valid key (spec/management 6.2). */
const implicitScopes = ['stats:read:*', 'sites:read:*']
export const provisionScope = 'sites:provision:*'
/** The scope of programs that send events (spec/ingestion 23.1). */
export const sendScope = 'events:send:*'
export const defaultScopes: readonly string[] = ['stats:read:*']
/** The scopes that a key can be given (spec/management 6.2). */
export const keyScopes: readonly string[] = [...implicitScopes, provisionScope, 'sites:*', sendScope]

/** True when a key with these scopes may use a route that needs `required` (spec/management 6.2). */
export function hasScope(scopes: readonly string[], required: string): boolean {
  return [...implicitScopes, ...scopes].some((scope) => required.startsWith(scope.replace(/\*$/, '')))
}
