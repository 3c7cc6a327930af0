// Exports of other products: the dialects that people have, names of live traffic, and the work that a hostile line
// makes.
import t from 'tap'
import { isEvent } from '../../src/imports/check.ts'
import { createCsvReader } from '../../src/imports/csv.ts'
import { createGoatCounterParser } from '../../src/imports/goatcounter.ts'
import { createUmamiParser } from '../../src/imports/umami.ts'
import { countryFrom } from '../../src/rules/country-names.ts'
import { nameOfSource } from '../../src/rules/source.ts'
import { countries } from '../../src/rules/tables/countries.ts'
import { readHistory } from '../support/histories.ts'
import { goatDialects } from './goatcounter-dialects.ts'
import { googleDialects } from './google-analytics-dialects.ts'
import { matomoDialects } from './matomo-dialects.ts'
import { plausibleDialects } from './plausible-dialects.ts'
import { umamiDialects } from './umami-dialects.ts'

const all = [umamiDialects, goatDialects, matomoDialects, plausibleDialects, googleDialects]
for (const dialects of all) {
  const { source } = dialects[0]!
  t.equal(
    new Set(dialects.map(({ name }) => name)).size,
    dialects.length,
    `${source}: each dialect has a name of its own`,
  )
  t.ok(new Set(dialects.map(({ from }) => from)).size >= 20, `${source}: they rest on many reports and documents`)
}

for (const { name, from, source, files, events = [], leftOut = {}, faults = [], refused } of [
  ...umamiDialects,
  ...goatDialects,
  ...matomoDialects,
])
  t.test(`${name} (${from})`, async (t) => {
    const read = await readHistory(source, files)
    if (refused) t.match(read.refused, refused)
    else t.equal(read.refused, undefined)
    t.equal(read.events.length, events.length, JSON.stringify(read.events))
    for (const [index, wanted] of events.entries()) {
      const found = read.events[index] ?? {}
      for (const [fact, value] of Object.entries(wanted)) t.strictSame(found[fact], value, fact)
    }
    t.strictSame(read.leftOut, leftOut)
    t.equal(read.faults.length, faults.length, read.faults.join('; '))
    for (const [index, fault] of faults.entries()) t.match(read.faults[index], fault)
  })

for (const { name, from, source, files, sums = {}, lost = [], refused } of [...plausibleDialects, ...googleDialects])
  t.test(`${name} (${from})`, async (t) => {
    const read = await readHistory(source, files)
    if (refused) {
      t.match(read.refused, refused)
      t.strictSame(read.sums, {})
      return
    }
    t.equal(read.refused, undefined)
    for (const [dimension, values] of Object.entries(sums)) t.same(read.sums[dimension], values, dimension)
    t.equal(read.lost.length, lost.length, read.lost.join('; '))
    for (const [index, sentence] of lost.entries()) t.match(read.lost[index], sentence)
  })

t.test('one table of countries: codes, names and other spellings', async (t) => {
  const cases: readonly (readonly [code: string | null | undefined, texts: readonly string[]])[] = [
    ['DE', ['DE', 'de', ' De ', 'Germany', 'GERMANY', 'germany ']],
    ['PS', ['Palestine', 'Palestinian Territories', 'State of Palestine', 'Palestinian Territory']],
    ['XK', ['XK', 'Kosovo', 'Republic of Kosovo']],
    ['CZ', ['Czechia', 'Czech Republic', 'The Czech Republic']],
    ['TR', ['Turkey', 'Türkiye', 'Turkiye', 'Tu\u0308rkiye']],
    ['CI', ["Côte d'Ivoire", 'Côte d’Ivoire', "Cote d'Ivoire", 'Ivory Coast']],
    ['HK', ['Hong Kong', 'Hong Kong SAR China', 'Hong Kong, China']],
    ['MO', ['Macau', 'Macao', 'Macao SAR China']],
    ['TW', ['Taiwan', 'Taiwan, Province of China']],
    ['KR', ['South Korea', 'Republic of Korea', 'Korea, South', 'Korea, Republic of']],
    ['KP', ['North Korea', "Korea, Democratic People's Republic of"]],
    ['RU', ['Russia', 'Russian Federation']],
    ['GB', ['UK', 'uk', 'U.K.', 'United Kingdom', 'Great Britain']],
    ['GR', ['EL', 'Greece']],
    ['US', ['USA', 'U.S.A.', 'United States of America', 'The United States']],
    ['BA', ['Bosnia & Herzegovina', 'Bosnia and Herzegovina', 'Bosnia-Herzegovina']],
    ['CD', ['Congo - Kinshasa', 'Congo (DRC)', 'Democratic Republic of the Congo']],
    ['CG', ['Congo - Brazzaville', 'Republic of the Congo']],
    ['MM', ['Myanmar (Burma)', 'Myanmar', 'Burma']],
    ['MK', ['North Macedonia', 'Macedonia']],
    ['LC', ['St. Lucia', 'Saint Lucia', 'St Lucia']],
    ['ST', ['São Tomé & Príncipe', 'Sao Tome and Principe']],
    ['TL', ['Timor-Leste', 'East Timor']],
    ['VA', ['Vatican City', 'Holy See', 'Vatican']],
    ['VI', ['U.S. Virgin Islands', 'US Virgin Islands', 'Virgin Islands, U.S.']],
    ['TZ', ['Tanzania', 'Tanzania, United Republic of']],
    ['IR', ['Iran', 'Iran, Islamic Republic of']],
    ['BS', ['Bahamas', 'The Bahamas', 'Bahamas, The']],
    ['SZ', ['Eswatini', 'Swaziland']],
    ['CV', ['Cape Verde', 'Cabo Verde']],
    ['VN', ['Vietnam', 'Viet Nam']],
    ['A1', ['A1']],
    [null, ['', ' ', '(not set)', 'not set', 'Unknown', '(unknown)', '-', 'ZZ', 'XX', 'T1', 'EU', 'AP', 'A2', 'O1']],
    [
      undefined,
      [
        'Atlantis',
        'Korea',
        'Deutschland',
        'DEU',
        'D',
        '1',
        '49',
        'Germany, Berlin',
        'Ger\u0000many x',
        'x'.repeat(5_000),
      ],
    ],
  ]
  for (const [code, texts] of cases) for (const text of texts) t.equal(countryFrom(text), code, text.slice(0, 50))
  const names = new Intl.DisplayNames('en', { type: 'region' })
  for (const code of countries) t.equal(countryFrom(names.of(code)!), code)
})

t.test('sources have the names of live traffic', (t) => {
  for (const [text, name] of [
    ['google', 'Google'],
    [' Google ', 'Google'],
    ['www.google.co.uk', 'Google'],
    ['t.co', 'X (Twitter)'],
    ['Twitter', 'X (Twitter)'],
    ['X', 'X (Twitter)'],
    ['m.facebook.com', 'Facebook'],
    ['lm.facebook.com', 'Facebook'],
    ['fb', 'Facebook'],
    ['yahoo', 'Yahoo!'],
    ['news.ycombinator.com', 'Hacker News'],
    ['chatgpt.com', 'ChatGPT'],
    ['com.google.android.gm', 'Gmail'],
    ['android-app://com.slack', 'Slack'],
    ['vk.com', 'Vkontakte'],
    ['Stack Overflow', 'StackOverflow'],
    ['shop.example', 'shop.example'],
    ['www.shop.example', 'shop.example'],
    ['Booking.com', 'Booking.com'],
    ['Spring newsletter', 'Spring newsletter'],
    ['not-google', 'not-google'],
    ['notgoogle.com', 'notgoogle.com'],
    ['google.com.evil.example', 'google.com.evil.example'],
    ['', ''],
    [`${'a'.repeat(300)}.google.com`, `${'a'.repeat(300)}.google.com`],
  ] as const)
    t.equal(nameOfSource(text), name, text)
  t.end()
})

/** The processor's time of many readings, in microseconds; the least of some attempts. */
async function workOf(read: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = process.cpuUsage()
    for (let done = 0; done < 4; done++) await read()
    const { user, system } = process.cpuUsage(begun)
    least = Math.min(least, user + system)
  }
  return least
}

t.test('the work for a line grows with its length, whatever stands in it', async (t) => {
  const site = { id: 1, domain: 'shop.example', timezone: 'Etc/UTC' }
  const parsed =
    (parser: typeof createUmamiParser, header: string, before: string, behind: string) => (middle: string) => {
      const parse = parser()
      parse(header, site, 2e9)
      const event = parse(before + middle + behind, site, 2e9)
      if (isEvent(event)) event.dimensions()
    }
  const goatHeader = '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Location,Date'
  const goat = (at: number) => {
    const fields = ['/a', 'T', 'false', '', 'Chrome 1', 'Linux', 's', '0', '', 'g', 'DE', '2024-01-05T10:00:00Z']
    return parsed(
      createGoatCounterParser,
      goatHeader,
      `${[...fields.slice(0, at), '"'].join(',')}`,
      `",${fields.slice(at + 1).join(',')}`,
    )
  }
  const umami = (column: string) =>
    parsed(createUmamiParser, `session_id,created_at,url_path,${column}`, 's,2024-01-05 10:00:00,/a,"', '"')
  const csv = (middle: string) => {
    const read = createCsvReader()
    read('a,b')
    read(middle)
  }
  const google = (middle: string) =>
    readHistory('google-analytics', {
      'a.csv': `Date,Session source,Active users\n20240105,"${middle}",1\n${middle}\n,${middle}`,
    })
  const readers: Readonly<Record<string, (middle: string) => unknown>> = {
    'a browser of GoatCounter': goat(4),
    'a system of GoatCounter': goat(5),
    'a source of GoatCounter': goat(8),
    'a place of GoatCounter': goat(10),
    'a header of GoatCounter': (middle) => {
      try {
        createGoatCounterParser()(middle, site, 2e9)
      } catch {}
    },
    'a country of Umami': umami('country'),
    'a region of Umami': umami('country,region'),
    'an event of Umami': umami('event_name'),
    'a record of CSV': csv,
    'a country': countryFrom,
    'a source': nameOfSource,
    'a report of Google': google,
  }
  for (const [name, read] of Object.entries(readers))
    for (const repeated of [
      ' ',
      '1 ',
      '1.',
      'a ',
      'a.',
      ',Grand total',
      'Grand total ',
      ', ',
      '#',
      '# ',
      '2,',
      '{ ',
      '-',
      "'",
    ]) {
      const text = (length: number) => repeated.repeat(Math.ceil(length / repeated.length))
      await workOf(() => read(text(4_000)))
      const [short, long] = [await workOf(() => read(text(16_000))), await workOf(() => read(text(64_000)))]
      // Four times the length: four times the work if it grows with the length, sixteen times if with its square.
      t.ok(long < Math.max(short, 1_000) * 10, `${name}, ${JSON.stringify(repeated)}: ${short} µs, ${long} µs`)
    }
})
