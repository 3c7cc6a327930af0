// Gives people the roles of the operator's rules when they sign in, and takes them away again (rules/role-rules).
import { higherRole, type Verdict } from '../rules/role-rules.ts'
import { type TeamRole, teamRoles } from '../rules/roles.ts'
import { one, type Writer } from './store.ts'

interface Membership {
  readonly role: TeamRole
  /** Null: people gave the role. Empty: a rule gave the membership. Else the role that people gave. */
  readonly role_before_rule: TeamRole | '' | null
}

/** The membership of an account after a verdict; undefined: none. */
export function afterVerdict(
  known: Membership | undefined,
  verdict: Exclude<Verdict, 'unknown'>,
): Membership | undefined {
  const given = verdict === 'none' ? undefined : verdict
  const own = known?.role_before_rule === null ? known.role : known?.role_before_rule || undefined
  const role = higherRole(own, given)
  if (role === undefined) return undefined
  return { role, role_before_rule: role === own ? null : (own ?? '') }
}

/** True if a team has no owner besides the account. */
async function isLastOwner(tx: Writer, teamId: number, userId: number): Promise<boolean> {
  const text = `select from memberships where team_id = $1 and role = 'owner' and user_id <> $2 limit 1`
  return (await tx.query(text, [teamId, userId])).length === 0
}

async function applyVerdict(
  tx: Writer,
  team: { readonly id: number },
  userId: number,
  verdict: Exclude<Verdict, 'unknown'>,
): Promise<void> {
  const known = await one<Membership>(
    tx,
    'select role, role_before_rule from memberships where team_id = $1 and user_id = $2',
    [team.id, userId],
  )
  const next = afterVerdict(known, verdict)
  if (next?.role === known?.role && next?.role_before_rule === known?.role_before_rule) return
  const losesOwner = known?.role === 'owner' && next?.role !== 'owner'
  if (losesOwner && (await isLastOwner(tx, team.id, userId))) return
  const entry = { teamId: team.id, userId, by: { kind: 'service' } } as const
  const after = next && { role: next.role, by_rule: next.role_before_rule !== null }
  const before = known && { role: known.role, by_rule: known.role_before_rule !== null }
  const kind = !next ? 'member.removed' : known ? 'member.changed' : 'member.added'
  await tx.record({ ...entry, kind, before, after })
  if (!next) await tx.query('delete from memberships where team_id = $1 and user_id = $2', [team.id, userId])
  else
    await tx.query(
      `insert into memberships (team_id, user_id, role, role_before_rule) values ($1, $2, $3, $4)
       on conflict (team_id, user_id)
       do update set role = excluded.role, role_before_rule = excluded.role_before_rule`,
      [team.id, userId, next.role, next.role_before_rule],
    )
  tx.changed({ keys: true })
}

/**
 * Applies the verdicts of rules to an account in the caller's transaction. Teams that are not there are left out. The
 * last owner of a team stays one.
 */
export async function applyRules(tx: Writer, userId: number, verdicts: ReadonlyMap<string, Verdict>): Promise<void> {
  for (const [identifier, verdict] of verdicts) {
    if (verdict === 'unknown') continue
    const text = 'select id from teams where identifier::text = $1 for no key update'
    const team = await one<{ id: number }>(tx, text, [identifier])
    if (team) await applyVerdict(tx, team, userId, verdict)
  }
}

/** True if rules give a role in some team. */
export const givesRole = (verdicts: ReadonlyMap<string, Verdict>): boolean =>
  [...verdicts.values()].some((verdict) => (teamRoles as readonly string[]).includes(verdict))
