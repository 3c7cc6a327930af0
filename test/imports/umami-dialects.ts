// Exports of Umami in the forms that people have them: where each form is documented or was reported, a small file of our own
// in that form, and what an import makes of it.
import { storedZip } from '../support/zip.ts'
import { both, type EventDialect, first, lines, second } from './event-dialect.ts'

const table = 'event_id,website_id,session_id,created_at,url_path,url_query,referrer_domain,event_type,event_name'
const rows = (time: (clock: string) => string = (clock) => `2024-01-05 ${clock}`, no = '') => [
  `e1,w1,s1,${time('10:00:00')},/a,${no},${no},1,${no}`,
  `e2,w1,s1,${time('10:01:00')},/b,${no},${no},1,${no}`,
]
const umami = (
  name: string,
  from: string,
  text: string | Buffer | Readonly<Record<string, string | Buffer>>,
  rest: Partial<EventDialect> = { events: both },
): EventDialect => ({
  ...{ name: `Umami: ${name}`, from, source: 'umami', ...rest },
  files: typeof text === 'string' || Buffer.isBuffer(text) ? { 'website_event.csv': text } : text,
})

/** Words of clients for no value: nothing of the row may hold them. */
const nothing = {
  events: both.map((event) => ({ ...event, source: undefined, referrer: undefined, country: undefined })),
}
const nulls = (word: string) => lines(`${table},country`, ...rows(undefined, word).map((row) => `${row},${word}`))

export const umamiDialects: readonly EventDialect[] = [
  umami(
    'PostgreSQL, copy to stdout',
    'umami-software/umami prisma/migrations/01_init',
    lines(table, ...rows((clock) => `2024-01-05 ${clock}.123456+00`)),
  ),
  umami(
    'PostgreSQL in another time zone',
    'umami-software/umami#946',
    lines(table, ...rows((clock) => `2024-01-05 ${clock.replace('10', '05')}-05`)),
  ),
  umami(
    'a client that writes zones without a colon',
    'umami-software/umami#2653',
    lines(table, ...rows((clock) => `2024-01-05 ${clock.replace('10', '11')}.000 +0100`)),
  ),
  umami('MySQL, times without a zone', 'umami-software/umami 1.38 db/mysql/migrations', lines(table, ...rows())),
  umami('MySQL, the word NULL', 'Maxime-J/umami-sqlite#7', nulls('NULL'), nothing),
  umami('MySQL, select into outfile', 'soixantecircuits/wp-events-manager-importer#13', nulls('\\N'), nothing),
  umami('DBeaver', 'artefactual/atom#235', nulls('[NULL]'), nothing),
  umami('Navicat', 'shevabam/mysql-backup#4', nulls('(NULL)'), nothing),
  umami('DataGrip', 'pimcore/pimcore#15110', nulls('<null>'), nothing),
  umami('mysql --batch, with tabs', 'MySQL manual, mysql --batch', nulls('NULL').replaceAll(',', '\t'), nothing),
  umami('semicolons of a spreadsheet', 'rybbit-io/rybbit#1032', lines(table, ...rows()).replaceAll(',', ';')),
  umami(
    'a byte order mark and line ends of Windows',
    'RoversX/umami-csv-import-script#1',
    `\uFEFF${lines(table, ...rows()).replaceAll('\n', '\r\n')}`,
  ),
  umami('every field in quotes', 'umami-software/umami#2456', lines(table, ...rows()).replaceAll(/[^,\n]+/g, '"$&"')),
  umami(
    'Unicode text of a spreadsheet',
    'changyy/google-csv-helper README',
    Buffer.from(`\uFEFF${lines(table, ...rows())}`, 'utf16le'),
    {
      refused: /line 1: the file is UTF-16; save it as UTF-8/,
    },
  ),
  umami(
    'a spreadsheet without Unicode',
    'RFC 4180, charset of text/csv',
    Buffer.from(lines(table, ...rows(), 'e3,w1,s1,2024-01-05 10:02:00,/caf\u00e9,,,1,'), 'latin1'),
    {
      refused: /line 4: the text is not UTF-8/,
    },
  ),
  umami(
    'the table of the cloud, with the columns of sessions',
    'umami-software/umami db/clickhouse/schema.sql',
    lines(
      'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,region,city,url_path,url_query,utm_source,utm_medium,utm_campaign,utm_content,utm_term,referrer_path,referrer_query,referrer_domain,page_title,gclid,fbclid,msclkid,ttclid,li_fat_id,twclid,event_type,event_name,tag,distinct_id,created_at,job_id',
      'w1,s1,v1,e1,www.shop.example,edge-chromium,Windows 10,laptop,1920x1080,de-DE,DE,DE-BE,Berlin,/a,,,,,,,/search,,www.bing.com,A,,,,,,,1,,,,2024-01-05 10:00:00,\\N',
    ),
    {
      events: [
        {
          ...first,
          hostname: 'shop.example',
          browser: 'Microsoft Edge',
          os: 'Windows',
          device: 'Desktop',
          country: 'DE',
          region: 'DE-BE',
          source: 'Bing',
        },
      ],
    },
  ),
  umami(
    'cloud before 2.18, a region without its country',
    'umami-software/umami db/clickhouse/migrations/06_update_subdivision.sql',
    lines(
      'session_id,created_at,url_path,event_type,country,subdivision1',
      's1,2024-01-05 10:00:00,/a,1,US,CA',
      's1,2024-01-05 10:01:00,/b,1,us,US-CA',
    ),
    { events: both.map((event) => ({ ...event, country: 'US', region: 'US-CA' })) },
  ),
  umami(
    'names in place of codes of countries and regions',
    'umami-software/umami#1041',
    lines(
      'session_id,created_at,url_path,event_type,country,region',
      's1,2024-01-05 10:00:00,/a,1,Palestine,Gaza Strip',
      's1,2024-01-05 10:01:00,/b,1,XK,',
      's2,2024-01-05 10:02:00,/c,1,T1,',
    ),
    {
      events: [
        { ...first, country: 'PS', region: undefined },
        { ...second, country: 'XK' },
        { path: '/c', country: undefined },
      ],
    },
  ),
  umami(
    'a country that is not understood',
    'umami-software/umami prisma/schema.prisma (country)',
    lines(
      'session_id,created_at,url_path,country',
      's1,2024-01-05 10:00:00,/a,DE',
      's1,2024-01-05 10:01:00,/b,Atlantis',
    ),
    {
      events: [first],
      faults: [/^3: country must be an ISO 3166-1 alpha-2 code/],
    },
  ),
  umami(
    'columns in another order, and others',
    'rybbit-io/rybbit#464',
    lines(
      'tag,event_type,created_at,url_path,visit_id,session_id',
      ',1,2024-01-05 10:00:00,/a,v,s1',
      ',1,2024-01-05 10:01:00,/b,v,s1',
    ),
  ),
  umami(
    'the whole table: two websites',
    'umami-software/umami#946 (dump of a table)',
    lines(table, ...rows(), 'e3,w2,s2,2024-01-05 10:02:00,/other,,,1,'),
    {
      events: [...both, { path: '/other' }],
      refused: /rows of several websites, by website_id: w1 \(2 rows\), w2 \(1 rows\); export one of them/,
    },
  ),
  umami(
    'two joined tables, columns of one name',
    'umami-software/umami prisma/schema.prisma',
    lines(`${table},session_id,created_at`, ...rows().map((row) => `${row},s1,2024-01-01 00:00:00`)),
    {
      refused: /there are two columns session_id/,
    },
  ),
  umami(
    'events, links, pixels, performance and a type of the future',
    'umami-software/umami prisma/migrations/14_add_link_and_pixel, 18_add_performance',
    lines(
      table,
      ...rows(),
      ...['3', '4', '5', '6'].map((type) => `e,w1,s1,2024-01-05 10:02:00,/x,,,${type},`),
      'e,w1,s1,2024-01-05 10:03:00,/b,,,2,Signup',
    ),
    {
      events: [...both, { name: 'Signup', path: '/b' }],
      leftOut: {
        'clicks on short links': 1,
        'views of pixels': 1,
        'measurements of performance': 1,
        'rows of a type that is not known': 1,
      },
    },
  ),
  umami(
    'version 1, the table pageview',
    'enclaive/enclaive-docker-umami-sgx mariadb/umami.sql',
    lines('view_id,website_id,session_id,created_at,url,referrer', '1,1,1,2024-01-05 10:00:00,/a,'),
    {
      refused: /there is no column url_path/,
    },
  ),
  umami(
    'the zip of the cloud, properties of events',
    'umami-software/umami#3928',
    {
      'export.zip': storedZip({
        'website_event.csv': lines(table, ...rows(), 'e3,w1,s1,2024-01-05 10:02:00,/b,,,2,Signup'),
        'event_data.csv': lines(
          'website_id,event_id,data_key,string_value,number_value,date_value',
          'w1,e3,plan,pro,\\N,\\N',
        ),
        'session_data.csv': '',
      }),
    },
    { events: [...both, { name: 'Signup', props: { plan: 'pro' } }], leftOut: { 'file session_data.csv': 1 } },
  ),
  umami(
    'tables of an own database, properties of events',
    'umami-software/umami prisma/migrations/06_session_data',
    {
      'website_event.csv': lines(table, ...rows(), 'e3,w1,s1,2024-01-05 10:02:00,/b,,,2,Signup'),
      'event_data.csv': lines(
        'event_data_id,website_id,website_event_id,data_key,string_value,number_value',
        'd,w1,e3,plan,pro,NULL',
        'd,w1,e3,cut',
      ),
    },
    {
      events: [...both, { name: 'Signup', props: { plan: 'pro' } }],
      faults: [/^3: event_data: 4 fields where the header has 6/],
    },
  ),
  umami(
    'the archive of a page of the product',
    'umami-software/umami src/app/api/websites/[websiteId]/export/route.ts',
    { 'website.zip': storedZip({ 'pages.csv': 'x,y\n/a,3', 'events.csv': 'x,t,y' }) },
    {
      leftOut: { 'file pages.csv': 1, 'file events.csv': 1 },
      refused: /totals of a range and no days/,
    },
  ),
  ...['1704448800000', '05.01.2024 10:00', '1/5/2024 10:00', 'Jan 5, 2024', '45296.4166666667'].map((time) =>
    umami(
      `a time that is not understood, ${time}`,
      'Baboo7/strapi-plugin-import-export-entries#157',
      lines(table, ...rows().slice(0, 1), `e,w1,s1,"${time}",/b,,,1,`),
      {
        events: [first],
        faults: [/^3: timestamp is not ISO 8601/],
      },
    ),
  ),
]
