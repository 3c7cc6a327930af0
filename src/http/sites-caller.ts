// Rights of an account to sites: which site a request addresses, and the refusals in their documented order.
import { authFailures, siteFailures } from '../failure.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import { type Action, mayDo, type SiteRole } from '../rules/roles.ts'
import { type Grant, roleOn } from './grants.ts'

/** Words below /sites/ that name something else, and so never a site (spec/management 7.4). */
const reservedWords: ReadonlySet<string> = new Set([
  'teams',
  'goals',
  'funnels',
  'guests',
  'custom-props',
  'shared-links',
  'overview',
  'segments',
  'notes',
  'pin',
  'audit-log',
  'erasures',
])

/** A caller with an account. */
export interface SitesCaller {
  readonly grant: Grant
  /** Role of the caller at the site. Undefined without access (spec/management 6.1). */
  roleOn(site: SiteView): SiteRole | undefined
  /** The addressed site of `/sites/:site_id`: foreign sites are as unknown ones (spec/management 6.4). */
  siteByPath(domain: string, action: Action): SiteView
  /** As `siteByPath`, but undefined where the site is not to be known; the role is checked by `require` later. */
  findByPath(domain: string): SiteView | undefined
  /** The site of a sub-resource's `site_id` parameter: unknown 404, foreign 401 (spec/management 6.4). */
  siteByParameter(domain: string, action: Action): SiteView
  /** Lock and feature, in this order (spec/management 6.3). */
  requirePlan(site: SiteView, action: Action): void
  /** Lock, feature and role, in this order (spec/management 6.3). */
  require(site: SiteView, action: Action): void
}

/** The rights of an account, by its key or session. */
export function createSitesCaller(directory: Directory, grant: Grant): SitesCaller {
  const isKey = grant.kind === 'key'
  const caller: SitesCaller = {
    grant,
    roleOn: (site) => roleOn(grant, site),
    requirePlan(site, action) {
      if (site.locked) throw authFailures.locked()
      if (isKey && action !== 'read_site' && !site.features.has('sites_api')) throw authFailures.sitesPlan()
    },
    require(site, action) {
      const role = roleOn(grant, site)
      caller.requirePlan(site, action)
      if (!role || !mayDo(role, action)) throw siteFailures.notFound()
    },
    findByPath(domain) {
      if (directory.findConsolidated(domain)) throw siteFailures.consolidated()
      const site = reservedWords.has(domain) ? undefined : directory.find(domain)
      return site && roleOn(grant, site) ? site : undefined
    },
    siteByPath(domain, action) {
      const site = caller.findByPath(domain)
      if (!site) throw siteFailures.notFound()
      caller.require(site, action)
      return site
    },
    siteByParameter(domain, action) {
      if (directory.findConsolidated(domain)) throw siteFailures.consolidated()
      const site = directory.find(domain)
      if (!site) throw siteFailures.notFound()
      if (!roleOn(grant, site)) throw isKey ? authFailures.badSitesKey() : siteFailures.notFound()
      caller.require(site, action)
      return site
    },
  }
  return caller
}
