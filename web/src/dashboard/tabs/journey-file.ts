// A journey as a file: its steps, all rows that came next, and the visits without a further action.
import { byteOrderMark, csvLine } from '../../../../src/rules/csv.ts'
import * as text from '../../../../src/rules/words/en/journeys.ts'
import { createJourneys } from '../../data/journeys.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import { type JourneyRow, journeyBody, readJourney, stepOf } from '../../state/journey.ts'
import { say } from '../../text/say.ts'

const pageRows = 100
/** As in other files of the dashboard. */
const rowsMax = 100_000

type Line = readonly (string | number | null)[]

const lineOf = (column: number, row: JourneyRow): Line => {
  const { kind, name } = stepOf(row)
  const kindWords = text.kinds[row.pages === undefined ? kind : 'folder']
  return [column, kindWords, name, row.pages ?? null, row.visitors, row.visits, row.share]
}

function save(lines: readonly Line[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' }))
  link.download = 'journeys.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Asks for all rows of the path in the address, page by page, and saves them. Throws the service's refusal. */
export async function saveJourney(dashboard: Dashboard): Promise<void> {
  const view = readJourney(dashboard.state.value.journey)
  const body = journeyBody(dashboard, view)
  const ask = createJourneys(dashboard.auth)
  const signal = new AbortController().signal
  const first = await ask({ ...body, limit: pageRows }, signal)
  const rows = [...first.next]
  while (rows.length < Math.min(first.total, rowsMax)) {
    const { next } = await ask({ ...body, limit: pageRows, offset: rows.length }, signal)
    if (next.length === 0) break
    rows.push(...next)
  }
  const last = view.steps.length + 1
  const { ended, total } = first
  const endedWords = view.direction === 'after' ? text.ended : text.began
  save([
    [text.column, text.kind, text.name, text.pageCount, text.visitors, text.visits, text.share],
    ...first.steps.map((step, at) => lineOf(at + 1, step)),
    ...rows.map((row) => lineOf(last, row)),
    ...(ended ? [[last, null, endedWords, null, ended.visitors, ended.visits, ended.share]] : []),
    ...(total > rows.length ? [[say(text.missingRows, { count: total - rows.length })]] : []),
  ])
}
