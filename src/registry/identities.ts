// Identity of a person at a sign-in service (OpenID Connect). After the first sign-in the service’s own name for the
// person identifies the account, before it an address that the service has verified (spec/dashboard 12).
import { identityFailures } from '../failure.ts'
import type { Verdict } from '../rules/role-rules.ts'
import { applyRules, givesRole } from './role-rules.ts'
import { beginSession, type Place } from './sessions.ts'
import { one, type Store, type Writer } from './store.ts'
import { createUser, parseEmail, proveAddress } from './users.ts'

/** Claims of a sign-in service about a person. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isVerified: boolean
  readonly name: string
  /** Roles that the operator's rules give, by the identifier of the team. */
  readonly roles: ReadonlyMap<string, Verdict>
  /** The service says that the person gave a second factor there. */
  readonly hasSecondFactor: boolean
}

/** Identities over the store. */
export function createIdentities(store: Store) {
  const { clock } = store

  /** An account for an address that was invited, or that a rule gives a role; none for others. */
  async function createInvited(tx: Writer, email: string, { name, roles }: Identity): Promise<number> {
    const invited = await tx.query(
      `select from one_time_links
       where kind = 'invite' and lower(email) = lower($1) and used_at is null and expires_at > $2
       union all
       select from site_guests where lower(email) = lower($1)
       limit 1`,
      [email, clock.now()],
    )
    if (invited.length === 0 && !givesRole(roles)) throw identityFailures.unknown(email)
    return (await createUser(tx, { email, name, ifMissing: true })).id
  }

  /** The account of an address, tied to the identity from now on. */
  async function tie(tx: Writer, identity: Identity): Promise<number> {
    const { issuer, subject, email: given, isVerified } = identity
    if (given === undefined || !isVerified) throw identityFailures.unverified()
    const email = parseEmail(given)
    const known = await one<{ id: number; subject: string | null }>(
      tx,
      `select u.id, i.subject
         from users u
         left join identities i on i.user_id = u.id and i.issuer = $2
         where lower(u.email) = lower($1)`,
      [email, issuer],
    )
    // An address may pass to somebody else at the service: the account that was tied before is not theirs.
    if (known?.subject) throw identityFailures.otherIdentity(email)
    const userId = known?.id ?? (await createInvited(tx, email, identity))
    await proveAddress(tx, userId)
    await tx.query(
      'insert into identities (issuer, subject, user_id) values ($1, $2, $3) on conflict (issuer, subject) do nothing',
      [issuer, subject, userId],
    )
    await tx.record({ kind: 'identity.linked', userId, after: { issuer }, by: { kind: 'user', id: userId } })
    return userId
  }

  return {
    /** True if the identity is the account's. */
    isOf: async (userId: number, issuer: string, subject: string) => {
      const text = 'select from identities where user_id = $1 and issuer = $2 and subject = $3'
      return (await store.read.query(text, [userId, issuer, subject])).length > 0
    },
    /** Signs in, or throws the refusal: the address is not verified, or belongs to no account here. */
    signIn: (identity: Identity, place: Place, method: 'oidc' | 'proxy' = 'oidc') =>
      store.write(async (tx) => {
        const known = await one<{ userId: number }>(
          tx,
          'select user_id as "userId" from identities where issuer = $1 and subject = $2',
          [identity.issuer, identity.subject],
        )
        const userId = known?.userId ?? (await tie(tx, identity))
        await applyRules(tx, userId, identity.roles)
        const session = { userId, method, hasSecondFactor: identity.hasSecondFactor, ...place }
        return { userId, token: await beginSession(tx, clock.now(), session) }
      }),
  }
}
