// The kits of a site for its own server, with the site's values, and the secret by which they sign.
import { refuseField, siteFailures } from '../../failure.ts'
import { readKit } from '../../registry/kits.ts'
import { isKitName, kitPath, readKitPath } from '../../rules/kits.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import type { Services } from './services.ts'

export function settingsKitRoutes({ registry, baseUrl }: Services): Definition[] {
  return [
    settingsRoute('GetKit', {
      action: 'write_site',
      async answer({ site }, { params, query }) {
        const { kit = '' } = params
        if (!isKitName(kit)) throw siteFailures.kitUnknown()
        const path = readKitPath(query.get('path') ?? kitPath)
        if (path === undefined) throw refuseField('path', 'invalid')
        return readKit(kit, await registry.kits.values(site.id, { baseUrl, path }))
      },
    }),
    settingsRoute('RenewKitSecret', {
      action: 'write_site',
      async answer({ site, registry: writing }) {
        await writing.kits.renewSecret(site.id)
      },
    }),
  ]
}
