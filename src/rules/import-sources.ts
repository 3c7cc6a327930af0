// The histories that can be brought: their names, and what each one loses. A reader of each is in imports/sources; the
// registry, the API, the pages and the command ask this table. Words stand in words/<language>/import-sources.ts.
import * as words from './words/en/import-sources.ts'

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

/** A source with its words. */
const source = <const Name extends keyof typeof words.products>(
  name: Name,
  rest: Omit<ImportSource, 'name' | 'product' | 'title' | 'file'>,
) => ({ name, product: words.products[name], title: words.titles[name], file: words.files[name], ...rest })

export const importSources = [
  source('plausible', {
    brings: 'sums',
    isMany: true,
    hasLines: false,
    loses: [words.dailyTotals, words.noVisits, words.codesOfPlaces],
  }),
  source('umami', {
    brings: 'events',
    isMany: true,
    hasLines: true,
    loses: [
      words.namedCities,
      words.timeAndScroll,
      words.sessionData,
      words.propertiesInZip,
      words.shortLinks,
      words.eventTableAlone,
      words.oneWebsite,
    ],
  }),
  source('goatcounter', {
    brings: 'events',
    isMany: false,
    hasLines: true,
    loses: [words.sessionsAreVisitors, words.bots, words.jsonExport, words.titlesCitiesAndTime, words.screenWidths],
  }),
  source('matomo', {
    brings: 'events',
    isMany: true,
    hasLines: false,
    loses: [words.namedCities, words.timeAndScroll, words.goalsAndOrders, words.titlesAndForms, words.oneWebsite],
  }),
  source('google-analytics', {
    brings: 'sums',
    isMany: true,
    hasLines: false,
    loses: [
      words.dailyTotals,
      words.reportsOfDays,
      words.namedPlaces,
      words.bounces,
      words.dailyVisitors,
      words.englishReport,
      words.otherRows,
    ],
  }),
  source('web-log', {
    brings: 'events',
    isMany: true,
    hasLines: true,
    loses: [
      words.requests,
      words.filesAndErrors,
      words.eventsAndTime,
      words.addressesAreVisitors,
      words.shortLines,
      words.behindProxy,
    ],
  }),
  source('events', {
    brings: 'events',
    isMany: false,
    hasLines: true,
    loses: [],
  }),
]

/** The source of page requests that `tidemark coverage` reads from an access log: they are no events. */
export const coverageSource = 'coverage'
/** Sources of imports beside the list: events as JSON lines, made-up history, page requests. */
export const otherSources = ['ndjson', 'demo', coverageSource] as const

export type ImportSourceName = (typeof importSources)[number]['name']

export const importSourceNames: readonly ImportSourceName[] = importSources.map(({ name }) => name)

/** The entry of a name; undefined for a name that has none. */
export const importSourceOf = (name: unknown): (ImportSource & { readonly name: ImportSourceName }) | undefined =>
  importSources.find((source) => source.name === name)
