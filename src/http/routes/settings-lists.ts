// Shields and plugin tokens of a site.
import { refuseField, settingsFailures } from '../../failure.ts'
import type { Shield } from '../../registry/shields.ts'
import { shieldTypeNames } from '../../rules/shield-types.ts'
import { hostingNetworksDate } from '../../rules/tables/hosting-networks.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { textOf } from '../readers.ts'
import { settingsRemoval } from '../resources.ts'
import type { Services } from './services.ts'

const showShield = ({ id, type, value, description }: Shield) => ({ id, type, value, description })

/** The tables behind rules about networks: the operator's file, and the list of data centres. */
function showNetworks({ findNetworks }: Services) {
  const found = findNetworks()
  const file = found && { source: found.source, date: found.date.toISOString().slice(0, 10) }
  return { file: file ?? null, hosting_date: hostingNetworksDate }
}

export function settingsListRoutes(services: Services): Definition[] {
  const { shields, tokens } = services.registry
  return [
    settingsRoute('ListShields', {
      async answer({ site }, context) {
        const rules = (await shields.list(site.id)).map(showShield)
        return { shields: rules, own_address: context.ip, networks: showNetworks(services) }
      },
    }),
    settingsRoute('AddShield', {
      async answer({ site, registry }, _, readBody) {
        const { type: asked, value, description } = await readBody()
        const type = shieldTypeNames.find((one) => one === asked)
        if (!type) throw refuseField('type', 'invalid')
        const rule = { type, value: textOf(value), description: textOf(description) }
        return showShield(await registry.shields.add(site.id, rule))
      },
    }),
    settingsRemoval('RemoveShield', (registry, ...of) => registry.shields.remove(...of), settingsFailures.shieldGone),
    settingsRoute('ListTokens', {
      async answer({ site }) {
        return { tokens: await tokens.list(site.id) }
      },
    }),
    settingsRoute('CreateToken', {
      async answer({ site, registry }, _, readBody) {
        const { description } = await readBody()
        return await registry.tokens.create(site.id, textOf(description))
      },
    }),
    settingsRemoval('RevokeToken', (registry, ...of) => registry.tokens.revoke(...of), settingsFailures.tokenGone),
  ]
}
