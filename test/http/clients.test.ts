// Requests that published clients of the model product make, in the form in which they make them
// (docs/migrate-from-plausible.md names the clients): paths, headers, bodies, and the members they read.
import t from 'tap'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const { api_key: key, plugin_token: token } = await service.provision({ domain: 'shop.test', plan: 'business' })

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | FormData,
): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

t.test('go-plausible sends forms, and reads domain, timezone, url', async (t) => {
  const go = { 'user-agent': 'go-plausible' }
  const made = await send('POST', '/api/v1/sites', go, formOf({ domain: 'go.test', timezone: 'Europe/London' }))
  t.match(made, { status: 200, body: { domain: 'go.test', timezone: 'Europe/London' } })
  const link = formOf({ site_id: 'go.test', name: 'Friends' })
  t.match(await send('PUT', '/api/v1/sites/shared-links', go, link), {
    status: 200,
    body: { name: 'Friends', url: /\/share\/go\.test\?auth=/ },
  })
  t.match(await send('GET', '/api/v1/sites/go.test', go), { status: 200, body: { timezone: 'Europe/London' } })
  t.match(await send('GET', '/api/v1/sites?limit=1', go), { status: 200, body: { sites: [{}], meta: { limit: 1 } } })
  const realtime = await send('GET', '/api/v1/stats/realtime/visitors?site_id=go.test', go)
  t.equal(realtime.body as unknown, 0)
  const range = 'site_id=go.test&period=day&date=2021-01-01'
  for (const path of [
    `aggregate?${range}&metrics=visitors,visits,pageviews,bounce_rate,visit_duration,events&compare=previous_period`,
    `timeseries?${range}&metrics=visitors&interval=date&filters=visit:browser%3D%3DFirefox`,
    `breakdown?${range}&property=event:page&metrics=visitors&limit=10&page=1`,
  ])
    t.equal((await send('GET', `/api/v1/stats/${path}`, go)).status, 200, path)
})

t.test('the Ruby client names JSON and sends no body', async (t) => {
  const ruby = { 'content-type': 'application/json' }
  const metrics = 'visitors%2Cvisits%2Cpageviews%2Cviews_per_visit%2Cbounce_rate%2Cvisit_duration%2Cevents'
  for (const path of [
    `aggregate?site_id=shop.test&period=30d&metrics=${metrics}`,
    'timeseries?site_id=shop.test&period=30d',
    'breakdown?site_id=shop.test&period=30d&property=event%3Apage',
    'realtime/visitors?site_id=shop.test',
  ])
    t.equal((await send('GET', `/api/v1/stats/${path}`, ruby)).status, 200, path)
})

t.test('the Kubernetes provider sends JSON and follows `after`', async (t) => {
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  const ask = (method: string, path: string, body?: object) =>
    send(method, `/api/v1${path}`, json, body && JSON.stringify(body))
  t.match(await ask('POST', '/sites', { domain: 'k8s.test', timezone: 'Etc/UTC' }), { status: 200 })
  t.match(await ask('GET', '/sites/none.test'), { status: 404 })
  const listed = await ask('GET', '/sites')
  t.ok((listed.body['sites'] as { domain: string }[]).some(({ domain }) => domain === 'k8s.test'))
  t.equal((listed.body['meta'] as { after: unknown }).after, null, 'the last page has no `after`')
  const goal = { site_id: 'k8s.test', goal_type: 'event', event_name: 'Signup' }
  t.match(await ask('PUT', '/sites/goals', goal), { status: 200, body: { goal_type: 'event', event_name: 'Signup' } })
  t.match(await ask('GET', '/sites/goals?site_id=k8s.test'), { status: 200, body: { goals: [{}], meta: {} } })
  t.match(await ask('PUT', '/sites/shared-links', { site_id: 'k8s.test', name: 'Board' }), { status: 200 })
  const property = { site_id: 'k8s.test', property: 'author', key: 'author', description: '' }
  t.match(await ask('PUT', '/sites/custom-props', property), { status: 200 })
  t.match(await ask('GET', '/sites/custom-props?site_id=k8s.test'), { status: 200, body: { custom_properties: [{}] } })
  t.match(await ask('PUT', '/sites/guests', { site_id: 'k8s.test', email: 'g@k8s.test', role: 'viewer' }), {
    status: 200,
    body: { email: 'g@k8s.test', role: 'viewer' },
  })
  t.match(await ask('GET', '/sites/guests?site_id=k8s.test'), { status: 200, body: { guests: [{}] } })
  t.match(await ask('GET', '/sites/teams'), { status: 200, body: { teams: [{}] } })
  t.match(await ask('PUT', '/sites/k8s.test', { domain: 'k8s-moved.test' }), { status: 200 })
  t.match(await ask('DELETE', '/sites/k8s-moved.test'), { status: 200 })
})

t.test('the WordPress plugin names itself and brings a plugin token', async (t) => {
  const basic = `Basic ${Buffer.from(`WordPress:${token}`).toString('base64')}`
  const json = { authorization: basic, 'content-type': 'application/json', accept: 'application/json' }
  const ask = (method: string, path: string, body?: object) =>
    send(method, `/api/plugins/v1${path}`, json, body && JSON.stringify(body))
  t.match(await ask('GET', '/capabilities'), {
    status: 200,
    body: { authorized: true, data_domain: 'shop.test', features: { Goals: true } },
  })
  const link = { shared_link: { name: 'WordPress - Shared Dashboard', password_protected: false } }
  t.match(await ask('PUT', '/shared_links', link), { status: 201, body: { shared_link: { href: /auth=/ } } })
  const goal = { goal_type: 'Goal.CustomEvent', goal: { event_name: '404' } }
  t.match(await ask('PUT', '/goals', { goals: [goal] }), {
    status: 201,
    body: { goals: [{ goal_type: goal.goal_type }] },
  })
  t.match(await ask('PUT', '/custom_props', { custom_props: [{ custom_prop: { key: 'author' } }] }), { status: 201 })
})

t.test('a form is one only with a key, and only where it is one', async (t) => {
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
  t.match(await send('POST', '/api/v1/sites', urlencoded, 'domain=form.test&timezone=Europe%2FBerlin'), {
    status: 200,
    body: { domain: 'form.test', timezone: 'Europe/Berlin' },
  })
  t.match(await send('POST', '/api/v1/sites', urlencoded, '{"domain":"curl.test"}'), { body: { domain: 'curl.test' } })
  const invalid = { status: 400, body: { error: 'Invalid JSON body' } }
  for (const [type, body] of [
    ['application/x-www-form-urlencoded', '{"domain":'],
    ['application/x-www-form-urlencoded', 'domain'],
    ['application/json', 'domain=x.test'],
    ['multipart/form-data', '--x\r\n'],
    ['multipart/form-data; boundary=x', '--x\r\nnothing'],
  ] as const)
    t.match(await send('POST', '/api/v1/sites', { 'content-type': type }, body), invalid, `${type} ${body}`)
  t.match(await send('POST', '/api/v1/sites', {}, formOf({ timezone: 'Etc/UTC' })), { status: 400 }, 'no domain')
})
