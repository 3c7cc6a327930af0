// The account of the signed-in person: name, password, sessions, API keys.
import { Type } from '@sinclair/typebox'
import { commonFailures, Failure, sessionFailures } from '../../failure.ts'
import { accountSubject } from '../../registry/limits.ts'
import { oneTimeUrl } from '../../registry/one-time-links.ts'
import type { SessionGrant } from '../../registry/sessions.ts'
import { parseEmail } from '../../registry/users.ts'
import { chooseLanguage, type Language, languageCodes } from '../../rules/languages.ts'
import { keyScopes } from '../../rules/roles.ts'
import { minuteMs } from '../../rules/time.ts'
import { type Definition, route } from '../definition.ts'
import { readId } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, NoContent, Nullable } from '../schemas.ts'
import type { Services } from './services.ts'
import { guess, guessHeaders, guessReplies, requirePasswords } from './session.ts'

/** A session older than this may have been left open: a new password then asks for the present one. */
const confirmAfterMs = 15 * minuteMs

/** True when a new password needs the present one beside it. */
export const mustConfirm = (user: SessionGrant, now: Date): boolean =>
  user.hasPassword && now.getTime() - user.createdAt.getTime() > confirmAfterMs

/** The language of a mail to an account: its own, else that of the browser. */
const mailLanguage = (user: SessionGrant, { headers }: RouteContext): Language =>
  chooseLanguage({ accepted: headers['accept-language'] }, user.language, languageCodes)

const Session = Type.Object({
  id: Type.Integer(),
  browser: Type.String({ description: 'Families of browser and system, if known' }),
  country: Nullable(Type.String({ description: 'ISO 3166-1 code' })),
  created_at: Type.String({ format: 'date-time' }),
  seen_at: Type.String({ format: 'date-time' }),
  is_current: Type.Boolean(),
})

const key = {
  id: Type.Integer(),
  name: Type.String(),
  key_prefix: Type.String(),
  team: Nullable(Type.String({ description: 'Identifier of the only team it reaches' })),
  scopes: Type.Array(Type.String()),
  last_used_at: Nullable(Type.String({ format: 'date-time' })),
}

/** Routes below /api/account. */
export function accountRoutes(services: Services): Definition[] {
  const { registry, caller, browsers } = services
  const sessionsPath = '/api/account/sessions'
  const invitationsPath = '/api/account/invitations'
  const factorPath = '/api/account/second-factor'
  const code = Type.Object({ code: Type.String({ description: 'Of the app, or a recovery code' }) })
  const keysPath = '/api/account/keys'
  const ids = Type.Object({ id: Type.String() })
  const one = { params: ids, replies: { 204: NoContent, 404: ErrorReply } } as const

  /** Asks for the present password where the session may have been left open. */
  async function confirm(context: RouteContext, user: SessionGrant, given: unknown): Promise<void> {
    if (!mustConfirm(user, services.now())) return
    if (given === undefined || given === '') throw sessionFailures.passwordNeeded()
    await guess(
      registry,
      context,
      accountSubject(user.email),
      async () => {
        if (!(await registry.users.isPassword(user.userId, given))) throw new Failure(403, 'current_password: is wrong')
      },
      true,
    )
  }

  return [
    route({
      access: 'user',
      name: 'ChangeAccount',
      endpoint: 'PUT /api/account',
      summary: 'Change name, password or settings; a new password ends all other sessions',
      body: Type.Object({
        name: Type.Optional(Type.String()),
        password: Type.Optional(Type.String()),
        current_password: Type.Optional(
          Type.String({ description: 'With a new password, when signing in was over 15 minutes ago' }),
        ),
        shortcuts: Type.Optional(Type.Boolean()),
        pages_by: Type.Optional(Type.String({ enum: ['path', 'url'], description: 'Lists of pages by path or URL' })),
        language: Type.Optional(
          Nullable(Type.String({ enum: languageCodes, description: 'Of pages and mails; null: as the browser asks' })),
        ),
      }),
      replies: {
        ...guessReplies,
        200: Type.Object({ email: Type.String(), name: Type.String(), shortcuts: Type.Boolean() }),
      },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const body = await context.readJson()
        const { password } = body
        if (password !== undefined) requirePasswords(services)
        if (password !== undefined) await confirm(context, user, body['current_password'])
        await registry.users.change(user.userId, body, user.id)
        const { email, name, shortcuts } = await caller.forUser(context)
        return { status: 200, body: { email, name, shortcuts } }
      },
    }),
    route({
      access: 'user',
      name: 'ConfirmAddress',
      endpoint: 'POST /api/account/confirmation',
      summary: 'Have a link mailed that confirms the address of the account, opened in this browser',
      replies: { 204: NoContent, 403: ErrorReply, 429: ErrorReply, 503: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { userId, email, isProven } = user
        if (isProven) return { status: 204 }
        if (!services.sendConfirmation) throw sessionFailures.noMail()
        await registry.limits.takeMail('confirmation', email)
        const { token } = await registry.oneTimeLinks.create('confirm', { userId })
        await services.sendConfirmation({
          language: mailLanguage(user, context),
          email,
          url: oneTimeUrl(services.baseUrl, 'confirm', token),
        })
        return { status: 204 }
      },
    }),
    route({
      access: 'user',
      name: 'ChangeAddress',
      endpoint: 'POST /api/account/email',
      summary:
        'Have a link mailed to another address, opened in this browser to make it the account’s; the old one hears',
      body: Type.Object({
        email: Type.String(),
        current_password: Type.Optional(Type.String({ description: 'When signing in was over 15 minutes ago' })),
      }),
      replies: { ...guessReplies, 204: NoContent, 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const body = await context.readJson()
        if (typeof body['email'] !== 'string') throw new Failure(400, 'email: is invalid')
        const email = parseEmail(body['email'])
        await confirm(context, user, body['current_password'])
        const { sendConfirmation, sendAddressNotice } = services
        if (!sendConfirmation || !sendAddressNotice) throw sessionFailures.noMail()
        await registry.limits.takeMail('confirmation', email)
        const { token } = await registry.oneTimeLinks.create('confirm', { userId: user.userId, email })
        const language = mailLanguage(user, context)
        await sendAddressNotice({ language, email: user.email, to: email })
        await sendConfirmation({ language, email, url: oneTimeUrl(services.baseUrl, 'confirm', token) })
        return { status: 204 }
      },
    }),
    route({
      access: 'user',
      name: 'ListSessions',
      endpoint: `GET ${sessionsPath}`,
      summary: 'Where the account is signed in, last used first',
      replies: { 200: Type.Object({ sessions: Type.Array(Session) }) },
      async answer(user) {
        const sessions = (await registry.sessions.list(user.userId)).map(({ agent, ...session }) => ({
          ...session,
          browser: agent,
          is_current: session.id === user.id,
        }))
        return { status: 200, body: { sessions } }
      },
    }),
    route({
      access: 'user',
      name: 'EndSessions',
      endpoint: `DELETE ${sessionsPath}`,
      summary: 'Sign out everywhere, here too',
      replies: { 204: NoContent },
      async answer(user) {
        await registry.sessions.endAll(user.userId)
        return { status: 204, headers: { 'set-cookie': browsers.take() } }
      },
    }),
    route({
      access: 'user',
      name: 'EndSession',
      endpoint: `DELETE ${sessionsPath}/:id`,
      summary: 'End one session of the account',
      ...one,
      async answer(user, context) {
        const isEnded = await registry.sessions.end(user.userId, readId(context))
        if (!isEnded) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
    route({
      access: 'user',
      name: 'GetSecondFactor',
      endpoint: `GET ${factorPath}`,
      summary: 'Whether signing in asks for a code as well',
      replies: { 200: Type.Object({ is_on: Type.Boolean(), recovery_codes_left: Type.Integer() }) },
      async answer(user) {
        const { isOn, recoveryCodesLeft } = await registry.secondFactors.find(user.userId)
        return { status: 200, body: { is_on: isOn, recovery_codes_left: recoveryCodesLeft } }
      },
    }),
    route({
      access: 'user',
      name: 'BeginSecondFactor',
      endpoint: `POST ${factorPath}`,
      summary: 'A new secret for an app; it counts once a code of it was given',
      body: Type.Object({
        current_password: Type.Optional(Type.String({ description: 'When signing in was over 15 minutes ago' })),
      }),
      replies: {
        ...guessReplies,
        200: Type.Object({ secret: Type.String({ description: 'Base32' }), url: Type.String() }),
        400: ErrorReply,
      },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { current_password } = await context.readJson({ optional: true })
        await confirm(context, user, current_password)
        return { status: 200, body: await registry.secondFactors.begin({ id: user.userId, email: user.email }) }
      },
    }),
    route({
      access: 'user',
      name: 'TurnSecondFactorOn',
      endpoint: `PUT ${factorPath}`,
      summary: 'Ask for codes from now on; ends all other sessions, and gives recovery codes, only in this answer',
      body: code,
      replies: { ...guessReplies, 200: Type.Object({ recovery_codes: Type.Array(Type.String()) }), 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { code } = await context.readJson()
        const turnOn = () => registry.secondFactors.turnOn(user.userId, code, user.id)
        const codes = await guess(registry, context, accountSubject(user.email), turnOn, true)
        return { status: 200, body: { recovery_codes: codes } }
      },
    }),
    route({
      access: 'user',
      name: 'TurnSecondFactorOff',
      endpoint: `DELETE ${factorPath}`,
      summary: 'Ask for no codes any more',
      body: code,
      replies: { ...guessReplies, 204: NoContent, 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { code } = await context.readJson()
        const turnOff = () => registry.secondFactors.turnOff(user.userId, code)
        await guess(registry, context, accountSubject(user.email), turnOff, true)
        return { status: 204 }
      },
    }),
    route({
      access: 'user',
      name: 'JoinByInvitation',
      endpoint: `POST ${invitationsPath}/:id`,
      summary: 'Accept an invitation to the address of the account',
      ...one,
      async answer({ userId, email, name, isProven }, context) {
        const user = { id: userId, email, name, isProven }
        const hasJoined = await registry.invitations.accept(user, readId(context))
        if (!hasJoined) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
    route({
      access: 'user',
      name: 'DeclineInvitation',
      endpoint: `DELETE ${invitationsPath}/:id`,
      summary: 'Decline an invitation to the address of the account',
      ...one,
      async answer({ email, isProven }, context) {
        if (!isProven) throw commonFailures.notFound()
        if (!(await registry.invitations.decline(readId(context), email))) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
    route({
      access: 'user',
      name: 'ListKeys',
      endpoint: `GET ${keysPath}`,
      summary: 'API keys of the account',
      replies: { 200: Type.Object({ keys: Type.Array(Type.Object(key)) }) },
      async answer(user) {
        const keys = (await registry.keys.list(user.userId)).map(
          ({ id, name, key_prefix, team, scopes, last_used_at }) => ({
            id,
            name,
            key_prefix,
            team,
            scopes,
            last_used_at,
          }),
        )
        return { status: 200, body: { keys } }
      },
    }),
    route({
      access: 'user',
      name: 'CreateKey',
      endpoint: `POST ${keysPath}`,
      summary: 'Make an API key; the key itself is shown only in this answer',
      body: Type.Object({
        name: Type.String(),
        team_id: Type.Optional(Type.String({ description: 'Identifier of the only team it shall reach' })),
        scopes: Type.Optional(Type.Array(Type.String({ enum: [...keyScopes] }))),
        current_password: Type.Optional(Type.String({ description: 'When signing in was over 15 minutes ago' })),
      }),
      replies: { ...guessReplies, 201: Type.Object({ ...key, key: Type.String() }), 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { name, team_id, scopes, current_password } = await context.readJson()
        await confirm(context, user, current_password)
        if (typeof name !== 'string' || name.replaceAll('\0', '').trim() === '')
          throw new Failure(400, "name: can't be blank")
        if (name.length > 255) throw new Failure(400, 'name: should be at most 255 character(s)')
        const isList = (value: unknown): value is string[] =>
          Array.isArray(value) && value.every((scope) => keyScopes.includes(scope as string))
        if (scopes !== undefined && !isList(scopes)) throw new Failure(400, 'scopes: is invalid')
        const isBound = team_id !== undefined && team_id !== null && team_id !== ''
        const team = isBound ? await registry.teams.find(String(team_id)) : undefined
        if (isBound && (!team || !user.teams.has(team.id))) throw new Failure(400, 'team_id: is invalid')
        const made = await registry.keys.create({
          userId: user.userId,
          teamId: team?.id,
          name: name.replaceAll('\0', ''),
          scopes,
        })
        const { id, key_prefix, last_used_at } = made
        return {
          status: 201,
          body: { id, name: made.name, key_prefix, team: made.team, scopes: made.scopes, last_used_at, key: made.key },
        }
      },
    }),
    route({
      access: 'user',
      name: 'RevokeKey',
      endpoint: `DELETE ${keysPath}/:id`,
      summary: 'Revoke an API key of the account',
      ...one,
      async answer(user, context) {
        const id = readId(context)
        const isOwn = (await registry.keys.list(user.userId)).some((each) => each.id === id)
        if (!isOwn || !(await registry.keys.revoke(id))) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
  ]
}
