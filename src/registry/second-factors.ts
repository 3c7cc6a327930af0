// Second factors: codes of an app that change every half minute (RFC 6238), and recovery codes for when it is lost. The
// shared secret is encrypted at rest, recovery codes are digests; each code works once.
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { secondFactorFailures, sessionFailures } from '../failure.ts'
import { otpauth } from '../on-demand.ts'
import { dayMs } from '../rules/durations.ts'
import { decrypt, digestKey, encrypt, vaultKey } from './secrets.ts'
import { endSessions } from './sessions.ts'
import { one, type Store, type Writer } from './store.ts'

const secretBytes = 20
const stepMs = 30_000
/** Clocks of telephones may be half a minute off. */
const window = 1
const recoveryCodes = 10
const recoveryBytes = 10
/** Wrong codes of six digits in a row that an account takes (NIST SP 800-63B 5.2.2). */
const wrongCodesMax = 100
/** After them one code is looked at in this time, until a right one comes. */
const wrongCodesPauseMs = dayMs

function totpOf(bytes: Buffer, email = '') {
  const { Secret, TOTP } = otpauth()
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  return new TOTP({ issuer: 'Tidemark', label: email, secret })
}

/** Letters and digits that are hard to mistake, in groups: `ABCD-EFGH-IJKL-MNOP`. */
function makeRecoveryCode(): string {
  const { Secret } = otpauth()
  const { base32 } = new Secret({ buffer: Uint8Array.from(randomBytes(recoveryBytes)).buffer })
  return (base32.match(/.{4}/g) ?? []).join('-')
}

export type SecondFactors = ReturnType<typeof createSecondFactors>

interface Kept {
  /** Encrypted. */
  readonly secret: Buffer
  readonly is_on: boolean
}

/** The store, and the key that encrypts secrets. */
interface Vault {
  readonly store: Store
  readonly key: Buffer
}

const digestOf = (secretKey: string, code: string): Buffer =>
  digestKey(secretKey, code.replaceAll('-', '').toUpperCase())

const findKept = ({ read }: Store, userId: number): Promise<Kept | undefined> =>
  one<Kept>(read, 'select secret, is_on from second_factors where user_id = $1', [userId])

/** A code as it was typed, without its spaces, or the Failure. */
function readCode(code: unknown): string {
  const text = typeof code === 'string' ? code.replaceAll(/\s/g, '') : ''
  if (text === '') throw secondFactorFailures.codeNeeded()
  return text
}

/** Takes a code of the app in the caller's transaction; of two who send the same one gets it. */
async function takeStep(
  tx: Queryable,
  { store, key }: Vault,
  userId: number,
  kept: Kept,
  code: string,
): Promise<boolean> {
  const now = store.clock.now().getTime()
  const delta = totpOf(decrypt(key, kept.secret)).validate({ token: code, timestamp: now, window })
  if (delta === null) return false
  const text = `update second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning user_id`
  return (await tx.query(text, [userId, Math.floor(now / stepMs) + delta])).length > 0
}

/**
 * Counts a code as wrong before it is looked at, so that many at once cannot slip through. Throws the 429 in the pause
 * after too many in a row; a known browser has no pause. Recovery codes are not counted: 80 bits cannot be guessed.
 */
async function countCode(db: Queryable, { store }: Vault, userId: number, isKnown: boolean): Promise<void> {
  const now = store.clock.now().getTime()
  const counted = await db.query(
    `update second_factors set wrong_codes = least(wrong_codes + 1, $2), wrong_code_at = $3
       where user_id = $1 and ($5 or wrong_codes < $2 or wrong_code_at <= $4) returning user_id`,
    [userId, wrongCodesMax, new Date(now), new Date(now - wrongCodesPauseMs), isKnown],
  )
  if (counted.length > 0) return
  const text = 'select wrong_code_at as at from second_factors where user_id = $1'
  const lastMs = (await one<{ at: Date }>(db, text, [userId]))?.at.getTime() ?? now
  throw sessionFailures.tooManyTries(Math.max(1, Math.ceil((lastMs + wrongCodesPauseMs - now) / 1000)))
}

/** Forgets the wrong codes: a right one came. */
const forgetWrongCodes = (db: Queryable, userId: number): Promise<unknown> =>
  db.query('update second_factors set wrong_codes = 0 where user_id = $1', [userId])

async function takeRecoveryCode(tx: Queryable, secretKey: string, userId: number, code: string): Promise<boolean> {
  const text = 'delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id'
  return (await tx.query(text, [userId, digestOf(secretKey, code)])).length > 0
}

/** Takes a code of the app, or a recovery code. Throws for a missing and for a wrong one. */
async function takeCode(
  vault: Vault,
  userId: number,
  kept: Kept,
  { code, isKnown }: { code: unknown; isKnown: boolean },
): Promise<void> {
  const { read: db, secretKey } = vault.store
  const text = readCode(code)
  const isOfApp = /^\d{6}$/.test(text)
  if (isOfApp) await countCode(db, vault, userId, isKnown)
  const isRight = isOfApp
    ? await takeStep(db, vault, userId, kept, text)
    : await takeRecoveryCode(db, secretKey, userId, text)
  if (!isRight) throw secondFactorFailures.wrongCode()
  await forgetWrongCodes(db, userId)
}

/** Deletes the second factor of an account in the caller's transaction; false if there was no secret. */
export async function forgetSecondFactor(tx: Writer, userId: number): Promise<boolean> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  const text = 'delete from second_factors where user_id = $1 returning is_on'
  const gone = await one<{ is_on: boolean }>(tx, text, [userId])
  // Sessions that had it have none any more, so that teams which ask for one are closed to them.
  await tx.query('update browser_sessions set second_factor_at = null where user_id = $1', [userId])
  if (gone?.is_on) await tx.record({ kind: 'second_factor.disabled', userId })
  return gone !== undefined
}

async function begin({ store, key }: Vault, { id, email }: { id: number; email: string }) {
  const secret = randomBytes(secretBytes)
  const kept = await store.read.query(
    `insert into second_factors (user_id, secret) values ($1, $2)
         on conflict (user_id) do update set secret = excluded.secret where not second_factors.is_on
         returning user_id`,
    [id, encrypt(key, secret)],
  )
  if (kept.length === 0) throw secondFactorFailures.isOn()
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, url: totp.toString() }
}

async function turnOn(
  tx: Writer,
  vault: Vault,
  userId: number,
  code: unknown,
  keepSessionId: number,
): Promise<string[]> {
  const { store } = vault
  const kept = await findKept(store, userId)
  if (!kept || kept.is_on) throw secondFactorFailures.notBegun()
  if (!(await takeStep(tx, vault, userId, kept, readCode(code)))) throw secondFactorFailures.wrongCode()
  await tx.query('update second_factors set is_on = true where user_id = $1', [userId])
  await tx.record({ kind: 'second_factor.enabled', userId })
  await tx.query('update browser_sessions set second_factor_at = $2 where id = $1', [keepSessionId, store.clock.now()])
  await endSessions(tx, userId, keepSessionId)
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode)
  await tx.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((made) => digestOf(store.secretKey, made)),
  ])
  return codes
}

async function turnOff(vault: Vault, userId: number, code: unknown): Promise<void> {
  const kept = await findKept(vault.store, userId)
  if (!kept?.is_on) throw secondFactorFailures.isOff()
  // Outside the transaction: a wrong code is counted though it is refused.
  await takeCode(vault, userId, kept, { code, isKnown: true })
  await vault.store.write((tx) => forgetSecondFactor(tx, userId))
}

/** Second factors over the store. */
export function createSecondFactors(store: Store) {
  const vault: Vault = { store, key: vaultKey(store.secretKey, 'second factor') }
  return {
    async find(userId: number) {
      const [row] = await store.read.query<{ is_on: boolean; left: number }>(
        `select coalesce((select is_on from second_factors where user_id = $1), false) as is_on,
           (select count(*)::int from recovery_codes where user_id = $1) as left`,
        [userId],
      )
      return { isOn: row?.is_on ?? false, recoveryCodesLeft: row?.left ?? 0 }
    },
    /** A new secret, which counts once a code of it was given. */
    begin: (user: { id: number; email: string }) => begin(vault, user),
    /** Turns it on by its first code: ends all other sessions, gives the recovery codes. */
    turnOn: (userId: number, code: unknown, keepSessionId: number) =>
      store.write((tx) => turnOn(tx, vault, userId, code, keepSessionId)),
    /** Turns it off by a code. */
    turnOff: (userId: number, code: unknown) => turnOff(vault, userId, code),
    /** Turns the second factor off without a code: for operators. False if it was off. */
    remove: (userId: number) => store.write((tx) => forgetSecondFactor(tx, userId)),
    /**
     * Takes a code if the account asks for one; false when it does not. Throws for a missing and for a wrong one, and
     * after too many wrong ones in a row unless the account knows the browser.
     */
    async take(userId: number, code: unknown, isKnown: boolean) {
      const kept = await findKept(store, userId)
      if (!kept?.is_on) return false
      await takeCode(vault, userId, kept, { code, isKnown })
      return true
    },
  }
}
