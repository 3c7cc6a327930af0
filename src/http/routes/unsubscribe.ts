// Off the list by the link of a mail: at once, without signing in, as programs for mail ask for it (RFC 8058).
import { Type } from '@sinclair/typebox'
import { type Definition, route } from '../definition.ts'
import { NoContent } from '../schemas.ts'
import type { Services } from './services.ts'

/** `POST /unsubscribe/:token`; whatever the body says. */
export const unsubscribeRoutes = ({ registry }: Services): Definition[] => [
  route({
    name: 'Unsubscribe',
    endpoint: 'POST /unsubscribe/:token',
    summary: 'Take the reader of a mail off the list that it went to; again, and a token that is none, change nothing',
    params: Type.Object({ token: Type.String() }),
    replies: { 204: NoContent },
    async handle({ params }) {
      const found = await registry.recipients.findByToken(params['token'] ?? '')
      if (found) await registry.recipients.remove(found.id)
      return { status: 204 }
    },
  }),
]
