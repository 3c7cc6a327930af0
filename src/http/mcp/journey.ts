// The tool that asks what visitors do next, and what they did before (spec/journeys).
import { JourneyBody } from '../routes/journeys.ts'
import { linesText, tableText } from './text.ts'
import { accessOf, type Tool, withFilters } from './tool.ts'

interface Row {
  readonly page?: string
  readonly event?: string
  readonly goal?: string
  readonly visitors: number
  readonly visits: number
  readonly share: number | null
}

const columns = ['kind', 'name', 'visitors', 'visits', 'share']

/** Steps or candidates as rows; each is of one kind. */
const rowsOf = (list: readonly Row[]) =>
  list.map(({ page, event, goal, visitors, visits, share }) => [
    page !== undefined ? 'page' : event !== undefined ? 'event' : 'goal',
    page ?? event ?? goal,
    visitors,
    visits,
    share,
  ])

export const journey: Tool = {
  name: 'journey',
  title: 'Journey',
  description:
    'What visitors do next after a page or event, or with direction before what they did earlier: the body of ' +
    'POST /api/v2/journeys. Without steps, next holds what a journey may begin with. Each visit takes one branch, so ' +
    'the visits of all rows of next and of ended add up to those of the last step. share: visits, in percent of ' +
    'the visits of the step before. conversion_rate: visitors who reached the last step, in percent of the visitors ' +
    'of step 1. total: how many rows next has on all of its pages; ask for more with limit and offset. group: true ' +
    'joins pages by folder.',
  input: withFilters(JourneyBody),
  async answer(call) {
    const answer = await call.services.stats.journey(accessOf(call), call.given, call.gone)
    const { steps, next, ended, conversion_rate, total } = answer
    const lists = { steps, next }
    const tables = Object.entries(lists).map(
      ([name, list]) => `${name}:\n${tableText({ columns, rows: rowsOf(list as readonly Row[]) })}`,
    )
    return { structured: { ...answer }, text: [...tables, linesText({ ended, conversion_rate, total })].join('\n\n') }
  },
}
