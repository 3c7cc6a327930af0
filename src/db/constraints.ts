// Constraint names are part of the interface: this says which refusal a violated one means.
import pg from 'pg'
import { type Failure, funnelFailures, identityFailures, refuseField, siteFailures } from '../failure.ts'

const taken = (field: string) => () => refuseField(field, 'taken')

const failures: Readonly<Record<string, () => Failure>> = {
  sites_domain_key: siteFailures.domainTaken,
  sites_domain_changed_from_key: siteFailures.domainTaken,
  users_email_key: taken('email'),
  shields_key: taken('value'),
  shared_links_name_key: taken('name'),
  channels_target_key: taken('address'),
  segments_personal_key: taken('name'),
  segments_site_key: taken('name'),
  funnel_steps_goal_id_fkey: funnelFailures.goalGone,
  // Two browsers brought two subjects for one address at once.
  identities_user_key: identityFailures.refused,
}

/** The Failure a violated constraint stands for; any other error as it is. */
export function translateConstraint(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return error
  // A row that refers to a site that was deleted in the meantime.
  const failure = failures[error.constraint] ?? (/_site_id_fkey$/.test(error.constraint) ? siteFailures.notFound : null)
  return failure?.() ?? error
}

// serialization_failure and deadlock_detected: the transaction did nothing and may be run again.
const retryable = new Set(['40001', '40P01'])

/** True when the same transaction may succeed in another run. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && retryable.has(error.code ?? '')
