// What the server tells the dashboard about its site and its reader.
export interface DashboardSite {
  readonly domain: string
  readonly timezone: string
  readonly role: string
  readonly features: readonly string[]
  readonly is_consolidated: boolean
  /** The first local day with data, imported days included. */
  readonly first_day: string | null
  readonly is_demo?: boolean
  readonly has_imports: boolean
  readonly has_goals: boolean
  readonly has_revenue_goals: boolean
  readonly custom_properties: readonly string[]
  readonly has_regions: boolean
  readonly has_cities: boolean
}

export interface DashboardFacts {
  readonly version: string
  readonly page: string
  readonly base_url: string
  readonly user?: { readonly name: string; readonly email: string; readonly shortcuts?: boolean } | null
  readonly site: DashboardSite
  readonly share?: { readonly auth: string; readonly embed?: boolean } | null
}

const writers = new Set(['owner', 'admin', 'editor', 'guest_editor'])
const qualityReaders = new Set(['owner', 'admin', 'editor', 'billing', 'viewer', 'guest_editor'])

/** What the reader may do here. The server decides again; this is about what is offered. */
export const rightsOf = ({ site, share, user }: DashboardFacts) => ({
  write: !share && writers.has(site.role),
  seeQuality: !share && qualityReaders.has(site.role) && !site.is_consolidated,
  saveSegments: !share && Boolean(user) && !site.is_consolidated,
  saveSiteSegments: !share && writers.has(site.role) && site.features.includes('site_segments'),
})
export type Rights = ReturnType<typeof rightsOf>
