// Exports of Umami in the forms that people have them: the public report, file or reader that was opened and has the
// form, a small file of our own in it, and what an import makes of it.
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
    'umami-software/umami prisma/schema.prisma (WebsiteEvent)',
    lines(table, ...rows((clock) => `2024-01-05 ${clock}.123456+00`)),
  ),
  umami(
    'PostgreSQL in another time zone',
    'umami-software/umami#946',
    lines(table, ...rows((clock) => `2024-01-05 ${clock.replace('10', '05')}-05`)),
  ),
  umami(
    'a client that writes zones without a colon',
    'an unseen case of our own: zones without a colon',
    lines(table, ...rows((clock) => `2024-01-05 ${clock.replace('10', '11')}.000 +0100`)),
  ),
  umami('MySQL, times without a zone', 'umami-software/umami#2931 (TO_CHAR)', lines(table, ...rows())),
  umami('MySQL, the word NULL', 'sequelpro/sequelpro#1162', nulls('NULL'), nothing),
  umami('MySQL, select into outfile', 'webyog/sqlyog-community#1164', nulls('\\N'), nothing),
  umami('DBeaver', 'dbeaver/dbeaver#1709', nulls('[NULL]'), nothing),
  umami('Beekeeper Studio, copied cells', 'beekeeper-studio/beekeeper-studio#571', nulls('(NULL)'), nothing),
  umami('SQLPro', 'hankinsoft/SQLPro#103', nulls('<null>'), nothing),
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
    'public test of a loader (test_load_csv_with_utf16_le)',
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
    'umami-software/umami#2931 (subdivision1)',
    lines(
      'session_id,created_at,url_path,event_type,country,subdivision1',
      's1,2024-01-05 10:00:00,/a,1,US,CA',
      's1,2024-01-05 10:01:00,/b,1,us,US-CA',
    ),
    { events: both.map((event) => ({ ...event, country: 'US', region: 'US-CA' })) },
  ),
  umami(
    'names in place of codes of countries and regions',
    'umami-software/umami prisma/schema.prisma (country, region)',
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
    'umami-software/umami src/lib/constants.ts (EVENT_TYPE)',
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
    'umami-software/umami prisma/schema.prisma (EventData)',
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
  umami(
    'exports of ranges that overlap',
    'public report of a blog (overlapping exports count each event once)',
    {
      '2024-01.zip': storedZip({ 'website_event.csv': lines(table, ...rows()) }),
      '2024-02.zip': storedZip({
        'website_event.csv': lines(table, ...rows(), 'e3,w1,s2,2024-01-05 11:00:00,/c,,,1,'),
      }),
    },
    { events: [...both, { path: '/c' }], leftOut: { 'events that another file has too': 2 } },
  ),
  umami(
    'the same event in one file, as two rows',
    'an unseen case of our own: rows that a query joined',
    lines(table, ...rows().map((row) => row.replace(/^e\d/, 'e1'))),
  ),
  umami(
    'the raw data of an own server, numbers with four decimals',
    'umami-software/umami#4476, umami-software/umami src/lib/data.ts (getStringValue)',
    {
      'export.zip': storedZip({
        'website_event.csv': lines(
          'website_id,session_id,visit_id,event_id,hostname,browser,os,device,country,region,city,url_path,url_query,referrer_domain,page_title,lcp,inp,cls,fcp,ttfb,event_type,event_name,tag,distinct_id,created_at,job_id',
          'w,s1,v,e1,shop.example,ios,iOS,mobile,DE,DE-BE,Berlin,/a,x=1,,A,1200.5,40,0.01,800,200,1,,,,2024-01-05T10:00:00.000Z,',
          'w,s1,v,e2,shop.example,ios,iOS,mobile,DE,DE-BE,Berlin,/b,,,B,,,,,,2,Signup,,,2024-01-05T10:01:00.000Z,',
        ),
        'session_data.csv': lines('website_id,session_id,data_key,string_value'),
        'event_data.csv': lines(
          'website_id,session_id,event_id,url_path,event_name,data_key,string_value,number_value,date_value,data_type,created_at,job_id',
          ...[
            'seats,5.0000,5.0000,,2',
            'price,-19.9500,-19.9500,,2',
            'zero,0.0000,0.0000,,2',
            'version,1.0000,,,1',
            'trial,true,,,3',
            'since,2024-01-01T00:00:00.000Z,,2024-01-01T00:00:00.000Z,4',
            '"tags","[""a""]",,,5',
          ].map((property) => `w,s1,e2,/b,Signup,${property},2024-01-05T10:01:00.000Z,`),
        ),
      }),
    },
    {
      events: [
        { ...first, browser: 'Safari', device: 'Mobile', country: 'DE', region: 'DE-BE' },
        {
          ...{ name: 'Signup', path: '/b' },
          props: {
            seats: '5',
            price: '-19.95',
            zero: '0',
            version: '1.0000',
            trial: 'true',
            since: '2024-01-01T00:00:00.000Z',
            tags: '["a"]',
          },
        },
      ],
      leftOut: { 'file session_data.csv': 1 },
    },
  ),
  umami(
    'numbers of an export without their type',
    'umami-software/umami prisma/schema.prisma (number_value, decimal(19,4))',
    {
      'website_event.csv': lines(table, 'e3,w1,s1,2024-01-05 10:00:00,/a,,,2,Signup'),
      'event_data.csv': lines(
        'event_id,data_key,string_value,number_value,date_value',
        'e3,seats,\\N,1200.0000,\\N',
        'e3,version,10.0000,\\N,\\N',
      ),
    },
    { events: [{ name: 'Signup', props: { seats: '1200', version: '10.0000' } }] },
  ),
  umami(
    'the view that Umami’s own import asks for',
    'umami-software/umami#2931 (website_event_import)',
    lines(
      'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,subdivision1,subdivision2,city,url_path,url_query,referrer_path,referrer_query,referrer_domain,page_title,event_type,event_name,created_at',
      'w,s1,v,e1,shop.example,crios,iOS,mobile,390x844,de,US,US-CA,,X,/a,,,,,A,1,,2024-01-05 10:00:00',
    ),
    { events: [{ ...first, browser: 'Chrome', os: 'iOS', country: 'US', region: 'US-CA' }] },
  ),
  umami(
    'the tables that a script makes of an export of the cloud',
    'RoversX/umami-csv-import-script',
    {
      'website_event.csv': lines(
        'event_id,website_id,session_id,created_at,url_path,url_query,referrer_path,referrer_query,referrer_domain,page_title,event_type,event_name,visit_id',
        'e1,w,s1,2024-01-05 10:00:00,/a,,/search,,www.bing.com,A,1,,v',
      ),
      'session.csv': lines('session_id,website_id,hostname,browser', 's1,w,shop.example,chrome'),
    },
    { events: [{ ...first, source: 'Bing', browser: undefined }], leftOut: { 'file session.csv': 1 } },
  ),
  umami(
    'a zip with a folder',
    'public test of an importer (Minilytics, UmamiImporterTest)',
    {
      'umami.zip': storedZip({
        'export/website_event.csv': lines(table, ...rows(undefined, '\\N')),
        'export/event_data.csv': lines('event_id,data_key,string_value', 'e1,plan,pro'),
      }),
    },
    { events: [{ ...first, props: { plan: 'pro' } }, second] },
  ),
  umami(
    'a backup of a product that began as Umami',
    'public test of a backup (Talivia)',
    {
      'backup.zip': storedZip({
        'manifest.json': '{}',
        'sessions.csv': lines('session_id,created_at', 's1,2024-01-05T10:00:00.000Z'),
        'website_event.csv': lines(
          'event_id,session_id,created_at,url_path,event_type',
          'e1,s1,2024-01-05T10:00:00.000Z,/a,1',
        ),
      }),
    },
    { events: [first], leftOut: { 'file manifest.json': 1, 'file sessions.csv': 1 } },
  ),
  umami(
    'titles with quotes and line ends',
    'Vitrus-Dev/vitrus packages/core/test/import-umami.test.ts (RFC 4180)',
    lines(
      'session_id,created_at,url_path,page_title,event_type',
      's1,2024-01-05 10:00:00,/a,"say ""hi""\nthere, you",1',
      's1,2024-01-05 10:01:00,/b,"x, y",1',
    ),
  ),
  umami(
    'visits that came from the site itself',
    'Vitrus-Dev/vitrus packages/core/test/import-umami.test.ts (internal)',
    lines(`${table}`, 'e1,w1,s1,2024-01-05 10:00:00,/a,,shop.example,1,'),
    { events: [{ ...first, source: undefined, referrer: undefined }] },
  ),
  umami(
    'totals of days',
    'Vitrus-Dev/vitrus packages/core/test/import-umami.test.ts (a wrong file)',
    lines('date,visitors,pageviews', '2026-03-01,4,9'),
    { refused: /there is no column created_at/ },
  ),
  umami(
    'files of sessions alone',
    'umami-software/umami#3928 (empty files)',
    { 'export.zip': storedZip({ 'session_data.csv': '', 'event_data.csv': '' }) },
    { refused: /there is no file website_event.csv/, leftOut: { 'file session_data.csv': 1 } },
  ),
  ...['1704448800000', '05.01.2024 10:00', '1/5/2024 10:00', 'Jan 5, 2024', '45296.4166666667'].map((time) =>
    umami(
      `a time that is not understood, ${time}`,
      'Vitrus-Dev/vitrus packages/core/test/import-umami.test.ts (bad_timestamp)',
      lines(table, ...rows().slice(0, 1), `e,w1,s1,"${time}",/b,,,1,`),
      {
        events: [first],
        faults: [/^3: timestamp is not ISO 8601/],
      },
    ),
  ),
]
