// Reports and notices as their readers get them: from a real SMTP server and a real webhook, against the real database
// (spec/management 13).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PNG } from 'pngjs'
import t from 'tap'
import { readMailServer } from '../../src/config/mail.ts'
import type { Message } from '../../src/registry/messages.ts'
import { noticeSentence, writeReport } from '../../src/reports/letter.ts'
import { createMailer } from '../../src/reports/mailer.ts'
import { drawBars } from '../../src/reports/picture.ts'
import { createReports } from '../../src/reports/reports.ts'
import type { Language } from '../../src/rules/languages.ts'
import { createWatching } from '../../src/stats/live/watch.ts'
import { createMeasures } from '../../src/stats/measures.ts'
import { createStats } from '../../src/stats/stats.ts'
import { send } from '../support/browser.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'

t.setTimeout(240_000)

const smtp = await startSmtp()
const { mails, refused, url: smtpUrl } = smtp

let now = Date.now()
const clock = { now: () => new Date(now) }
const domain = 'reports.test'
const service = await startDashboard({ domain, days: 16, clock, env: { SMTP_URL: smtpUrl } })
t.teardown(async () => {
  await service.stop()
  smtp.stop()
})
const { app } = service
const { db, directory, registry, log } = app
const site = directory.find(domain)!
const reading = { db, clock, statementTimeoutMs: 20_000 }
const make = (allowsPrivateWebhooks = true) =>
  createReports({
    db,
    log,
    directory,
    recipients: registry.recipients,
    channels: registry.channels,
    stats: createStats({ ...reading, log }),
    watching: createWatching(reading),
    measures: createMeasures({ ...reading, log }),
    mailer: createMailer({ server: readMailServer(smtpUrl), from: 'Tidemark <tidemark@tidemark.test>' }),
    allowsPrivateWebhooks,
    baseUrl: 'http://tidemark.test',
  })
const reports = make()
const sendAll = () => reports.send(clock.now, new AbortController().signal)
/** Time goes on for weeks here: a session of the beginning is over by then. */
const owner = async () => (await signIn(service, service.site.email)).headers
const put = async (kind: string, body: object, headers?: Readonly<Record<string, string>>) =>
  send(service, 'PUT', `/api/sites/${domain}/reports/${kind}`, body, headers ?? (await owner()))
const told = async (kind: string) => {
  const { body } = await send(service, 'GET', `/api/sites/${domain}/reports`, undefined, await owner())
  return (body as { reports: { kind: string; threshold: number; recipients: { address: string }[] }[] }).reports.find(
    (one) => one.kind === kind,
  )
}
const monday = (() => {
  const day = new Date(now)
  day.setUTCHours(8, 0, 30, 0)
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7))
  return day.getTime()
})()

t.test('settings: what is refused and said, and for whom', async (t) => {
  const many = Array.from({ length: 21 }, (_, index) => `${index}@b.test`)
  for (const [kind, body, error] of [
    ['weekly', { recipients: 'a@b.test' }, 'recipients: is invalid'],
    ['weekly', { recipients: ['nobody'] }, 'recipients: nobody is no e-mail address'],
    ['weekly', { recipients: ['a@b.test\r\nBcc: c@d.test'] }, /^recipients: a@b\.test/],
    ['weekly', { recipients: many }, 'recipients: should be at most 20'],
    ['spike', { recipients: ['http://'] }, 'recipients: http:// is no webhook'],
    ['spike', { recipients: ['https://u:p@hook.test/'] }, 'recipients: https://u:p@hook.test/ is no webhook'],
    ['spike', { recipients: [], threshold: 0 }, 'threshold: must be a whole number from 1 to 1000000'],
    ['silence', { recipients: [], threshold: 721 }, 'threshold: must be a whole number from 1 to 720'],
    ['silence', { recipients: [], threshold: 'some' }, 'threshold: must be a whole number from 1 to 720'],
    ['silence', { recipients: [], threshold: true }, 'threshold: must be a whole number from 1 to 720'],
  ] as const)
    t.match(await put(kind, body), { status: 400, body: { error } }, JSON.stringify(body))
  t.match(await put('yearly', { recipients: [] }), { status: 404 })
  const user = await registry.users.create({ email: 'viewer@reports.test' })
  await registry.teams.addMember(site.teamId, user.id, 'viewer')
  const viewer = await signIn(service, user.email)
  t.match(await put('weekly', { recipients: [] }, viewer.headers), { status: 404 })
  t.match(
    await send(
      service,
      'PUT',
      `/api/sites/${domain}/reports/weekly`,
      { recipients: [] },
      {
        authorization: `Bearer ${service.site.api_key}`,
      },
    ),
    { status: 401 },
    'keys could make themselves readers of more than they may read',
  )
  t.match(await put('spike', { recipients: ['B@x.test', ' a@x.test ', 'a@x.test'] }), { status: 204 })
  t.match(await told('spike'), { threshold: 10, recipients: [{ address: 'a@x.test' }, { address: 'B@x.test' }] })
  t.match(await put('spike', { recipients: [] }), { status: 204 })
  t.strictSame((await told('spike'))?.recipients, [])
})

t.test('the weekly report: the numbers of the API, in text, HTML and a picture; once', async (t) => {
  t.match(await put('weekly', { recipients: ['reader@x.test'] }), { status: 204 })
  t.equal(await reports.plan(clock.now()), 0, 'a period that was due before they were recipients')
  const before = now
  now = monday
  t.strictSame(await Promise.all([reports.plan(clock.now()), reports.plan(clock.now())]).then(([a, b]) => a + b), 1)
  t.equal(await reports.plan(clock.now()), 0)
  const arrived = await Promise.all([sendAll(), sendAll(), make().send(clock.now, new AbortController().signal)])
  t.strictSame(
    arrived.reduce((sum, count) => sum + count, 0),
    1,
  )
  t.equal(mails.length, 1)
  const words = wordsOf(mails[0]!)
  const from = new Date(monday - 7 * 86_400_000).toISOString().slice(0, 10)
  const to = new Date(monday - 86_400_000).toISOString().slice(0, 10)
  const answer = await send(
    service,
    'POST',
    '/api/v2/query',
    { site_id: domain, metrics: ['visitors', 'pageviews'], date_range: [from, to] },
    service.owner.headers,
  )
  const [row] = (answer.body as { results: { metrics: number[] }[] }).results
  t.match(words, new RegExp(`Unique visitors\\s+${row?.metrics[0]}\\b`))
  t.match(words, new RegExp(`Total pageviews\\s+${row?.metrics[1]}\\b`))
  t.match(words, /Subject: reports\.test: week of/)
  t.match(words, /Top pages/)
  t.match(words, /Content-Type: image\/png/)
  t.match(words, /cid:graph@tidemark/)
  t.match(words, `period=custom&from=${from}&to=${to}`)
  t.match(words, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  t.match(words, /Message-ID: <\d+@tidemark\.test>/i)
  now = before
})

t.test('one click ends it; a token that was changed ends nothing', async (t) => {
  const path = /List-Unsubscribe: <http:\/\/tidemark\.test(\/unsubscribe\/[\w-]+)>/.exec(wordsOf(mails[0]!))?.[1] ?? ''
  const click = (address: string) =>
    fetch(service.url + address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const other = path.slice(0, -1) + (path.endsWith('A') ? 'E' : 'A')
  t.equal((await click(other)).status, 204)
  t.equal((await told('weekly'))?.recipients.length, 1)
  t.equal((await click(path)).status, 204)
  t.equal((await told('weekly'))?.recipients.length, 0)
  t.equal((await click(path)).status, 204, 'again')
})

t.test('what is refused is tried again, is seen in settings, and given up in the end', async (t) => {
  const start = now
  const count = mails.length
  refused.add('gone@x.test')
  t.match(await put('monthly', { recipients: ['gone@x.test', 'here@x.test'] }), { status: 204 })
  now += 32 * 86_400_000
  t.equal(await reports.plan(clock.now()), 2)
  t.equal(await sendAll(), 1, 'the other one arrives')
  t.match(await told('monthly'), { recipients: [{ address: 'gone@x.test', failure: /no such mailbox/ }, {}] })
  t.equal(await sendAll(), 0, 'not at once')
  for (const minutes of [1, 5, 30, 120]) {
    now += minutes * 60_000
    t.equal(await sendAll(), 0)
  }
  refused.delete('gone@x.test')
  now += 480 * 60_000
  t.equal(await sendAll(), 1, 'the last attempt')
  t.match(await told('monthly'), { recipients: [{ address: 'gone@x.test', failure: null }, {}] })
  t.equal(mails.length, count + 2)
  refused.add('gone@x.test')
  now += 32 * 86_400_000
  await reports.plan(clock.now())
  await sendAll()
  for (const minutes of [1, 5, 30, 120, 480, 10_000]) {
    now += minutes * 60_000
    await sendAll()
  }
  refused.delete('gone@x.test')
  now += 10_000_000
  t.equal(await sendAll(), 0, 'given up')
  now = start
  await put('monthly', { recipients: [] })
})

t.test('many sites due in the same minute: in order, each once, also when sending is stopped half way', async (t) => {
  const start = now
  const count = 60
  const many = Array.from({ length: count }, (_, index) => `many-${index + 1}.test`)
  for (const name of many) await registry.sites.create({ domain: name, teamId: site.teamId })
  await db.write.query(
    `insert into recipients (site_id, kind, address, created_at)
     select id, 'weekly', 'many-' || n || '.test@x.test', $2 from unnest($1::bigint[]) with ordinality as made (id, n)`,
    [many.map((name) => directory.find(name)?.id), clock.now()],
  )
  now = monday
  const seen = mails.length
  const stopping = new AbortController()
  let left = 20
  smtp.onMail = () => {
    left -= 1
    if (left === 0) stopping.abort()
  }
  t.equal(await reports.plan(clock.now()), count)
  await reports.send(clock.now, stopping.signal)
  smtp.onMail = undefined
  t.ok(mails.length - seen < count)
  await Promise.all([sendAll(), sendAll()])
  await sendAll()
  const to = mails.slice(seen).map((mail) => mail.to)
  t.strictSame(
    to,
    many.map((name) => `${name}@x.test`),
  )
  now = start
})

t.test('notices: spike, drop and silence, by mail and webhook', async (t) => {
  const calls: Record<string, unknown>[] = []
  let status = 200
  const hook = createServer((request, response) => {
    let text = ''
    request.on('data', (bytes: Buffer) => {
      text += bytes
    })
    request.on('end', () => {
      calls.push(JSON.parse(text))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  t.teardown(() => hook.close())
  const address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
  const start = now
  for (let visitor = 0; visitor < 3; visitor += 1)
    await fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 Chrome/130',
        'x-forwarded-for': `203.0.113.${visitor + 1}`,
      },
      body: JSON.stringify({ name: 'pageview', url: `https://${domain}/`, domain }),
    })
  await t.resolves(
    (async () => {
      for (;;) {
        const [row] = await db.write.query<{ count: number }>(
          "select count(*) as count from events where site_id = $1 and recorded_at > now() - interval '5 minutes'",
          [site.id],
        )
        if (row?.count === 3) return
      }
    })(),
  )
  now = Date.now() + 1_000
  await put('spike', { recipients: [address, 'alarm@x.test'], threshold: 4 })
  t.equal(await reports.watch(clock.now()), 0, 'not enough')
  await put('spike', { recipients: [address, 'alarm@x.test'], threshold: 3 })
  t.equal(await reports.watch(clock.now()), 2)
  now += 60_000
  t.equal(await reports.watch(clock.now()), 0, 'told a minute ago')
  t.equal(await sendAll(), 2)
  t.match(calls, [{ kind: 'spike', site: domain, text: `${domain} has 3 visitors at the moment`, visitors: 3 }])
  t.match(wordsOf(mails.at(-1)!), /Subject: reports\.test has 3 visitors at the moment/)
  await put('spike', { recipients: [] })

  await put('drop', { recipients: [address], threshold: 2 })
  t.equal(await reports.watch(clock.now()), 0, 'three are enough')
  now += 13 * 3_600_000
  t.equal(await reports.watch(clock.now()), 1)
  status = 500
  t.equal(await sendAll(), 0)
  t.match(await told('drop'), { recipients: [{ failure: 'the webhook answered 500' }] })
  status = 204
  now += 61_000
  t.equal(await sendAll(), 1)
  t.match(calls.at(-1), { kind: 'drop', visitors: 0 })
  await put('drop', { recipients: [] })

  await put('silence', { recipients: ['alarm@x.test'], threshold: 24 })
  t.equal(await reports.watch(clock.now()), 0)
  now += 11 * 3_600_000
  t.equal(await reports.watch(clock.now()), 1)
  t.equal(await sendAll(), 1)
  now += 48 * 3_600_000
  t.equal(await reports.watch(clock.now()), 0, 'once until another event comes')
  await put('silence', { recipients: [address] })
  now += 1_000
  t.equal(await reports.watch(clock.now()), 1)
  t.equal(await make(false).send(clock.now, new AbortController().signal), 0, 'nothing private is asked')
  t.match(await told('silence'), { recipients: [{ failure: '127.0.0.1 is no public address' }] })
  now = start
})

t.test('an invitation says who invites, and to which sites', async (t) => {
  const call = async (name: string) => send(service, 'PUT', '/api/account', { name }, await owner())
  t.match(await call('Ann Berg'), { status: 200 })
  await service.provision({ domain: 'second.reports.test', email: service.site.email })
  const invite = async (email: string) => {
    const body = { email, role: 'viewer', to: 'team' }
    t.match(await send(service, 'POST', `/api/sites/${domain}/invitations`, body, await owner()), { status: 201 })
    const mail = mails.at(-1)!
    return { mail, words: wordsOf(mail) }
  }
  const { mail, words } = await invite('team@x.test')
  t.match(words, `Ann Berg (${service.site.email}) invites you to Tidemark`)
  t.match(words, /statistics of reports\.test and \d+ more sites? as viewer/)
  t.match(mail.raw, /Subject: Invitation to reports\.test and \d+ more sites? from Ann Berg/)
  t.notMatch(words, 'Personal', 'the made-up name of a team is for its owner')
  const name = async (body: object, headers = service.owner.headers) =>
    send(service, 'PUT', `/api/sites/${domain}/team`, body, headers)
  t.match(await name({ name: 'x'.repeat(256) }, await owner()), { status: 400 })
  t.match(await name({ name: 5 }, await owner()), { status: 400 })
  t.match(await name({ name: ' \0Acme ' }, await owner()), { status: 204 })
  t.match(await send(service, 'GET', `/api/sites/${domain}/team`, undefined, await owner()), { body: { name: 'Acme' } })
  t.match((await invite('named@x.test')).words, /Acme \(reports\.test and \d+ more sites?\)/)
  t.match(await name({ name: '' }, await owner()), { status: 204 })
  t.match(await call(''), { status: 200 })
})

t.test('invitations go by mail; where that fails the link is shown', async (t) => {
  const invite = async (email: string) =>
    send(service, 'POST', `/api/sites/${domain}/invitations`, { email, role: 'viewer', to: 'site' }, await owner())
  t.match(await invite('guest@x.test'), { status: 201, body: { email: 'guest@x.test', url: null, failure: null } })
  const mail = wordsOf(mails.at(-1)!)
  t.match(mails.at(-1), { to: 'guest@x.test', raw: /Subject: Invitation to reports\.test/ })
  t.match(mail, `${service.site.email} invites you to Tidemark: see the statistics of reports.test as viewer.`)
  t.match(mail, 'bgcolor="#0a6780"', 'in the colour of the product')
  const [, token = ''] = /http:\/\/tidemark\.test\/invite\/([\w-]+)/.exec(wordsOf(mails.at(-1)!)) ?? []
  t.match(await registry.oneTimeLinks.find('invite', token), { email: 'guest@x.test', siteId: site.id })
  refused.add('other@x.test')
  t.match(await invite('other@x.test'), {
    status: 201,
    body: { url: /\/invite\//, failure: /no such mailbox/ },
  })
})

const message: Message = {
  id: 1,
  recipientId: 1,
  siteId: 1,
  domain,
  kind: 'weekly',
  address: 'a@b.test',
  channelId: null,
  occasion: '2026-11-16',
  facts: {},
  attempts: 0,
  rule: null,
  language: 'en',
}

/** Subjects by language: the report, the silence of a site for 24 hours, an invitation. */
const subjects: readonly (readonly [language: Language, week: string, silence: string, invitation: string])[] = [
  ['en', 'week of', 'has sent no event for 24 hours', 'Invitation to'],
  ['de', 'Wochenbericht', 'hat seit 24 Stunden kein Ereignis gesendet', 'Einladung zu'],
  ['fr', 'semaine du', 'n’a envoyé aucun événement depuis 24 heures', 'Invitation à'],
  ['es', 'semana del', 'no ha enviado ningún evento desde hace 24 horas', 'Invitación a'],
  ['pt-BR', 'semana de', 'não envia nenhum evento há 24 horas', 'Convite para'],
  ['ja', 'の週次レポート', 'は 24 時間イベントを送信していません', 'への招待'],
]

t.test('mails are in the language of the account, else in that of the owner', async (t) => {
  const start = now
  const addresses = subjects.map(([language]) => `${language}@x.test`)
  for (const [language] of subjects) {
    const user = await registry.users.create({ email: `${language}@x.test` })
    const reader = await signIn(service, user.email)
    t.match(await send(service, 'PUT', '/api/account', { language }, reader.headers), { status: 200 })
  }
  await registry.users.create({ email: 'any@x.test' })
  const everybody = [...addresses, 'any@x.test', 'none@x.test']
  /** The mails of some work by reader, decoded. */
  const mailsOf = async (work: () => Promise<unknown>) => {
    const seen = mails.length
    await work()
    return new Map(mails.slice(seen).map((mail) => [mail.to, wordsOf(mail)]))
  }
  t.match(await put('weekly', { recipients: everybody }), { status: 204 })
  now = monday
  await reports.plan(clock.now())
  const weekly = await mailsOf(sendAll)
  for (const [language, week] of subjects) {
    const mail = weekly.get(`${language}@x.test`) ?? ''
    const [subject = ''] = /(?<=Subject: ).*/.exec(mail) ?? []
    t.match(subject, week, language)
    t.match(mail, `<html lang="${language}">`, language)
    for (const english of ['Unique visitors', 'Top pages', '>Unsubscribe<', 'Direct / None'])
      t.equal(mail.includes(english), language === 'en', `${english} in ${language}`)
  }
  t.match(weekly.get('de@x.test'), /Eindeutige Besucher[\s\S]*Vereinigte Staaten/)
  t.match(weekly.get('ja@x.test'), /ユニーク訪問者[\s\S]*アメリカ合衆国/)
  for (const email of ['any@x.test', 'none@x.test']) t.match(weekly.get(email), /<html lang="en">/, email)
  await put('weekly', { recipients: [] })

  t.match(await send(service, 'PUT', '/api/account', { language: 'fr' }, await owner()), { status: 200 })
  await put('silence', { recipients: everybody, threshold: 24 })
  const latest = await db.write.query<{ at: Date }>('select max(recorded_at) as at from events where site_id = $1', [
    site.id,
  ])
  now = latest[0]!.at.getTime() + 24.5 * 3_600_000
  await reports.watch(clock.now())
  const silence = await mailsOf(sendAll)
  for (const [language, , sentence] of subjects)
    t.match(silence.get(`${language}@x.test`), `${domain} ${sentence}`, language)
  for (const email of ['any@x.test', 'none@x.test'])
    t.match(silence.get(email), 'aucun événement depuis 24 heures', `${email}: the owner reads French`)
  await put('silence', { recipients: [] })

  const invited = await mailsOf(async () => {
    const headers = await owner()
    const path = `/api/sites/${domain}/invitations`
    for (const email of everybody) await send(service, 'POST', path, { email, role: 'viewer', to: 'site' }, headers)
  })
  for (const [language, , , words] of subjects) t.match(invited.get(`${language}@x.test`), words, language)
  t.match(invited.get('none@x.test'), 'Invitation à')
  await send(service, 'PUT', '/api/account', { language: null }, await owner())

  const reader = await signIn(service, 'de@x.test')
  const moved = await mailsOf(() =>
    send(service, 'POST', '/api/account/email', { email: 'neu@x.test' }, reader.headers),
  )
  t.match(moved.get('de@x.test'), /Subject: Ihre E-Mail-Adresse bei Tidemark[\s\S]*neu@x\.test/)
  t.match(moved.get('neu@x.test'), 'Subject: Bestätigen Sie Ihre E-Mail-Adresse für Tidemark')
  for (const [email, subject] of [
    ['de@x.test', 'Ein neues Passwort für Tidemark'],
    ['any@x.test', 'Una nueva contraseña para Tidemark'],
  ] as const) {
    const reset = await mailsOf(async () => {
      const arrived = new Promise<void>((resolve) => {
        smtp.onMail = resolve
      })
      await send(service, 'POST', '/api/reset/link', { email }, { 'accept-language': 'es-MX' })
      await arrived
    })
    t.match(reset.get(email), `Subject: ${subject}`, 'without a language of the account, that of the browser')
  }
  smtp.onMail = undefined
  now = start
})

t.test('every form of a count, in every language', (t) => {
  for (const [language] of subjects)
    for (const visitors of [0, 1, 2, 5, 1_234, 1_000_000]) {
      const sentence = noticeSentence({ ...message, kind: 'spike', language, facts: { visitors } })
      const number = new Intl.NumberFormat(language).format(visitors)
      t.ok(sentence.startsWith(domain) && sentence.includes(number), `${language}: ${sentence}`)
      t.notMatch(sentence, /[{}]|undefined/)
    }
  const drop = (language: Language, visitors: number) =>
    noticeSentence({ ...message, kind: 'drop', language, facts: { visitors } })
  t.match(drop('fr', 0), '0 visiteur au', 'French has one form for 0 and 1')
  t.match(drop('es', 0), '0 visitantes')
  t.match(drop('pt-BR', 1), '1 visitante nas')
  t.match(drop('fr', 1_000_000), 'de visiteurs')
  t.end()
})

t.test('page goals without a name of their own are said in the language of the letter', async (t) => {
  const rows = [
    ['Visit /pricing', 5],
    ['Visit us', 4],
  ] as const
  const written = (language: Language) =>
    writeReport(
      { ...message, language },
      { from: '2026-11-16', to: '2026-11-22' },
      { totals: [], days: [0, 1], lists: [{ dimension: 'event:goal', rows }] },
      { dashboard: 'http://t.test/', settings: 'http://t.test/', unsubscribe: 'http://t.test/' },
    ).text
  const said = { en: 'Visit /pricing', de: 'Besuch von /pricing', fr: 'Visite de /pricing', ja: '/pricing への訪問' }
  for (const [language, words] of Object.entries(said)) {
    t.match(written(language as Language), words, language)
    t.match(written(language as Language), 'Visit us', 'a name that was given stays')
  }
})

t.test('what visitors sent is text in a letter', async (t) => {
  const rows = [
    ['<img src=x onerror=alert(1)>', 5],
    ['\u202egnp.exe', 4],
    ['', 3],
  ] as const
  const letter = writeReport(
    message,
    { from: '2026-11-16', to: '2026-11-22' },
    {
      totals: [{ metric: 'bounce_rate', value: 40, change: -3 }],
      days: [0, 1],
      lists: [{ dimension: 'event:page', rows }],
    },
    { dashboard: 'http://t.test/', settings: 'http://t.test/', unsubscribe: 'http://t.test/' },
  )
  t.notMatch(letter.html, '<img src=x')
  t.match(letter.html, '&lt;img src=x onerror=alert(1)&gt;')
  t.notMatch(letter.html + letter.text, '\u202e')
  t.match(letter.text, 'down 3 points')
  t.match(letter.html, /class="row good"[^>]*>down 3 points</, 'fewer bounces are good')
  t.match(letter.html, /prefers-color-scheme:dark/)
  t.match(letter.html, />Mon<.*>Tue</s, 'the days stand below the bars')
  t.equal(letter.picture?.subarray(1, 4).toString(), 'PNG')
})

t.test('the picture: bars from zero on paper, above a line, as a program for mail reads it', async (t) => {
  const { width, height, data } = PNG.sync.read(drawBars([1, 2]))
  const pixel = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
  t.strictSame([width, height], [1_120, 240])
  const [paper, bar, line] = [
    [255, 255, 255],
    [30, 131, 158],
    [140, 152, 160],
  ]
  t.strictSame([pixel(100, 118), pixel(100, 119), pixel(100, 237)], [paper, bar, bar], 'half as high as the other')
  t.strictSame([pixel(700, 0), pixel(700, 237), pixel(700, 238)], [bar, bar, line])
  t.strictSame([pixel(553, 200), pixel(554, 200), pixel(560, 200)], [bar, paper, bar], 'a gap between them')
  for (const none of [[], [0, 0]]) t.equal(PNG.sync.read(drawBars(none)).height, height)
})
