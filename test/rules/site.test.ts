// Domains, time zones, script configurations and property names, on both sides of each border (spec/management 4.2 to
// 4.5, 7.1, 7.3, 8.3).
import fc from 'fast-check'
import t from 'tap'
import { Failure } from '../../src/failure.ts'
import {
  commonTimezone,
  isTimezone,
  normalizeDomain,
  parseDomain,
  parseTimezone,
  parseTrackerChanges,
  readProperty,
  readTrackerChanges,
} from '../../src/rules/site.ts'
import { anyText } from '../support/text.ts'

/** The value, or the message of the refusal. */
function outcome<T>(work: () => T): T | string {
  try {
    return work()
  } catch (error) {
    if (error instanceof Failure) return `${error.status} ${error.message}`
    throw error
  }
}

const blank = "400 domain: can't be blank"
const invalid = '400 domain: is invalid'
const reserved = "400 domain: must not contain URI reserved characters :?#[]@!$&'()*+,;="
const letters = '400 domain: only letters, numbers, slashes and period allowed'
const long = '400 domain: should be at most 255 character(s)'
const family = '👩‍👩‍👧‍👦'

t.test('domains', async (t) => {
  const cases: [given: unknown, stored: string][] = [
    ['https://www.Example.COM/', 'example.com'],
    [' WWW.foo.bar ', 'foo.bar'],
    ['example.com/blog/', 'example.com/blog'],
    ['//example.com//', 'example.com'],
    ['http://https://www.www.example.com', 'example.com'],
    ['http://http://example.com', 'example.com'],
    ['https://http://example.com', reserved],
    ['\u00a0example.com\u3000', 'example.com'],
    ['example.com/www.', 'example.com/www.'],
    ['wwww.example.com', 'wwww.example.com'],
    ['example.com..', 'example.com'],
    ['example.com../blog', 'example.com/blog'],
    ['müllers-café.test...', 'müllers-café.test'],
    ['a..b.test', 'a..b.test'],
    ['..', blank],
    ['/...', blank],
    ['müllers-café.test', 'müllers-café.test'],
    ['音乐.cn', '音乐.cn'],
    ['до.101домен.рф/pages', 'до.101домен.рф/pages'],
    ['МОСКВА.рф', 'москва.рф'],
    ['a\\b-c.d/e', 'a\\b-c.d/e'],
    ['٣.test', '٣.test'],
    ['localhost', 'localhost'],
    ['localhost:3000', reserved],
    ['h&llo.test', reserved],
    ['a?b.c', reserved],
    ['foo bar.com', letters],
    ['foo_bar.com', letters],
    ['foo%20bar.com', letters],
    ['a\0b.com', letters],
    ['cafe\u0301.test', letters],
    [`${family}.test`, letters],
    ['h&llo_.test', reserved],
    ['', blank],
    [' ', blank],
    ['https://', blank],
    ['///', blank],
    ['www.', blank],
    [null, blank],
    [undefined, blank],
    [1, invalid],
    [['a.test'], invalid],
    [{}, invalid],
    [true, invalid],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), long],
    ['é'.repeat(255), 'é'.repeat(255)],
    ['é'.repeat(256), long],
    [`https://www.${'x'.repeat(255)}/`, 'x'.repeat(255)],
  ]
  for (const [given, stored] of cases)
    t.equal(
      outcome(() => parseDomain(given)),
      stored,
      JSON.stringify(given)?.slice(0, 60),
    )
  for (const character of ":?#[]@!$&'()*+,;=")
    t.equal(
      outcome(() => parseDomain(`a${character}b_`)),
      reserved,
      character,
    )
})

t.test('every stored domain is its own normal form', async (t) => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.string({ unit: fc.constantFrom('.', '/', 'www.', 'a', 'é') })), (text) => {
      const stored = outcome(() => parseDomain(text))
      // `www./x` becomes `/x`: the steps are taken once, in their order.
      return stored.startsWith('400 ') || outcome(() => parseDomain(stored)) === stored || stored.startsWith('/')
    }),
  )
  t.equal(normalizeDomain('HTTPS://WWW.A.test/'), 'a.test')
})

t.test('time zones', async (t) => {
  const names: [name: string, known: boolean][] = [
    ['Etc/UTC', true],
    ['UTC', true],
    ['Europe/Paris', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Asia/Kolkata', true],
    ['Etc/GMT+5', true],
    ['europe/paris', false],
    ['EUROPE/PARIS', false],
    ['Europe/Pari', false],
    ['Mars/Base', false],
    ['+01:00', false],
    ['', false],
    [' Europe/Paris', false],
    ['Europe/Paris\0', false],
  ]
  for (const [name, known] of names) t.equal(isTimezone(name), known, name)
  const read: [given: unknown, zone: string][] = [
    [undefined, 'Etc/UTC'],
    [null, 'Etc/UTC'],
    ['US/Pacific', 'US/Pacific'],
    ['EST', 'EST'],
    ['CET', 'Europe/Brussels'],
    ['MET', 'Europe/Brussels'],
    ['EET', 'Europe/Athens'],
    ['WET', 'Europe/Lisbon'],
  ]
  for (const [given, zone] of read) t.equal(parseTimezone(given), zone, String(given))
  for (const value of ['', 1, [], {}, 'Nowhere'])
    t.equal(
      outcome(() => parseTimezone(value)),
      '400 timezone: is invalid',
      JSON.stringify(value),
    )
})

t.test('script configurations', async (t) => {
  const bad = (field: string) => `400 tracker_script_configuration.${field}: is invalid`
  const cases: [given: unknown, changes: object | string][] = [
    [{}, {}],
    [{ id: 'mine', unknown: 1 }, {}],
    [{ installation_type: null }, { installation_type: null }],
    [{ installation_type: 'manual' }, { installation_type: 'manual' }],
    [{ installation_type: 'wordpress' }, { installation_type: 'wordpress' }],
    [{ installation_type: 'gtm' }, bad('installation_type')],
    [{ installation_type: 'npm' }, bad('installation_type')],
    [{ installation_type: '' }, bad('installation_type')],
    [{ installation_type: ['manual'] }, bad('installation_type')],
    [
      { outbound_links: true, file_downloads: 'true', form_submissions: '1' },
      { outbound_links: true, file_downloads: true, form_submissions: true },
    ],
    [
      { outbound_links: false, file_downloads: 'false', form_submissions: '0' },
      { outbound_links: false, file_downloads: false, form_submissions: false },
    ],
    ...[null, 0, 1, 'yes', 'TRUE', '', [], {}].map((value): [unknown, string] => [
      { tagged_events: value },
      bad('tagged_events'),
    ]),
    [{ pageview_props: 1, track_404_pages: 1, installation_type: 1 }, bad('installation_type')],
    [{ pageview_props: 1, form_submissions: 1, tagged_events: 1 }, bad('tagged_events')],
    [
      { revenue_tracking: 1, file_downloads: 1, outbound_links: 1, hash_based_routing: 1, track_404_pages: 1 },
      bad('track_404_pages'),
    ],
    [null, '400 tracker_script_configuration: is invalid'],
    [[], '400 tracker_script_configuration: is invalid'],
    ['{}', '400 tracker_script_configuration: is invalid'],
    [1, '400 tracker_script_configuration: is invalid'],
  ]
  for (const [given, changes] of cases)
    t.strictSame(
      outcome(() => parseTrackerChanges(given)),
      changes,
      JSON.stringify(given),
    )
  t.strictSame(readTrackerChanges({ revenue_tracking: 'x', outbound_links: true }, ['outbound_links']), {
    changes: { outbound_links: true },
  })
})

t.test('property names', async (t) => {
  const cases: [given: unknown, read: object | string][] = [
    [' plan ', { name: 'plan' }],
    ['a/b', { name: 'a/b' }],
    ['x'.repeat(300), { name: 'x'.repeat(300) }],
    [` ${'é'.repeat(300)} `, { name: 'é'.repeat(300) }],
    ['x'.repeat(301), 'long'],
    ['a\0b', { name: 'ab' }],
    ['', 'blank'],
    ['\u00a0', 'blank'],
    ['\0', 'blank'],
    [undefined, 'blank'],
    [5, 'blank'],
  ]
  for (const [given, read] of cases) t.strictSame(readProperty(given), read, JSON.stringify(given)?.slice(0, 40))
})

t.test('the time zone of a consolidated view', async (t) => {
  const cases: [zones: string[], zone: string][] = [
    [['Europe/Rome'], 'Europe/Rome'],
    [['Europe/Rome', 'Asia/Tokyo', 'Europe/Rome'], 'Europe/Rome'],
    [['Europe/Rome', 'Asia/Tokyo'], 'Asia/Tokyo'],
    [['UTC'], 'Etc/UTC'],
    [['UTC', 'Etc/UTC'], 'Etc/UTC'],
  ]
  for (const [zones, zone] of cases) t.equal(commonTimezone(zones), zone, zones.join(' '))
})
