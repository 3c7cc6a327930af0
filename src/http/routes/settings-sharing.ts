// Shared links of a site, with their passwords (spec/dashboard 13).
import { Type } from '@sinclair/typebox'
import { sessionFailures, siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import { linkUrl, type SharedLink } from '../../registry/shared-links.ts'
import { type Route, route } from '../route.ts'
import { NoContent, Nullable } from '../schemas.ts'
import { readId } from './segments.ts'
import {
  oneOf,
  type SettingsParts,
  settingsCommon,
  settingsOf,
  settingsPath,
  settingsRefusals,
} from './settings-common.ts'

const Link = Type.Object(
  { id: Type.Integer(), name: Type.String(), url: Type.String(), password_protected: Type.Boolean() },
  { additionalProperties: false },
)
const password = Type.Optional(Nullable(Type.String({ description: '10 characters to 1,000 bytes; null: none' })))

export function settingsSharingRoutes(parts: SettingsParts): Route[] {
  const { sharedLinks } = parts.registry
  const path = `${settingsPath}/shared-links`
  const show = (site: SiteView, link: SharedLink) => ({
    id: link.id,
    name: link.name,
    url: linkUrl(parts.baseUrl, site.domain, link),
    password_protected: link.passwordProtected,
  })
  return [
    route({
      ...settingsCommon,
      name: 'ListLinksOfSettings',
      method: 'GET',
      path,
      summary: 'Shared links of a site, newest first',
      replies: { ...settingsRefusals, 200: Type.Object({ shared_links: Type.Array(Link) }) },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        const links = await sharedLinks.list(site.id)
        return { status: 200, body: { shared_links: links.map((link) => show(site, link)) } }
      },
    }),
    route({
      ...settingsCommon,
      name: 'AddSharedLink',
      method: 'POST',
      path,
      summary: 'Make a shared link, with or without a password',
      body: Type.Object({ name: Type.String(), password }),
      replies: { ...settingsRefusals, 201: Link },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        if (!site.features.has('shared_links')) throw siteFailures.sharedLinksPlan()
        const { name, password } = await context.readJson()
        return { status: 201, body: show(site, await sharedLinks.create(site.id, { name, password })) }
      },
    }),
    route({
      ...settingsCommon,
      name: 'ChangeSharedLink',
      method: 'PUT',
      path: `${path}/:id`,
      summary: 'Change the name or password of a shared link; what was opened with another password closes',
      params: oneOf('id'),
      body: Type.Object({ name: Type.Optional(Type.String()), password }),
      replies: { ...settingsRefusals, 200: Link },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        const { name, password } = await context.readJson()
        const link = await sharedLinks.change(site.id, readId(context), { name, password })
        if (!link) throw sessionFailures.sharedLinkGone()
        return { status: 200, body: show(site, link) }
      },
    }),
    route({
      ...settingsCommon,
      name: 'DeleteSharedLink',
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'Delete a shared link; whatever it opened closes at once',
      params: oneOf('id'),
      replies: { ...settingsRefusals, 204: NoContent },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        if (!(await sharedLinks.remove(site.id, readId(context)))) throw sessionFailures.sharedLinkGone()
        return { status: 204 }
      },
    }),
  ]
}
