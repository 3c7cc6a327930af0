// Shared links of a site, with their passwords (spec/dashboard 13).
import { Type } from '@sinclair/typebox'
import { sessionFailures, siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import { linkUrl, type SharedLink } from '../../registry/shared-links.ts'
import { type Definition, route } from '../definition.ts'
import { readId } from '../readers.ts'
import { Nullable, oneOf } from '../schemas.ts'
import type { Services } from './services.ts'

const Link = Type.Object(
  { id: Type.Integer(), name: Type.String(), url: Type.String(), password_protected: Type.Boolean() },
  { additionalProperties: false },
)
const password = Type.Optional(Nullable(Type.String({ description: '10 characters to 1,000 bytes; null: none' })))

export function settingsSharingRoutes(services: Services): Definition[] {
  const { sharedLinks } = services.registry
  const path = 'shared-links'
  const show = (site: SiteView, link: SharedLink) => ({
    id: link.id,
    name: link.name,
    url: linkUrl(services.baseUrl, site.domain, link),
    password_protected: link.passwordProtected,
  })
  return [
    route({
      access: 'settings',
      name: 'ListLinksOfSettings',
      endpoint: `GET /api/sites/:site_id/${path}`,
      summary: 'Shared links of a site, newest first',
      reply: Type.Object({ shared_links: Type.Array(Link) }),
      async answer({ site }) {
        const links = await sharedLinks.list(site.id)
        return { shared_links: links.map((link) => show(site, link)) }
      },
    }),
    route({
      access: 'settings',
      name: 'AddSharedLink',
      endpoint: `POST /api/sites/:site_id/${path}`,
      summary: 'Make a shared link, with or without a password',
      body: Type.Object({ name: Type.String(), password }),
      reply: Link,
      async answer({ site }, context) {
        if (!site.features.has('shared_links')) throw siteFailures.sharedLinksPlan()
        const { name, password } = await context.readJson()
        return show(site, await sharedLinks.create(site.id, { name, password }))
      },
    }),
    route({
      access: 'settings',
      name: 'ChangeSharedLink',
      endpoint: `PUT /api/sites/:site_id/${path}/:id`,
      summary: 'Change the name or password of a shared link; what was opened with another password closes',
      params: oneOf('id'),
      body: Type.Object({ name: Type.Optional(Type.String()), password }),
      reply: Link,
      async answer({ site }, context) {
        const { name, password } = await context.readJson()
        const link = await sharedLinks.change(site.id, readId(context), { name, password })
        if (!link) throw sessionFailures.sharedLinkGone()
        return show(site, link)
      },
    }),
    route({
      access: 'settings',
      name: 'DeleteSharedLink',
      endpoint: `DELETE /api/sites/:site_id/${path}/:id`,
      summary: 'Delete a shared link; whatever it opened closes at once',
      params: oneOf('id'),
      async answer({ site }, context) {
        if (!(await sharedLinks.remove(site.id, readId(context)))) throw sessionFailures.sharedLinkGone()
      },
    }),
  ]
}
