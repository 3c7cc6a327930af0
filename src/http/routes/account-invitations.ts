// Invitations to the address of the signed-in person.
import { commonFailures } from '../../failure.ts'
import { type Definition, userRoute } from '../definition.ts'
import { readId } from '../readers.ts'
import { oneById } from '../schemas.ts'

/** Routes below /api/account/invitations. */
export function accountInvitationRoutes(): Definition[] {
  const path = '/api/account/invitations'
  return [
    userRoute({
      name: 'JoinByInvitation',
      endpoint: `POST ${path}/:id`,
      summary: 'Accept an invitation to the address of the account',
      ...oneById,
      async answer({ userId, email, name, isProven }, context, registry) {
        const user = { id: userId, email, name, isProven }
        const hasJoined = await registry.invitations.accept(user, readId(context))
        if (!hasJoined) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
    userRoute({
      name: 'DeclineInvitation',
      endpoint: `DELETE ${path}/:id`,
      summary: 'Decline an invitation to the address of the account',
      ...oneById,
      async answer({ email, isProven }, context, registry) {
        if (!isProven) throw commonFailures.notFound()
        if (!(await registry.invitations.decline(readId(context), email))) throw commonFailures.notFound()
        return { status: 204 }
      },
    }),
  ]
}
