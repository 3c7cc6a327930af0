// The account of the signed-in person: name, password, settings and address; the routes of its other parts.
import { Type } from '@sinclair/typebox'
import { refuseField, sessionFailures } from '../../failure.ts'
import { oneTimeUrl } from '../../registry/one-time-links.ts'
import type { SessionGrant } from '../../registry/sessions.ts'
import { parseEmail } from '../../registry/users.ts'
import { chooseLanguage, type Language, languageCodes } from '../../rules/languages.ts'
import { type Definition, userRoute } from '../definition.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, NoContent, Nullable } from '../schemas.ts'
import { accountInvitationRoutes } from './account-invitations.ts'
import { accountKeyRoutes } from './account-keys.ts'
import { CurrentPassword, confirmPassword } from './account-password.ts'
import { secondFactorRoutes } from './account-second-factor.ts'
import { accountSessionRoutes } from './account-sessions.ts'
import type { Services } from './services.ts'
import { guessHeaders, guessReplies, requirePasswords } from './session.ts'

/** The language of a mail to an account: its own, else that of the browser. */
const mailLanguage = (user: SessionGrant, { headers }: RouteContext): Language =>
  chooseLanguage({ accepted: headers['accept-language'] }, user.language, languageCodes)

/** Routes of the name, password, settings and address of the account. */
function profileRoutes(services: Services): Definition[] {
  const { registry, caller } = services
  return [
    userRoute({
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
      async answer(user, context, registry) {
        const body = await context.readJson()
        const { password } = body
        if (password !== undefined) requirePasswords(services)
        if (password !== undefined) await confirmPassword(services, context, user, body['current_password'])
        await registry.users.change(user.userId, body, user.id)
        const { email, name, shortcuts } = await caller.forUser(context)
        return { status: 200, body: { email, name, shortcuts } }
      },
    }),
    userRoute({
      name: 'ConfirmAddress',
      endpoint: 'POST /api/account/confirmation',
      summary: 'Have a link mailed that confirms the address of the account, opened in this browser',
      replies: { 204: NoContent, 403: ErrorReply, 429: ErrorReply, 503: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { userId, email, isProven } = user
        if (isProven) return { status: 204 }
        if (!services.sendMail) throw sessionFailures.noMail()
        await registry.limits.takeMail('confirmation', email, { userId })
        const { token } = await registry.oneTimeLinks.create('confirm', { userId })
        const url = oneTimeUrl(services.baseUrl, 'confirm', token)
        await services.sendMail('confirmation', mailLanguage(user, context), email, { url })
        return { status: 204 }
      },
    }),
    userRoute({
      name: 'ChangeAddress',
      endpoint: 'POST /api/account/email',
      summary:
        'Have a link mailed to another address, opened in this browser to make it the account’s; the old one hears',
      body: Type.Object({
        email: Type.String(),
        current_password: CurrentPassword,
      }),
      replies: { ...guessReplies, 204: NoContent, 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const body = await context.readJson()
        if (typeof body['email'] !== 'string') throw refuseField('email', 'invalid')
        const email = parseEmail(body['email'])
        await confirmPassword(services, context, user, body['current_password'])
        const { sendMail } = services
        if (!sendMail) throw sessionFailures.noMail()
        await registry.limits.takeMail('confirmation', email, { userId: user.userId })
        const { token } = await registry.oneTimeLinks.create('confirm', { userId: user.userId, email })
        const language = mailLanguage(user, context)
        await sendMail('addressNotice', language, user.email, { to: email })
        await sendMail('confirmation', language, email, { url: oneTimeUrl(services.baseUrl, 'confirm', token) })
        return { status: 204 }
      },
    }),
  ]
}

/** Routes below /api/account. */
export const accountRoutes = (services: Services): Definition[] => [
  ...profileRoutes(services),
  ...accountSessionRoutes(services),
  ...secondFactorRoutes(services),
  ...accountInvitationRoutes(),
  ...accountKeyRoutes(services),
]
