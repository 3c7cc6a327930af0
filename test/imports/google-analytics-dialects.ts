// Exports of Google Analytics 4 in the forms that people have them: the public report, file or reader that was opened
// and has the form, small files of our own in it, and what an import makes of them.
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
const range = ['# Start date: 20240104', '# End date: 20240105']
const oneDay = ['# Start date: 20240105', '# End date: 20240105']

export const googleDialects: readonly SumsDialect[] = [
  google('an exploration with days', 'browserslist/browserslist-ga-export#20', { 'days.csv': googleDays }),
  google(
    'comments with a range',
    'Voronov/Ackee, test of src/import/ga4.js',
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
    'public test of a comparison of logs with GA4 (BOM, Metazeilen, Summenzeilen)',
    { 'days.csv': `\uFEFF# Export aus GA4\n${googleDays}Total,5,6,9\n` },
  ),
  google(
    'days by number, from the range',
    'public parser of overviews (parseGa4DailyMetrics)',
    { 'days.csv': lines('# Start date: 20240104', '# End date: 20240105', 'Nth day,Active users', '0000,4', '0001,5') },
    {
      sums: { days: { '2024-01-04': 4, [day]: 5 } },
    },
  ),
  google(
    'a report over one day',
    'project-polymorph/data-analysis ga_visitor/google_analysis.csv',
    { 'days.csv': googleDays, 'pages.csv': report('Page path and screen class,Views,Active users', '/a,9,5') },
    {
      sums: { ...days, 'event:page': { '/a': 5 } },
    },
  ),
  google(
    'several tables in one file',
    'TAO605/roth-conversion-calculator-ai, test of scripts/ga4-report-audit.mjs',
    {
      'snapshot.csv': `${report('Nth day,Active users', '0000,5')}\n${report('Country,Active users', 'Germany,5')}\n# Start date: 20240105\n# End date: 20240105\nBrowser,Active users\nChrome,5\n`,
    },
    {
      sums: { ...days, 'visit:country': { DE: 5 }, 'visit:browser': { Chrome: 5 } },
    },
  ),
  google(
    'tables of several segments',
    'Voronov/Ackee, test of src/import/ga4.js (All Users)',
    { 'snapshot.csv': `${report('Nth day,Active users', '0000,5')}\n${report('Nth day,Active users', '0000,2')}` },
    {
      refused: /line 23: .* has sums of 2024-01-05 too/,
    },
  ),
  google(
    'values that begin with the sign of comments',
    'an unseen case of our own: a campaign #summer',
    googleTable('Session campaign', '#summer', 'spring', '#', '# winter'),
    {
      sums: { ...days, 'visit:utm_campaign': { '#summer': 1, spring: 1, '#': 1, '# winter': 1 } },
    },
  ),
  google(
    'such a value first',
    'public panel of landing pages of a Korean site (parseGa4LandingCsv) (order of columns)',
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
    'an unseen case of our own: a page in the fragment',
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
      'browserslist/browserslist-ga-export#14 and #24, cleverage/daltons#24',
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
    'TAO605/roth-conversion-calculator-ai, test of scripts/ga4-report-audit.mjs',
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
    'Voronov/Ackee, test of src/import/ga4.js',
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
    'TAO605/roth-conversion-calculator-ai, test of scripts/ga4-report-audit.mjs',
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
    'TAO605/roth-conversion-calculator-ai, test of scripts/ga4-report-audit.mjs',
    googleTable('Session source / medium', 'google / organic', 'bing / cpc', '(direct) / (none)'),
    {
      sums: { ...days, 'visit:source': { Google: 1, Bing: 1, '': 1 } },
    },
  ),
  google(
    'channels',
    'public script for acquisition overviews (extract_ga4_tables)',
    googleTable('Session primary channel group (Default Channel Group)', 'Organic Search', 'Direct', '(not set)'),
    {
      sums: { ...days, 'visit:channel': { 'Organic Search': 1, Direct: 1 } },
      lost: [/1 rows are left out: no value/],
    },
  ),
  google(
    'campaigns that Google names',
    'public test of a media report (read_ga4_export: Session campaign)',
    googleTable('Session campaign', '(direct)', '(organic)', '(referral)', '(not set)', 'spring'),
    {
      sums: { ...days, 'visit:utm_campaign': { '': 4, spring: 1 } },
    },
  ),
  google(
    'pages beyond the limit',
    '18F/analytics.usa.gov#320, 8-bit-sheep/googleAnalyticsR#427',
    googleTable('Page path and screen class', '/a', '(other)', '(not set)'),
    {
      sums: { ...days, 'event:page': { '/a': 1 } },
      lost: [/1 rows are left out: \(other\)/, /1 rows are left out: no value/],
    },
  ),
  google(
    'events of its own',
    'public demo of a shop (GA4 Events)',
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
    'Voronov/Ackee, test of src/import/ga4.js',
    { 'days.csv': googleDays, 'table.csv': lines('Date,Country,Browser,Active users', '20240105,Germany,Chrome,1') },
    {
      sums: days,
      lost: [/has several dimensions beside Date/],
    },
  ),
  google(
    'a second dimension that is not known',
    'TAO605/roth-conversion-calculator-ai, test of scripts/ga4-report-audit.mjs (city)',
    { 'days.csv': googleDays, 'table.csv': lines('Date,Country,City,Active users', '20240105,Germany,Berlin,1') },
    {
      sums: days,
      lost: [/has several dimensions beside Date/],
    },
  ),
  google(
    'segments and comparisons as a column',
    'public test of GA4 uploads (event-level explorations, Date + hour, segment columns)',
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
    'public test of GA4 uploads (event-level explorations, Date + hour, segment columns)',
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
    'project-polymorph/data-analysis ga_visitor/google_analysis.csv',
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
    'public test of a loader (test_load_csv_with_utf16_le)',
    { 'days.csv': Buffer.from(`\uFEFF${googleDays}`, 'utf16le') },
    { refused: /the file is UTF-16/ },
  ),
  ...['05.01.2024', '1/5/2024', 'Jan 5, 2024', '45296', '2024010507', '20240230'].map((date) =>
    google(
      `a date that is not understood: ${date}`,
      'stacksjs/ts-analytics, test of src/lib/ga-import.ts (dates)',
      { 'days.csv': lines('Date,Active users', `"${date}",5`) },
      { refused: /line 2: Date is no day/ },
    ),
  ),
  google(
    'a row that was cut',
    'public script for acquisition overviews (rows of another length)',
    { 'days.csv': lines('Date,Active users,Sessions', '20240105,5') },
    { refused: /line 2: 2 fields where the header has 3/ },
  ),
  google(
    'tables of a day for each metric, as overviews have them',
    'public parser of overviews (parseGa4DailyMetrics)',
    {
      'overview.csv': lines(
        rule,
        '# Acquisition overview',
        '# Account: Shop',
        rule,
        '# ',
        ...range,
        'Nth day,Active users',
        '0000,4',
        '0001,5',
        '',
        ...range,
        'Nth day,New users',
        '0000,1',
        '0001,2',
        '',
        ...range,
        'First user primary channel group (Default Channel Group),New users',
        'Direct,3',
        '',
        ...range,
        'Session primary channel group (Default Channel Group),Sessions',
        'Direct,3',
      ),
    },
    {
      sums: { days: { '2024-01-04': 4, [day]: 5 } },
      lost: [
        /table of new users has no count that is imported/,
        /table of first user primary channel group .* has no dimension Date/,
        /table of session primary channel group .* has no dimension Date/,
      ],
    },
  ),
  google(
    'such tables without users',
    'public script for acquisition overviews (GA4 Engagement.csv)',
    {
      'engagement.csv': lines(
        ...range,
        'Nth day,Average engagement time per active user',
        '0000,4.5',
        '',
        ...range,
        'Nth day,Views',
        '0000,9',
        '',
        ...range,
        'Nth day,Event count',
        '0001,9',
      ),
      'days.csv': googleDays,
    },
    {
      sums: days,
      lost: [
        /average engagement time per active user, which is not imported/,
        /table of views has no users, so no visitors of its days/,
        /table of event count has no users/,
      ],
    },
  ),
  google(
    'a snapshot, whose second table of sources has fewer columns',
    'public parser of reports (parseReportsSnapshot: five blocks)',
    {
      'snapshot.csv': lines(
        ...oneDay,
        'Active users,New users,Average engagement time per active user,Sessions',
        '5,1,3.5,6',
        '',
        ...oneDay,
        'Session source / medium,Active users,Sessions,Key events,Total revenue',
        'google / organic,4,4,0,0',
        '(direct) / (none),1,2,0,0',
        '',
        ...oneDay,
        'First user source / medium,Active users',
        'google / organic,4',
        '',
        ...oneDay,
        'Session source / medium,Sessions',
        'google / organic,4',
        '(direct) / (none),2',
        '',
        ...oneDay,
        'Session Google Ads campaign,Sessions',
        'spring,1',
      ),
    },
    {
      sums: { ...days, 'visit:source': { Google: 4, '': 1 } },
      lost: [
        /columns new users, average engagement time per active user are not imported/,
        /columns key events, total revenue are not imported/,
        /counts by first user source \/ medium, which is not imported/,
        /2 rows are left out: snapshot.csv: the table of session source \/ medium has their days too/,
        /counts by session google ads campaign, which is not imported/,
      ],
    },
  ),
  google(
    'totals of a day twice, the second with fewer counts',
    'public parser of reports (parseReportsSnapshot: topline)',
    { 'days.csv': googleDays, 'topline.csv': lines(...oneDay, 'Active users,New users', '5,1') },
    {
      sums: days,
      lost: [
        /topline.csv: the table of active users: 1 rows are left out: days.csv: .* has their days too/,
        /column.* new users are not imported/,
      ],
    },
  ),
  google(
    'the pages of a report, one file each',
    'browserslist/browserslist-ga-export#9',
    {
      'days.csv': googleDays,
      'page-1.csv': lines('Date,Browser,Active users', '20240105,Chrome,3'),
      'page-2.csv': lines('Date,Browser,Active users', '20240105,Safari,2'),
    },
    { refused: /page-2.csv line 2: page-1.csv: the table of browser has sums of 2024-01-05 too/ },
  ),
  google(
    'several files, rates with the sign of percent',
    'stacksjs/ts-analytics, test of src/lib/ga-import.ts',
    {
      'traffic.csv': lines(
        'Date,Views,Active users,Sessions,Bounce rate,Average session duration',
        '20240105,100,40,50,42%,90',
      ),
      'pages.csv': lines('Date,Page path and screen class,Views,Active users', '20240105,"/a,b",60,30'),
      'sources.csv': lines(
        'Date,Session source,Active users,Sessions',
        '20240105,(direct),25,30',
        '20240105,google,15,20',
      ),
      'browsers.csv': lines('Date,Browser,Active users', '20240105,Chrome,30', '20240105,Safari,10'),
    },
    {
      sums: {
        days: { [day]: 40 },
        'event:page': { '/a,b': 30 },
        'visit:source': { '': 25, Google: 15 },
        'visit:browser': { Chrome: 30, Safari: 10 },
      },
    },
  ),
  google('days with dashes', 'Voronov/Ackee, test of src/import/ga4.js (both date shapes)', {
    'days.csv': lines('Date,Active users', '2024-01-05,5'),
  }),
  google(
    'a range that is not said',
    'TAO605/roth-conversion-calculator-ai, test of scripts/ga4-report-audit.mjs (Date range)',
    {
      'days.csv': googleDays,
      'overview.csv': lines('# Report overview', '# Date range', 'Active users,New users,Event count', '876,873,3897'),
    },
    { sums: days, lost: [/has no dimension Date, and is not of a single day/] },
  ),
  google(
    'Korean, with totals that have two empty fields',
    'public panel of landing pages of a Korean site (parseGa4LandingCsv)',
    {
      'days.csv': googleDays,
      'table.csv': lines(
        '방문 페이지 + 쿼리 문자열,세션 소스,세션수,참여 세션수,조회수',
        ',,25,20,28',
        '/a,naver,5,4,6',
      ),
    },
    { sums: days, lost: [/has no dimension Date/] },
  ),
  google(
    'totals with two empty fields',
    'public panel of landing pages of a Korean site (parseGa4LandingCsv) (totals)',
    {
      'days.csv': googleDays,
      'table.csv': lines('Landing page,Date,Active users,Sessions', ',,5,6', '/a,20240105,5,6'),
    },
    { sums: { ...days, 'visit:entry_page': { '/a': 5 } } },
  ),
  google(
    'zeros in a count',
    'public test of a loader (test_load_csv_with_utf8_bom_and_null_bytes)',
    { 'days.csv': '\uFEFF# GA4 export\n# metadata\nDate,Views,Active users\n20240105,\u0000100\u0000,50\n' },
    { refused: /line 4: views must be a whole number/ },
  ),
  google(
    'Unicode text without its mark',
    'public test of a loader (test_load_csv_with_utf16_le: no mark)',
    { 'days.csv': Buffer.from(googleDays, 'utf16le') },
    { refused: /the file is UTF-16/ },
  ),
  google(
    'a comment behind the rows',
    'public script for states of readers (# trailing comment)',
    {
      'days.csv': googleDays,
      'table.csv': lines(...oneDay, 'Country,Active users,New users', 'Germany,4,1', '# trailing comment'),
    },
    { refused: /table.csv line 5: 1 fields where the header has 3/ },
  ),
  google(
    'a table without a count that is imported',
    'public script for states of readers (Region: Engagement rate)',
    { 'days.csv': googleDays, 'table.csv': lines('Date,Country,New users,Engagement rate', '20240105,Germany,3,0.5') },
    { sums: days, lost: [/table of country has no count that is imported/] },
  ),
  google(
    'platforms and devices in one column',
    'public parser of reports (parseTechOverview: ["Web"])',
    {
      'days.csv': googleDays,
      'platforms.csv': lines('Date,Platform,Active users', '20240105,"[""Web""]",3'),
      'devices.csv': lines('Date,Platform / device category,Active users', '20240105,web / mobile,3'),
    },
    { sums: days, lost: [/counts by platform, which/, /counts by platform \/ device category, which/] },
  ),
  google(
    'hours of a data set',
    'statso.io, Website performance case study',
    {
      'days.csv': googleDays,
      'hours.csv': lines(
        '# ----------------------------------------',
        'Session primary channel group (Default channel group),Date + hour (YYYYMMDDHH),Users,Sessions,Engaged sessions',
        'Direct,2024010523,237,300,144',
      ),
    },
    { sums: days, lost: [/has no dimension Date/] },
  ),
  google(
    'sources that people wrote by hand',
    'public script for acquisition overviews (Session manual source)',
    { 'days.csv': googleDays, 'table.csv': lines('Date,Session manual source,Active users', '20240105,google,3') },
    { sums: days, lost: [/counts by session manual source, which is not imported/] },
  ),
  google(
    'titles of pages',
    'public report of a magazine (Page title and screen class)',
    {
      'days.csv': googleDays,
      'table.csv': lines('Date,Page title and screen class,Views,Active users', '20240105,"A | Shop",10,5'),
    },
    { sums: days, lost: [/counts by page title and screen class, which is not imported/] },
  ),
]
