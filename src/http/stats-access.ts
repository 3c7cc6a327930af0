// Rights to the statistics of a site: by an account, or by a shared link.
import { authFailures, sessionFailures, siteFailures } from '../failure.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import type { Registry } from '../registry/registry.ts'
import { mayDo, type SiteRole } from '../rules/roles.ts'
import type { Asker } from '../stats/stats.ts'
import type { Asking } from './credentials.ts'
import { type Grant, roleOn } from './grants.ts'
import type { BrowserSessions } from './session.ts'

/** Rights of a caller to the statistics of one site. Visitors with a shared link are the public. */
export interface StatsAccess {
  readonly site: SiteView
  /** Sites with the traffic that the answer counts. */
  readonly siteIds: readonly number[]
  readonly role: SiteRole | 'public'
  /** The account behind a key or session. */
  readonly userId: number | undefined
  /** The key, session or link, for the shares of statistics (db/turns). */
  readonly asker: Asker
}

/** Regular sites by their domains, consolidated views by their teams. */
const findStatsSite = (directory: Directory, siteId: string): SiteView | undefined =>
  directory.find(siteId) ?? directory.findConsolidated(siteId)

/** A shared link opens one site's statistics. */
export async function accessByLink(
  { directory, registry, browsers }: { directory: Directory; registry: Registry; browsers: BrowserSessions },
  slug: string,
  { headers }: Asking,
  siteId: string,
): Promise<StatsAccess> {
  const link = await registry.sharedLinks.findBySlug(slug)
  const site = findStatsSite(directory, siteId)
  if (!link || site?.id !== link.siteId) throw sessionFailures.sharedLinkGone()
  if (link.passwordHash !== null && !browsers.hasOpened(headers, link)) throw sessionFailures.sharedLinkPassword()
  if (site.locked) throw authFailures.locked()
  const asker = { kind: 'links', name: `link ${link.id}` } as const
  return { site, siteIds: site.memberSiteIds, role: 'public', userId: undefined, asker }
}

/** The role that an account, by its key or session, has for the site it asks about. */
export function accessByGrant(directory: Directory, grant: Grant, siteId: string): StatsAccess {
  const isKey = grant.kind === 'key'
  const site = findStatsSite(directory, siteId)
  const role = site && roleOn(grant, site)
  if (!site || !role || !mayDo(role, 'read_stats')) throw isKey ? authFailures.badStatsKey() : siteFailures.notFound()
  if (site.locked) throw authFailures.locked()
  if (isKey && !site.features.has('stats_api')) throw authFailures.statsPlan()
  return { site, siteIds: site.memberSiteIds, role, userId: grant.userId, asker: grant.asker }
}

/** Each site and consolidated view that an account reads, ordered by domain. */
export function readableSites(directory: Directory, grant: Grant): { site: SiteView; role: SiteRole }[] {
  const found = [...directory.sites()].flatMap((site) => {
    const role = roleOn(grant, site)
    return role && mayDo(role, 'read_stats') ? [{ site, role }] : []
  })
  return found.sort((a, b) => (a.site.domain < b.site.domain ? -1 : 1))
}
