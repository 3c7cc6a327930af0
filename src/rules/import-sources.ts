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

const noTime = 'Time on page and scroll depth stay unknown.'
const namedCities = 'Cities stay unknown: the file has names, and Tidemark keeps GeoNames numbers.'

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
      'The file holds sums of days. Facts that it does not count together cannot be combined.',
      'Hours, single visits, funnels and revenue stay unknown.',
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
      'Versions of browsers, page titles and data of sessions are not imported.',
      'Custom properties come from the zip only.',
      'Clicks on short links, views of pixels and measurements of performance are left out.',
    ],
  },
  {
    name: 'goatcounter',
    product: 'GoatCounter',
    title: 'GoatCounter: CSV of an export',
    brings: 'events',
    file: 'The CSV of an export, version 2, packed with gzip or not.',
    isMany: false,
    hasLines: true,
    loses: [
      'A visitor is a session of GoatCounter. Pageviews without a session are left out.',
      'Pageviews of bots are left out.',
      `Page titles and cities are not imported. ${noTime}`,
      'Where the file has no user agents, the width of the screen says which class a device has.',
    ],
  },
  {
    name: 'matomo',
    product: 'Matomo',
    title: 'Matomo: visits as JSON',
    brings: 'events',
    file: 'The answer of Live.getLastVisitsDetails with format=JSON. Several answers are taken together.',
    isMany: true,
    hasLines: false,
    loses: [
      namedCities,
      noTime,
      'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.',
      'Page titles, custom dimensions, custom variables, contents and forms are not imported.',
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
      'The file holds sums of days. Facts that it does not count together cannot be combined.',
      'A report over several days without the dimension Date cannot be divided into days and is left out.',
      'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.',
      'Bounces are known only where the file has engaged sessions or a bounce rate.',
      'Visitors of a day are known only from a file that has the dimension Date alone.',
    ],
  },
  {
    name: 'web-log',
    product: 'Web server log',
    title: 'Web server log: nginx, Apache, Caddy, CloudFront',
    brings: 'events',
    file: 'Access logs in the combined format, JSON of Caddy, or standard logs of CloudFront, packed with gzip or not.',
    isMany: true,
    hasLines: true,
    loses: [
      'A log has requests, not pageviews: pages from caches, and pages without a reload, are missing.',
      'Files, errors, redirects, methods other than GET, and bots are left out, as are addresses that shields block.',
      `Custom events are missing. ${noTime}`,
      'A visitor is an address and a user agent on a day. Neither is stored. Give all files of a day at once.',
    ],
  },
  {
    name: 'events',
    product: 'Events',
    title: 'Events: lines of JSON',
    brings: 'events',
    file: 'Lines of JSON, or an export of events of Tidemark as lines or CSV, packed with gzip or not.',
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
