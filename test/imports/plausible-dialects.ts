// Exports of Plausible in the forms that people have them: where each form is documented or was reported, small files of our
// own in that form, and what an import makes of them.
import { storedZip } from '../support/zip.ts'
import { day, days, lines, type SumsDialect } from './sums-dialect.ts'

const totals = lines('date,visitors,pageviews,bounces,visits,visit_duration', `${day},5,9,2,6,120`)
const visits = 'visitors,visits,visit_duration,bounces,pageviews'
const plausible = (
  name: string,
  from: string,
  files: Readonly<Record<string, string | Buffer>>,
  rest: Partial<SumsDialect> = { sums: days },
): SumsDialect => ({ name: `Plausible: ${name}`, from, source: 'plausible', files, ...rest })
const withTable = (table: string, ...rows: readonly string[]) => ({
  'imported_visitors_20240105_20240105.csv': totals,
  [`imported_${table}_20240105_20240105.csv`]: lines(...rows),
})
const locations = (...rows: readonly (readonly [country: string, region?: string, city?: string])[]) =>
  withTable(
    'locations',
    `date,country,region,city,${visits}`,
    ...rows.map(([country, region = '', city = '']) => `${day},${country},${region},${city},1,1,1,1,1`),
  )
const sources = (...names: readonly string[]) =>
  withTable(
    'sources',
    `date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces`,
    ...names.map((name) => `${day},${name},,,,,,,1,1,1,1,1`),
  )

export const plausibleDialects: readonly SumsDialect[] = [
  plausible(
    'the files of an export',
    'plausible/docs docs/csv-import.md',
    withTable('devices', `"date","device",${visits}`, `"${day}","Mobile",5,6,120,2,9`),
    {
      sums: { ...days, 'visit:device': { Mobile: 5 } },
    },
  ),
  plausible(
    'the zip of an export',
    'plausible/analytics#3692',
    {
      'export.zip': storedZip(
        withTable('devices', `date,device,${visits}`, `${day},Laptop,2,2,0,1,2`, `${day},Desktop,3,4,0,1,7`),
      ),
    },
    {
      sums: { ...days, 'visit:device': { Desktop: 5 } },
    },
  ),
  plausible('a zip in a folder, with files of a system', 'plausible/docs#354', {
    'export.zip': storedZip({
      'export/imported_visitors_20240105_20240105.csv': totals,
      '__MACOSX/._imported_visitors.csv': 'x',
    }),
  }),
  plausible('the second download of a file', 'plausible/docs#1', {
    'imported_visitors_20240105_20240105 (1).csv': totals,
  }),
  plausible(
    'an empty list of pages',
    'plausible/community-edition#259',
    withTable('pages', '"date","hostname","page","visits","visitors","pageviews"'),
    { sums: days },
  ),
  plausible(
    'pages of 2023',
    'plausible/analytics lib/plausible/imported/csv_importer.ex',
    withTable('pages', 'date,hostname,page,visitors,pageviews,exits,time_on_page', `${day},shop.example,/a,5,9,2,30`),
    {
      sums: { ...days, 'event:page': { '/a': 5 } },
      lost: [/columns exits, time_on_page are not imported/, /there is no column visits; visitors stand for them/],
    },
  ),
  plausible(
    'scroll depth of 2024',
    'plausible/analytics#4915',
    withTable(
      'pages',
      'date,hostname,page,visits,visitors,pageviews,scroll_depth,pageleave_visitors',
      `${day},shop.example,/a,6,5,9,120,3`,
    ),
    {
      sums: { ...days, 'event:page': { '/a': 5 } },
    },
  ),
  plausible(
    'active visitors of Google',
    'plausible/analytics#4027',
    withTable(
      'pages',
      'date,hostname,page,visits,visitors,pageviews,active_visitors',
      `${day},shop.example,/a,6,5,9,4`,
    ),
    {
      sums: { ...days, 'event:page': { '/a': 5 } },
      lost: [/column active_visitors is not imported/],
    },
  ),
  plausible(
    'custom properties',
    'plausible/analytics#4898',
    withTable('custom_props', 'date,property,value,visitors,events', `${day},author,ada,2,3`),
    {
      sums: { ...days, 'event:props:author': { ada: 2 } },
    },
  ),
  plausible(
    'goals with addresses',
    'plausible/docs docs/csv-import.md (goals)',
    withTable(
      'custom_events',
      'date,name,link_url,path,visitors,events',
      `${day},404,,/none,1,1`,
      `${day},Signup,,,3,3`,
    ),
    {
      sums: { ...days, 'event:name': { 404: 1, Signup: 3, pageview: 5 } },
    },
  ),
  plausible(
    'codes of places',
    'plausible/analytics#1466',
    locations(['FR', 'FR-PAC', '3027647'], ['GB', 'GB-ENG', '0']),
    {
      sums: {
        'visit:country': { FR: 1, GB: 1 },
        'visit:region': { 'FR-PAC': 1, 'GB-ENG': 1 },
        'visit:city': { 3027647: 1, '': 1 },
      },
    },
  ),
  plausible(
    'codes in small letters, and names of countries',
    'plausible/community-edition#143',
    locations(
      ['de'],
      ['Germany'],
      ['Palestine'],
      ['Kosovo'],
      ['XK'],
      ['Czech Republic'],
      ['Türkiye'],
      ["Cote d'Ivoire"],
      ['South Korea'],
      ['UK'],
    ),
    {
      sums: { 'visit:country': { DE: 2, PS: 1, XK: 2, CZ: 1, TR: 1, CI: 1, KR: 1, GB: 1 } },
    },
  ),
  plausible('unknown countries', 'plausible/analytics#2247', locations(['ZZ'], ['\\N'], ['']), {
    sums: { 'visit:country': { '': 3 } },
  }),
  plausible('a country that is not understood', 'plausible/analytics#1582', locations(['DE'], ['Atlantis']), {
    refused: /line 3: country "Atlantis" is not known; nothing was imported/,
  }),
  plausible('names of cities', 'plausible/analytics#2608', locations(['DE', '', 'Berlin']), {
    refused: /line 2: city must be a GeoNames id/,
  }),
  plausible('names of regions', 'plausible/location#3', locations(['DE', 'Bavaria']), {
    refused: /line 2: region must be an ISO 3166-2 code/,
  }),
  plausible(
    'sources of another product',
    'plausible/analytics#211',
    sources('google', 't.co', 'm.facebook.com', 'Twitter', 'Direct / None', ''),
    {
      sums: { 'visit:source': { Google: 1, 'X (Twitter)': 2, Facebook: 1, '': 2 } },
    },
  ),
  plausible('semicolons of a spreadsheet', 'cleverage/daltons#24', {
    'imported_visitors.csv': totals.replaceAll(',', ';'),
  }),
  plausible('a byte order mark and line ends of Windows', 'plausible/analytics#541', {
    'imported_visitors.csv': `\uFEFF${totals.replaceAll('\n', '\r\n')}`,
  }),
  plausible(
    'Unicode text of a spreadsheet',
    'changyy/google-csv-helper README',
    { 'imported_visitors.csv': Buffer.from(`\uFEFF${totals}`, 'utf16le') },
    { refused: /the file is UTF-16/ },
  ),
  ...['1.234', '"1,234"', '"1 234"', '1.2e3', '-5', '', 'NaN', '\\N', 'NULL', '5.0', '٥'].map((count) =>
    plausible(
      `a count that is not understood: ${count || 'none'}`,
      'plausible/analytics#6160',
      { 'imported_visitors.csv': totals.replace(',5,', `,${count},`) },
      {
        refused: /line 2: visitors must be a whole number/,
      },
    ),
  ),
  ...['05.01.2024', '01/05/2024', '20240105', '2024-1-5', '45296'].map((date) =>
    plausible(
      `a date that is not understood: ${date}`,
      'plausible/analytics#3895',
      { 'imported_visitors.csv': totals.replace(day, date) },
      { refused: /line 2: date is no day/ },
    ),
  ),
  plausible(
    'the download of a page of the product',
    'plausible/analytics#335',
    {
      'visitors.csv': lines(
        'date,visitors,pageviews,visits,views_per_visit,bounce_rate,visit_duration',
        `${day},5,9,6,1.5,33,20`,
      ),
    },
    {
      refused: /line 1: there is no column bounces/,
    },
  ),
  plausible(
    'a list of a page of the product',
    'plausible/analytics#116',
    { 'pages.csv': lines('name,visitors,pageviews,bounce_rate', '/a,5,9,33') },
    { refused: /line 1: there is no column date/ },
  ),
]
