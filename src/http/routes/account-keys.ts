// API keys of the signed-in person.

import { Type } from '@sinclair/typebox'
import { commonFailures, refuseField, secondFactorFailures } from '../../failure.ts'
import type { ApiKey, NewKey, OwnKey } from '../../registry/keys.ts'
import type { Registry } from '../../registry/registry.ts'
import type { SessionGrant } from '../../registry/sessions.ts'
import { nameCharactersMax } from '../../rules/maxima.ts'
import { keyScopes } from '../../rules/roles.ts'
import { accountReplies } from '../contracts/account.ts'
import { type Definition, userRoute } from '../definition.ts'
import { type Body, readId } from '../readers.ts'
import { ErrorReply, oneById } from '../schemas.ts'
import { CurrentPassword, confirmPassword } from './account-password.ts'
import type { Services } from './services.ts'
import { guessHeaders, guessReplies } from './session.ts'

/** A key as people see it. */
const show = ({ id, name, key_prefix, team, scopes, last_used_at }: ApiKey) => ({
  id,
  name,
  key_prefix,
  team,
  scopes,
  last_used_at,
})

const showOwn = ({ created_at, ...key }: OwnKey) => ({ ...show(key), created_at })

const isScopeList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((scope) => keyScopes.includes(scope as string))

/** The key of a body, or the Failure naming the field. A key may reach one of the person's teams, or all. */
async function readKey(registry: Registry, user: SessionGrant, { name, team_id, scopes }: Body): Promise<NewKey> {
  if (typeof name !== 'string' || name.replaceAll('\0', '').trim() === '') throw refuseField('name', 'blank')
  if (name.length > nameCharactersMax) throw refuseField('name', 'long', { most: nameCharactersMax })
  if (scopes !== undefined && !isScopeList(scopes)) throw refuseField('scopes', 'invalid')
  const isBound = team_id !== undefined && team_id !== null && team_id !== ''
  const team = isBound ? await registry.teams.find(String(team_id)) : undefined
  if (isBound && (!team || !user.teams.has(team.id))) throw refuseField('team_id', 'invalid')
  // A key for all teams would reach the ones that are closed to this session.
  if (!team && user.closedTeams.size > 0) throw secondFactorFailures.missing()
  return { userId: user.userId, teamId: team?.id, name: name.replaceAll('\0', ''), scopes }
}

/** Routes below /api/account/keys. */
export function accountKeyRoutes(services: Services): Definition[] {
  const { registry } = services
  const path = '/api/account/keys'
  return [
    userRoute({
      name: 'ListKeys',
      endpoint: `GET ${path}`,
      summary: 'API keys of the account',
      replies: { 200: accountReplies['GET keys'] },
      async answer(user) {
        return { status: 200, body: { keys: (await registry.keys.listOwn(user.userId)).map(showOwn) } }
      },
    }),
    userRoute({
      name: 'CreateKey',
      endpoint: `POST ${path}`,
      summary: 'Make an API key; the key itself is shown only in this answer',
      body: Type.Object({
        name: Type.String(),
        team_id: Type.Optional(Type.String({ description: 'Identifier of the only team it shall reach' })),
        scopes: Type.Optional(Type.Array(Type.String({ enum: [...keyScopes] }))),
        current_password: CurrentPassword,
      }),
      replies: { ...guessReplies, 201: accountReplies['POST keys'], 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context, registry) {
        const body = await context.readJson()
        await confirmPassword(services, context, user, body['current_password'])
        const made = await registry.keys.create(await readKey(registry, user, body))
        return { status: 201, body: { ...show(made), key: made.key } }
      },
    }),
    userRoute({
      name: 'RevokeKey',
      endpoint: `DELETE ${path}/:id`,
      summary: 'Revoke an API key of the account',
      ...oneById,
      async answer(user, context, registry) {
        const id = readId(context)
        const isOwn = (await registry.keys.list(user.userId)).some((each) => each.id === id)
        if (!isOwn || !(await registry.keys.revoke(id))) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
  ]
}
