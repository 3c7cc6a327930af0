// The audit log: who changed what.
import type { ActorKind, AuditKind } from '../../audit-kinds.ts'

export const lead = 'Who changed what, newest first. Only owners can see this page. Records are kept for {days} days.'
export const scope = 'Show'
export const scopes = { site: 'This site', team: 'The whole team' } as const
export const kind = 'Change'
export const allKinds = 'All changes'
export const person = 'Person'
export const everyone = 'Everyone'
export const csv = 'Download CSV'
export const older = 'Older'
export const newer = 'Newer'
export const none = 'No changes recorded yet.'
export const noMatch = 'No changes match these filters.'
/** The author of a change. */
export const by = {
  user: '{name}',
  key: '{name} by API key {detail}',
  token: 'Plugin token {detail}',
  command: 'Operator',
  service: 'Tidemark',
} as const satisfies Record<ActorKind, string>
export const values = 'Before and after'
export const before = 'Before'
export const after = 'After'
export const kinds = {
  'team.created': 'Team created',
  'team.changed': 'Team changed',
  'member.added': 'Member added',
  'member.changed': 'Role of a member changed',
  'member.removed': 'Member removed',
  'invitation.created': 'Invitation sent',
  'invitation.accepted': 'Invitation accepted',
  'invitation.withdrawn': 'Invitation canceled',
  'guest.added': 'Guest added',
  'guest.changed': 'Role of a guest changed',
  'guest.removed': 'Guest removed',
  'site.created': 'Site created',
  'site.changed': 'Site settings changed',
  'site.deleted': 'Site deleted',
  'tracker.changed': 'Tracking settings changed',
  'kit.renewed': 'Kit secret replaced',
  'properties.changed': 'List of properties changed',
  'goal.created': 'Goal created',
  'goal.changed': 'Goal changed',
  'goal.deleted': 'Goal deleted',
  'funnel.created': 'Funnel created',
  'funnel.changed': 'Funnel changed',
  'funnel.deleted': 'Funnel deleted',
  'segment.created': 'Segment created',
  'segment.changed': 'Segment changed',
  'segment.deleted': 'Segment deleted',
  'note.created': 'Note created',
  'note.changed': 'Note changed',
  'note.deleted': 'Note deleted',
  'shield.created': 'Shield rule added',
  'shield.deleted': 'Shield rule removed',
  'link.created': 'Shared link created',
  'link.changed': 'Shared link changed',
  'link.deleted': 'Shared link deleted',
  'recipients.changed': 'Recipients of reports changed',
  'channel.created': 'Channel created',
  'channel.changed': 'Channel changed',
  'channel.deleted': 'Channel deleted',
  'statistics.requested': 'Deletion of statistics requested',
  'statistics.stopped': 'Deletion of statistics stopped',
  'statistics.erased': 'Statistics deleted',
  'rule.created': 'Notice created',
  'rule.changed': 'Notice changed',
  'rule.deleted': 'Notice deleted',
  'import.started': 'Import started',
  'import.cancelled': 'Import canceled',
  'import.deleted': 'Import deleted',
  'export.made': 'Data exported',
  'token.created': 'Plugin token created',
  'token.revoked': 'Plugin token revoked',
  'key.created': 'API key created',
  'key.changed': 'API key changed',
  'key.revoked': 'API key revoked',
  'account.created': 'Account created',
  'account.changed': 'Account changed',
  'account.deleted': 'Account deleted',
  'password.changed': 'Password changed',
  'second_factor.enabled': 'Two-factor authentication turned on',
  'second_factor.disabled': 'Two-factor authentication turned off',
  'identity.linked': 'Account linked to a sign-in service',
  'sessions.ended': 'Signed out everywhere',
  'sign_in_link.created': 'Sign-in link created',
  'sql_role.granted': 'SQL access granted',
  'sql_role.revoked': 'SQL access revoked',
  'sql_role.track_granted': 'Events by SQL allowed',
  'sql_role.track_revoked': 'Events by SQL no longer allowed',
} as const satisfies Record<AuditKind, string>
