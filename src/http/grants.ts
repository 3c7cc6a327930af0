// Accounts that ask, and what they reach: by a key or by a session.
import type { Actor } from '../registry/audit.ts'
import type { SiteView } from '../registry/directory.ts'
import type { KeyGrant } from '../registry/keys.ts'
import type { SessionGrant } from '../registry/sessions.ts'
import type { SiteRole } from '../rules/roles.ts'
import type { Asker } from '../stats/stats.ts'

/** The asker of a session's statements. */
export const askerOf = ({ id }: Pick<SessionGrant, 'id'>): Asker => ({ kind: 'people', name: `session ${id}` })

/**
 * An account and its rights, by a key (maybe bound to one team) or by a session. Scopes and the features `stats_api`
 * and `sites_api` are about keys only (spec/dashboard 7 and 12).
 */
export interface Grant {
  readonly kind: 'key' | 'session'
  readonly userId: number
  readonly teamId: number | null
  readonly teams: KeyGrant['teams']
  readonly guestSites: KeyGrant['guestSites']
  readonly asker: Asker
  /** The caller, for the audit log. */
  readonly actor: Actor
}

export const ofSession = (session: SessionGrant): Grant => ({
  kind: 'session',
  userId: session.userId,
  teamId: null,
  teams: session.teams,
  guestSites: session.guestSites,
  asker: askerOf(session),
  actor: { kind: 'user', id: session.userId },
})

export const ofKey = ({ id, userId, teamId, teams, guestSites }: KeyGrant): Grant => ({
  kind: 'key',
  userId,
  teamId,
  teams,
  guestSites,
  asker: { kind: 'keys', name: `key ${id}` },
  actor: { kind: 'key', id },
})

/** Role of an account at a site. Undefined without access (spec/management 6.1). */
export function roleOn(
  { teams, guestSites }: Pick<Grant, 'teams' | 'guestSites'>,
  site: SiteView,
): SiteRole | undefined {
  const member = teams.get(site.teamId)
  if (member) return member
  const guest = guestSites.get(site.id)
  return guest && `guest_${guest}`
}
