// The hashes of passwords that a process derives, as a list: equal work is told by counting, not by a clock.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** One call of scrypt: its parameters, and how many bytes it gave. */
export interface Derivation {
  readonly N: number
  readonly r: number
  readonly p: number
  readonly bytes: number
}

/** Records each scrypt of this process until the test ends; the list may be emptied. */
export function recordDerivations(t: { teardown(end: () => void): void }): Derivation[] {
  const derivations: Derivation[] = []
  const { scrypt } = crypto
  const recorded = (
    password: BinaryLike,
    salt: BinaryLike,
    bytes: number,
    { N = 0, r = 0, p = 0, ...rest }: ScryptOptions,
    done: (error: Error | null, hash: Buffer) => void,
  ) => {
    derivations.push({ N, r, p, bytes })
    scrypt(password, salt, bytes, { N, r, p, ...rest }, done)
  }
  const put = (present: unknown) => {
    Object.assign(crypto, { scrypt: present })
    syncBuiltinESMExports()
  }
  put(recorded)
  t.teardown(() => put(scrypt))
  return derivations
}

/** Work of some derivations, in blocks of 1 kB that scrypt mixes: N × r × p. */
export const workOf = (derivations: readonly Derivation[]): number =>
  derivations.reduce((sum, { N, r, p }) => sum + N * r * p, 0)
