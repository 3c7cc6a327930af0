// Exports of Google Analytics 4 in the forms that people have them: where each form is documented or was reported, small files of our
// own in that form, and what an import makes of them.
import { day, days, lines, type SumsDialect } from './sums-dialect.ts'

const googleDays = lines('Date,Active users,Sessions,Views', '20240105,5,6,9')
const google = (
  name: string,
  from: string,
  files: Readonly<Record<string, string | Buffer>>,
  rest: Partial<SumsDialect> = { sums: days },
): SumsDialect => ({ name: `GA4: ${name}`, from, source: 'google-analytics', files, ...rest })
const googleTable = (header: string, ...rows: readonly string[]) => ({
  'days.csv': googleDays,
  'table.csv': lines(
    `Date,${header},Active users,Sessions,Views`,
    ...rows.map((row) => (/,/.test(row) ? row : `20240105,${row},1,1,1`)),
  ),
})
const rule = '# ----------------------------------------'
const report = (...rows: readonly string[]) =>
  lines(
    rule,
    '# Views',
    '# Account: Shop',
    '# Property: Shop',
    rule,
    '#',
    '# All Users',
    '# Start date: 20240105',
    '# End date: 20240105',
    ...rows,
  )

export const googleDialects: readonly SumsDialect[] = [
  google('an exploration with days', 'browserslist/browserslist-ga-export#20', { 'days.csv': googleDays }),
  google(
    'comments with a range',
    'browserslist/browserslist-ga-export README',
    {
      'days.csv': lines(
        rule,
        '# Free form 1',
        '# 20240105-20240106',
        rule,
        '',
        'Date,Active users,Sessions,Views',
        ',12,14,20,Grand total',
        '20240105,5,6,9',
        '20240106,7,8,11',
      ),
    },
    {
      sums: { days: { [day]: 5, '2024-01-06': 7 } },
    },
  ),
  google('totals with a field of their own', 'browserslist/browserslist-ga-export#26', {
    'days.csv': lines('Date,Active users,Sessions,Views,', ',5,6,9,Grand total', '20240105,5,6,9,'),
  }),
  google(
    'totals of a spreadsheet, a byte order mark',
    'public test of an importer of GA4 (BOM, Metazeilen, Summenzeilen)',
    { 'days.csv': `\uFEFF# Export aus GA4\n${googleDays}Total,5,6,9\n` },
  ),
  google(
    'days by number, from the range',
    'Google Analytics help, Nth day',
    { 'days.csv': lines('# Start date: 20240104', '# End date: 20240105', 'Nth day,Active users', '0000,4', '0001,5') },
    {
      sums: { days: { '2024-01-04': 4, [day]: 5 } },
    },
  ),
  google(
    'a report over one day',
    'Google Analytics help, Share and export reports',
    { 'days.csv': googleDays, 'pages.csv': report('Page path and screen class,Views,Active users', '/a,9,5') },
    {
      sums: { ...days, 'event:page': { '/a': 5 } },
    },
  ),
  google(
    'several tables in one file',
    'Google Analytics help, Reports snapshot',
    {
      'snapshot.csv': `${report('Nth day,Active users', '0000,5')}\n${report('Country,Active users', 'Germany,5')}\n# Start date: 20240105\n# End date: 20240105\nBrowser,Active users\nChrome,5\n`,
    },
    {
      sums: { ...days, 'visit:country': { DE: 5 }, 'visit:browser': { Chrome: 5 } },
    },
  ),
  google(
    'tables of several segments',
    'Google Analytics help, segments',
    { 'snapshot.csv': `${report('Nth day,Active users', '0000,5')}\n${report('Nth day,Active users', '0000,2')}` },
    {
      refused: /line 23: .* has sums of 2024-01-05 too/,
    },
  ),
  google(
    'values that begin with the sign of comments',
    'Google Analytics help, manual campaign',
    googleTable('Session campaign', '#summer', 'spring', '#', '# winter'),
    {
      sums: { ...days, 'visit:utm_campaign': { '#summer': 1, spring: 1, '#': 1, '# winter': 1 } },
    },
  ),
  google(
    'such a value first',
    'Google Analytics help, exploration (order of columns)',
    {
      'days.csv': googleDays,
      'table.csv': lines(
        'Session campaign,Date,Active users',
        '#summer,20240105,1',
        'spring,20240105,2',
        '#,20240105,3',
      ),
    },
    {
      sums: { ...days, 'visit:utm_campaign': { '#summer': 1, spring: 2, '#': 3 } },
    },
  ),
  google(
    'a first row with such a value',
    'Google Analytics help, page location',
    {
      'days.csv': googleDays,
      'table.csv': lines('Page path and screen class,Date,Active users', '#/start,20240105,2', '/b,20240105,3'),
    },
    {
      sums: { ...days, 'event:page': { '#/start': 2, '/b': 3 } },
    },
  ),
  ...[
    '1.234',
    '"1,234"',
    '"1 234"',
    '"1\u00a0234"',
    "1'234",
    '1.2e3',
    '1.0',
    '-5',
    '+5',
    '',
    ' ',
    'NaN',
    '--',
    '<10',
    '1k',
    '٥',
  ].map((count) =>
    google(
      `a count that is not understood: ${JSON.stringify(count)}`,
      'browserslist/browserslist-ga-export#14, cleverage/daltons#24',
      { 'days.csv': lines('Date,Active users,Sessions', `20240105,${count},6`) },
      {
        refused: /line 2: active users must be a whole number without separators/,
      },
    ),
  ),
  ...(['sessions', 'views', 'event count', 'engaged sessions'] as const).map((column) =>
    google(
      `${column} with a point`,
      'cleverage/daltons#24 (French)',
      { 'days.csv': lines(`Date,Active users,${column}`, '20240105,5,1.234') },
      {
        refused: new RegExp(`line 2: ${column} must be a whole number`),
      },
    ),
  ),
  google(
    'rates and means with a point',
    'Google Analytics help, bounce rate',
    {
      'days.csv': lines(
        'Date,Active users,Sessions,Bounce rate,Average session duration',
        '20240105,5,6,0.3333333333,63.5',
        '20240106,7,8,33.3%,1.234e1',
      ),
    },
    {
      sums: { days: { [day]: 5, '2024-01-06': 7 } },
    },
  ),
  ...['"0,25"', '25.3', '120%', '', 'n/a', '-0.1', '1m 03s'].map((rate) =>
    google(
      `a rate that is not understood: ${rate || 'none'}`,
      'cleverage/daltons#24 (decimal separator)',
      { 'days.csv': lines('Date,Active users,Sessions,Bounce rate', `20240105,5,6,${rate}`) },
      {
        refused: /line 2: bounce rate must be/,
      },
    ),
  ),
  google(
    'names of countries',
    'Google Analytics help, Country',
    googleTable(
      'Country',
      'Palestine',
      'Kosovo',
      'Türkiye',
      'Turkey',
      'Czechia',
      'Côte d’Ivoire',
      'Hong Kong',
      'Macao',
      'Taiwan',
      'South Korea',
      'Russia',
      'Bosnia & Herzegovina',
      'Congo - Kinshasa',
      'Myanmar (Burma)',
      'St. Lucia',
      '(not set)',
      'Atlantis',
    ),
    {
      sums: {
        ...days,
        'visit:country': {
          PS: 1,
          XK: 1,
          TR: 2,
          CZ: 1,
          CI: 1,
          HK: 1,
          MO: 1,
          TW: 1,
          KR: 1,
          RU: 1,
          BA: 1,
          CD: 1,
          MM: 1,
          LC: 1,
        },
      },
      lost: [/1 rows are left out: no value/, /1 rows are left out: no country that is known, such as Atlantis/],
    },
  ),
  google(
    'sources',
    'Google Analytics help, traffic sources',
    googleTable(
      'Session source',
      'google',
      't.co',
      'm.facebook.com',
      'chatgpt.com',
      'com.google.android.gm',
      'yahoo',
      'newsletter',
      '(direct)',
      '(not set)',
      '(data not available)',
      '(other)',
    ),
    {
      sums: {
        ...days,
        'visit:source': {
          Google: 1,
          'X (Twitter)': 1,
          Facebook: 1,
          ChatGPT: 1,
          Gmail: 1,
          'Yahoo!': 1,
          newsletter: 1,
          '': 1,
        },
      },
      lost: [/2 rows are left out: no value/, /1 rows are left out: \(other\)/],
    },
  ),
  google(
    'sources with media',
    'browserslist/browserslist-ga#35',
    googleTable('Session source / medium', 'google / organic', 'bing / cpc', '(direct) / (none)'),
    {
      sums: { ...days, 'visit:source': { Google: 1, Bing: 1, '': 1 } },
    },
  ),
  google(
    'channels',
    'Google Analytics help, default channel group',
    googleTable('Session primary channel group (Default Channel Group)', 'Organic Search', 'Direct', '(not set)'),
    {
      sums: { ...days, 'visit:channel': { 'Organic Search': 1, Direct: 1 } },
      lost: [/1 rows are left out: no value/],
    },
  ),
  google(
    'campaigns that Google names',
    'Google Analytics help, (not set)',
    googleTable('Session campaign', '(direct)', '(organic)', '(referral)', '(not set)', 'spring'),
    {
      sums: { ...days, 'visit:utm_campaign': { '': 4, spring: 1 } },
    },
  ),
  google(
    'pages beyond the limit',
    'Google Analytics help, (other) row',
    googleTable('Page path and screen class', '/a', '(other)', '(not set)'),
    {
      sums: { ...days, 'event:page': { '/a': 1 } },
      lost: [/1 rows are left out: \(other\)/, /1 rows are left out: no value/],
    },
  ),
  google(
    'events of its own',
    'Google Analytics help, automatically collected events',
    googleTable('Event name', 'page_view', 'session_start', 'scroll', 'sign_up'),
    {
      sums: { ...days, 'event:name': { pageview: 1, sign_up: 1 } },
      lost: [/2 rows are left out: an event of Google Analytics/],
    },
  ),
  google(
    'systems and devices',
    'caniuse, Fyrd/caniuse#6609',
    googleTable('Operating system', 'Windows', 'Macintosh', '(not set)'),
    { sums: { ...days, 'visit:os': { Windows: 1, Mac: 1, '': 1 } } },
  ),
  google(
    'a second dimension that is known',
    'arp242/goatcounter#685',
    { 'days.csv': googleDays, 'table.csv': lines('Date,Country,Browser,Active users', '20240105,Germany,Chrome,1') },
    {
      sums: days,
      lost: [/has several dimensions beside Date/],
    },
  ),
  google(
    'a second dimension that is not known',
    'ajitonelsonn/ETl_GA_mailchimp README (city)',
    { 'days.csv': googleDays, 'table.csv': lines('Date,Country,City,Active users', '20240105,Germany,Berlin,1') },
    {
      sums: days,
      lost: [/has several dimensions beside Date/],
    },
  ),
  google(
    'segments and comparisons as a column',
    'Google Analytics help, comparisons',
    {
      'days.csv': googleDays,
      'table.csv': lines(
        'Segment,Date,Country,Active users',
        'All Users,20240105,Germany,1',
        'Mobile,20240105,Germany,1',
      ),
    },
    {
      sums: days,
      lost: [/has several dimensions beside Date/],
    },
  ),
  google(
    'hours',
    'Google Analytics help, Date + hour',
    {
      'days.csv': googleDays,
      'table.csv': lines('Session source / medium,Date + hour (YYYYMMDDHH),Sessions', 'google / organic,2024010507,4'),
    },
    {
      sums: days,
      lost: [/has no dimension Date/],
    },
  ),
  google(
    'a report over a month',
    'Google Analytics help, Pages and screens',
    {
      'days.csv': googleDays,
      'pages.csv': lines('# Start date: 20240101', '# End date: 20240131', 'Page path and screen class,Views', '/a,9'),
    },
    {
      sums: days,
      lost: [/has no dimension Date, and is not of a single day/],
    },
  ),
  google(
    'German',
    'arp242/goatcounter#685 (French tabs)',
    { 'days.csv': lines('# Startdatum: 20240105', '# Enddatum: 20240105', 'Datum,Aktive Nutzer', '20240105,5') },
    {
      refused: /no file has totals of days.*\n.*has no dimension Date/s,
    },
  ),
  google(
    'semicolons and tabs of a spreadsheet',
    'cleverage/daltons#24 (separator)',
    {
      'days.csv': googleDays.replaceAll(',', ';'),
      'pages.csv': lines('Date\tHostname\tActive users', '20240105\twww.Shop.example\t5'),
    },
    {
      sums: { ...days, 'event:hostname': { 'shop.example': 5 } },
    },
  ),
  google(
    'Unicode text of a spreadsheet',
    'changyy/google-csv-helper README',
    { 'days.csv': Buffer.from(`\uFEFF${googleDays}`, 'utf16le') },
    { refused: /the file is UTF-16/ },
  ),
  ...['05.01.2024', '1/5/2024', 'Jan 5, 2024', '45296', '2024010507', '20240230'].map((date) =>
    google(
      `a date that is not understood: ${date}`,
      'Google Analytics help, formats of dates in spreadsheets',
      { 'days.csv': lines('Date,Active users', `"${date}",5`) },
      { refused: /line 2: Date is no day/ },
    ),
  ),
  google(
    'a row that was cut',
    'GSA/site-scanning#469',
    { 'days.csv': lines('Date,Active users,Sessions', '20240105,5') },
    { refused: /line 2: 2 fields where the header has 3/ },
  ),
]
