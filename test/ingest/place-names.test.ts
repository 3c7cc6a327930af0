// Regions and cities have names: those of the geolocation database as visits come, codes for what imports bring; the v2
// query answers and filters by them, and pages know whether there are any (spec/dashboard 6.2 and 18).
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t from 'tap'
import { importFile } from '../../src/imports/import.ts'
import { placeNamesOf, placeOf } from '../../src/rules/place.ts'
import { createSiteData } from '../../src/stats/site-facts.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { makeMmdb } from '../support/mmdb.ts'

const folder = await mkdtemp(join(tmpdir(), 'tidemark-places-'))
const path = join(folder, 'city.mmdb')
const london = {
  country: { iso_code: 'GB' },
  subdivisions: [{ iso_code: 'ENG', names: { de: 'England (D)', en: 'England' } }],
  city: { geoname_id: 2643743, names: { en: 'London' } },
}
await writeFile(path, makeMmdb(london))
const service = await startApp({ env: { GEOIP_DATABASE: path, TRUSTED_PROXIES: '127.0.0.0/8' } })
t.teardown(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})
const domain = 'places.test'
const { api_key: key } = await service.provision({ domain })
const call = createCall(service.url, key)
const { db, directory } = service.app
const site = () => directory.find(domain)!
const findSiteData = createSiteData({ db })
const facts = async () => {
  const { hasRegions, hasCities } = await findSiteData({
    timezone: 'Etc/UTC',
    memberSiteIds: [site().id],
    allowsAll: true,
  })
  return [hasRegions, hasCities]
}
const named = ['visit:city', 'visit:city_name', 'visit:region', 'visit:region_name']

async function ask(filters: unknown[] = [], dimensions: readonly string[] = named) {
  const body = { site_id: domain, metrics: ['visitors'], date_range: 'day', dimensions, filters }
  const answer = await call('POST', '/api/v2/query', body)
  return (answer.body as { results: { dimensions: unknown[] }[] }).results.map((row) => row.dimensions)
}

t.test('names in records of both layouts', async (t) => {
  const cases: [record: Record<string, unknown>, names: string[]][] = [
    [london, ['region GB-ENG England', 'city 2643743 London']],
    [{ ...london, subdivisions: undefined }, ['city 2643743 London']],
    [{ country_code: 'US', region_code: 'CA', region: 'California' }, ['region US-CA California']],
    [
      { country_code: 'US', region_code: 'CA', geoname_id: 7, city: 'Oak\0land ' },
      ['region US-CA US-CA', 'city 7 Oakland'],
    ],
    [{ country_code: 'DE' }, []],
    [
      { country: { iso_code: 'FR' }, city: { geoname_id: 3, names: { fr: 'x'.repeat(300) } } },
      [`city 3 ${'x'.repeat(255)}`],
    ],
  ]
  for (const [record, names] of cases) {
    const found = placeNamesOf(record, placeOf(record, null))
    t.strictSame(
      found.map(({ kind, code, name }) => `${kind} ${code} ${name}`),
      names,
    )
  }
  t.strictSame(placeNamesOf('nothing', placeOf('nothing', null)), [])
})

t.test('a visit tells what its place is called', async (t) => {
  t.strictSame(await facts(), [false, false], 'nothing is known yet')
  for (const ip of ['8.8.8.8', '9.9.9.9']) {
    const response = await fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 Chrome/120.0', 'x-forwarded-for': ip },
      body: JSON.stringify({ domain, name: 'pageview', url: `https://${domain}/` }),
    })
    t.equal(response.status, 202)
  }
  await until(async () => (await facts()).every(Boolean))
  t.strictSame(await facts(), [true, true])
  t.strictSame(await ask(), [[2643743, 'London', 'GB-ENG', 'England']])
})

t.test('filters are by the name', async (t) => {
  const own = [[2643743, 'London', 'GB-ENG', 'England']]
  const cases: [filter: unknown[], isFound: boolean][] = [
    [['is', 'visit:city_name', ['London']], true],
    [['is', 'visit:city_name', ['London', 'Paris']], true],
    [['is', 'visit:city_name', ['2643743']], false],
    [['is', 'visit:city', ['2643743']], true],
    [['is_not', 'visit:city_name', ['London']], false],
    [['contains', 'visit:city_name', ['LON'], { case_sensitive: false }], true],
    [['contains', 'visit:city_name', ['264']], false],
    [['contains', 'visit:region_name', ['']], true],
    [['contains_not', 'visit:region_name', ['Scot']], true],
    [['matches', 'visit:region_name', ['^Eng']], true],
    [['matches', 'visit:region_name', ['^GB']], false],
    [['matches_wildcard', 'visit:region_name', ['*land']], true],
    [['is', 'visit:region_name', ['(not set)']], false],
  ]
  for (const [filter, isFound] of cases) t.strictSame(await ask([filter]), isFound ? own : [], JSON.stringify(filter))
})

t.test(
  'an import brings codes: ISO 3166-2 names them, a code without a name is its own, and no learned name is replaced',
  async (t) => {
    const now = new Date()
    const lines = [
      { country: 'GB', region: 'GB-ENG', city: 2643743 },
      { country: 'FR', region: 'FR-IDF', city: 2988507 },
      { country: 'FR', region: 'FR-ZZZ' },
      {},
    ].map((place, visitor) => ({
      timestamp: now,
      name: 'pageview',
      visitor,
      hostname: domain,
      pathname: '/',
      ...place,
    }))
    await importFile({
      db,
      databaseUrl: service.databaseUrl,
      site: site(),
      input: Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`)),
      skipInvalid: false,
      again: false,
      now: () => new Date(now.getTime() + 1000),
      endSessions: async () => 0,
      forgetVisitors: async () => {},
      recompute: async () => {},
    })
    const rows = await ask([], ['visit:region', 'visit:region_name'])
    t.strictSame(rows, [
      ['GB-ENG', 'England'],
      ['', ''],
      ['FR-IDF', 'Île-de-France'],
      ['FR-ZZZ', 'FR-ZZZ'],
    ])
    t.strictSame(await ask([['contains', 'visit:region_name', ['ZZZ']]], ['visit:region_name']), [['FR-ZZZ']])
    t.strictSame(await ask([['contains', 'visit:region_name', ['de-France']]], ['visit:region']), [['FR-IDF']])
    t.strictSame(await ask([['is', 'visit:region_name', ['(not set)']]], ['visit:region_name']), [['']])
  },
)
