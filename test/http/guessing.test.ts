// How often somebody may be wrong, counted by all processes together, and what is kept of it (spec/dashboard 12).
import fc from 'fast-check'
import t from 'tap'
import { linkSubject } from '../../src/registry/limits.ts'
import { forgetSignIns } from '../../src/upkeep/housekeeping.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { runs } from '../support/effort.ts'

t.setTimeout(240_000)

const minute = 60_000
const hour = 3_600_000
let now = Date.parse('2026-11-23T12:00:00Z')
const clock = { now: () => new Date(now) }
const service = await startApp({ clock })
t.teardown(() => service.stop())
const other = await startApp({ clock, databaseUrl: service.databaseUrl })
t.teardown(() => other.stop())
const { registry, db } = service.app
const good = 'a long enough password'
const user = await registry.users.create({ email: 'ann@guess.test', password: good })

const attempt = (email: string, password: string, ip: string, at = service) =>
  send(at, 'POST', '/api/session', { email, password }, { 'x-forwarded-for': ip })
const subjectOf = async (email: string) => (await registry.users.findAddressed(email)).subject
/** Failures of the last hour, without the work that they were. */
const fail = async (count: number, email: string, ip: string) => {
  const subject = await subjectOf(email)
  for (let index = 0; index < count; index += 1) await registry.limits.beginGuess(subject, ip)
}
const tooMany = { error: 'Too many tries. Please wait and try again' }

t.test('5 failures a minute for an account with an address, in all processes together', async (t) => {
  const ip = '192.0.2.1'
  for (const at of [service, other, service, other, service])
    t.equal((await attempt('ann@guess.test', 'wrong password', ip, at)).status, 401)
  now += 1_000
  for (const at of [service, other]) {
    const refused = await attempt('ANN@guess.test', good, ip, at)
    t.strictSame([refused.status, refused.body, refused.headers.get('retry-after')], [429, tooMany, '59'])
  }
  t.equal((await attempt('ann@guess.test', good, '192.0.2.2')).status, 200, 'from elsewhere')
  t.equal((await attempt('bob@guess.test', good, ip)).status, 401, 'another account')
  now += minute - 1_001
  t.equal((await attempt('ann@guess.test', good, ip)).status, 429, 'a minute less a millisecond')
  now += 1
  t.equal((await attempt('ann@guess.test', good, ip)).status, 200, 'a minute')
})

t.test('right passwords are no failures', async (t) => {
  for (let index = 0; index < 7; index += 1) t.equal((await attempt('ann@guess.test', good, '192.0.2.3')).status, 200)
})

t.test('30 failures an hour for an account with an address', async (t) => {
  const ip = '192.0.2.4'
  for (let batch = 0; batch < 6; batch += 1) {
    await fail(5, 'ann@guess.test', ip)
    now += minute
  }
  const refused = await attempt('ann@guess.test', good, ip)
  t.strictSame([refused.status, refused.headers.get('retry-after')], [429, String(54 * 60)])
  now += hour - 6 * minute
  t.equal((await attempt('ann@guess.test', good, ip)).status, 200, 'an hour after the first of them')
})

t.test('100 failures an hour for an address, and for all of an IPv6 network', async (t) => {
  for (let index = 0; index < 100; index += 1)
    await registry.limits.beginGuess(await subjectOf(`${index}@guess.test`), `2001:db8:1:2::${index.toString(16)}`)
  t.equal((await attempt('ann@guess.test', good, '2001:db8:1:2:ffff::1')).status, 429)
  t.equal((await attempt('ann@guess.test', good, '2001:db8:1:3::1')).status, 200, 'the network beside')
})

t.test('many at once get no more tries than one after the other', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      attempt('ann@guess.test', 'wrong password', '192.0.2.5', index % 2 === 0 ? service : other),
    ),
  )
  const of = (status: number) => answers.filter((answer) => answer.status === status).length
  t.strictSame([of(401), of(429)], [5, 7])
})

t.test('links and the passwords of shared links are guessed at no more often', async (t) => {
  const site = await service.provision({ domain: 'guess.test', email: 'owner@guess.test' })
  const siteId = (await registry.sites.find(site.domain))?.id ?? 0
  const link = await registry.sharedLinks.findOrCreate(siteId, 'Board')
  await registry.sharedLinks.change(siteId, link.id, { password: good })
  const cases: [path: string, body: object, status: number][] = [
    ['/api/setup', { token: 'x' }, 410],
    ['/api/reset', { token: 'x' }, 410],
    ['/api/invitations/x', {}, 410],
    ['/api/session', { token: 'x' }, 410],
    [`/api/share/${link.slug}/password`, { password: 'x' }, 401],
  ]
  for (const [index, [path, body, status]] of cases.entries()) {
    const headers = { 'x-forwarded-for': `192.0.2.${100 + index}` }
    for (let tried = 0; tried < 5; tried += 1)
      t.equal((await send(service, 'POST', path, body, headers)).status, status, path)
    t.equal((await send(service, 'POST', path, body, headers)).status, 429, path)
  }
  const { token } = await registry.oneTimeLinks.create('reset', { userId: user.id })
  for (let tried = 0; tried < 7; tried += 1)
    t.equal(
      (await send(service, 'POST', '/api/reset', { token, password: 'short' }, { 'x-forwarded-for': '192.0.2.110' }))
        .status,
      400,
      'a password that is too short is no guess',
    )
})

t.test(
  'another address each time: 100 tries an hour, then with growing pauses; a known browser is spared',
  async (t) => {
    const email = 'wide@guess.test'
    await registry.users.create({ email, password: good })
    let next = 0
    const elsewhere = () => `198.18.${next >> 8}.${next++ & 255}`
    const { headers } = await attempt(email, good, elsewhere())
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .find((one) => one?.startsWith('tidemark-known-'))!
    t.notMatch(cookie, /wide|guess/)
    const subject = await subjectOf(email)
    for (let index = 0; index < 100; index += 1) await registry.limits.beginGuess(subject, elsewhere())
    const pauses = [15, 30, 60, 120, 240, 480, 900, 900]
    for (const pause of pauses) {
      t.equal((await attempt(email, 'wrong password', elsewhere())).status, 401, 'one more try')
      const refused = await attempt(email, good, elsewhere())
      t.strictSame([refused.status, refused.headers.get('retry-after')], [429, String(pause)])
      t.equal((await attempt(email.toUpperCase(), good, elsewhere())).status, 429, 'refused tries change nothing')
      now += pause * 1_000
    }
    const known = await send(
      service,
      'POST',
      '/api/session',
      { email, password: good },
      { cookie, 'x-forwarded-for': elsewhere() },
    )
    t.equal(known.status, 200, 'a browser that has signed in')
    await registry.limits.beginGuess(subject, elsewhere())
    const forged = `${cookie.slice(0, -4)}AAAA`
    for (const bad of [forged, cookie.replace(/=.*/, '=1.x'), cookie.replace(/known-\w{4}/, 'known-abcd')])
      t.equal(
        (
          await send(
            service,
            'POST',
            '/api/session',
            { email, password: good },
            { cookie: bad, 'x-forwarded-for': elsewhere() },
          )
        ).status,
        429,
        'a cookie that is no such',
      )
    now += hour
    t.equal(
      (await attempt(email, good, elsewhere())).status,
      200,
      'the hour is over: no account is locked out for good',
    )
  },
)

t.test('a client cannot choose the address that its guesses are counted by', async (t) => {
  await registry.users.create({ email: 'spoof@guess.test', password: good })
  const headersOf: ((index: number) => Record<string, string>)[] = [
    (index) => ({ 'x-forwarded-for': `1.1.1.${index}, 198.51.100.1` }),
    (index) => ({ 'x-forwarded-for': `no address ${index}` }),
    (index) => ({ 'cf-connecting-ip': `2.2.2.${index}` }),
    (index) => ({
      'x-real-ip': `2.2.3.${index}`,
      'true-client-ip': `2.2.4.${index}`,
      'x-service-ip': `2.2.5.${index}`,
    }),
    (index) => ({ forwarded: `for=3.3.3.${index}, for=198.51.100.2` }),
  ]
  for (const headers of headersOf) {
    const statuses: number[] = []
    const email = `${headersOf.indexOf(headers)}@spoof.test`
    for (let index = 1; index <= 6; index += 1)
      statuses.push((await send(service, 'POST', '/api/session', { email, password: 'x' }, headers(index))).status)
    t.strictSame(statuses, [401, 401, 401, 401, 401, 429], JSON.stringify(headers(1)))
  }
})

t.test('behind a named network a client cannot choose it by a header of others', async (t) => {
  for (const [network, own, foreign] of [
    ['cloudflare', 'cf-connecting-ip', ['x-service-ip', 'true-client-ip', 'x-real-ip', 'fly-client-ip']],
    ['fly', 'fly-client-ip', ['cf-connecting-ip', 'x-service-ip']],
  ] as const) {
    const env = { TRUSTED_PROXIES: `${network}, 127.0.0.0/8, ::1` }
    const behind = await startApp({ databaseUrl: service.databaseUrl, clock, env })
    t.teardown(() => behind.app.stop())
    for (const name of foreign) {
      const statuses: number[] = []
      for (let index = 1; index <= 6; index += 1) {
        const headers = {
          [own]: '198.51.100.9',
          [name]: `2.3.4.${index}`,
          'x-forwarded-for': `2.3.5.${index}, 6.7.8.9`,
        }
        const body = { email: `${network}-${name}@named.test`, password: 'x' }
        statuses.push((await send(behind, 'POST', '/api/session', body, headers)).status)
      }
      t.strictSame(statuses, [401, 401, 401, 401, 401, 429], `${network}: ${name}`)
    }
  }
})

t.test('every text that finds an account is counted as the account', async (t) => {
  await registry.users.create({ email: 'José@guess.test', password: good })
  const spellings: ((index: number) => string)[] = [
    (index) => `jos\0é@guess.test${'\0'.repeat(index)}`,
    (index) => `${'\u0001'.repeat(index)}josé@guess.test`,
    (index) => `jos${['\n', '\t', '\u007f', '\u0085', '\r', '\v'][index]}é@guess.test`,
    (index) => `${' '.repeat(index)}josé@guess.test${'\u00a0'.repeat(index)}`,
    (index) => ['José', 'JOSÉ', 'josÉ', 'jOSé', 'joSé', 'JosÉ'][index] + '@guess.test',
    (index) => `josé@GUESS.test${['\u2003', '\ufeff', '\u2028', '\u3000', '\0 ', ' \0'][index]}`,
  ]
  for (const [row, spell] of spellings.entries()) {
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1)
      statuses.push((await attempt(spell(index), 'wrong password', `192.0.2.${160 + row}`)).status)
    t.strictSame(statuses, [401, 401, 401, 401, 401, 429], JSON.stringify(spell(1)))
    t.equal((await attempt(spell(3), good, `192.0.2.${180 + row}`)).status, 200, 'the same text signs in')
  }
  for (const email of [7, null, ['josé@guess.test'], { email: 'josé@guess.test' }, `${'j'.repeat(400)}@guess.test`])
    t.equal((await send(service, 'POST', '/api/session', { email, password: good })).status, 401, String(email))
})

t.test('two texts that find one account share a limit, whatever they are', async () => {
  const known = ['ann@guess.test', 'i@guess.test', 'kim@guess.test', 'straße@guess.test', 'σ@guess.test']
  for (const email of known) await registry.users.create({ email, ifMissing: true })
  const letter = fc.constantFrom(
    ...'aAnNiIıİkK\u212asSßẞσςΣ@. \0\u0001\n\u00a0\u200b\u0307\u0301ａ',
    '\ud800',
    '\udbff',
    '\ufffd',
  )
  const text = fc.oneof(
    fc.string({ unit: letter, maxLength: 6 }),
    fc
      .tuple(fc.constantFrom(...known), fc.nat(8), fc.string({ unit: letter, maxLength: 2 }), fc.boolean())
      .map(([email, at, more, isUpper]) => {
        const spelled = email.slice(0, at) + more + email.slice(at)
        return isUpper ? spelled.toUpperCase() : spelled
      }),
  )
  const property = fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 12 }), async (texts) => {
    const found = await Promise.all(texts.map((email) => registry.users.findAddressed(email)))
    const alone = await Promise.all(texts.map((email) => registry.users.find(email)))
    for (const [index, { user, subject }] of found.entries()) {
      if (user?.id !== alone[index]?.id) return false
      if (user && subject.name !== `account ${user.id}`) return false
      if (!user && !subject.name.startsWith('address ')) return false
    }
    return true
  })
  await fc.assert(property, { numRuns: runs(60), seed: 14 })
})

t.test(
  'tries at a second factor, at an invitation and at a reset link of an account are tries at the account',
  async (t) => {
    const site = await service.provision({ domain: 'one.test', email: 'owner@one.test' })
    const teamId = (await registry.teams.find(site.team))?.id ?? 0
    const known = await registry.users.create({ email: 'both@guess.test', password: good })
    const ip = '192.0.2.150'
    const { token } = await registry.oneTimeLinks.create('invite', { email: 'BOTH@guess.test', role: 'viewer', teamId })
    const invite = (password: string) =>
      send(service, 'POST', `/api/invitations/${token}`, { password }, { 'x-forwarded-for': ip })
    for (let tried = 0; tried < 3; tried += 1) t.equal((await invite('wrong password')).status, 401)
    for (let tried = 0; tried < 2; tried += 1)
      t.equal((await attempt('both@guess.test', 'wrong password', ip)).status, 401)
    t.equal((await invite(good)).status, 429)
    t.equal((await attempt('both@guess.test', good, ip)).status, 429)
    const reset = await registry.oneTimeLinks.create('reset', { userId: known.id })
    const body = { token: reset.token, password: `${good} 2` }
    t.equal((await send(service, 'POST', '/api/reset', body, { 'x-forwarded-for': ip })).status, 429)
    t.equal(linkSubject('x').isWide, false)
  },
)

t.test('no address is written anywhere, and its digest for an hour', async (t) => {
  await fail(1, 'ann@guess.test', '198.51.100.77')
  const rows = await db.write.query<{ text: string }>('select r::text as text from rate_limits r')
  t.ok(rows.length > 0)
  t.notMatch(JSON.stringify(rows), /198\.51\.100|guess\.test/)
  const count = async () =>
    (await db.write.query<{ count: number }>('select count(*)::int as count from rate_limits'))[0]?.count
  const before = await count()
  now += hour - 1
  await forgetSignIns(service.app.db, new Date(now))
  t.ok(((await count()) ?? 0) > 0 && ((await count()) ?? 0) <= (before ?? 0), 'an hour less a millisecond')
  now += 1
  await forgetSignIns(service.app.db, new Date(now))
  t.equal(await count(), 0, 'an hour')
})
