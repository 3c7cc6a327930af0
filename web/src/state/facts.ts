// Rights of the reader of a dashboard. The server decides again. This is about the controls on show.
import type { Facts, SiteFacts } from '../../../src/http/facts.ts'
import { settingsRight } from '../../../src/rules/settings-pages.ts'

/** The facts of a dashboard's page: it has a site. */
export interface DashboardFacts extends Facts {
  readonly site: SiteFacts
}

export const rightsOf = ({ site, share, user }: DashboardFacts) => ({
  openSettings: site.rights.includes(settingsRight),
  write: site.rights.includes('write_site'),
  seeQuality: site.rights.includes('read_drops') && !site.is_consolidated,
  saveSegments: !share && user !== null && !site.is_consolidated,
  saveSiteSegments: site.rights.includes('write_site') && site.features.includes('site_segments'),
})
