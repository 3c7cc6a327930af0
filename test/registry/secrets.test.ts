// Keys and tokens are looked up by digest alone, whatever was sent: nothing that takes time depends on how much of it
// was right (spec/management 5 and 6.1, docs/security.md).
import { createHash } from 'node:crypto'
import t from 'tap'
import { systemClock } from '../../src/clock.ts'
import { createPools, type Queryable } from '../../src/db/pool.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import { digestKey, digestToken, isSameDigest, makeKey, makeToken } from '../../src/registry/secrets.ts'
import { createDatabase } from '../support/database.ts'

const secretKey = 'server-secret'
const database = await createDatabase()
const db = createPools({ databaseUrl: database.url })
t.teardown(async () => {
  await db.stop()
  await database.drop()
})

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}
const asked: Asked[] = []
const write: Queryable = {
  query: (text, values = []) => {
    asked.push({ text, values })
    return db.write.query(text, values)
  },
}
const registry = createRegistry({ db: { ...db, write }, config: { secretKey }, clock: systemClock })

/** The secret and what an attacker would try who learns from the time taken. */
const guesses = (secret: string) => [
  secret,
  `#${secret.slice(1)}`,
  `${secret.slice(0, -1)}#`,
  secret.slice(0, -1),
  `${secret}x`,
  secret.slice(0, 20),
  '',
  'x'.repeat(100_000),
]

t.test('formats', async (t) => {
  const { token, hint, digest } = makeToken()
  t.match(token, /^tidemark-plugin-[A-Za-z0-9+/]{40}$/)
  t.equal(hint, token.slice(-4))
  t.strictSame(digest, createHash('sha256').update(token).digest())
  const made = makeKey(secretKey)
  t.match(made.key, /^[A-Za-z0-9_-]{64}$/)
  t.equal(made.prefix, made.key.slice(0, 6))
  t.strictSame(made.digest, createHash('sha256').update(`${secretKey}${made.key}`).digest())
  t.notSame(digestKey('another', made.key), made.digest)
})

t.test('digests are compared in constant time', async (t) => {
  const digest = digestToken('a')
  t.equal(isSameDigest(digest, digestToken('a')), true)
  for (const other of [digestToken('b'), digest.subarray(1), Buffer.alloc(0), Buffer.alloc(32)])
    t.equal(isSameDigest(digest, other), false)
})

t.test('one statement bound to one digest, whatever is sent', async (t) => {
  const user = await registry.users.create({ email: 'timing@site.test' })
  const team = await registry.teams.create({ ownerId: user.id })
  const site = await registry.sites.create({ domain: 'timing.test', teamId: team.id })
  const record = await registry.sites.find(site.domain)
  const { key } = await registry.keys.create({ userId: user.id })
  const { token } = await registry.tokens.create(record?.id ?? 0, 'x')
  const kinds = [
    { secret: key, nouns: registry.keys, form: (digest: Buffer) => digest.toString('hex') },
    { secret: token, nouns: registry.tokens, form: (digest: Buffer) => digest },
  ]
  for (const { secret, nouns, form } of kinds) {
    asked.length = 0
    for (const [index, guess] of guesses(secret).entries()) {
      const digest = nouns.digest(guess)
      t.equal(digest.length, 32)
      t.equal((await nouns.findGrant(digest)) !== undefined, index === 0, `guess ${index}`)
      t.strictSame(asked.at(-1)?.values, [form(digest)])
    }
    t.equal(asked.length, guesses(secret).length)
    t.equal(new Set(asked.map(({ text }) => text)).size, 1, 'the same statement')
    t.equal(
      new Set(asked.map(({ values }) => String(values[0]).slice(0, 6))).size,
      asked.length,
      'near guesses have distant digests',
    )
  }
})

t.test('what is stored is the digest', async (t) => {
  const [key] = await db.write.query<{ key_hash: string }>('select key_hash from api_keys')
  const [token] = await db.write.query<{ token_hash: Buffer }>('select token_hash from plugin_tokens')
  t.match(key?.key_hash, /^[0-9a-f]{64}$/)
  t.equal(token?.token_hash.length, 32)
})

t.test('no key begins with a dash, which a command line would take for an option', async (t) => {
  // One text in 64 does: of 2,000 none would be left out by chance.
  for (let made = 0; made < 2_000; made++) {
    const { key, prefix } = makeKey(secretKey)
    if (!/^[A-Za-z0-9_][A-Za-z0-9_-]{63}$/.test(key) || !key.startsWith(prefix)) t.fail(key)
  }
  t.pass('2,000 keys')
})
