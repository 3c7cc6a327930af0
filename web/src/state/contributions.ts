// The values that changed a comparison most, by source, page, country and device (spec/dashboard 4.7).
import type { BatchLine } from '../../../src/http/contracts/stats.ts'
import { dimensionOf, type Tab, tabOf } from '../../../src/rules/catalogue.ts'
import type { ViewFilter } from '../../../src/rules/view-state.ts'
import { askAll, type BatchOptions } from '../data/batch.ts'
import type { Query, Row } from './api.ts'

/** Rows of one answer. A value that is missing from a full one is asked for by name. */
const rowsMax = 1_000
/** Values of a kind that are looked at closely, and that are shown. */
const candidatesMax = 10
const shownMax = 2

const kinds: readonly Tab[] = [tabOf('sources'), tabOf('pages'), tabOf('countries'), tabOf('sizes')]

export interface Contribution {
  readonly tab: Tab
  readonly value: string
  /** Visitors of now minus visitors of before. */
  readonly change: number
}

/** Both ranges of a comparison, as an answer names them: first and last second. */
export interface Ranges {
  readonly now: readonly [string, string]
  readonly before: readonly [string, string]
}

type Counts = ReadonlyMap<string, number>

const countsOf = (rows: readonly Row[]): Counts =>
  new Map(rows.map(({ dimensions, metrics }) => [String(dimensions[0] ?? ''), Number(metrics[0] ?? 0)]))

/** The largest changes either way, equal ones by value. */
function largestChanges(tab: Tab, now: Counts, before: Counts, most: number): Contribution[] {
  const all = [...new Set([...now.keys(), ...before.keys()])].flatMap((value) => {
    const change = (now.get(value) ?? 0) - (before.get(value) ?? 0)
    return change === 0 ? [] : [{ tab, value, change }]
  })
  all.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.value < b.value ? -1 : 1))
  return all.slice(0, most)
}

/** Whole days as days, since sums and imports answer those; any other range as it is. */
const rangeToAsk = ([from, to]: readonly [string, string]): readonly [string, string] =>
  from.includes('T00:00:00') && to.includes('T23:59:59') ? [from.slice(0, 10), to.slice(0, 10)] : [from, to]

/** A kind that a filter holds to one value explains nothing. */
const isOpen = (filters: readonly ViewFilter[]) => (tab: Tab) =>
  !filters.some(({ operator, dimension }) => operator === 'is' && dimension === tab.filter)

interface Context extends Pick<BatchOptions, 'siteId' | 'auth' | 'signal'> {
  readonly filters: readonly ViewFilter[]
  /** The filters of the view and of its segment, as the API takes them. */
  readonly asked: readonly unknown[]
  readonly withImports: boolean
}

/** Finds the largest contributions, exact ones: two batches, and a third for values that only one range lists. */
export async function findContributions(ranges: Ranges, context: Context): Promise<Contribution[]> {
  const open = kinds.filter(isOpen(context.filters))
  const query = (tab: Tab, range: readonly [string, string], more: readonly unknown[] = []): Query => ({
    metrics: ['visitors'],
    date_range: rangeToAsk(range),
    dimensions: [dimensionOf(tab.filter)!],
    filters: [...context.asked, ...more],
    ...(context.withImports ? { include: { imports: true } } : {}),
    pagination: { limit: rowsMax },
  })
  const ask = async (questions: readonly { readonly id: string; readonly query: Query }[]) => {
    const answers = new Map<string, Counts>()
    const onLine = (line: BatchLine) => {
      if (line.status === 200) answers.set(line.id, countsOf(line.body.results))
    }
    await askAll(questions, { ...context, onLine })
    if (answers.size < questions.length) throw new Error('an answer is missing')
    return answers
  }
  const sides = ['now', 'before'] as const
  const first = await ask(
    open.flatMap((tab) => sides.map((side) => ({ id: `${tab.key} ${side}`, query: query(tab, ranges[side]) }))),
  )
  const countsIn = (tab: Tab, side: (typeof sides)[number]) => first.get(`${tab.key} ${side}`)!
  const unsure = open.flatMap((tab) =>
    sides.flatMap((side) => {
      const counts = countsIn(tab, side)
      const candidates = largestChanges(tab, countsIn(tab, 'now'), countsIn(tab, 'before'), candidatesMax)
      const values = candidates.map(({ value }) => value).filter((value) => value !== '' && !counts.has(value))
      if (counts.size < rowsMax || values.length === 0) return []
      return [{ id: `${tab.key} ${side}`, query: query(tab, ranges[side], [['is', dimensionOf(tab.filter), values]]) }]
    }),
  )
  const second = unsure.length === 0 ? new Map<string, Counts>() : await ask(unsure)
  const whole = (tab: Tab, side: (typeof sides)[number]): Counts =>
    new Map([...countsIn(tab, side), ...(second.get(`${tab.key} ${side}`) ?? [])])
  return open.flatMap((tab) => largestChanges(tab, whole(tab, 'now'), whole(tab, 'before'), shownMax))
}
