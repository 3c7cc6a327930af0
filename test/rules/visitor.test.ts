// Visitor ids: the hash against its authors' vectors, and what makes two visitors (spec/ingestion 18.1).
import fc from 'fast-check'
import t from 'tap'
import { rootDomain, sipHash, visitorId } from '../../src/rules/visitor.ts'
import { runs } from '../support/effort.ts'
import { anyText } from '../support/text.ts'

const bytes = (count: number) => Buffer.from(Array.from({ length: count }, (_, index) => index))
const key = bytes(16)

t.test('SipHash-2-4 gives the published values', async (t) => {
  const vectors: [length: number, hash: bigint][] = [
    [0, 0x726fdb47dd0e0e31n],
    [1, 0x74f839c593dc67fdn],
    [7, 0xab0200f58b01d137n],
    [8, 0x93f5f5799a932462n],
    [15, 0xa129ca6149be45e5n],
  ]
  for (const [length, hash] of vectors)
    t.equal(sipHash(key, bytes(length).toString()), BigInt.asIntN(64, hash), `${length} bytes`)
  t.throws(() => sipHash(bytes(15), 'x'))
})

t.test('the registrable domain counts, private suffixes included', async (t) => {
  const roots: [hostname: string, root: string][] = [
    ['example.com', 'example.com'],
    ['app.example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['foo.netlify.app', 'foo.netlify.app'],
    ['bar.foo.netlify.app', 'foo.netlify.app'],
    ['netlify.app', 'netlify.app'],
    ['user.github.io', 'user.github.io'],
    ['localhost', 'localhost'],
    ['192.168.0.1', '192.168.0.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['(none)', '(none)'],
    ['', ''],
  ]
  for (const [hostname, root] of roots) t.equal(rootDomain(hostname), root, hostname)
})

t.test('the same visitor has one id, any difference another', async (t) => {
  const id = visitorId(key, 'agent', '1.2.3.4', 'example.com', 'example.com')
  t.type(id, 'bigint')
  t.equal(BigInt.asIntN(64, id), id, 'fits a signed bigint')
  t.equal(visitorId(key, 'agent', '1.2.3.4', 'example.com', 'app.example.com'), id, 'same root domain')
  t.equal(visitorId(key, 'agent', '1.2.3.4', 'example.com', 'ignored', 'example.com'), id, 'root known')
  for (const other of [
    visitorId(key, 'agent', '1.2.3.4', 'example.com', 'other.com'),
    visitorId(key, 'agent', '1.2.3.4', 'other.com', 'example.com'),
    visitorId(key, 'agent', '1.2.3.5', 'example.com', 'example.com'),
    visitorId(key, 'Agent', '1.2.3.4', 'example.com', 'example.com'),
    visitorId(bytes(17).subarray(1), 'agent', '1.2.3.4', 'example.com', 'example.com'),
  ]) {
    t.not(other, id)
  }
})

/** The algorithm as its paper writes it, in big integers: slow and plain. */
function model(key: Buffer, message: Buffer): bigint {
  const rotate = (word: bigint, bits: bigint) => BigInt.asUintN(64, word << bits) | (word >> (64n - bits))
  const [k0, k1] = [key.readBigUInt64LE(0), key.readBigUInt64LE(8)]
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ]
  const rounds = (count: number) => {
    for (; count > 0; count -= 1) {
      v0 = BigInt.asUintN(64, v0 + v1)
      v1 = rotate(v1, 13n) ^ v0
      v0 = rotate(v0, 32n)
      v2 = BigInt.asUintN(64, v2 + v3)
      v3 = rotate(v3, 16n) ^ v2
      v0 = BigInt.asUintN(64, v0 + v3)
      v3 = rotate(v3, 21n) ^ v0
      v2 = BigInt.asUintN(64, v2 + v1)
      v1 = rotate(v1, 17n) ^ v2
      v2 = rotate(v2, 32n)
    }
  }
  const padded = Buffer.alloc((Math.floor(message.length / 8) + 1) * 8)
  message.copy(padded)
  padded[padded.length - 1] = message.length % 256
  for (let at = 0; at < padded.length; at += 8) {
    const word = padded.readBigUInt64LE(at)
    v3 ^= word
    rounds(2)
    v0 ^= word
  }
  v2 ^= 0xffn
  rounds(4)
  return BigInt.asIntN(64, v0 ^ v1 ^ v2 ^ v3)
}

t.test('any text has the hash of the plain algorithm', async (t) => {
  const keys = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(keys, anyText({ maxLength: 300 }), (key, text) => {
      return sipHash(Buffer.from(key), text) === model(Buffer.from(key), Buffer.from(text))
    }),
    { numRuns: runs(500) },
  )
  t.type(sipHash(key, '€'.repeat(1_000_000)), 'bigint')
  t.doesNotThrow(() => rootDomain('.'.repeat(2000)))
})
