// Shields about networks, data centres and addresses without a country, over HTTP, with an operator's file of networks
// (spec/ingestion 9).
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type MmdbValue, makeMmdb } from '../../src/ingest/mmdb.ts'
import { networkOf, readNetwork } from '../../src/rules/networks.ts'
import { hostingNetworks, hostingNetworksDate } from '../../src/rules/tables/hosting-networks.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

/** IPv4 addresses with this first byte, as a file of both families has them. */
const block = (first: number, record: number) => {
  const address = new Uint8Array(16)
  address[12] = first
  return { address, bits: 104, record }
}
const folder = await mkdtemp(join(tmpdir(), 'tidemark-networks-'))
const records: readonly MmdbValue[] = [
  { autonomous_system_number: 16509, autonomous_system_organization: 'A cloud' },
  { autonomous_system_number: 64500, autonomous_system_organization: 'A provider' },
  { asn: 'AS64501' },
]
await writeFile(
  join(folder, 'asn.mmdb'),
  makeMmdb(records, [block(52, 0), block(81, 1), block(82, 2)], {
    type: 'Test-ASN',
    description: 'Networks of a test',
    date: new Date('2026-10-01T00:00:00Z'),
    ipVersion: 6,
  }),
)
const start = (env: Record<string, string>) => startApp({ env: { TRUSTED_PROXIES: '127.0.0.1', ...env } })
const service = await start({ ASN_DATABASE: join(folder, 'asn.mmdb') })
const bare = await start({})
t.teardown(async () => {
  await service.stop()
  await bare.stop()
  await rm(folder, { recursive: true, force: true })
})
const site = await service.provision({ domain: 'net.test', plan: 'business', email: 'owner@net.test' })
await bare.provision({ domain: 'net.test', plan: 'business', email: 'owner@net.test' })
const siteId = service.app.directory.find('net.test')?.id ?? 0
const { shields } = service.app.registry

/** Whether an event from this address was dropped. */
const isDropped = async (ip: string, of = service) => {
  const answer = await fetch(`${of.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': agent, 'x-forwarded-for': ip },
    body: JSON.stringify({ n: 'pageview', u: 'https://net.test/', d: 'net.test' }),
  })
  return answer.headers.get('x-service-dropped') === '1'
}
const all = ['52.1.2.3', '81.1.2.3', '82.1.2.3', '83.1.2.3']
const droppedOf = async (of = service) => {
  const dropped: string[] = []
  for (const ip of all) if (await isDropped(ip, of)) dropped.push(ip)
  return dropped
}

t.test('none, one by its number, both layouts, and data centres', async (t) => {
  t.strictSame(await droppedOf(), [])
  const one = await shields.add(siteId, { type: 'network', value: ' as64500 ', description: '' })
  t.equal(one.value, 'AS64500')
  t.strictSame(await droppedOf(), ['81.1.2.3'])
  await shields.add(siteId, { type: 'network', value: '64501', description: '' })
  t.strictSame(await droppedOf(), ['81.1.2.3', '82.1.2.3'])
  await shields.remove(siteId, one.id)
  await shields.add(siteId, { type: 'network', value: 'Hosting', description: '' })
  t.strictSame(await droppedOf(), ['52.1.2.3', '82.1.2.3'])
  for (const value of ['AS0', 'AS4294967296', 'cloud', 'AS', '-1', '1.5'])
    await t.rejects(shields.add(siteId, { type: 'network', value, description: '' }), value)
})

t.test('without a file no address has a network', async (t) => {
  const id = bare.app.directory.find('net.test')?.id ?? 0
  await bare.app.registry.shields.add(id, { type: 'network', value: 'hosting', description: '' })
  t.strictSame(await droppedOf(bare), [])
})

t.test('addresses without a country', async (t) => {
  const id = bare.app.directory.find('net.test')?.id ?? 0
  t.notOk(await isDropped('127.9.9.9', bare))
  const rule = await bare.app.registry.shields.add(id, { type: 'country', value: 'zz', description: '' })
  t.equal(rule.value, 'ZZ')
  t.ok(await isDropped('192.0.2.1', bare), 'an address that no registry gave to anybody')
  t.notOk(await isDropped('8.8.8.8', bare))
})

t.test('the tables with their days, for the page', async (t) => {
  const owner = await signIn(service, site.email)
  const { body } = await send(service, 'GET', '/api/sites/net.test/shields', undefined, owner.headers)
  t.strictSame(body.networks, {
    file: { source: 'Networks of a test', date: '2026-10-01' },
    hosting_date: hostingNetworksDate,
  })
  const other = await signIn(bare, 'owner@net.test')
  const none = await send(bare, 'GET', '/api/sites/net.test/shields', undefined, other.headers)
  t.equal(none.body.networks.file, null)
})

t.test('numbers and records', async (t) => {
  for (const [text, number] of [
    ['AS13335', 13335],
    ['asn13335', 13335],
    ['13335', 13335],
    ['AS 13335', 13335],
    ['', undefined],
    ['AS', undefined],
    ['0', undefined],
    ['4294967295', 4_294_967_295],
    ['4294967296', undefined],
  ] as const)
    t.equal(readNetwork(text), number, text)
  for (const [record, number] of [
    [{ autonomous_system_number: 1 }, 1],
    [{ asn: 'AS2' }, 2],
    [{ asn: 3 }, 3],
    [{ country: 'DE' }, null],
    [{ asn: {} }, null],
    [null, null],
    ['AS4', null],
  ] as const)
    t.equal(networkOf(record), number)
  t.ok([...hostingNetworks].every((number) => readNetwork(String(number)) === number))
})
