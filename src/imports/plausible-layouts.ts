// The tables of a plausible export, 2.0 of 2023 to the exports of 2025 and later: which column is which dimension, and
// which one brings which sum.
import { blankValues } from '../rules/blank-values.ts'
import { findChannel } from '../rules/channel.ts'
import { countryFrom } from '../rules/country-names.ts'
import { type ImportedGroup, sourcesGroup } from '../rules/imported-groups.ts'
import { nameOfSource } from '../rules/source.ts'
import { browserOf, deviceOf, systemOf } from './device-names.ts'

export const counts = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const
export type Count = (typeof counts)[number]
/** Sums of engagement, which only pages of newer exports have: null where the file has no such column. */
export const engagements = ['engaged_ms', 'engaged_visits', 'scroll', 'scroll_visits'] as const
export type Engagement = (typeof engagements)[number]
export const sums = [...counts, ...engagements] as const
export type Sum = (typeof sums)[number]

/** A record by the names of its columns. */
export type Columns = Readonly<Record<string, string>>

interface Group {
  readonly name: ImportedGroup
  readonly columns: readonly string[]
  /** Not made of a file that lacks one of its columns: an empty value would say something else. */
  readonly isWhole?: boolean
}

export interface Layout {
  /** Which column is which dimension; the empty dimension holds a day's totals. */
  readonly dimensions: Readonly<Record<string, string>>
  /** Columns with values that are also kept together. */
  readonly groups?: readonly Group[]
  /** Two columns with the name of a property and its value. */
  readonly property?: readonly [name: string, value: string]
  /** Columns beside the date that every version of the export has. */
  readonly needs: readonly string[]
  /** A file that lacks one of `needs` is another version's, and is left out instead of refused. */
  readonly isYoung?: boolean
  /** Columns of a sum, the first of which counts that a file has; others are those of `sumColumns`. */
  readonly sums?: Partial<Record<Sum, readonly string[]>>
  /** Columns that older exports lack, and what counts instead. */
  readonly lacking?: Readonly<Record<string, string>>
  /** Values that follow from those of a record, as live traffic stores them. */
  readonly derive?: (row: Columns, refuse: (fault: string) => never) => Columns
}

/** The columns that a sum is read from, the first one that a file has. */
const sumColumns: Readonly<Record<Sum, readonly string[]>> = {
  visitors: ['visitors'],
  visits: ['visits'],
  pageviews: ['pageviews'],
  events: ['events'],
  bounces: ['bounces'],
  duration: ['visit_duration', 'duration'],
  engaged_ms: ['total_time_on_page'],
  engaged_visits: ['total_time_on_page_visits'],
  scroll: ['total_scroll_depth', 'scroll_depth'],
  scroll_visits: ['total_scroll_depth_visits', 'pageleave_visitors'],
}
/** How many of our units one of theirs has. */
export const factors: Readonly<Partial<Record<Sum, number>>> = { engaged_ms: 1_000 }

/** The column of a file that brings a sum; undefined where it has none. */
export const columnOf = (layout: Layout, sum: Sum, header: readonly string[]): string | undefined =>
  (layout.sums?.[sum] ?? sumColumns[sum]).find((column) => header.includes(column))

const visitColumns = ['visitors', 'visits', 'bounces', 'visit_duration']
const noPageviews = { pageviews: 'they count as 0 there' }

const nullable = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

/** No export has the channel: it follows from what stands beside it, as in live traffic. */
function withChannel(row: Columns): Columns {
  const source = row['source'] === undefined || row['source'] === blankValues.direct ? '' : nameOfSource(row['source'])
  const channel = findChannel({
    source: nullable(source),
    utmMedium: nullable(row['utm_medium']),
    utmCampaign: nullable(row['utm_campaign']),
    utmSource: nullable(row['utm_source']),
    clickId: null,
  })
  return { ...row, source, channel: row['channel'] || channel }
}

/** Countries by code or name; regions and cities by their codes, as every export has them. */
function withCodes(row: Columns, refuse: (fault: string) => never): Columns {
  const { country: written = '', region = '', city = '' } = row
  const country = countryFrom(written)
  if (country === undefined) return refuse(`country ${JSON.stringify(written.slice(0, 100))} is not known`)
  if (!/^(?:[A-Z]{2}-[A-Z0-9]{1,3})?$/.test(region)) refuse('region must be an ISO 3166-2 code')
  if (!/^\d{0,10}$/.test(city)) refuse('city must be a GeoNames id')
  return { ...row, country: country ?? '' }
}

/** A column with the names of live traffic. */
const withNames =
  (column: string, nameOf: (name: string) => string) =>
  (row: Columns): Columns => ({ ...row, [column]: nameOf(row[column] ?? '') })

const tags = ['source', 'medium', 'campaign', 'content', 'term'].map((name) => `utm_${name}`)

/** By the file's name without dates. */
export const layouts: Readonly<Record<string, Layout>> = {
  imported_visitors: { dimensions: { '': '' }, needs: [...visitColumns, 'pageviews'] },
  imported_sources: {
    dimensions: {
      channel: 'visit:channel',
      source: 'visit:source',
      referrer: 'visit:referrer',
      ...Object.fromEntries(tags.map((tag) => [tag, `visit:${tag}`])),
    },
    groups: [
      {
        name: sourcesGroup,
        columns: ['channel', 'source', 'referrer', ...tags],
      },
    ],
    needs: ['source', ...visitColumns],
    lacking: noPageviews,
    derive: withChannel,
  },
  imported_pages: {
    dimensions: { page: 'event:page', hostname: 'event:hostname' },
    groups: [{ name: 'event:page+event:hostname', columns: ['page', 'hostname'] }],
    needs: ['page', 'visitors', 'pageviews'],
    sums: { visits: ['visits', 'visitors'] },
    lacking: { visits: 'visitors stand for them' },
  },
  imported_entry_pages: {
    dimensions: { entry_page: 'visit:entry_page' },
    needs: ['entry_page', 'visitors', 'entrances', 'bounces', 'visit_duration'],
    sums: { visits: ['entrances'] },
    lacking: noPageviews,
  },
  imported_exit_pages: {
    dimensions: { exit_page: 'visit:exit_page' },
    needs: ['exit_page', 'visitors', 'exits'],
    sums: { visits: ['exits'] },
    lacking: { ...noPageviews, bounces: 'they count as 0 there', visit_duration: 'it counts as 0 there' },
  },
  imported_locations: {
    dimensions: { country: 'visit:country', region: 'visit:region', city: 'visit:city' },
    groups: [{ name: 'visit:country+visit:region+visit:city', columns: ['country', 'region', 'city'] }],
    needs: ['country', ...visitColumns],
    lacking: noPageviews,
    derive: withCodes,
  },
  imported_devices: {
    dimensions: { device: 'visit:device' },
    needs: ['device', ...visitColumns],
    lacking: noPageviews,
    derive: withNames('device', deviceOf),
  },
  imported_browsers: {
    dimensions: { browser: 'visit:browser' },
    groups: [{ name: 'visit:browser+visit:browser_version', columns: ['browser', 'browser_version'] }],
    needs: ['browser', ...visitColumns],
    lacking: noPageviews,
    derive: withNames('browser', browserOf),
  },
  imported_operating_systems: {
    dimensions: { operating_system: 'visit:os' },
    groups: [{ name: 'visit:os+visit:os_version', columns: ['operating_system', 'operating_system_version'] }],
    needs: ['operating_system', ...visitColumns],
    lacking: noPageviews,
    derive: withNames('operating_system', (name) => systemOf(name)[0]),
  },
  imported_custom_events: {
    dimensions: { name: 'event:name' },
    groups: [
      { name: 'event:name+event:props:url', columns: ['name', 'link_url'], isWhole: true },
      { name: 'event:name+event:props:path', columns: ['name', 'path'], isWhole: true },
    ],
    needs: ['name', 'visitors', 'events'],
  },
  imported_custom_props: {
    dimensions: {},
    property: ['property', 'value'],
    needs: ['property', 'value', 'visitors', 'events'],
    isYoung: true,
  },
}

/** The columns that a file lacks, in the words that follow its name. */
export function columnsLacking({ dimensions, groups = [], lacking = {} }: Layout, header: readonly string[]): string[] {
  const named = [...Object.keys(dimensions), ...groups.flatMap(({ columns, isWhole }) => (isWhole ? [] : columns))]
  const unknown = new Set(named.filter((column) => column !== '' && column !== 'channel' && !header.includes(column)))
  const lacked = Object.entries(lacking).filter(([column]) => !header.includes(column))
  return [
    ...[...unknown].map((column) => `there is no column ${column}; its values are unknown there`),
    ...lacked.map(([column, instead]) => `there is no column ${column}; ${instead}`),
  ]
}

/** The columns of a file that nothing is made of. */
export function columnsLost(layout: Layout, header: readonly string[]): string[] {
  const used = new Set<string | undefined>([
    'date',
    ...layout.needs,
    ...Object.keys(layout.dimensions),
    ...(layout.groups ?? []).flatMap(({ columns }) => columns),
    ...(layout.property ?? []),
    ...sums.map((sum) => columnOf(layout, sum, header)),
  ])
  return header.filter((column) => column !== '' && !used.has(column))
}
