// The histories that can be brought: the names, the words of pages and commands, and what each one loses. A reader of
// each is in imports/sources; the registry, the API, the pages and the command ask this table.

export interface ImportSource {
  /** In `--from` and as the kind of an upload. */
  readonly name: string
  /** The product, as lists of imports show it. */
  readonly product: string
  /** In the list of formats. */
  readonly title: string
  /** Rows are events, or sums of days. */
  readonly brings: 'events' | 'sums'
  /** The file that is asked for, in a sentence. */
  readonly file: string
  /** Several files are taken together. A page packs them into one zip. */
  readonly isMany: boolean
  /** Bad lines can be left out. */
  readonly hasLines: boolean
  /** Facts that the import does not bring, a sentence each, said before it begins. */
  readonly loses: readonly string[]
}

const noTime = 'Time on page and scroll depth are not available.'
const oneWebsite = 'A file with rows of several websites is refused. Export one website at a time.'
const namedCities = 'Cities are not imported, because the file contains only their names.'

export const importSources = [
  {
    name: 'plausible',
    product: 'Plausible',
    title: 'Plausible: zip of an export',
    brings: 'sums',
    file: 'The zip of an export, or all CSV files unpacked from it.',
    isMany: true,
    hasLines: false,
    loses: [
      'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.',
      'Hours, individual visits, funnels and revenue are not available.',
      'Countries can be codes or English names. Regions and cities must be codes.',
    ],
  },
  {
    name: 'umami',
    product: 'Umami',
    title: 'Umami: website_event as CSV, or the zip of an export',
    brings: 'events',
    file: 'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.',
    isMany: true,
    hasLines: true,
    loses: [
      namedCities,
      noTime,
      'Browser versions, page titles and session data are not imported.',
      'Custom properties are imported only from the zip.',
      'Clicks on short links, pixel views and performance measurements are left out.',
      'The table website_event alone has no countries, devices and browsers. They are in the table session.',
      oneWebsite,
    ],
  },
  {
    name: 'goatcounter',
    product: 'GoatCounter',
    title: 'GoatCounter: CSV of an export',
    brings: 'events',
    file: 'The CSV file of an export in version 2. It can be compressed with gzip.',
    isMany: false,
    hasLines: true,
    loses: [
      'Each GoatCounter session counts as one visitor. Pageviews without a session are left out.',
      'Pageviews of bots are left out.',
      'The JSON export is refused, because it does not say how many visitors a day had. Choose the CSV export.',
      `Page titles and cities are not imported. ${noTime}`,
      'If the file has no user agents, the screen width decides whether a device is a desktop, tablet or phone.',
    ],
  },
  {
    name: 'matomo',
    product: 'Matomo',
    title: 'Matomo: visits as JSON',
    brings: 'events',
    file: 'The response of Live.getLastVisitsDetails with format=JSON. You can choose several files.',
    isMany: true,
    hasLines: false,
    loses: [
      namedCities,
      noTime,
      'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.',
      'Page titles, custom dimensions, custom variables, contents and forms are not imported.',
      oneWebsite,
    ],
  },
  {
    name: 'google-analytics',
    product: 'Google Analytics',
    title: 'Google Analytics 4: CSV of reports',
    brings: 'sums',
    file: 'CSV files of free-form explorations with the dimension Date, or of reports over a single day.',
    isMany: true,
    hasLines: false,
    loses: [
      'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.',
      'A report over several days without the dimension Date cannot be divided into days and is left out.',
      'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.',
      'Bounces are imported only if the file has engaged sessions or a bounce rate.',
      'Daily visitors are imported only from a file whose only dimension is Date.',
      'The report must be in English, and its counts must not have separators.',
      'Rows for other values, (other), and rows without a source, page or country, (not set), are left out.',
    ],
  },
  {
    name: 'web-log',
    product: 'Web server log',
    title: 'Web server log: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
    brings: 'events',
    file: 'Access logs in combined format, JSON or W3C format, or of an AWS load balancer. They can be gzip files.',
    isMany: true,
    hasLines: true,
    loses: [
      'A log contains requests, not pageviews. Cached pages and pages that change without a reload are missing.',
      'Requests for files, errors, redirects, methods other than GET, bots and blocked addresses are left out.',
      `Custom events are missing. ${noTime}`,
      'A visitor is an IP address and user agent on one day. Neither is stored. Import all files of a day together.',
      'Lines without an IP address or user agent are left out. The common log format has no user agents.',
      'Behind a proxy, the log must contain visitor addresses. Otherwise visitors with the same browser count as one.',
    ],
  },
  {
    name: 'events',
    product: 'Events',
    title: 'Events: JSON lines',
    brings: 'events',
    file: 'JSON lines, or events exported from Tidemark as JSON lines or CSV. The file can be compressed with gzip.',
    isMany: false,
    hasLines: true,
    loses: [],
  },
] as const satisfies readonly ImportSource[]

export type ImportSourceName = (typeof importSources)[number]['name']

export const importSourceNames: readonly ImportSourceName[] = importSources.map(({ name }) => name)

/** The entry of a name; undefined for a name that has none. */
export const importSourceOf = (name: unknown): (ImportSource & { readonly name: ImportSourceName }) | undefined =>
  importSources.find((source) => source.name === name)
