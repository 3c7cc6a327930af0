// All dimensions in one table: public name, where the column lives, how an empty value is spelled. Identifiers in SQL
// come from here.
import { blankValues } from '../rules/blank-values.ts'

/** A dimension that is not stored. Raw rows answer it. */
export interface Computed {
  readonly reads: readonly string[]
  /** SQL of its value, of the type that `kind` says, from SQL of the columns it reads, in their order. */
  readonly expression: (...columns: string[]) => string
}

export interface Dimension {
  readonly name: string
  /** `event`: a column of the event; `session`: of its visit; `entry`: of its visit, and only there by spec/stats 6. */
  readonly grain: 'event' | 'session' | 'entry'
  /** The column of its table, or how it is computed from columns of it. */
  readonly column: string | Computed
  readonly kind: 'text' | 'integer' | 'property' | 'goal'
  /** The key of a `property` dimension. */
  readonly property?: string
  /** The name of an empty value in v1 answers. Null leaves such rows out (spec/stats 20). */
  readonly blank: string | null
  /** The same in v2 answers (spec/stats 22.2); null: such rows are left out. */
  readonly blankV2: string | null
  /** Spellings of the empty value in filters (spec/stats 11). */
  readonly blankNames: readonly string[]
  /** Values are hosts, or begin with one: filters find each spelling (spec/stats 11). */
  readonly isHost?: boolean
  /** Only in the v2 query. */
  readonly v2Only?: boolean
  /** Refused as a breakdown property of v1. */
  readonly notInBreakdown?: boolean
  /** Grouped by this too, shown before it (spec/stats 20). */
  readonly parent?: string
  /** Which hostname of the session an `event:hostname` filter also asks for in a breakdown by this (spec/stats 11). */
  readonly hostname?: 'entry_hostname' | 'exit_hostname'
  /** Values are replaced by their names in answers. */
  readonly nameOf?: 'country' | 'region' | 'city'
  /** Days have sums by it (sql/rollups/daily_breakdowns.sql); `many`: thousands of values on each. */
  readonly ofDays?: 'few' | 'many'
  /** How the sums of days spell the empty value; '' unless set. */
  readonly blankOfDays?: string
  /** Which of a day's sums other products are asked for by it (spec/stats 16). */
  readonly imported?: 'all' | 'of events' | 'of names'
}

const { direct, directChannel, none, notSet } = blankValues

const event = (name: string, column: Dimension['column'], more: Partial<Dimension> = {}): Dimension => ({
  name: `event:${name}`,
  grain: 'event',
  column,
  kind: 'text',
  blank: null,
  blankV2: null,
  blankNames: [],
  ...more,
})

const visit = (name: string, more: Partial<Dimension> = {}): Dimension => ({
  name: `visit:${name}`,
  grain: 'session',
  column: name,
  kind: 'text',
  blank: null,
  blankV2: '',
  blankNames: [notSet],
  ...more,
})

const brought = { imported: 'all' } as const
const held = { ...brought, ofDays: 'few' } as const
const named = { blank: notSet, blankV2: notSet }
const sourced = { ...brought, blankNames: [direct, notSet], hostname: 'entry_hostname' } as const
const utm = { ...sourced, blankV2: notSet } as const
/** A visit without a pageview has neither entry nor exit page: it is in no row by them. */
const ofEnds = { grain: 'entry', blankV2: null } as const
const unchannelled = { blank: directChannel, blankV2: directChannel, blankOfDays: directChannel } as const
const directly = { ...sourced, isHost: true, blank: direct, blankV2: direct } as const

const table: readonly Dimension[] = [
  event('page', 'pathname', { ofDays: 'many', imported: 'of events' }),
  event('name', 'name', { ofDays: 'few', imported: 'of names' }),
  event('goal', '', { kind: 'goal' }),
  event('hostname', 'hostname', { isHost: true, notInBreakdown: true, ofDays: 'few', imported: 'of events' }),
  visit('source', { ...directly, ofDays: 'few' }),
  visit('channel', { ...brought, ...unchannelled, blankNames: [directChannel, notSet], ofDays: 'few' }),
  visit('referrer', { ...directly, ofDays: 'many' }),
  visit('utm_source', { ...utm, ofDays: 'few' }),
  visit('utm_medium', { ...utm, ofDays: 'few' }),
  visit('utm_campaign', { ...utm, ofDays: 'few' }),
  visit('utm_content', utm),
  visit('utm_term', utm),
  visit('country', held),
  visit('region', brought),
  // Rows show no city as 0, which is the number of none.
  visit('city', { ...brought, kind: 'integer', blankNames: [notSet, '0'] }),
  visit('device', { ...named, ...held }),
  visit('os', { ...named, ...held }),
  visit('os_version', { ...named, parent: 'visit:os' }),
  visit('browser', { ...named, ...held }),
  visit('browser_version', { ...named, parent: 'visit:browser' }),
  visit('entry_page', { ...brought, ...ofEnds, hostname: 'entry_hostname', ofDays: 'many' }),
  visit('exit_page', { ...brought, ...ofEnds, hostname: 'exit_hostname', ofDays: 'many' }),
  visit('entry_page_hostname', { ...ofEnds, isHost: true, column: 'entry_hostname', v2Only: true }),
  visit('exit_page_hostname', { ...ofEnds, isHost: true, column: 'exit_hostname', v2Only: true }),
  visit('country_name', { column: 'country', v2Only: true, nameOf: 'country' }),
  visit('region_name', { column: 'region', v2Only: true, nameOf: 'region' }),
  visit('city_name', { column: 'city', kind: 'integer', v2Only: true, nameOf: 'city' }),
]

export const dimensions: ReadonlyMap<string, Dimension> = new Map(table.map((dimension) => [dimension.name, dimension]))

/** The columns that a dimension reads. */
export const columnsRead = ({ column }: Dimension): readonly string[] =>
  typeof column === 'string' ? [column] : column.reads

/** Older links and segments call a dimension so. */
const otherNames: Readonly<Record<string, string>> = { 'visit:screen': 'visit:device' }

const propertyPrefix = 'event:props:'

/** A dimension by its public name or an older one; `event:props:<key>` makes one for the key. */
export function findDimension(name: string): Dimension | undefined {
  if (!name.startsWith(propertyPrefix)) return dimensions.get(otherNames[name] ?? name)
  const property = name.slice(propertyPrefix.length)
  if (property === '') return undefined
  return {
    name,
    grain: 'event',
    column: 'props',
    kind: 'property',
    property,
    blank: none,
    blankV2: none,
    blankNames: [none],
    imported: 'of names',
  }
}

/** Properties the tracker itself sends: readable without the Props feature (spec/stats 14). */
export const internalProperties: ReadonlySet<string> = new Set([
  'url',
  'path',
  'form',
  'file',
  'search_query',
  'result_count',
])

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** ISO code to English name; codes without one are left out. */
export const countries: ReadonlyMap<string, string> = new Map(
  letters
    .flatMap((a) => letters.map((b) => [a + b, countryNames.of(a + b)] as const))
    .filter((pair): pair is [string, string] => pair[1] !== undefined),
)
