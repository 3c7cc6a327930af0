// The second factor of the signed-in person.
import { Type } from '@sinclair/typebox'
import { secondFactorFailures } from '../../failure.ts'
import { accountSubject } from '../../registry/limits.ts'
import { accountReplies } from '../contracts/account.ts'
import { type Definition, userRoute } from '../definition.ts'
import { ErrorReply, NoContent } from '../schemas.ts'
import { CurrentPassword, confirmPassword } from './account-password.ts'
import type { Services } from './services.ts'
import { guess, guessHeaders, guessReplies } from './session.ts'

/** Routes of /api/account/second-factor. */
export function secondFactorRoutes(services: Services): Definition[] {
  const { registry } = services
  const path = '/api/account/second-factor'
  const code = Type.Object({ code: Type.String({ description: 'Of the app, or a recovery code' }) })
  return [
    userRoute({
      name: 'GetSecondFactor',
      endpoint: `GET ${path}`,
      summary: 'Whether signing in asks for a code as well',
      replies: { 200: accountReplies['GET second-factor'] },
      async answer(user) {
        const { isOn, recoveryCodesLeft } = await registry.secondFactors.find(user.userId)
        return { status: 200, body: { is_on: isOn, recovery_codes_left: recoveryCodesLeft } }
      },
    }),
    userRoute({
      name: 'BeginSecondFactor',
      endpoint: `POST ${path}`,
      summary: 'A new secret for an app; it counts once a code of it was given',
      body: Type.Object({ current_password: CurrentPassword }),
      replies: {
        ...guessReplies,
        200: accountReplies['POST second-factor'],
        400: ErrorReply,
      },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { current_password } = await context.readJson({ optional: true })
        await confirmPassword(services, context, user, current_password)
        return { status: 200, body: await registry.secondFactors.begin({ id: user.userId, email: user.email }) }
      },
    }),
    userRoute({
      name: 'TurnSecondFactorOn',
      endpoint: `PUT ${path}`,
      summary: 'Ask for codes from now on; ends all other sessions, and gives recovery codes, only in this answer',
      body: code,
      replies: { ...guessReplies, 200: accountReplies['PUT second-factor'], 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context, registry) {
        const { code } = await context.readJson()
        const turnOn = () => registry.secondFactors.turnOn(user.userId, code, user.id)
        const codes = await guess(registry, context, accountSubject(user.userId), turnOn, true)
        return { status: 200, body: { recovery_codes: codes } }
      },
    }),
    userRoute({
      name: 'GiveSecondFactor',
      endpoint: `POST ${path}/code`,
      summary: 'Give a code in a session that began without one, for teams that ask for a second factor',
      body: code,
      replies: { ...guessReplies, 204: NoContent, 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context) {
        const { code } = await context.readJson()
        const take = () => registry.secondFactors.take(user.userId, code, true)
        const isTaken = await guess(registry, context, accountSubject(user.userId), take, true)
        if (!isTaken) throw secondFactorFailures.isOff()
        await registry.sessions.noteSecondFactor(user.id)
        return { status: 204 }
      },
    }),
    userRoute({
      name: 'TurnSecondFactorOff',
      endpoint: `DELETE ${path}`,
      summary: 'Ask for no codes any more',
      body: code,
      replies: { ...guessReplies, 204: NoContent, 400: ErrorReply },
      replyHeaders: guessHeaders,
      async answer(user, context, registry) {
        const { code } = await context.readJson()
        const turnOff = () => registry.secondFactors.turnOff(user.userId, code)
        await guess(registry, context, accountSubject(user.userId), turnOff, true)
        return { status: 204 }
      },
    }),
  ]
}
