// Shields and plugin tokens of a site.
import { Type } from '@sinclair/typebox'
import { refuseField, settingsFailures } from '../../failure.ts'
import type { Shield } from '../../registry/shields.ts'
import { shieldTypeNames } from '../../rules/shield-types.ts'
import { type Definition, route } from '../definition.ts'
import { readId, textOf } from '../readers.ts'
import { Nullable, oneOf } from '../schemas.ts'
import type { Services } from './services.ts'

const ShieldReply = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String({ enum: [...shieldTypeNames] }),
    value: Type.String(),
    description: Nullable(Type.String()),
  },
  { additionalProperties: false },
)
const showShield = ({ id, type, value, description }: Shield) => ({ id, type, value, description })

const token = {
  id: Type.Integer(),
  hint: Type.String({ description: 'Its last characters' }),
  description: Type.String(),
  last_used_at: Nullable(Type.String({ format: 'date-time' })),
}

export function settingsListRoutes(services: Services): Definition[] {
  const { shields, tokens } = services.registry
  const shieldsPath = 'shields'
  const tokensPath = 'tokens'
  return [
    route({
      access: 'settings',
      name: 'ListShields',
      endpoint: `GET /api/sites/:site_id/${shieldsPath}`,
      summary: 'Rules of a site by which events are dropped, and the address of the asker',
      reply: Type.Object({ shields: Type.Array(ShieldReply), own_address: Type.String() }),
      async answer({ site }, context) {
        const rules = (await shields.list(site.id)).map(showShield)
        return { shields: rules, own_address: context.ip }
      },
    }),
    route({
      access: 'settings',
      name: 'AddShield',
      endpoint: `POST /api/sites/:site_id/${shieldsPath}`,
      summary: 'Add a rule: an address, country or page to drop, or a hostname to keep',
      body: Type.Object({
        type: Type.String({ enum: [...shieldTypeNames] }),
        value: Type.String(),
        description: Type.Optional(Type.String()),
      }),
      reply: ShieldReply,
      async answer({ site }, context) {
        const { type: asked, value, description } = await context.readJson()
        const type = shieldTypeNames.find((one) => one === asked)
        if (!type) throw refuseField('type', 'invalid')
        const rule = { type, value: textOf(value), description: textOf(description) }
        return showShield(await shields.add(site.id, rule))
      },
    }),
    route({
      access: 'settings',
      name: 'RemoveShield',
      endpoint: `DELETE /api/sites/:site_id/${shieldsPath}/:id`,
      summary: 'Remove a rule',
      params: oneOf('id'),
      async answer({ site }, context) {
        if (!(await shields.remove(site.id, readId(context)))) throw settingsFailures.shieldGone()
      },
    }),
    route({
      access: 'settings',
      name: 'ListTokens',
      endpoint: `GET /api/sites/:site_id/${tokensPath}`,
      summary: 'Plugin tokens of a site',
      reply: Type.Object({ tokens: Type.Array(Type.Object(token)) }),
      async answer({ site }) {
        return { tokens: await tokens.list(site.id) }
      },
    }),
    route({
      access: 'settings',
      name: 'CreateToken',
      endpoint: `POST /api/sites/:site_id/${tokensPath}`,
      summary: 'Make a plugin token; the token itself is shown only in this answer',
      body: Type.Object({ description: Type.String() }),
      reply: Type.Object({ ...token, token: Type.String() }),
      async answer({ site }, context) {
        const { description } = await context.readJson()
        return await tokens.create(site.id, textOf(description))
      },
    }),
    route({
      access: 'settings',
      name: 'RevokeToken',
      endpoint: `DELETE /api/sites/:site_id/${tokensPath}/:id`,
      summary: 'Revoke a plugin token',
      params: oneOf('id'),
      async answer({ site }, context) {
        if (!(await tokens.revoke(site.id, readId(context)))) throw settingsFailures.tokenGone()
      },
    }),
  ]
}
