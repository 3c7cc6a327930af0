// The rules of a goal: reads requests into goals, or names every broken rule by field.

import { type FieldErrors, goalFailures } from '../failure.ts'
import { fieldWords, type Problem, problemOf } from '../refusal-words.ts'
import { type GoalType, goalTypes, nameOfPageGoal } from './goal-kinds.ts'
import { eventNameCharactersMax, goalPropertiesMax, propertyLengthMax, propertyValueLengthMax } from './maxima.ts'
import { currencies } from './tables/currencies.ts'
import { cleanText, exceedsGraphemes } from './text.ts'
import { trimWhiteSpace } from './white-space.ts'

const goalsPerRequestMax = 8

/**
 * A goal somebody wants to exist; identity is the event name or path with threshold, and the properties
 * (spec/management 2.5).
 */
export type GoalInput = {
  readonly customProps: Readonly<Record<string, string>>
  /** Chosen by a client; derived from the goal when absent. */
  readonly displayName?: string | undefined
} & (
  | { readonly kind: 'event'; readonly eventName: string; readonly currency: string | null }
  | { readonly kind: 'page'; readonly path: string; readonly scrollThreshold: number }
)

/** A stored goal. */
export interface Goal {
  readonly id: number
  readonly eventName: string | null
  readonly path: string | null
  readonly scrollThreshold: number
  readonly currency: string | null
  readonly customProps: Readonly<Record<string, string>>
  readonly displayName: string
}

/** The same as the table `goals` has it. */
export interface GoalRow {
  id: number
  event_name: string | null
  path: string | null
  scroll_threshold: number
  currency: string | null
  custom_props: Record<string, string>
  display_name: string
}

export const toGoal = (row: GoalRow): Goal => ({
  id: row.id,
  eventName: row.event_name,
  path: row.path,
  scrollThreshold: row.scroll_threshold,
  currency: row.currency,
  customProps: row.custom_props,
  displayName: row.display_name,
})

/** Conditions an event must meet to complete a goal: the one place that says so (spec/stats 12). */
export interface Wanted {
  readonly name: string
  /** A pattern of pages; null for all of them. */
  readonly path: string | null
  /** The least depth of an engagement; null where it does not matter. */
  readonly scrollDepth: number | null
  readonly props: Readonly<Record<string, string>>
}

export function wantedBy({ eventName, path, scrollThreshold, customProps: props }: Goal): Wanted {
  if (eventName !== null) return { name: eventName, path: null, scrollDepth: null, props }
  const isScroll = scrollThreshold >= 0
  return {
    name: isScroll ? 'engagement' : 'pageview',
    path: path ?? '',
    scrollDepth: isScroll ? scrollThreshold : null,
    props,
  }
}

/** Goals by the name they are shown with: two with one name are one row (spec/stats 12). */
export function goalGroups(goals: readonly Goal[]): { name: string; goals: Goal[] }[] {
  const groups = new Map<string, Goal[]>()
  for (const goal of goals) groups.set(goal.displayName, [...(groups.get(goal.displayName) ?? []), goal])
  return [...groups].map(([name, members]) => ({ name, goals: members }))
}

export const blank = fieldWords('blank')
export const invalid = fieldWords('invalid')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Trimmed, storable text, or its fault (spec/management 2.2 and 2.3). */
function readText(value: unknown): { text: string } | { problem: Problem } {
  if (value === undefined || value === null) return { problem: problemOf('blank') }
  if (typeof value !== 'string') return { problem: problemOf('invalid') }
  const text = trimWhiteSpace(cleanText(value))
  return text === '' ? { problem: problemOf('blank') } : { text }
}

/** An event name as a goal has it (spec/management 2.3). */
export function readEventName(value: unknown): { text: string } | { problem: Problem } {
  const read = readText(value)
  if ('problem' in read) return read
  if (exceedsGraphemes(read.text, eventNameCharactersMax))
    return { problem: problemOf('long', { most: eventNameCharactersMax }) }
  if (read.text === 'engagement') return { problem: problemOf('eventReserved', { name: 'engagement' }) }
  return read
}

/** A page path as a goal has it, with its leading slash (spec/management 2.2). */
export function readPath(value: unknown): { text: string } | { problem: Problem } {
  const read = readText(value)
  if ('problem' in read || read.text.startsWith('/')) return read
  return { text: `/${read.text}` }
}

/** A current ISO 4217 code, as sent (spec/management 2.3). */
export function readCurrency(value: unknown): { text: string } | { problem: Problem } {
  if (value === undefined || value === null || value === '') return { problem: problemOf('blank') }
  return typeof value === 'string' && currencies.has(value) ? { text: value } : { problem: problemOf('invalid') }
}

/** A goal's property filter; only the first broken rule is told (spec/management 2.3). */
export function readCustomProps(value: unknown): { props: Record<string, string> } | { problem: Problem } {
  if (value === undefined || value === null) return { props: {} }
  if (!isObject(value)) return { problem: problemOf('map') }
  const entries = Object.entries(value)
  if (entries.length > goalPropertiesMax) return { problem: problemOf('propertiesOfGoal', { most: goalPropertiesMax }) }
  const texts: [string, string][] = []
  for (const [key, text] of entries) {
    if (typeof text !== 'string') return { problem: problemOf('map') }
    texts.push([cleanText(key), cleanText(text)])
  }
  if (texts.some(([key]) => key === '' || exceedsGraphemes(key, propertyLengthMax)))
    return { problem: problemOf('keyLength', { least: 1, most: propertyLengthMax }) }
  if (texts.some(([, text]) => text === '' || exceedsGraphemes(text, propertyValueLengthMax)))
    return { problem: problemOf('valueLength', { least: 1, most: propertyValueLengthMax }) }
  return { props: Object.fromEntries(texts) }
}

/** Collects problems by field while values are read. */
export function createProblems() {
  const errors: FieldErrors = {}
  const found: { field: string; problem: Problem }[] = []
  const note = (field: string, problem: Problem) => {
    errors[field] = [problem.words]
    found.push({ field, problem })
  }
  return {
    errors,
    /** The first problem, if there is one. */
    first: () => found[0],
    /** The text, or '' after noting the problem. */
    text(field: string, read: { text: string } | { problem: Problem }): string {
      if ('text' in read) return read.text
      note(field, read.problem)
      return ''
    },
    props(read: { props: Record<string, string> } | { problem: Problem }): Record<string, string> {
      if ('props' in read) return read.props
      note('custom_props', read.problem)
      return {}
    },
  }
}

function parseEntry(entry: unknown): { input: GoalInput } | { errors: FieldErrors } {
  if (!isObject(entry)) return { errors: { goals: [invalid] } }
  const type = entry['goal_type']
  if (type === undefined || type === null) return { errors: { goal_type: [blank] } }
  if (!goalTypes.some((known) => known === type)) return { errors: { goal_type: [invalid] } }
  const goal = entry['goal']
  if (goal === undefined || goal === null) return { errors: { goal: [blank] } }
  if (!isObject(goal)) return { errors: { goal: [invalid] } }

  const problems = createProblems()
  let input: GoalInput
  if (type === 'Goal.Pageview') {
    const path = problems.text('path', readPath(goal['path']))
    input = {
      kind: 'page',
      path,
      scrollThreshold: -1,
      customProps: problems.props(readCustomProps(goal['custom_props'])),
    }
  } else {
    const eventName = problems.text('event_name', readEventName(goal['event_name']))
    const currency = type === 'Goal.Revenue' ? problems.text('currency', readCurrency(goal['currency'])) : null
    input = { kind: 'event', eventName, currency, customProps: problems.props(readCustomProps(goal['custom_props'])) }
  }
  return problems.first() ? { errors: problems.errors } : { input }
}

/**
 * The goals of a Plugins API body, in request order, or the 422 of its first bad entry (spec/management 2.1 to 2.3).
 */
export function parseGoals(body: Readonly<Record<string, unknown>>): GoalInput[] {
  const hasSingle = body['goal_type'] !== undefined || body['goal'] !== undefined
  const list = body['goals']
  const isBulk = list !== undefined && !(list === null && hasSingle)
  if (isBulk && !Array.isArray(list)) throw goalFailures.invalid({ goals: [invalid] })
  const entries: unknown[] = isBulk ? (list as unknown[]) : [body]
  if (entries.length > goalsPerRequestMax) {
    throw goalFailures.invalid({
      goals: [`Array length ${entries.length} is larger than maxItems: ${goalsPerRequestMax}`],
    })
  }
  return entries.map((entry) => {
    const parsed = parseEntry(entry)
    if ('errors' in parsed) throw goalFailures.invalid(parsed.errors)
    return parsed.input
  })
}

/** The name shown for a goal without a display name (spec/management 2.7). */
export function displayNameOf(input: GoalInput): string {
  if (input.kind === 'event') return input.eventName
  return input.scrollThreshold < 0 ? nameOfPageGoal(input.path) : `Scroll ${input.scrollThreshold}% on ${input.path}`
}

/** The public kind of a stored goal (spec/management 2.7). */
export function goalTypeOf(goal: Goal): GoalType {
  if (goal.path !== null) return 'Goal.Pageview'
  return goal.currency === null ? 'Goal.CustomEvent' : 'Goal.Revenue'
}
