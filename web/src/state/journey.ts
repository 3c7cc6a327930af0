// The path of a journey in the address, and the question it asks. Fetched with the tab `Journeys`.
import type { JourneyAnswer } from '../../../src/http/contracts/stats.ts'
import { readList, writeList } from '../../../src/rules/view-state.ts'
import type { Dashboard } from './dashboard.ts'
import { apiFilters, dateRange } from './questions.ts'

/** As the API names kinds of steps; `folder` is a page with a wildcard. */
export type StepKind = 'page' | 'event' | 'goal'
export interface JourneyStep {
  readonly kind: StepKind
  readonly name: string
}

export interface JourneyView {
  readonly direction: 'after' | 'before'
  readonly steps: readonly JourneyStep[]
}

/** As many as the API takes. */
export const stepsMax = 20
const kinds: readonly string[] = ['page', 'event', 'goal'] satisfies StepKind[]

/** Reads `before,page:/pricing,event:Signup`. Parts that are unknown count as not said. */
export function readJourney(text: string | null): JourneyView {
  const parts = text === null ? [] : readList(text)
  const direction = parts[0] === 'before' ? 'before' : 'after'
  const steps = parts.flatMap((part) => {
    const at = part.indexOf(':')
    const [kind, name] = [part.slice(0, at), part.slice(at + 1)]
    return kinds.includes(kind) && name !== '' ? [{ kind: kind as StepKind, name }] : []
  })
  return { direction, steps: steps.slice(0, stepsMax) }
}

/** The text that `readJourney` reads; null: nothing was chosen. */
export function writeJourney({ direction, steps }: JourneyView): string | null {
  const parts = [...(direction === 'before' ? [direction] : []), ...steps.map(({ kind, name }) => `${kind}:${name}`)]
  return parts.length === 0 ? null : writeList(parts)
}

/** The body of a question to `/api/v2/journeys`. */
export interface JourneyBody {
  readonly site_id: string
  readonly date_range: readonly [string, string]
  readonly filters?: readonly unknown[]
  readonly direction: 'after' | 'before'
  readonly steps: readonly Readonly<Partial<Record<StepKind, string>>>[]
  readonly group: boolean
  readonly search?: string
  readonly limit?: number
  readonly offset?: number
}

/** The question of a view: what comes behind its steps. Pages are in folders. */
export function journeyBody(
  { site, state, setting }: Pick<Dashboard, 'site' | 'state' | 'setting'>,
  { direction, steps }: JourneyView,
): JourneyBody {
  const filters = apiFilters(state.value, setting.value)
  return {
    site_id: site.domain,
    date_range: dateRange(state.value, setting.value),
    ...(filters.length > 0 ? { filters } : {}),
    direction,
    steps: steps.map(({ kind, name }) => ({ [kind]: name })),
    group: true,
  }
}

/** A row as the API answers it: a page, a folder (with `pages`), an event, or, as a step, a goal. */
export type JourneyRow = JourneyAnswer['steps'][number] & Pick<JourneyAnswer['next'][number], 'pages'>

/** The step that a row is when it is chosen. */
export const stepOf = ({ page, event, goal }: JourneyRow): JourneyStep =>
  page !== undefined
    ? { kind: 'page', name: page }
    : event !== undefined
      ? { kind: 'event', name: event }
      : { kind: 'goal', name: goal ?? '' }

export const isSameStep = (a: JourneyStep | undefined, b: JourneyStep): boolean =>
  a?.kind === b.kind && a.name === b.name
