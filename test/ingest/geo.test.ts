// Geolocation files of every kind, none and broken ones, as the service opens them; private addresses are no places
// (spec/ingestion 10).
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createGeoFile, openGeo, packagedGeoDatabase } from '../../src/ingest/geo.ts'
import { makeMmdb as makeLargeMmdb } from '../../src/ingest/mmdb.ts'
import { createLog } from '../../src/log.ts'
import { placeOf } from '../../src/rules/place.ts'
import { makeMmdb } from '../support/mmdb.ts'

const folder = await mkdtemp(join(tmpdir(), 'tidemark-geo-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))

/** Opens a database as the service does: the configured file, or what is in the data folder, or the packaged one. */
async function open(path: string | undefined, dataDir = join(folder, 'nothing')) {
  const lines: string[] = []
  const file = await createGeoFile({
    path,
    dataDir,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  await file.stop()
  const geo = openGeo()
  geo.use(file.current())
  return { find: (ip: string) => placeOf(geo.find(ip), null), log: lines.join('\n') }
}

let files = 0
async function write(bytes: Buffer | string): Promise<string> {
  const path = join(folder, `${files++}.mmdb`)
  await writeFile(path, bytes)
  return path
}

const nowhere = { country: null, region: null, city: null }

t.test('layouts', async (t) => {
  const cases: [layout: string, record: Parameters<typeof makeMmdb>[0], place: unknown][] = [
    [
      'nested, a city',
      {
        country: { iso_code: 'GB' },
        subdivisions: [{ iso_code: 'ENG' }, { iso_code: 'WBK' }],
        city: { geoname_id: 2643743 },
      },
      { country: 'GB', region: 'GB-ENG', city: 2643743 },
    ],
    ['nested, a country', { country: { iso_code: 'EE' } }, { country: 'EE', region: null, city: null }],
    ['flat, a country', { country_code: 'DE' }, { country: 'DE', region: null, city: null }],
    [
      'flat, with more',
      { country_code: 'us', region_code: 'CA', geoname_id: 5391959 },
      { country: 'US', region: 'US-CA', city: 5391959 },
    ],
    ['worldwide', { country: { iso_code: 'ZZ' } }, nowhere],
    ['disputed', { country_code: 'XX' }, nowhere],
    ['Tor', { country_code: 'T1' }, nowhere],
    ['something else', { autonomous_system_number: 1 }, nowhere],
  ]
  for (const [layout, record, place] of cases) {
    const { find } = await open(await write(makeMmdb(record)))
    t.strictSame(find('8.8.8.8'), place, layout)
    t.strictSame(find('2001:4860:4860::8888'), place, `${layout}, IPv6`)
  }
})

t.test('addresses that are not looked up', async (t) => {
  const { find } = await open(await write(makeMmdb({ country_code: 'DE' })))
  for (const ip of ['192.168.1.1', '172.16.0.1', '10.1.2.3', '127.0.0.1', '::1', 'fd00::1', 'fe80::1', 'unknown', ''])
    t.strictSame(find(ip), nowhere, ip)
  const { find: find4 } = await open(await write(makeMmdb({ country_code: 'DE' }, 4)))
  t.equal(find4('8.8.8.8').country, 'DE')
  t.strictSame(find4('2001:4860:4860::8888'), nowhere, 'IPv6 in a file of IPv4 addresses')
})

t.test('the packaged database', async (t) => {
  const { find, log } = await open(undefined)
  t.match(log, 'geolocation database loaded')
  for (const [ip, country] of [
    ['8.8.8.8', 'US'],
    ['80.12.0.1', 'FR'],
    ['2001:4860:4860::8888', 'US'],
    // The registries have entries for these two.
    ['192.168.1.1', null],
    ['172.16.0.1', null],
  ] as const)
    t.equal(find(ip).country, country, ip)
})

t.test('which file counts', async (t) => {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  await writeFile(join(dataDir, 'geo.mmdb'), makeMmdb({ country_code: 'NZ' }))
  t.equal((await open(undefined, dataDir)).find('8.8.8.8').country, 'NZ', 'the downloaded one before the packaged one')
  t.equal((await open(packagedGeoDatabase(), dataDir)).find('8.8.8.8').country, 'US', 'the configured one before both')
  await writeFile(join(dataDir, 'geo.mmdb'), 'nonsense')
  const broken = await open(undefined, dataDir)
  t.equal(broken.find('8.8.8.8').country, 'US', 'the packaged one instead of a broken download')
  t.match(broken.log, 'cannot be used')
})

t.test('without a file that can be used the service runs, and says so', async (t) => {
  for (const [path, why] of [
    [join(folder, 'absent.mmdb'), 'there is no geolocation database'],
    [await write('nonsense'), 'cannot be used'],
    [await write(''), 'cannot be used'],
    [folder, 'cannot be used'],
  ] as const) {
    const { find, log } = await open(path)
    t.strictSame(find('8.8.8.8'), nowhere, path)
    t.match(log, why)
  }
})

t.test('one copy in memory, which all threads read', async (t) => {
  // Large records: what is beside the file in memory must not count.
  const records = Array.from({ length: 250 }, (_, index) => ({
    country: { iso_code: 'EE' },
    padding: Array.from({ length: 120 }, (_, part) => `${index} ${part} `.repeat(25)),
  }))
  const networks = records.map((_, index) => {
    const address = new Uint8Array(16)
    address.set([0x20, index])
    return { address, bits: 16, record: index }
  })
  const about = { type: 'Test', description: 'many records', date: new Date(0), ipVersion: 6 } as const
  const path = await write(makeLargeMmdb(records, networks, about))
  const { size } = await stat(path)
  const before = process.memoryUsage().arrayBuffers
  const file = await createGeoFile({ path, dataDir: folder, log: createLog('silent') })
  const grown = process.memoryUsage().arrayBuffers - before
  await file.stop()
  t.ok(size > 5_000_000 && grown < 1.5 * size, `${grown} bytes for a file of ${size}`)

  const { bytes, version } = file.current()
  t.ok(bytes instanceof SharedArrayBuffer)
  const [one, another] = [openGeo(), openGeo()]
  for (const geo of [one, another]) geo.use({ bytes, version })
  t.match(one.find('2050::1'), { country: { iso_code: 'EE' } })
  new Uint8Array(bytes!).fill(0)
  t.equal(another.find('2060::1'), null, 'no reader has a copy')
})
