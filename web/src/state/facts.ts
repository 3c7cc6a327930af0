// Rights of the reader of a dashboard. The server decides again. This is about the controls on show.
import type { Facts, SiteFacts } from '../../../src/http/facts.ts'

/** The facts of a dashboard's page: it has a site. */
export interface DashboardFacts extends Facts {
  readonly site: SiteFacts
}

const writers = new Set<string>(['owner', 'admin', 'editor', 'guest_editor'])
const qualityReaders = new Set<string>(['owner', 'admin', 'editor', 'billing', 'viewer', 'guest_editor'])

export const rightsOf = ({ site, share, user }: DashboardFacts) => ({
  write: !share && writers.has(site.role),
  seeQuality: !share && qualityReaders.has(site.role) && !site.is_consolidated,
  saveSegments: !share && user !== null && !site.is_consolidated,
  saveSiteSegments: !share && writers.has(site.role) && site.features.includes('site_segments'),
})
