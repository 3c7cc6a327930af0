// Constraint names are part of the interface: this says which refusal a violated one means.
import pg from 'pg'
import { Failure, funnelFailures, identityFailures, siteFailures } from '../failure.ts'

const taken = (field: string) => () => new Failure(400, `${field}: has already been taken`)

const failures: Readonly<Record<string, () => Failure>> = {
  sites_domain_key: siteFailures.domainTaken,
  sites_domain_changed_from_key: siteFailures.domainTaken,
  users_email_key: taken('email'),
  shields_key: taken('value'),
  shared_links_name_key: taken('name'),
  segments_personal_key: taken('name'),
  segments_site_key: taken('name'),
  // The site, team or user was deleted by somebody else in the meantime.
  goals_site_id_fkey: siteFailures.notFound,
  shields_site_id_fkey: siteFailures.notFound,
  shared_links_site_id_fkey: siteFailures.notFound,
  tracker_configs_site_id_fkey: siteFailures.notFound,
  plugin_tokens_site_id_fkey: siteFailures.notFound,
  site_guests_site_id_fkey: siteFailures.notFound,
  segments_site_id_fkey: siteFailures.notFound,
  funnels_site_id_fkey: siteFailures.notFound,
  funnel_steps_goal_id_fkey: funnelFailures.goalGone,
  // Two browsers brought two subjects for one address at once.
  identities_user_key: identityFailures.refused,
  notes_site_id_fkey: siteFailures.notFound,
  site_pins_site_id_fkey: siteFailures.notFound,
}

/** The Failure a violated constraint stands for; any other error as it is. */
export function translateConstraint(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return error
  return failures[error.constraint]?.() ?? error
}

// serialization_failure and deadlock_detected: the transaction did nothing and may be run again.
const retryable = new Set(['40001', '40P01'])

/** Whether the same transaction may succeed when it is run again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && retryable.has(error.code ?? '')
