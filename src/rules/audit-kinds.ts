// Kinds of changes that the audit log records. Their words are in rules/words/<language>/audit.ts.

/** Things that are recorded, with what happens to them. A kind is `goal.created`. */
const things = {
  team: ['created', 'changed'],
  member: ['added', 'changed', 'removed'],
  invitation: ['created', 'accepted', 'withdrawn'],
  guest: ['added', 'changed', 'removed'],
  site: ['created', 'changed', 'deleted'],
  tracker: ['changed'],
  kit: ['renewed'],
  properties: ['changed'],
  goal: ['created', 'changed', 'deleted'],
  funnel: ['created', 'changed', 'deleted'],
  segment: ['created', 'changed', 'deleted'],
  note: ['created', 'changed', 'deleted'],
  shield: ['created', 'deleted'],
  link: ['created', 'changed', 'deleted'],
  recipients: ['changed'],
  statistics: ['requested', 'stopped', 'erased'],
  channel: ['created', 'changed', 'deleted'],
  rule: ['created', 'changed', 'deleted'],
  import: ['started', 'cancelled', 'deleted'],
  export: ['made'],
  token: ['created', 'revoked'],
  key: ['created', 'changed', 'revoked'],
  account: ['created', 'changed', 'deleted'],
  password: ['changed'],
  second_factor: ['enabled', 'disabled'],
  identity: ['linked'],
  sessions: ['ended'],
  sign_in_link: ['created'],
  sql_role: ['granted', 'revoked', 'track_granted', 'track_revoked'],
} as const

type Things = typeof things
/** A kind of change: `goal.created`. */
export type AuditKind = { [Thing in keyof Things]: `${Thing}.${Things[Thing][number]}` }[keyof Things]

/** Every kind, by its thing. */
export const auditKinds = Object.entries(things).flatMap(([thing, verbs]) =>
  verbs.map((verb) => `${thing}.${verb}`),
) as readonly AuditKind[]

/** True for the name of a kind. */
export const isAuditKind = (value: unknown): value is AuditKind => (auditKinds as readonly unknown[]).includes(value)

/** Kinds of authors of changes. `service`: the service itself, such as a task. */
export const actorKinds = ['user', 'key', 'token', 'command', 'service'] as const
export type ActorKind = (typeof actorKinds)[number]
