// The tab `Funnels`: the choice of a funnel, and its steps as bars. Fetched when the tab is opened.
import { type Column, totalWord } from '../../../../src/rules/catalogue.ts'
import { settleFilters, type ViewFilter } from '../../../../src/rules/view-state.ts'
import { funnel as label } from '../../../../src/rules/words/en/dialogs.ts'
import * as text from '../../../../src/rules/words/en/funnel-picture.ts'
import { meaningsOfSteps } from '../../../../src/rules/words/en/metrics.ts'
import type { Answer } from '../../data/boxes.ts'
import type { Row } from '../../state/api.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { tabLabel } from '../../state/panels.ts'
import { amountOf, showValue, visible } from '../../state/words.ts'
import { wholeNumber } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { Head, Rows } from '../panels/rows.tsx'
import type { TabPart } from './kinds.ts'

function FunnelChoice() {
  const { site, funnel, go } = useDashboard()
  if (funnel.value === null) return null
  return (
    <select
      class="select-quiet"
      aria-label={label}
      value={funnel.value.id}
      onChange={(event) => go({ funnel: event.currentTarget.value })}
    >
      {site.funnels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

const stepOf = ({ dimensions }: Row): string => String(dimensions[0] ?? '')
const visitorsOf = ({ metrics }: Row): number => amountOf(metrics[0]) ?? 0

interface DropOffProps {
  readonly before: Row
  readonly row: Row
  /** The drop-off as its column has it. */
  readonly share: string
}

/** The visitors who reached the step before and not this one. A press shows them. */
function DropOff({ before, row, share }: DropOffProps) {
  const { state, go } = useDashboard()
  const lost = visitorsOf(before) - visitorsOf(row)
  if (lost <= 0) return <p class="funnel-drop">{text.noDrop}</p>
  const [step, last] = [stepOf(row), stepOf(before)]
  const without: readonly ViewFilter[] = [
    { operator: 'has_done', dimension: 'goal', values: [last] },
    { operator: 'has_not_done', dimension: 'goal', values: [step] },
  ]
  const gaps = { count: lost, share, step: visible(step) }
  return (
    <button
      type="button"
      class="funnel-drop"
      aria-label={say(text.dropped, gaps)}
      title={say(text.dropped, gaps)}
      onClick={() => go({ filters: settleFilters([...state.value.filters, ...without]) })}
    >
      ↓ {say(text.droppedShort, { count: wholeNumber(lost) })}
    </button>
  )
}

function FunnelSteps({ answer }: { answer?: Answer }) {
  if (!answer?.tab) return null
  const { tab, columns = [], body } = answer
  const all: readonly Column[] = columns
  const rows = body.results
  const dropOff = all.findIndex(({ metric }) => metric === 'drop_off')
  const shareOf = ({ metrics }: Row) => showValue('drop_off', metrics[dropOff] ?? null).short
  const share = all.findIndex(({ metric }) => metric === 'percentage')
  const reached = rows.at(-1)?.metrics[share] ?? null
  return (
    <>
      {reached !== null && (
        <p class="funnel-rate">
          <b>{showValue('percentage', reached).full}</b> {totalWord('goal', 'conversion_rate')}
        </p>
      )}
      <table class="list list-crowded funnel" aria-label={tabLabel(tab.key)}>
        <Head tab={tab} columns={all} />
        <tbody>
          <Rows
            tab={tab}
            columns={all}
            rows={rows}
            leadOf={(at) =>
              at === 0 ? null : <DropOff before={rows[at - 1]!} row={rows[at]!} share={shareOf(rows[at]!)} />
            }
          />
        </tbody>
      </table>
    </>
  )
}

export const part: TabPart = { Body: FunnelSteps, Choice: FunnelChoice, meanings: meaningsOfSteps }
