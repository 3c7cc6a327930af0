// Journeys: which pages and events visits go on to, or come from (spec/journeys). From the body of a question to a
// Journey, and from sums to its answer; the statement is in journey-sql.ts.
import { statsFailures } from '../../failure.ts'
import type { Goal } from '../../rules/goal.ts'
import { goalUnknown } from '../filters.ts'
import { type Counts, share } from '../funnels/funnel.ts'
import { parseJsonQuery } from '../json-query.ts'
import { ratio } from '../metrics.ts'
import type { Query, StatsSite } from '../query.ts'

export const journeyStepsMax = 20
export const journeyLimitMax = 100
const limitUnlessTold = 10
export const directions = ['after', 'before'] as const
export type Direction = (typeof directions)[number]

/** A step as it was asked for, and the goals of which an item has to complete one. */
export interface JourneyStep {
  readonly shown: Readonly<Record<string, string>>
  readonly goals: readonly Goal[]
}

/** A question about journeys, checked. */
export interface Journey {
  /** Range and filters. */
  readonly query: Query
  readonly direction: Direction
  readonly steps: readonly JourneyStep[]
  readonly isGrouped: boolean
  readonly search: string
  readonly limit: number
  readonly offset: number
  /** The question as the answer repeats it. */
  readonly echo: Readonly<Record<string, unknown>>
}

const keys = new Set(['site_id', 'date_range', 'filters', 'direction', 'steps', 'group', 'search', 'limit', 'offset'])
const fail = (message: string) => statsFailures.query(message)
const show = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 200)

/** A goal that is not stored: events of a name, or pages of a path. */
const goalOf = (of: { eventName: string } | { path: string }): Goal => ({
  id: 0,
  eventName: null,
  path: null,
  scrollThreshold: -1,
  currency: null,
  customProps: {},
  displayName: '',
  ...of,
})

const reservedEvents = new Set(['pageview', 'engagement'])

/** The goals of a name that can be steps. Engagements complete the goals of scrolling, and engagements are no items. */
function goalsNamed(site: StatsSite, name: string, field: string): Goal[] {
  const found = site.goals.filter((goal) => goal.displayName === name)
  if (found.length === 0) throw fail(`${field}: ${goalUnknown(name).message}`)
  const goals = found.filter((goal) => goal.scrollThreshold < 0)
  if (goals.length === 0) throw fail(`${field}: The goal \`${name}\` is of scrolling and cannot be a step`)
  return goals
}

function parseStep(given: unknown, site: StatsSite, index: number): JourneyStep {
  const place = `#/steps/${index}`
  const invalid = () => fail(`${place}: Invalid step ${show(given)}`)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid()
  const entries = Object.entries(given)
  const [kind = '', value] = entries[0] ?? []
  if (entries.length !== 1 || !['page', 'event', 'goal'].includes(kind)) throw invalid()
  const field = `${place}/${kind}`
  if (typeof value !== 'string') throw fail(`${field}: Type mismatch. Expected String.`)
  if (value === '' || value.includes('\0')) throw fail(`${field}: Invalid ${kind} ${show(value)}`)
  const shown = { [kind]: value }
  if (kind === 'goal') return { shown, goals: goalsNamed(site, value, field) }
  if (kind === 'event') {
    if (reservedEvents.has(value)) throw fail(`${field}: Invalid event ${show(value)}`)
    return { shown, goals: [goalOf({ eventName: value })] }
  }
  if (value.includes('*') && !value.startsWith('/'))
    throw fail(`${field}: Invalid page ${show(value)}. A wildcard has to begin with \`/\``)
  return { shown, goals: [goalOf({ path: value })] }
}

function parseSteps(given: unknown, site: StatsSite): JourneyStep[] {
  if (given === undefined) return []
  if (!Array.isArray(given)) throw fail('#/steps: Type mismatch. Expected Array.')
  if (given.length > journeyStepsMax) throw fail(`#/steps: Expected a maximum of ${journeyStepsMax} items`)
  return given.map((step, index) => parseStep(step, site, index))
}

/** A whole number of the body within bounds. */
function parseCount(body: Readonly<Record<string, unknown>>, key: string, least: number, most: number): number | null {
  const value = body[key]
  if (value === undefined) return null
  if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most)
    throw fail(`#/${key}: Invalid ${key} ${show(value)}`)
  return value as number
}

function parseSearch(given: unknown): string {
  if (given === undefined) return ''
  if (typeof given !== 'string') throw fail('#/search: Type mismatch. Expected String.')
  if (given.includes('\0')) throw fail('#/search: Invalid search: values cannot contain NUL characters')
  return given
}

/**
 * Parses and checks a question about journeys (spec/journeys 5). `firstDay`: the first local day with data, for the
 * range `all`. Range and filters, and their refusals, are the same as in a v2 query.
 */
export function parseJourney(
  site: StatsSite,
  body: Readonly<Record<string, unknown>>,
  now: Date,
  firstDay: string | null,
): Journey {
  const unknown = Object.keys(body).find((key) => !keys.has(key))
  if (unknown !== undefined) throw fail(`#/${unknown.slice(0, 100)}: Schema does not allow additional properties.`)
  const { site_id, date_range, filters } = body
  const asked = { site_id, metrics: ['visitors'], ...(date_range === undefined ? {} : { date_range }), filters }
  const { query } = parseJsonQuery(site, asked, now, firstDay)
  const { direction = 'after', group = false } = body
  if (!directions.includes(direction as Direction)) throw fail(`#/direction: Invalid direction ${show(direction)}`)
  if (typeof group !== 'boolean') throw fail('#/group: Type mismatch. Expected Boolean.')
  const steps = parseSteps(body['steps'], site)
  const search = parseSearch(body['search'])
  const limit = parseCount(body, 'limit', 1, journeyLimitMax) ?? limitUnlessTold
  const offset = parseCount(body, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0
  return {
    query: { ...query, withImported: true },
    direction: direction as Direction,
    steps,
    isGrouped: group,
    search,
    limit,
    offset,
    echo: { direction, steps: steps.map(({ shown }) => shown), group, search, limit, offset },
  }
}

/** A row of sums as the statement brings it. */
export interface JourneySums extends Counts {
  readonly kind: 'step' | 'ended' | 'all' | 'total' | 'page' | 'event' | 'folder'
  /** Of pages, events and folders. */
  readonly name: string | null
  /** The folder a page may be a part of; null where the statement has grouped. */
  readonly folder: string | null
  /** The number of a step. */
  readonly step: number | null
  /** Pages of a folder. */
  readonly pages: number | null
}

/** The columns that tell sums apart, and those that add up over parts. */
export const journeySums = [
  ['kind', 'name', 'folder', 'step'],
  ['visitors', 'visits'],
] as const

/** By visits, then by name as the database orders it: by bytes; a page before an event of its name. */
const byVisits = (a: JourneySums, b: JourneySums): number =>
  b.visits - a.visits ||
  Buffer.compare(Buffer.from(a.name!), Buffer.from(b.name!)) ||
  (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0)

/**
 * Rows of pages and folders over several parts: a folder is a row where at least two of its pages are (spec/journeys
 * 4.1).
 */
function groupPages(rows: readonly JourneySums[]): JourneySums[] {
  const pages = new Map<string, number>()
  for (const { kind, folder } of rows)
    if (kind === 'page' && folder !== null) pages.set(folder, (pages.get(folder) ?? 0) + 1)
  const isGroup = (folder: string | null) => folder !== null && pages.get(folder)! > 1
  return rows
    .filter((row) => (row.kind === 'folder' ? isGroup(row.name) : !isGroup(row.folder)))
    .map((row) => (row.kind === 'folder' ? { ...row, pages: pages.get(row.name!)! } : row))
}

const nothing: Counts = { visitors: 0, visits: 0 }

/**
 * The answer of sums: the steps, what came next, and how many did nothing more. `isPaged`: the database grouped and
 * cut the rows.
 */
export function journeyAnswer({ steps, limit, offset }: Journey, sums: readonly JourneySums[], isPaged: boolean) {
  const countsOf = (kind: JourneySums['kind'], step: number | null = null): Counts =>
    sums.find((row) => row.kind === kind && row.step === step) ?? nothing
  const counts = steps.map((_, index) => countsOf('step', index + 1))
  const [first, last] = [counts[0], counts.at(-1)]
  const base = (last ?? countsOf('all')).visits
  const found = sums.filter(({ kind }) => kind === 'page' || kind === 'event' || kind === 'folder')
  const rows = (isPaged ? found : groupPages(found)).sort(byVisits)
  const shareOf = ({ visitors, visits }: Counts, of: number) => ({ visitors, visits, share: share(visits, of) })
  const next = (isPaged ? rows : rows.slice(offset, offset + limit)).map((row) => ({
    ...(row.kind === 'event' ? { event: row.name! } : { page: row.name! }),
    ...(row.kind === 'folder' ? { pages: row.pages! } : {}),
    ...shareOf(row, base),
  }))
  return {
    steps: steps.map(({ shown }, index) => {
      const { visitors, visits } = counts[index]!
      return { ...shown, visitors, visits, share: index === 0 ? 100 : share(visits, counts[index - 1]!.visits) }
    }),
    next,
    ended: last ? shareOf(countsOf('ended'), base) : null,
    conversion_rate: !first || first.visitors === 0 ? null : ratio(last!.visitors, first.visitors, 100, 2),
    total: isPaged ? countsOf('total').visits : rows.length,
  }
}

/** The same of a question that no rows can answer, such as one about a local day that the calendar skipped. */
export const emptyJourney = (journey: Journey) => journeyAnswer(journey, [], false)

export type JourneyResult = ReturnType<typeof journeyAnswer>
