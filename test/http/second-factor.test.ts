// The second factor: codes of an app at sign-in, each once, recovery codes, and who can turn it off (spec/dashboard 12).
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { cookieOf, send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'

t.setTimeout(240_000)

let now = Date.parse('2026-11-23T12:00:05Z')
const step = 30_000
const service = await startApp({ clock: { now: () => new Date(now) } })
t.teardown(() => service.stop())
const { registry, db } = service.app
const email = 'ann@factor.test'
const password = 'a long enough password'
await service.provision({ domain: 'factor.test', email })
const userId = (await registry.users.find(email))?.id ?? 0
await registry.users.setPassword(userId, password)
const path = '/api/account/second-factor'
const wrong = { error: 'code: is wrong, or was used already' }
const enter = (code?: unknown, more: object = {}) =>
  send(service, 'POST', '/api/session', { email, password, ...(code === undefined ? {} : { code }), ...more })
let secret = ''
let recovery: string[] = []
const codeAt = (at: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

t.test('the codes are those of RFC 6238', async (t) => {
  // Appendix B, SHA-1, shortened to six digits.
  secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    t.equal(codeAt(seconds * 1_000), code)
})

t.test('turned on by its first code, which ends all other sessions', async (t) => {
  const [here, there] = [await signIn(service, email), await signIn(service, email)]
  const ask = (method: string, body?: unknown) => send(service, method, path, body, { cookie: here.cookie })
  t.strictSame((await ask('GET')).body, { is_on: false, recovery_codes_left: 0 })
  t.equal((await ask('PUT', { code: '000000' })).status, 400, 'there is no secret yet')
  const begun = await ask('POST', {})
  t.match(begun.body.url, /^otpauth:\/\/totp\/Tidemark:ann%40factor\.test\?issuer=Tidemark&secret=[A-Z2-7]{32}&/)
  secret = begun.body.secret
  t.equal((await enter()).status, 200, 'it does not count yet')
  t.strictSame((await ask('PUT', {})).status, 400)
  const refused = await ask('PUT', { code: codeAt(now - 3 * step) })
  t.strictSame([refused.status, refused.body], [401, wrong])
  const answer = await ask('PUT', { code: codeAt(now) })
  t.equal(answer.status, 200)
  recovery = answer.body.recovery_codes
  t.equal(new Set(recovery).size, 10)
  for (const code of recovery) t.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  t.strictSame((await ask('GET')).body, { is_on: true, recovery_codes_left: 10 })
  t.equal((await ask('POST', {})).status, 400, 'a secret that counts is not replaced')
  t.equal((await send(service, 'GET', path, undefined, { cookie: there.cookie })).status, 401)
})

t.test('signing in: the password first, then a code, each once', async (t) => {
  t.equal((await enter(codeAt(now), { password: 'wrong password' })).body.error, 'E-mail or password is wrong')
  const asked = await enter()
  t.strictSame([asked.status, asked.body], [400, { error: 'code: is needed to sign in to this account' }])
  t.equal((await enter(codeAt(now))).status, 401, 'the code that turned it on is used')
  now += step
  const code = codeAt(now)
  const both = await Promise.all([enter(code), enter(code)])
  t.strictSame(both.map(({ status }) => status).sort(), [200, 401], 'of two with one code one gets in')
  const [session] = await db.write.query<{ second_factor_at: Date | null }>(
    'select second_factor_at from browser_sessions order by id desc limit 1',
  )
  t.ok(session?.second_factor_at)
  now += 3 * step
  t.equal((await enter(codeAt(now - 2 * step))).status, 401, 'two steps late')
  t.equal((await enter(` ${codeAt(now - step).slice(0, 3)} ${codeAt(now - step).slice(3)}`)).status, 200, 'one is not')
  t.equal((await enter(codeAt(now + step))).status, 200, 'nor is one early')
  t.equal((await enter(codeAt(now))).status, 401, 'what is older than the last one taken')
  for (const other of [123456, ['1'], {}]) t.equal((await enter(other)).status, 400)
})

t.test('recovery codes: once, however they are written', async (t) => {
  now += 60_000
  t.equal((await enter(recovery[0]?.toLowerCase().replaceAll('-', ' '))).status, 200)
  t.equal((await enter(recovery[0])).status, 401)
  t.equal((await registry.secondFactors.find(userId)).recoveryCodesLeft, 9)
})

t.test('an invitation does not go around it', async (t) => {
  now += 60_000
  const team = await registry.teams.create({ ownerId: (await registry.users.create({ email: 'b@factor.test' })).id })
  const { token } = await registry.oneTimeLinks.create('invite', { email, role: 'viewer', teamId: team.id })
  const accept = (body: object) => send(service, 'POST', `/api/invitations/${token}`, { password, ...body })
  t.equal((await accept({})).status, 400)
  t.equal((await accept({ code: '000000' })).status, 401)
  t.equal((await accept({ code: codeAt(now) })).status, 200)
})

t.test('guesses are counted, for the account with the address', async (t) => {
  now += 3_600_000
  const tries = []
  for (let index = 0; index < 6; index += 1) tries.push((await enter('000000')).status)
  t.strictSame(tries, [401, 401, 401, 401, 401, 429])
  now += 3_600_000
})

t.test('100 wrong codes in a row, then one a day; known browsers and recovery codes stay ways in', async (t) => {
  now += 10 * step
  const known = (await enter(codeAt(now))).headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0] ?? '')
    .find((one) => one.startsWith('tidemark-known-'))!
  const from = (index: number, code: string, cookie = '') =>
    send(
      service,
      'POST',
      '/api/session',
      { email, password, code },
      { cookie, 'x-forwarded-for': `198.51.${100 + (index >> 8)}.${index & 255}` },
    )
  const wrongCode = () => (codeAt(now) === '000000' ? '000001' : '000000')
  // The limit of an hour over all addresses is another one.
  const hourly = async (count: number, first: number) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index += 1) statuses.push((await from(first + index, wrongCode())).status)
    now += 3_600_000
    return new Set(statuses)
  }
  t.strictSame(await hourly(60, 0), new Set([401]))
  t.strictSame(await hourly(40, 60), new Set([401]))
  const paused = await from(120, codeAt(now))
  t.strictSame([paused.status, paused.body], [429, { error: 'Too many tries. Please wait and try again' }])
  t.equal(Number(paused.headers.get('retry-after')), 23 * 3_600)
  t.equal((await from(121, wrongCode(), known)).status, 401, 'a known browser has no pause')
  t.equal((await from(122, codeAt(now))).status, 429)
  now += 86_400_000
  t.equal((await from(123, wrongCode())).status, 401, 'one a day')
  t.equal((await from(124, codeAt(now))).status, 429)
  t.equal((await from(125, recovery.pop()!)).status, 200, 'a recovery code')
  t.equal((await from(126, wrongCode())).status, 401, 'a right one ends the row')
  await db.write.query('update second_factors set wrong_codes = 100')
  t.equal((await from(127, codeAt(now))).status, 429)
  now += step
  t.equal((await from(128, codeAt(now), known)).status, 200, 'a known browser signs in')
  now += step
  t.equal((await from(129, codeAt(now))).status, 200, 'and ends the row too')
  now += step
})

t.test('what is kept reads nothing without the service’s secret', async (t) => {
  const [row] = await db.write.query<{ secret: Buffer }>('select secret from second_factors')
  t.notOk(row?.secret.includes(Buffer.from(Secret.fromBase32(secret).buffer)))
  const kept = await db.write.query<{ text: string }>('select encode(code_hash, $1) as text from recovery_codes', [
    'escape',
  ])
  for (const code of recovery) t.notOk(kept.some(({ text }) => text.includes(code)))
})

t.test('turned off by a code, or by the operator', async (t) => {
  const cookie = cookieOf(await enter(codeAt(now)))
  const ask = (method: string, body?: unknown) => send(service, method, path, body, { cookie })
  t.equal((await ask('DELETE', {})).status, 400)
  t.equal((await ask('DELETE', { code: '000000' })).status, 401)
  t.equal((await ask('DELETE', { code: recovery[1] })).status, 204)
  t.equal((await ask('DELETE', { code: recovery[2] })).status, 400)
  t.equal((await enter()).status, 200, 'the password is enough again')
  secret = (await ask('POST', {})).body.secret
  now += step
  t.equal((await ask('PUT', { code: codeAt(now) })).status, 200)
  t.equal((await enter()).status, 400)
  t.equal(await registry.secondFactors.remove(userId), true)
  t.equal(await registry.secondFactors.remove(userId), false)
  t.equal((await enter()).status, 200)
  now += 16 * 60_000
  const old = await ask('POST', {})
  t.strictSame(
    [old.status, old.body],
    [403, { error: 'current_password: is needed, since signing in was a while ago' }],
  )
  t.equal((await ask('POST', { current_password: 'wrong password' })).status, 403)
  t.equal((await ask('POST', { current_password: password })).status, 200)
})
