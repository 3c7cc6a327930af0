// Browser sessions of the signed-in person.
import { commonFailures } from '../../failure.ts'
import { accountReplies } from '../contracts/account.ts'
import { type Definition, userRoute } from '../definition.ts'
import { readId } from '../readers.ts'
import { NoContent, oneById } from '../schemas.ts'
import type { Services } from './services.ts'

/** Routes below /api/account/sessions. */
export function accountSessionRoutes({ registry, browsers }: Services): Definition[] {
  const path = '/api/account/sessions'
  return [
    userRoute({
      name: 'ListSessions',
      endpoint: `GET ${path}`,
      summary: 'Where the account is signed in, last used first',
      replies: { 200: accountReplies['GET sessions'] },
      async answer(user) {
        const sessions = (await registry.sessions.list(user.userId)).map(({ agent, ...session }) => ({
          ...session,
          browser: agent,
          is_current: session.id === user.id,
        }))
        return { status: 200, body: { sessions } }
      },
    }),
    userRoute({
      name: 'EndSessions',
      endpoint: `DELETE ${path}`,
      summary: 'Sign out everywhere, here too',
      replies: { 204: NoContent },
      async answer(user, _, registry) {
        await registry.sessions.endAll(user.userId)
        return { status: 204, headers: { 'set-cookie': browsers.take() } }
      },
    }),
    userRoute({
      name: 'EndSession',
      endpoint: `DELETE ${path}/:id`,
      summary: 'End one session of the account',
      ...oneById,
      async answer(user, context) {
        const isEnded = await registry.sessions.end(user.userId, readId(context))
        if (!isEnded) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
  ]
}
