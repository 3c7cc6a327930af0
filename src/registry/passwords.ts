// Passwords: which are accepted, how they are kept and compared, and how many of that at once: one hash takes a third
// of a second of a core and 32 MiB.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { refuseField, sessionFailures } from '../failure.ts'
import type { FieldRefusal, Gaps } from '../refusal-words.ts'
import { passwordCharactersMin } from '../rules/maxima.ts'

/** Parameters of a hash. Older hashes keep theirs and are renewed at the next sign-in (spec/dashboard 12). */
export interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}
const present: Cost = { N: 2 ** 15, r: 8, p: 3 }
/** The first version, which wrote only N. */
const former: Cost = { N: 2 ** 14, r: 8, p: 1 }
/** Work that a try at it has besides, so that it takes as long as the present cost. */
const formerRest: Cost = { ...former, p: (present.N * present.p) / former.N - former.p }
const hashBytes = 32
const saltBytes = 16
/** Node's own limit refuses the present cost. */
const maxmem = 64 * 1024 * 1024

const bytesMax = 1_000

// spec/dashboard 12: more would take the cores from everything else, a longer queue is no answer to anybody.
const hashesAtOnce = 2
const waitingMax = 50

/** Letters, digits and signs may be written in several ways; all devices of a person must mean the same. */
const normalise = (password: string): string => password.normalize('NFC')

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(normalise(password), salt, hashBytes, { ...cost, maxmem }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

const write = ({ N, r, p }: Cost, salt: Buffer, hash: Buffer): string =>
  `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${hash.toString('base64')}`

function read(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } | undefined {
  const [name, N, ...rest] = stored.split('$')
  const [r, p] = rest.length === 4 ? rest : [former.r, former.p]
  const [salt, hash] = rest.slice(-2)
  if (name !== 'scrypt' || !salt || !hash) return undefined
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/** Runs at most `hashesAtOnce` of the given works; refuses what would wait behind too many. */
function createGate() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < hashesAtOnce) running += 1
    else {
      if (waiting.length >= waitingMax) throw sessionFailures.busy()
      // A finished call hands its place to the next one, so that no other call slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

let common: Promise<ReadonlySet<string>> | undefined

/** 49,000 passwords that were seen most in leaks; read when first asked for. */
function loadCommon(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

/** Throws the Failure that names the fault of a new password (spec/dashboard 12). */
export async function checkPassword(value: unknown, email: string): Promise<string> {
  const refuse = (refusal: FieldRefusal, gaps?: Gaps) => refuseField('password', refusal, gaps)
  if (typeof value !== 'string' || value === '') throw refuse('blank')
  const password = normalise(value)
  if ([...password].length < passwordCharactersMin) throw refuse('short', { least: passwordCharactersMin })
  if (Buffer.byteLength(password) > bytesMax) throw refuse('longBytes', { most: bytesMax })
  const lower = password.toLowerCase()
  // The list holds few of the endless 1111111111 and 1212121212.
  if (new Set(lower).size < 3 || (await loadCommon()).has(lower)) throw refuse('common')
  if (lower === normalise(email).toLowerCase()) throw refuse('address')
  return password
}

export type Passwords = ReturnType<typeof createPasswords>

/** Passwords of one process. `cost` of new hashes is another one only in tests that do not ask what a hash costs. */
export function createPasswords(cost: Cost = present) {
  const gate = createGate()
  const decoy = { cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) }
  return {
    /** The stored form of a password. */
    hash: (password: string) =>
      gate(async () => {
        const salt = randomBytes(saltBytes)
        return write(cost, salt, await derive(password, salt, cost))
      }),
    /**
     * Compares a password. `isOld` tells that its stored form should be renewed. Without a stored form the answer is
     * no, after the same time.
     */
    async verify(password: string, stored: string | null | undefined) {
      const kept = (stored && read(stored)) || decoy
      // No account can have such a password, so it is not worth a third of a second.
      const text = Buffer.byteLength(password) > bytesMax ? '' : password
      const isOld = kept.cost.N < cost.N
      const hash = await gate(async () => {
        const found = await derive(text, kept.salt, kept.cost)
        if (isOld) await derive(text, kept.salt, formerRest)
        return found
      })
      return { isRight: kept !== decoy && timingSafeEqual(hash, kept.hash), isOld }
    },
  }
}
