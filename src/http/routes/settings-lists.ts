// Shields and plugin tokens of a site.
import { Type } from '@sinclair/typebox'
import { settingsFailures, siteFailures } from '../../failure.ts'
import { type Shield, shieldTypes } from '../../registry/shields.ts'
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

export function settingsListRoutes(parts: SettingsParts): Route[] {
  const { shields, tokens } = parts.registry
  const shieldsPath = `${settingsPath}/shields`
  const tokensPath = `${settingsPath}/tokens`
  return [
    route({
      ...settingsCommon,
      name: 'ListShields',
      method: 'GET',
      path: shieldsPath,
      summary: 'Rules of a site by which events are dropped, and the address of whoever asks',
      replies: {
        ...settingsRefusals,
        200: Type.Object({ shields: Type.Array(ShieldReply), own_address: Type.String() }),
      },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        const rules = (await shields.list(site.id)).map(showShield)
        return { status: 200, body: { shields: rules, own_address: context.ip } }
      },
    }),
    route({
      ...settingsCommon,
      name: 'AddShield',
      method: 'POST',
      path: shieldsPath,
      summary: 'Add a rule: an address, country or page to drop, or a hostname to keep',
      body: Type.Object({
        type: Type.String({ enum: [...shieldTypes] }),
        value: Type.String(),
        description: Type.Optional(Type.String()),
      }),
      replies: { ...settingsRefusals, 201: ShieldReply },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        const { type: asked, value, description } = await context.readJson()
        const type = shieldTypes.find((one) => one === asked)
        if (!type) throw siteFailures.invalid('type', 'is invalid')
        const rule = { type, value: textOf(value), description: textOf(description) }
        return { status: 201, body: showShield(await shields.add(site.id, rule)) }
      },
    }),
    route({
      ...settingsCommon,
      name: 'RemoveShield',
      method: 'DELETE',
      path: `${shieldsPath}/:id`,
      summary: 'Remove a rule',
      params: oneOf('id'),
      replies: { ...settingsRefusals, 204: NoContent },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        if (!(await shields.remove(site.id, readId(context)))) throw settingsFailures.shieldGone()
        return { status: 204 }
      },
    }),
    route({
      ...settingsCommon,
      name: 'ListTokens',
      method: 'GET',
      path: tokensPath,
      summary: 'Plugin tokens of a site',
      replies: { ...settingsRefusals, 200: Type.Object({ tokens: Type.Array(Type.Object(token)) }) },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        return { status: 200, body: { tokens: await tokens.list(site.id) } }
      },
    }),
    route({
      ...settingsCommon,
      name: 'CreateToken',
      method: 'POST',
      path: tokensPath,
      summary: 'Make a plugin token; the token itself is shown only in this answer',
      body: Type.Object({ description: Type.String() }),
      replies: { ...settingsRefusals, 201: Type.Object({ ...token, token: Type.String() }) },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        const { description } = await context.readJson()
        return { status: 201, body: await tokens.create(site.id, textOf(description)) }
      },
    }),
    route({
      ...settingsCommon,
      name: 'RevokeToken',
      method: 'DELETE',
      path: `${tokensPath}/:id`,
      summary: 'Revoke a plugin token',
      params: oneOf('id'),
      replies: { ...settingsRefusals, 204: NoContent },
      async handle(context) {
        const { site } = await settingsOf(parts, context)
        if (!(await tokens.revoke(site.id, readId(context)))) throw settingsFailures.tokenGone()
        return { status: 204 }
      },
    }),
  ]
}
