// Shared links of a site, with their passwords (spec/dashboard 13).
import { sessionFailures, siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import { linkUrl, type SharedLink } from '../../registry/shared-links.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { readId } from '../readers.ts'
import { settingsRemoval } from '../resources.ts'
import type { Services } from './services.ts'

export function settingsSharingRoutes(services: Services): Definition[] {
  const { sharedLinks } = services.registry
  const show = (site: SiteView, link: SharedLink) => ({
    id: link.id,
    name: link.name,
    url: linkUrl(services.baseUrl, site.domain, link),
    password_protected: link.passwordProtected,
    badge: link.allowsBadge,
  })
  return [
    settingsRoute('ListLinksOfSettings', {
      async answer({ site }) {
        const links = await sharedLinks.list(site.id)
        return { shared_links: links.map((link) => show(site, link)) }
      },
    }),
    settingsRoute('AddSharedLink', {
      async answer({ site, registry }, _, readBody) {
        if (!site.features.has('shared_links')) throw siteFailures.sharedLinksPlan()
        return show(site, await registry.sharedLinks.create(site.id, await readBody()))
      },
    }),
    settingsRoute('ChangeSharedLink', {
      async answer({ site, registry }, context, readBody) {
        const link = await registry.sharedLinks.change(site.id, readId(context), await readBody())
        if (!link) throw sessionFailures.sharedLinkGone()
        return show(site, link)
      },
    }),
    settingsRemoval(
      'DeleteSharedLink',
      (registry, ...of) => registry.sharedLinks.remove(...of),
      sessionFailures.sharedLinkGone,
    ),
  ]
}
