// Passwords: how they are kept, those kept by the first version, and how many at once (spec/dashboard 12).
import { scryptSync } from 'node:crypto'
import t from 'tap'
import { systemClock } from '../../src/clock.ts'
import { createPools } from '../../src/db/pool.ts'
import { createPasswords } from '../../src/registry/passwords.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import { createDatabase } from '../support/database.ts'
import { recordDerivations, workOf } from '../support/derivations.ts'

t.setTimeout(240_000)

const passwords = createPasswords()
/** As the first version wrote it. */
const formerHash = (password: string): string => {
  const salt = Buffer.alloc(16, 7)
  return `scrypt$16384$${salt.toString('base64')}$${scryptSync(password, salt, 32, { N: 16_384 }).toString('base64')}`
}

t.test('what is kept says how it was made', async (t) => {
  const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
  t.match(one, /^scrypt\$32768\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/)
  t.not(one, two, 'each with its own salt')
  const cases: [what: string, password: string, stored: string | null, isRight: boolean, isOld: boolean][] = [
    ['the password', 'correct horse', one, true, false],
    ['another', 'correct horsf', one, false, false],
    ['none', '', one, false, false],
    ['the password, kept by the first version', 'correct horse', formerHash('correct horse'), true, true],
    ['another, kept by the first version', 'wrong horse', formerHash('correct horse'), false, true],
    ['nothing kept', 'correct horse', null, false, false],
    ['nonsense kept', 'correct horse', 'nonsense', false, false],
    ['nothing behind the parameters', 'correct horse', 'scrypt$32768$8$3$$', false, false],
  ]
  for (const [what, password, stored, isRight, isOld] of cases)
    t.strictSame(await passwords.verify(password, stored), { isRight, isOld }, what)
})

t.test('each try is the same work', async (t) => {
  const derivations = recordDerivations(t)
  const present = 32_768 * 8 * 3
  const kept = await passwords.hash('correct horse')
  t.equal(workOf(derivations), present)
  const cases: [what: string, password: string, stored: string | null][] = [
    ['the password', 'correct horse', kept],
    ['another', 'correct horsf', kept],
    ['the password, kept by the first version', 'correct horse', formerHash('correct horse')],
    ['another, kept by the first version', 'wrong horse', formerHash('correct horse')],
    ['no account', 'correct horse', null],
    ['a text too long for any password', 'x'.repeat(1_001), null],
  ]
  for (const [what, password, stored] of cases) {
    derivations.length = 0
    await passwords.verify(password, stored)
    t.equal(workOf(derivations), present, what)
  }
})

t.test('a password kept by the first version is kept anew when it is used', async (t) => {
  const database = await createDatabase()
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await database.drop()
  })
  const { users, signIn } = createRegistry({ db, config: { secretKey: 'x' }, clock: systemClock })
  const { id } = await users.create({ email: 'old@site.test' })
  await db.write.query('update users set password_hash = $2 where id = $1', [id, formerHash('correct horse')])
  const hash = async () =>
    (await db.write.query<{ hash: string }>('select password_hash as hash from users'))[0]?.hash ?? ''
  const place = { agent: '', country: null }
  const enter = async (password: string) => {
    const { user } = await users.findAddressed('old@site.test')
    return signIn.byPassword(user, { password }, { place, isKnown: false })
  }
  await t.rejects(enter('wrong horse'))
  t.match(await hash(), /^scrypt\$16384\$/)
  await enter('correct horse')
  t.match(await hash(), /^scrypt\$32768\$8\$3\$/)
  await enter('correct horse')
})

t.test('two at once, 50 wait, the next is refused', async (t) => {
  // A twenty-fourth of the work: this is about who waits.
  const [salt, cheap] = [Buffer.alloc(16, 7), { N: 32_768, r: 1, p: 1, maxmem: 2 ** 26 }]
  const hash = scryptSync('correct horse', salt, 32, cheap)
  const kept = `scrypt$32768$1$1$${salt.toString('base64')}$${hash.toString('base64')}`
  const asked = Array.from({ length: 53 }, () => passwords.verify('correct horse', kept))
  const outcomes = await Promise.allSettled(asked)
  t.ok(outcomes.slice(0, 52).every((outcome) => outcome.status === 'fulfilled' && outcome.value.isRight))
  t.match(outcomes[52], { status: 'rejected', reason: { status: 503, headers: { 'retry-after': '5' } } })
  t.ok((await passwords.verify('correct horse', kept)).isRight, 'there is room again')
})
