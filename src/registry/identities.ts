// Identity of a person at a sign-in service (OpenID Connect). After the first sign-in the service’s own name for the
// person identifies the account, before it an address that the service has verified (spec/dashboard 12).
import { identityFailures } from '../failure.ts'
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
}

/** Identities over the store. */
export function createIdentities(store: Store) {
  const { clock } = store

  /** An account for an address that was invited; none for others. */
  async function createInvited(tx: Writer, email: string, name: string): Promise<number> {
    const invited = await tx.query(
      `select from one_time_links
       where kind = 'invite' and lower(email) = lower($1) and used_at is null and expires_at > $2
       union all
       select from site_guests where lower(email) = lower($1)
       limit 1`,
      [email, clock.now()],
    )
    if (invited.length === 0) throw identityFailures.unknown(email)
    return (await createUser(tx, { email, name, ifMissing: true })).id
  }

  /** The account of an address, tied to the identity from now on. */
  async function tie(tx: Writer, { issuer, subject, email: given, isVerified, name }: Identity): Promise<number> {
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
    const userId = known?.id ?? (await createInvited(tx, email, name))
    await proveAddress(tx, userId)
    await tx.query(
      'insert into identities (issuer, subject, user_id) values ($1, $2, $3) on conflict (issuer, subject) do nothing',
      [issuer, subject, userId],
    )
    await tx.record({ kind: 'identity.linked', userId, after: { issuer }, by: { kind: 'user', id: userId } })
    return userId
  }

  return {
    /** Signs in, or throws the refusal: the address is not verified, or belongs to no account here. */
    signIn: (identity: Identity, place: Place) =>
      store.write(async (tx) => {
        const known = await one<{ userId: number }>(
          tx,
          'select user_id as "userId" from identities where issuer = $1 and subject = $2',
          [identity.issuer, identity.subject],
        )
        const userId = known?.userId ?? (await tie(tx, identity))
        return { userId, token: await beginSession(tx, clock.now(), { userId, method: 'oidc', ...place }) }
      }),
  }
}
