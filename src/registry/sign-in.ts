// Ways to sign in without a sign-in service: by password, and by links of one use.
import { refuseField, sessionFailures } from '../failure.ts'
import { isGivenByOthers, join } from './invitations.ts'
import { revokeKeys } from './keys.ts'
import { findLink, type LinkKind, type OneTimeLink, requireLink } from './one-time-links.ts'
import { checkPassword, type Passwords } from './passwords.ts'
import type { SecondFactors } from './second-factors.ts'
import { beginSession, type Place, type SessionMethod } from './sessions.ts'
import type { Store, Writer } from './store.ts'
import {
  createUser,
  findByEmail,
  findById,
  type Given,
  hashNewPassword,
  type KeptUser,
  parseEmail,
  parseName,
  proveAddress,
  storeHash,
} from './users.ts'

/** A user who has just signed in, and the session's secret for the browser. */
export interface SignedIn {
  readonly userId: number
  readonly token: string
}

/** Parts of the registry that each way to sign in needs. */
interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly secondFactors: SecondFactors
}

/** A browser at work. `isKnown`: the account has signed in from it before. */
interface Browser {
  readonly place: Place
  readonly isKnown: boolean
}

/** The address of a request, or the Failure naming the field. */
function readEmail(value: unknown): string {
  if (typeof value !== 'string') throw refuseField('email', 'invalid')
  return parseEmail(value)
}

/** Looks at a link without taking it. Throws when it is over. */
async function peek({ read, clock }: Store, kind: LinkKind, token: string): Promise<OneTimeLink> {
  const link = await findLink(read, clock.now(), kind, token)
  if (!link) throw sessionFailures.linkExpired()
  return link
}

async function begin(
  tx: Writer,
  now: Date,
  userId: number,
  method: SessionMethod,
  place: Place,
  hasSecondFactor = false,
): Promise<SignedIn> {
  return { userId, token: await beginSession(tx, now, { userId, method, hasSecondFactor, ...place }) }
}

/**
 * Signs in by password, or throws the 401, which takes as long for an account that does not exist (spec/dashboard 12).
 * Only a caller who knows the password learns that there is a second factor. `user`: the account that the address
 * found.
 */
async function signInByPassword(
  { store, passwords, secondFactors }: Parts,
  user: KeptUser | undefined,
  given: Given,
  { place, isKnown }: Browser,
): Promise<SignedIn> {
  const password = typeof given['password'] === 'string' ? given['password'] : ''
  const { isRight, isOld } = await passwords.verify(password, user?.password_hash)
  if (!user || !isRight) throw sessionFailures.wrongPassword()
  const hasSecondFactor = await secondFactors.take(user.id, given['code'], isKnown)
  const renewed = isOld ? await passwords.hash(password) : undefined
  return store.write(async (tx) => {
    // Replaces only the digest that was verified: the password may have been changed meanwhile.
    if (renewed)
      await tx.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [
        user.id,
        renewed,
        user.password_hash,
      ])
    return begin(tx, store.clock.now(), user.id, 'password', place, hasSecondFactor)
  })
}

/** Sets the first password of an installation: keeps the operator's teams and sites under the address given. */
async function setUp({ store, passwords }: Parts, token: string, given: Given, place: Place): Promise<SignedIn> {
  await peek(store, 'setup', token)
  const email = readEmail(given['email'])
  const name = parseName(given['name'] ?? '')
  const hash = await passwords.hash(await checkPassword(given['password'], email))
  return store.write(async (tx) => {
    const now = store.clock.now()
    const userId = (await requireLink(tx, now, 'setup', token)).userId ?? 0
    await tx.query('update users set email = $2, name = $3 where id = $1', [userId, email, name])
    tx.changed({ keys: true })
    await storeHash(tx, userId, hash, { by: { kind: 'user', id: userId } })
    return begin(tx, now, userId, 'setup', place)
  })
}

/** Sets a new password by a link, which came by mail: a second factor is asked for as well. */
async function resetPassword(
  { store, passwords, secondFactors }: Parts,
  token: string,
  given: Given,
  { place, isKnown }: Browser,
): Promise<SignedIn> {
  const userId = (await peek(store, 'reset', token)).userId ?? 0
  const hash = await hashNewPassword(store.read, passwords, userId, given['password'])
  const user = await findById(store.read, userId)
  // The second factor of an account that was never proven may belong to a stranger.
  const hasSecondFactor = user?.isProven === true && (await secondFactors.take(userId, given['code'], isKnown))
  return store.write(async (tx) => {
    const now = store.clock.now()
    await requireLink(tx, now, 'reset', token)
    await proveAddress(tx, userId)
    if (given['revoke_keys'] === true) await revokeKeys(tx, userId)
    await storeHash(tx, userId, hash, { by: { kind: 'user', id: userId } })
    return begin(tx, now, userId, 'reset', place, hasSecondFactor)
  })
}

/** Joins the team or site of an invitation; makes the account if it is missing. */
async function acceptInvitation(
  { store, passwords, secondFactors }: Parts,
  token: string,
  given: Given,
  { place, isKnown }: Browser,
): Promise<SignedIn> {
  const link = await peek(store, 'invite', token)
  const email = link.email ?? ''
  const known = await findByEmail(store.read, email)
  // The holder of the link need not own the address, so an existing account proves itself by its password.
  if (known && !known.password_hash) throw sessionFailures.addressShared()
  if (known) {
    const { password } = given
    // Texts of objects may not exist: `{"toString":null}` has none.
    const { isRight } = await passwords.verify(typeof password === 'string' ? password : '', known.password_hash)
    if (!isRight) throw sessionFailures.wrongPassword()
  } else if (!link.isMailed && (await isGivenByOthers(store.read, link))) throw sessionFailures.addressShared()
  const hasSecondFactor = known !== undefined && (await secondFactors.take(known.id, given['code'], isKnown))
  const name = parseName(given['name'] ?? '')
  const hash = known ? null : await passwords.hash(await checkPassword(given['password'], email))
  return store.write(async (tx) => {
    const now = store.clock.now()
    const taken = await requireLink(tx, now, 'invite', token)
    // The mail came back: the address is the account's.
    const user = known ?? (await createUser(tx, { email, name, isProven: taken.isMailed }, hash))
    if (taken.isMailed) await tx.query('update users set is_proven = true where id = $1', [user.id])
    await join(tx, user, taken)
    return begin(tx, now, user.id, 'invite', place, hasSecondFactor)
  })
}

/** Ways to sign in, over the store. Each begins a session, or throws the refusal. */
export function createSignIn(parts: Parts) {
  const { store } = parts
  return {
    /** By the account of an address and its password, with a code if the account asks for one. */
    byPassword: (user: KeptUser | undefined, given: Given, browser: Browser) =>
      signInByPassword(parts, user, given, browser),
    /** By a link for an account without password. */
    byLink: (token: string, place: Place) =>
      store.write(async (tx) => {
        const now = store.clock.now()
        const link = await requireLink(tx, now, 'signin', token)
        return begin(tx, now, link.userId ?? 0, 'signin', place)
      }),
    /** By the set-up link, with the first password of the installation. */
    setUp: (token: string, given: Given, place: Place) => setUp(parts, token, given, place),
    /** By a mailed link, with a new password. */
    reset: (token: string, given: Given, browser: Browser) => resetPassword(parts, token, given, browser),
    /** By an invitation, with the password of the account or of a new one. */
    accept: (token: string, given: Given, browser: Browser) => acceptInvitation(parts, token, given, browser),
  }
}
