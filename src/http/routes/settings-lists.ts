// Shields and plugin tokens of a site.
import { Type } from '@sinclair/typebox'
import { settingsFailures, siteFailures } from '../../failure.ts'
import { type Shield, shieldTypes } from '../../registry/shields.ts'
import type { Route } from '../route.ts'
import { Nullable } from '../schemas.ts'
import { readId } from './segments.ts'
import type { Services } from './services.ts'
import { oneOf, settingsRoute } from './settings-common.ts'

const ShieldReply = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String({ enum: [...shieldTypes] }),
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

/** Texts of a form; what is none is refused as nothing is. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function settingsListRoutes(services: Services): Route[] {
  const { shields, tokens } = services.registry
  const shieldsPath = 'shields'
  const tokensPath = 'tokens'
  return [
    settingsRoute(services, {
      name: 'ListShields',
      endpoint: `GET ${shieldsPath}`,
      summary: 'Rules of a site by which events are dropped, and the address of whoever asks',
      reply: Type.Object({ shields: Type.Array(ShieldReply), own_address: Type.String() }),
      async answer({ site }, context) {
        const rules = (await shields.list(site.id)).map(showShield)
        return { shields: rules, own_address: context.ip }
      },
    }),
    settingsRoute(services, {
      name: 'AddShield',
      endpoint: `POST ${shieldsPath}`,
      summary: 'Add a rule: an address, country or page to drop, or a hostname to keep',
      body: Type.Object({
        type: Type.String({ enum: [...shieldTypes] }),
        value: Type.String(),
        description: Type.Optional(Type.String()),
      }),
      reply: ShieldReply,
      async answer({ site }, context) {
        const { type: asked, value, description } = await context.readJson()
        const type = shieldTypes.find((one) => one === asked)
        if (!type) throw siteFailures.invalid('type', 'is invalid')
        const rule = { type, value: textOf(value), description: textOf(description) }
        return showShield(await shields.add(site.id, rule))
      },
    }),
    settingsRoute(services, {
      name: 'RemoveShield',
      endpoint: `DELETE ${shieldsPath}/:id`,
      summary: 'Remove a rule',
      params: oneOf('id'),
      async answer({ site }, context) {
        if (!(await shields.remove(site.id, readId(context)))) throw settingsFailures.shieldGone()
      },
    }),
    settingsRoute(services, {
      name: 'ListTokens',
      endpoint: `GET ${tokensPath}`,
      summary: 'Plugin tokens of a site',
      reply: Type.Object({ tokens: Type.Array(Type.Object(token)) }),
      async answer({ site }) {
        return { tokens: await tokens.list(site.id) }
      },
    }),
    settingsRoute(services, {
      name: 'CreateToken',
      endpoint: `POST ${tokensPath}`,
      summary: 'Make a plugin token; the token itself is shown only in this answer',
      body: Type.Object({ description: Type.String() }),
      reply: Type.Object({ ...token, token: Type.String() }),
      async answer({ site }, context) {
        const { description } = await context.readJson()
        return await tokens.create(site.id, textOf(description))
      },
    }),
    settingsRoute(services, {
      name: 'RevokeToken',
      endpoint: `DELETE ${tokensPath}/:id`,
      summary: 'Revoke a plugin token',
      params: oneOf('id'),
      async answer({ site }, context) {
        if (!(await tokens.revoke(site.id, readId(context)))) throw settingsFailures.tokenGone()
      },
    }),
  ]
}
