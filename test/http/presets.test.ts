// Presets of a site through real HTTP (spec/ingestion 26): who counts under "no script", which campaign data is stored
// with and without consent, and the facts for a privacy statement.
import t from 'tap'
import { createKitSecrets } from '../../src/registry/kit-secrets.ts'
import { writeKitClient } from '../../src/rules/kit-client.ts'
import type { Preset } from '../../src/rules/presets.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const service = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
t.teardown(() => service.stop())
const domain = 'preset.test'
const site = await service.provision({ domain, plan: 'business' })
const { db, directory, registry } = service.app
const siteId = directory.find(domain)?.id ?? 0
const secret = createKitSecrets(service.config.secretKey)({ id: siteId, kitSecretRound: 0 })
const api = createCall(service.url, site.api_key)
const { cookie } = await signIn(service, site.email)
const ask = (method: string, path: string, body?: unknown) =>
  send(service, method, `/api/sites/${domain}/${path}`, body, { cookie })

async function choose(preset: Preset): Promise<void> {
  await registry.sites.update(siteId, { preset })
  await directory.refresh(siteId)
}

/** Each visitor has an address of its own. */
let visitor = 0
interface Sent {
  readonly body?: object
  readonly path?: string
  readonly isSigned?: boolean
}
/** Sends a pageview; true if it counted. */
async function count({ body = {}, path = '/api/event', isSigned = false }: Sent): Promise<boolean> {
  visitor += 1
  const ip = `198.51.100.${visitor}`
  const signature = { 'x-tidemark-client': writeKitClient(secret, { ip, userAgent: agent }, Date.now()) }
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'user-agent': agent, 'x-forwarded-for': ip, ...(isSigned ? signature : {}) },
    body: JSON.stringify({ n: 'pageview', d: domain, u: `https://${domain}/`, ...body }),
  })
  t.equal(answer.status, 202)
  return !answer.headers.has('x-service-dropped')
}
const drops = async () => {
  const rows = await db.write.query<{ reason: string; count: number }>(
    `select reason, sum(count)::int as count from traffic_counts where reason <> 'accepted' group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

t.test('no script: servers with the kit secret count, browsers do not', async (t) => {
  await registry.sites.update(siteId, { pixel: true })
  await choose('standard')
  t.ok(await count({ body: { v: 1 } }), 'a script counts before')
  await choose('no_script')
  t.ok(await count({ isSigned: true }), 'a kit')
  t.ok(await count({ isSigned: true, body: { n: 'Signup' } }), 'a custom event of a server')
  t.notOk(await count({ body: { v: 1 } }), 'a script that was left on a page')
  t.notOk(await count({}), 'anybody')
  t.notOk(await count({ isSigned: true, body: { v: 1 } }), 'a script that a kit carries')
  t.notOk(await count({ body: { d: `${domain},other.test` }, isSigned: true }), 'a kit of this site alone')
  const picture = await fetch(`${service.url}/pixel/${domain}.gif`, { headers: { 'user-agent': agent } })
  t.equal(picture.status, 200)
  t.strictSame(await drops(), { not_found: 1, script_off: 5 })
})

t.test('no script: the script of the site does nothing', async (t) => {
  const read = async () => {
    const answer = await fetch(`${service.url}/js/s-${site.tracker_script_id}.js`)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  await choose('no_script')
  const off = await read()
  t.strictSame([off.status, off.type], [200, 'application/javascript'])
  t.match(off.text, /^\/\/[^\n]*\n$/, 'a comment alone')
  await choose('no_campaigns')
  t.match((await read()).text, domain)
  t.equal((await fetch(`${service.url}/js/s-unknown.js`)).status, 404)
})

/** Stored facts about the source of the newest visit. */
interface Stored {
  readonly referrer: string | null
  readonly source: string | null
  readonly channel: string
  readonly tags: string
  readonly pathname: string
}
const campaign = 'utm_source=mail&utm_medium=email&utm_campaign=june&utm_content=a&utm_term=b'
const tagged = { u: `https://${domain}/a?${campaign}&gclid=1&page=2`, r: 'https://www.google.com/search/x' }
const whole: Stored = {
  ...{ referrer: 'google.com/search/x', source: 'mail', channel: 'Email', pathname: '/a' },
  tags: 'mail email june a b gclid',
}
const without: Stored = {
  referrer: 'google.com',
  source: 'Google',
  channel: 'Organic Search',
  pathname: '/a',
  tags: '',
}

const consents: readonly (readonly [preset: Preset, Sent, Stored])[] = [
  ['standard', {}, whole],
  ['standard', { body: { c: 0 } }, whole],
  ['no_campaigns', {}, without],
  ['no_campaigns', { body: { c: 0 } }, without],
  ['no_campaigns', { body: { p: { c: '1' } } }, without],
  ['no_campaigns', { path: '/api/event?c=0' }, without],
  ['no_campaigns', { isSigned: true }, without],
  ['no_campaigns', { body: { c: 1 } }, whole],
  ['no_campaigns', { body: { consent: true } }, whole],
  ['no_campaigns', { path: '/api/event?c=1' }, whole],
  ['no_campaigns', { isSigned: true, path: '/api/event?consent=1' }, whole],
  [
    'no_campaigns',
    { body: { h: 1, u: `https://${domain}/#/b?${campaign}&page=2`, r: null } },
    {
      ...{ referrer: null, source: null, channel: 'Direct', tags: '', pathname: '/#/b?page=2' },
    },
  ],
  ['no_script', { isSigned: true }, whole],
]

t.test('campaign data is stored with consent alone, under the preset that asks for it', async (t) => {
  for (const [preset, sent, stored] of consents) {
    await choose(preset)
    await db.write.query('truncate events, sessions, visitors')
    const says = `${preset} ${JSON.stringify(sent)}`
    t.ok(await count({ ...sent, body: { ...tagged, ...sent.body } }), says)
    const [row] = await db.write.query<Stored>(
      `select v.referrer, v.source, v.channel, e.pathname,
         concat_ws(' ', v.utm_source, v.utm_medium, v.utm_campaign, v.utm_content, v.utm_term, v.click_id) as tags
       from visitors v join events e using (site_id, visitor_id) where site_id = $1`,
      [siteId],
    )
    t.strictSame(row, stored, says)
  }
})

t.test('one event for sites with different presets', async (t) => {
  const others = await Promise.all(
    ['one.test', 'two.test'].map((name) =>
      registry.sites.create({ domain: name, teamId: directory.find(domain)?.teamId ?? 0 }),
    ),
  )
  t.equal(others.length, 2)
  const two = await registry.sites.find('two.test')
  await registry.sites.update(two?.id ?? 0, { preset: 'no_campaigns' })
  await directory.refresh()
  t.ok(await count({ body: { ...tagged, d: 'one.test,two.test' } }))
  const rows = await db.write.query<{ domain: string; utm_source: string | null }>(
    `select s.domain, v.utm_source from visitors v join sites s on s.id = v.site_id
     where s.domain in ('one.test', 'two.test') order by 1`,
  )
  t.strictSame(rows, [
    { domain: 'one.test', utm_source: 'mail' },
    { domain: 'two.test', utm_source: null },
  ])
})

t.test('the setting: both APIs, its refusals, and the audit log', async (t) => {
  await choose('standard')
  const path = `/api/v1/sites/${domain}`
  t.notOk('preset' in (await api('GET', path)).body, 'absent for the standard')
  t.match(await api('PUT', path, { preset: 'no_script' }), { status: 200, body: { preset: 'no_script' } })
  t.equal((await api('GET', path)).body.preset, 'no_script')
  for (const preset of ['none', '', 1, true, ['standard']]) {
    t.equal((await api('PUT', path, { preset })).status, 400, JSON.stringify(preset))
    t.equal((await ask('PUT', 'general', { preset })).status, 400, JSON.stringify(preset))
  }
  t.match(await ask('PUT', 'general', { preset: 'no_campaigns' }), { status: 200, body: { preset: 'no_campaigns' } })
  const [change] = await db.write.query<{ before: object; after: object }>(
    `select before, after from audit_log where kind = 'site.changed' order by id desc limit 1`,
  )
  t.strictSame(change, { before: { preset: 'no_script' }, after: { preset: 'no_campaigns' } })
})

t.test('facts follow the settings of the site, in the language that is asked for', async (t) => {
  await registry.sites.update(siteId, { pixel: false })
  await choose('standard')
  const facts = async (language?: string) =>
    (await ask('GET', `privacy-facts${language === undefined ? '' : `?language=${language}`}`)).body
  const first = await facts()
  t.match(first.text, 'Data is kept until the operator of the site deletes it.')
  t.match(first.text, 'The country of the visitor, looked up by the IP address.')
  t.match(first.text, 'to tidemark.test,')
  t.match(first.markdown, /^# How visits of preset\.test are counted\n\n/)
  await ask('PUT', 'general', { retention_months: 13, preset: 'no_campaigns' })
  await registry.shields.add(siteId, { type: 'ip', value: '203.0.113.9' })
  await registry.shields.add(siteId, { type: 'country', value: 'DE' })
  await registry.trackerConfigs.change(siteId, { outbound_links: true })
  t.ok(await count({ body: { p: { plan: 'gold' } } }))
  const next = await facts()
  for (const part of [
    'deleted after 13 months',
    'Only if the visitor agreed: campaign tags',
    'from 1 IP address',
    'countries are not counted: DE',
    'Clicks on links to other sites',
    'with its events: plan',
  ])
    t.match(next.text, part)
  t.notMatch(next.text, '203.0.113.9')
  t.match((await facts('de')).title, 'So werden Besuche von preset.test gezählt')
  t.match(await ask('GET', 'privacy-facts?language=tlh'), { status: 400 })
  t.equal((await send(service, 'GET', `/api/sites/${domain}/privacy-facts`, undefined, {})).status, 401)
})
