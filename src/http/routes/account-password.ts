// The present password of a signed-in person, where a session may have been left open.
import { Type } from '@sinclair/typebox'
import { accountFailures, sessionFailures } from '../../failure.ts'
import { accountSubject } from '../../registry/limits.ts'
import type { SessionGrant } from '../../registry/sessions.ts'
import { minuteMs } from '../../rules/durations.ts'
import type { RouteContext } from '../route.ts'
import type { Services } from './services.ts'
import { guess } from './session.ts'

/** A session older than this may have been left open: a new password then asks for the present one. */
const confirmAfterMs = 15 * minuteMs

/** The field of a body that holds the present password. */
export const CurrentPassword = Type.Optional(Type.String({ description: 'When signing in was over 15 minutes ago' }))

/** True when a new password needs the present one beside it. */
export const mustConfirm = (user: SessionGrant, now: Date): boolean =>
  user.hasPassword && now.getTime() - user.createdAt.getTime() > confirmAfterMs

/** Asks for the present password where the session may have been left open. Throws for a missing and a wrong one. */
export async function confirmPassword(
  { registry, now }: Services,
  context: RouteContext,
  user: SessionGrant,
  given: unknown,
): Promise<void> {
  if (!mustConfirm(user, now())) return
  if (given === undefined || given === '') throw sessionFailures.passwordNeeded()
  await guess(
    registry,
    context,
    accountSubject(user.userId),
    async () => {
      if (!(await registry.users.isPassword(user.userId, given))) throw accountFailures.wrongPassword()
    },
    true,
  )
}
