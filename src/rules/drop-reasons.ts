// Names of the reasons why events are dropped. The rules are in drops.ts; pages have words for each.
import type { ShieldReason } from './shield-types.ts'

/** Why an event is not kept (spec/ingestion 8); counted for operators, never told to the sender. */
export type DropReason =
  | 'spam_referrer'
  | 'not_found'
  | 'script_off'
  | 'pixel_off'
  | 'verification_agent'
  | 'unsigned_request'
  | 'dc_ip'
  | 'threat_ip'
  | ShieldReason
  | 'bot'
  | 'invalid'
  | 'no_session_for_engagement'
