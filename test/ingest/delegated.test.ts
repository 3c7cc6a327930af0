// Countries of addresses from the registries' statistics: what a file may hold, and that the database made of them
// answers as a plain list of the delegations does.
import fc from 'fast-check'
import { type CountryResponse, Reader } from 'maxmind'
import t from 'tap'
import { delegatedBytesMax, makeCountryFile, parseDelegated, registryAddresses } from '../../src/ingest/delegated.ts'

/** A registry's file with the counts that its lines come to. */
function statistics(lines: readonly string[], { registry = 'ripencc', end = '20261125' } = {}): string {
  const count = (type: string) => lines.filter((line) => line.split('|')[2] === type).length
  const summaries = ['asn', 'ipv4', 'ipv6'].map((type) => `${registry}|*|${type}|*|${count(type)}|summary`)
  return [
    '# a comment',
    `2.3|${registry}|20261126|${lines.length}|19830705|${end}|+0100`,
    ...summaries,
    ...lines,
    '',
  ].join('\n')
}

const lookup = (...texts: string[]) => {
  const reader = new Reader<CountryResponse>(makeCountryFile(texts.map(parseDelegated)))
  return { find: (ip: string) => reader.get(ip)?.country?.iso_code, metadata: reader.metadata }
}

t.test('lines', async (t) => {
  const { find, metadata } = lookup(
    statistics([
      'ripencc|FR|asn|1234|1|19930901|allocated|a',
      'ripencc|FR|ipv4|192.0.2.0|256|20100712|allocated|b',
      'ripencc|DE|ipv4|198.51.100.3|300|20100712|assigned',
      'ripencc||ipv4|203.0.113.0|128||available|',
      'ripencc|NL|ipv4|203.0.113.128|128|20100712|reserved|c',
      'ripencc|EU|ipv4|193.0.0.0|256|20100712|allocated|d',
      'ripencc|ZZ|ipv4|193.0.1.0|256|20100712|allocated|d',
      'ripencc|se|ipv6|2001:600::|23|20100712|allocated|e',
      'ripencc|NO|ipv6|2001:600:8000::|33|20100712|allocated|f',
    ]),
    statistics(['arin|US|ipv4|8.0.0.0|16777216|20100712|allocated|g'], { registry: 'arin', end: '20261101' }),
  )
  const cases: [ip: string, country: string | undefined][] = [
    ['192.0.1.255', undefined],
    ['192.0.2.0', 'FR'],
    ['192.0.2.255', 'FR'],
    ['192.0.3.0', undefined],
    ['198.51.100.2', undefined],
    ['198.51.100.3', 'DE'],
    ['198.51.101.46', 'DE'],
    ['198.51.101.47', undefined],
    ['203.0.113.5', undefined],
    ['203.0.113.200', undefined],
    ['193.0.0.1', undefined],
    ['193.0.1.1', undefined],
    ['8.8.8.8', 'US'],
    ['2001:600::1', 'SE'],
    ['2001:600:8000::1', 'NO'],
    ['2001:600:7fff::1', 'SE'],
    ['2001:601:ffff::', 'SE'],
    ['2001:800::', undefined],
  ]
  for (const [ip, country] of cases) t.equal(find(ip), country, ip)
  t.equal(metadata.buildEpoch.toISOString(), '2026-11-01T00:00:00.000Z', 'of when the oldest file is')
})

t.test('files that cannot be used', async (t) => {
  const good = statistics(['ripencc|FR|ipv4|192.0.2.0|256|20100712|allocated|b'])
  const cases: [text: string, message: RegExp][] = [
    ['', /no statistics of a registry/],
    ['<!doctype html>\n<title>Sign in</title>', /no statistics of a registry: "<!doctype/],
    [good.replace('|20261125|', '|00000000|'), /no statistics of a registry/],
    [good.replace('2.3|', '3|'), /no statistics of a registry/],
    [good.slice(0, good.indexOf('ripencc|FR')), /says it has 1 lines of ipv4, and has 0/],
    [good.replace('192.0.2.0', '192.0.2'), /a line has no addresses/],
    [good.replace('|256|', '|0|'), /a line has no addresses/],
    [good.replace('|256|', '|x|'), /a line has no addresses/],
    [good.replace('192.0.2.0', '2001:db8::'), /a line has no addresses/],
  ]
  for (const [text, message] of cases) t.throws(() => parseDelegated(text), { message }, String(message))
  t.throws(() => makeCountryFile([parseDelegated(statistics([]))]), { message: /name no country/ })
  t.equal(registryAddresses.length, 5)
  t.ok(delegatedBytesMax > 50_000_000)
})

t.test('as a plain list answers', async () => {
  const country = fc.constantFrom('FR', 'DE', 'US', 'JP')
  const delegation = fc.record({ country, start: fc.nat(3000), value: fc.integer({ min: 1, max: 400 }) })
  const address = (number: number) => `192.168.${number >> 8}.${number & 255}`
  fc.assert(
    fc.property(fc.array(delegation, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(3500)), (all, asked) => {
      // Registries delegate no address twice.
      const kept = all.filter(
        (one, at) =>
          !all.slice(0, at).some((two) => one.start < two.start + two.value && two.start < one.start + one.value),
      )
      const { find } = lookup(
        statistics(
          kept.map((one) => `arin|${one.country}|ipv4|${address(one.start)}|${one.value}|20100712|assigned|x`),
        ),
      )
      for (const number of [
        ...asked,
        ...kept.flatMap(({ start, value }) => [start, start + value - 1, start + value]),
      ]) {
        const expected = kept.find(({ start, value }) => number >= start && number < start + value)?.country
        if (find(address(number)) !== expected) return false
      }
      return true
    }),
  )
})
