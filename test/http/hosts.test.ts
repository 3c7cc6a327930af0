// One host, several spellings: written and in ASCII, with and without the dot of the root (spec/ingestion 5.6). Over
// real HTTP: sites, shields, own referrers, sources and look-ups.
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const { registry } = service.app
const written = await service.provision({ domain: 'café.example', email: 'a@a.test' })
const ascii = await service.provision({ domain: 'xn--bcher-kva.example', email: 'b@b.test' })
const plain = await service.provision({ domain: 'plain.example', email: 'c@c.test' })
const call = createCall(service.url, written.api_key)

let address = 0
const newVisitor = () => `198.51.100.${++address}`

async function send(body: object, ip = newVisitor()): Promise<string | null> {
  const response = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'x-forwarded-for': ip },
    body: JSON.stringify({ n: 'pageview', ...body }),
  })
  t.equal(response.status, 202)
  return response.headers.get('x-service-dropped')
}

async function rows(site: string, key: string, dimension: string): Promise<[string, number][]> {
  const { body } = await call(
    'POST',
    '/api/v2/query',
    { site_id: site, metrics: ['visitors'], date_range: 'day', dimensions: [dimension] },
    key,
  )
  return body.results.map((row: { dimensions: string[]; metrics: number[] }) => [row.dimensions[0], row.metrics[0]])
}

t.test('events of a site in each spelling are events of one host', async (t) => {
  const addresses = [
    'https://xn--caf-dma.example/',
    'https://café.example/',
    'https://www.xn--caf-dma.example./',
    'https://CAFE\u0301.example/',
  ]
  for (const domain of ['café.example', 'xn--caf-dma.example', 'café.example.', undefined])
    for (const u of addresses)
      t.equal(await send(domain === undefined ? { u } : { u, d: domain }), null, `${u} ${domain}`)
  t.strictSame(await rows('café.example', written.api_key, 'event:hostname'), [['café.example', 16]])
  t.strictSame(await rows('xn--caf-dma.example', written.api_key, 'event:hostname'), [['café.example', 16]])
  const ip = newVisitor()
  await send({ u: 'https://café.example/', d: 'café.example' }, ip)
  await send({ u: 'https://xn--caf-dma.example/', d: 'xn--caf-dma.example' }, ip)
  t.strictSame(await rows('café.example', written.api_key, 'event:hostname'), [['café.example', 17]], 'one visitor')
  await send({ u: 'https://bücher.example/' })
  await send({ u: 'https://xn--bcher-kva.example/' })
  t.strictSame(
    await rows('xn--bcher-kva.example', ascii.api_key, 'event:hostname'),
    [['xn--bcher-kva.example', 2]],
    'as the settings of the site write it',
  )
})

t.test('other hosts and sources are spelled as the first event wrote them', async (t) => {
  const d = 'plain.example'
  await send({ d, u: 'https://müller.example/', r: 'https://xn--grn-ioa.example/a' })
  await send({ d, u: 'https://xn--mller-kva.example/', r: 'https://grün.example/a' })
  await send({ d, u: 'https://xn--mlle-0ra.example/' })
  await send({ d, u: 'https://mülle.example/' })
  t.strictSame((await rows(d, plain.api_key, 'event:hostname')).sort(), [
    ['müller.example', 2],
    ['xn--mlle-0ra.example', 2],
  ])
  t.strictSame((await rows(d, plain.api_key, 'visit:source')).sort(), [
    ['Direct / None', 2],
    ['xn--grn-ioa.example', 2],
  ])
  t.strictSame((await rows(d, plain.api_key, 'visit:referrer')).sort(), [
    ['Direct / None', 2],
    ['xn--grn-ioa.example/a', 2],
  ])
})

t.test('filters find a host by each of its spellings', async (t) => {
  const count = async (filter: unknown[]) => {
    const body = { site_id: 'plain.example', metrics: ['pageviews'], date_range: 'day', filters: [filter] }
    return (await call('POST', '/api/v2/query', body, plain.api_key)).body.results[0].metrics[0]
  }
  const spellings = [
    ['müller.example', 'xn--mller-kva.example', 'müller.example.', 'xn--mller-kva.example.'],
    ['mülle.example', 'xn--mlle-0ra.example'],
    ['grün.example', 'xn--grn-ioa.example', 'grün.example.'],
  ] as const
  for (const name of ['event:hostname', 'visit:entry_page_hostname', 'visit:exit_page_hostname'])
    for (const host of [...spellings[0], ...spellings[1]]) {
      t.equal(await count(['is', name, [host]]), 2, `${name} ${host}`)
      t.equal(await count(['is_not', name, [host]]), 2, `${name} not ${host}`)
    }
  for (const host of spellings[2]) {
    t.equal(await count(['is', 'visit:source', [host]]), 2, host)
    t.equal(await count(['is_not', 'visit:source', [host, 'Google']]), 2, host)
    t.equal(await count(['is', 'visit:source', [host.toUpperCase()], { case_sensitive: false }]), 2)
    t.equal(await count(['is', 'visit:source', [host.toUpperCase()]]), 0, 'case counts')
    t.equal(await count(['is', 'visit:referrer', [`${host}/a`]]), 2)
    t.equal(await count(['is', 'visit:referrer', [host]]), 0, 'another referrer')
    t.equal(await count(['matches_wildcard', 'visit:source', [host, 'x*']]), 2)
  }
  const v1: [filters: string, pageviews: number][] = [
    ['event:hostname==xn--mller-kva.example', 2],
    ['event:hostname!=müller.example', 2],
    ['visit:source==grün.example', 2],
    ['visit:source!=grün.example', 2],
    ['visit:source==Google|grün.example', 2],
    ['visit:referrer==grün.example/a', 2],
    ['visit:referrer==grün.example/b', 0],
  ]
  for (const [filters, pageviews] of v1) {
    const params = new URLSearchParams({ site_id: 'plain.example', period: 'day', metrics: 'pageviews', filters })
    const { body } = await call('GET', `/api/v1/stats/aggregate?${params}`, undefined, plain.api_key)
    t.equal(body.results.pageviews.value, pageviews, filters)
  }
})

t.test('own referrers and allowed hosts are found in each spelling', async (t) => {
  const { id } = (await registry.sites.find('xn--caf-dma.example'))!
  const found = async () => (await rows('café.example', written.api_key, 'visit:source')).map(([name]) => name)
  await send({ u: 'https://café.example/', r: 'https://xn--caf-dma.example/x' })
  await send({ u: 'https://xn--caf-dma.example/', r: 'https://café.example./x' })
  t.strictSame(await found(), ['Direct / None'])
  for (const value of ['café.example', 'xn--caf-dma.example', '*fé.example', 'CAFÉ.*']) {
    const rule = await registry.shields.add(id, { type: 'hostname', value })
    for (const host of ['café.example', 'xn--caf-dma.example', 'café.example.'])
      t.equal(await send({ d: 'café.example', u: `https://${host}/` }), null, `${value} allows ${host}`)
    t.equal(await send({ d: 'café.example', u: 'https://cafe.example/' }), '1', `${value} is no other host`)
    await registry.shields.remove(id, rule.id)
  }
})

t.test('another spelling of a domain is taken, and finds the site', async (t) => {
  const taken = {
    error: 'domain: This domain cannot be registered. Perhaps one of your colleagues registered it?',
  }
  const put = (key: string, site: string, body: object) =>
    call('PUT', `/api/v1/sites/${encodeURIComponent(site)}`, body, key)
  for (const domain of ['xn--caf-dma.example', 'CAFÉ.example.', 'https://www.café.example/'])
    t.match(await put(plain.api_key, 'plain.example', { domain }), { status: 400, body: taken }, domain)
  t.match(await put(plain.api_key, 'plain.example', { domain: 'bücher.example' }), { status: 400, body: taken })
  t.match(await put(written.api_key, 'café.example', { domain: 'xn--caf-dma.example' }), {
    status: 400,
    body: { error: 'domain: New domain must be different than the current one' },
  })
  t.match(await put(written.api_key, 'xn--caf-dma.example.', { domain: 'tee.example.' }), {
    status: 200,
    body: { domain: 'tee.example' },
  })
  t.equal(await send({ u: 'https://xn--caf-dma.example/' }), null, 'the previous domain, spelled otherwise')
})
