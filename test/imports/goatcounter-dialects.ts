// Exports of GoatCounter in the forms that people have them: where each form is documented or was reported, a small file of our own
// in that form, and what an import makes of it.
import { gzipSync } from 'node:zlib'
import { storedZip } from '../support/zip.ts'
import { both, type EventDialect, first, lines, second } from './event-dialect.ts'

const goatHeader =
  'Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date'
const goatRow = (
  path: string,
  minute: number,
  more: {
    readonly event?: string
    browser?: string
    system?: string
    bot?: string
    ref?: string
    scheme?: string
    location?: string
    agent?: string
    session?: string
    size?: string
  } = {},
) => {
  const {
    event = 'false',
    browser = 'Chrome 120',
    system = 'Windows 10',
    bot = '0',
    ref = '',
    scheme = '',
    location = 'DE',
  } = more
  const { agent = '', session = 'a-1', size = '"1440,900,1"' } = more
  return `${path},T,${event},${agent},${browser},${system},${session},${bot},${ref},${scheme},${size},${location},true,2024-01-05T10:0${minute}:00Z`
}
const goat = (
  name: string,
  from: string,
  text: string | Buffer,
  rest: Partial<EventDialect> = { events: both },
): EventDialect => ({
  ...{ name: `GoatCounter: ${name}`, from, source: 'goatcounter', files: { 'goatcounter-export.csv': text }, ...rest },
})
const goatFile = (...all: readonly string[]) => lines(`2${goatHeader}`, ...all)
const twoPages = [goatRow('/a', 0), goatRow('/b', 1)]
const arrival = (ref: string, scheme: string) => goatFile(goatRow('/a', 0, { ref, scheme }))

export const goatDialects: readonly EventDialect[] = [
  goat('version 2', 'arp242/goatcounter cmd/goatcounter/testdata/export.csv', goatFile(...twoPages), {
    events: both.map((event) => ({
      ...event,
      browser: 'Chrome',
      browser_version: '120',
      os: 'Windows',
      os_version: '10',
      country: 'DE',
      device: 'Desktop',
    })),
  }),
  goat(
    'the header of the help',
    'arp242/goatcounter tpl/help/export.md',
    lines(`"2Path",${goatHeader.slice(5)}`, ...twoPages),
  ),
  goat('packed with gzip', 'arp242/goatcounter#676', gzipSync(goatFile(...twoPages))),
  goat(
    'line ends of Windows and a byte order mark',
    'arp242/goatcounter#316',
    `\uFEFF${goatFile(...twoPages).replaceAll('\n', '\r\n')}`,
  ),
  goat(
    'version 1',
    'arp242/goatcounter tpl/help/export.md (version 1)',
    lines('1Path,Title,Event,Bot,Session,FirstVisit,Referrer,Referrer scheme,Browser,Screen size,Location,Date'),
    {
      refused: /the export has version 1 and not 2/,
    },
  ),
  goat('version 3', 'arp242/goatcounter exportcsv.go', lines(`3${goatHeader}`), {
    refused: /the export has version 3 and not 2/,
  }),
  goat('an export of another product', 'arp242/goatcounter#473', lines(goatHeader, ...twoPages), {
    refused: /begins with 2Path/,
  }),
  goat('no rows: individual pageviews were off', 'arp242/goatcounter#831', goatFile(), {}),
  goat(
    'the zip of JSON',
    'arp242/goatcounter#855',
    storedZip({ 'export/info.json': '{"export_version":"1.0"}', 'export/hit_stats.jsonl': '' }),
    {
      refused: /this is the JSON export of GoatCounter.*choose the CSV export/,
    },
  ),
  goat(
    'a file of that zip',
    'arp242/goatcounter tpl/help/export-json.md',
    '{"hour":"2024-01-05T10:00:00Z","path_id":1,"ref_id":1,"count":4}\n',
    {
      refused: /this is the JSON export of GoatCounter/,
    },
  ),
  goat(
    'events as 1 and 0',
    'arp242/goatcounter#329',
    goatFile(goatRow('/a', 0, { event: '0' }), goatRow('click', 1, { event: '1' })),
    {
      events: [first, { name: 'click', path: '/' }],
    },
  ),
  goat(
    'a flag that is not understood',
    'arp242/goatcounter import.go',
    goatFile(goatRow('/a', 0), goatRow('x', 1, { event: 'maybe' }), goatRow('/b', 1, { bot: 'no' })),
    {
      events: [first],
      faults: [/^3: event must be true or false/, /^4: bot must be a whole number/],
    },
  ),
  goat(
    'bots, and rows without a session',
    'zgo.at/isbot constants',
    goatFile(...twoPages, goatRow('/x', 2, { bot: '150' }), goatRow('/x', 2, { session: '' })),
    {
      events: both,
      leftOut: { 'pageviews of bots': 1, 'pageviews without a session': 1 },
    },
  ),
  goat('Twitter', 'arp242/goatcounter ref.go', arrival('Twitter', 'g'), {
    events: [{ ...first, source: 'X (Twitter)' }],
  }),
  goat('Telegram', 'arp242/goatcounter ref.go (groups)', arrival('Telegram Messenger', 'g'), {
    events: [{ ...first, source: 'Telegram' }],
  }),
  goat('Yahoo', 'arp242/goatcounter ref.go (cleanRefURL)', arrival('Yahoo', 'g'), {
    events: [{ ...first, source: 'Yahoo!' }],
  }),
  goat('Hacker News', 'arp242/goatcounter hit_list.go', arrival('Hacker News', 'g'), {
    events: [{ ...first, source: 'Hacker News' }],
  }),
  goat('a host', 'arp242/goatcounter ref.go (hostAlias)', arrival('www.reddit.com', 'h'), {
    events: [{ ...first, source: 'Reddit' }],
  }),
  goat('an app', 'arp242/goatcounter db/migrate/gomig/2025-12-12-1-ref-scheme.go', arrival('com.slack', 'o'), {
    events: [{ ...first, source: 'Slack' }],
  }),
  goat('a campaign', 'arp242/goatcounter hit_stats.go', arrival('newsletter', 'c'), {
    events: [{ ...first, source: 'newsletter', utm_source: 'newsletter' }],
  }),
  goat(
    'regions, and countries with another code',
    'arp242/goatcounter locations',
    goatFile(goatRow('/a', 0, { location: 'US-TX' }), goatRow('/b', 1, { location: 'XK' })),
    {
      events: [
        { ...first, country: 'US', region: 'US-TX' },
        { ...second, country: 'XK' },
      ],
    },
  ),
  goat(
    'versions with a point, and names with blanks',
    'arp242/goatcounter browsers',
    goatFile(
      goatRow('/a', 0, { browser: 'Safari 14.0', system: 'macOS 10.15' }),
      goatRow('/b', 1, { browser: 'Samsung Internet 20.0', system: 'Linux' }),
    ),
    {
      events: [
        { ...first, browser: 'Safari', browser_version: '14.0', os: 'Mac', os_version: '10.15' },
        { ...second, browser: 'Samsung Browser', browser_version: '20.0' },
      ],
    },
  ),
  goat(
    'a spreadsheet saved with semicolons',
    'arp242/goatcounter#685',
    goatFile(...twoPages.map((row) => row.replace('"1440,900,1"', '"1440x900"'))).replaceAll(',', ';'),
  ),
  goat('a row that was cut', 'arp242/goatcounter#748', goatFile(goatRow('/a', 0), '/b,T,false'), {
    events: [first],
    faults: [/^3: 3 fields where the header has 14/],
  }),
]
