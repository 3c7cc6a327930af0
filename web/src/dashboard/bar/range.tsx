// The range and the compared range: arrows, menus, and the dialog for days of one's own.

import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import { moveRange, type RangeChoice } from '../../../../src/rules/view-range.ts'
import type { Comparison } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import { daysWords, rangeDaysWords, rangeWords } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { useMenus } from './use-menus.ts'

export const customKey = 'C'

/** A range brings its own interval; a compared range of one's own belongs to the old one. */
export const rangeChange = (choice: RangeChoice) => ({
  period: choice.period,
  date: choice.date,
  from: choice.from,
  to: choice.to,
  interval: null,
})

export function step({ state, calendar, go }: Dashboard, by: 1 | -1): void {
  const moved = moveRange(state.value, calendar.value, by)
  if (moved) go(rangeChange(moved))
}

interface StepButtonProps {
  readonly name: string
  readonly by: 1 | -1
  readonly icon: typeof ChevronLeft
}

function StepButton({ name, by, icon }: StepButtonProps) {
  const dashboard = useDashboard()
  return (
    <button
      type="button"
      class="button button-icon range-step"
      aria-label={name}
      title={name}
      disabled={moveRange(dashboard.state.value, dashboard.calendar.value, by) === null}
      onClick={() => step(dashboard, by)}
    >
      <Icon of={icon} />
    </button>
  )
}

export function RangeBar() {
  const dashboard = useDashboard()
  const { menus, onToggle } = useMenus()
  const { state, calendar, site, now } = dashboard
  const view = state.value
  const words = rangeWords(view, calendar.value)
  const days = rangeDaysWords(view, calendar.value)
  return (
    <div class="range">
      <StepButton name={text.previousPeriod} by={-1} icon={ChevronLeft} />
      <Menu
        name={text.timeRange}
        buttonName={words}
        buttonClass="button range-button"
        button={
          <>
            <Icon of={CalendarDays} size={15} />
            <span>{words}</span>
            {days !== '' && (
              <span class="range-days" title={days}>
                {days}
              </span>
            )}
          </>
        }
        items={menus?.rangeItems(dashboard) ?? []}
        onToggle={onToggle}
        footer={menus?.zoneWords(site.timezone, now.value)}
      />
      <StepButton name={text.nextPeriod} by={1} icon={ChevronRight} />
    </div>
  )
}

export const canCompare = ({ state }: Dashboard): boolean =>
  state.value.period !== 'realtime' && state.value.period !== 'all'

export const comparison = (compare: Comparison | null) => ({
  compare,
  compareFrom: null,
  compareTo: null,
  interval: null,
})

export function CompareMenu() {
  const dashboard = useDashboard()
  const { menus, onToggle } = useMenus()
  const { state, calendar } = dashboard
  const view = state.value
  if (!canCompare(dashboard)) return null
  const words =
    view.compare === 'custom'
      ? daysWords({ from: view.compareFrom!, to: view.compareTo! }, calendar.value.today)
      : view.compare && text.comparisons[view.compare]
  return (
    <Menu
      name={text.comparison}
      buttonName={words ? say(text.compareOn, { words }) : text.compare}
      buttonClass={`button ${view.compare ? 'is-on' : ''}`}
      button={words ? <span>{say(text.compared[view.compare!], { days: words })}</span> : text.compare}
      items={menus?.compareItems(dashboard) ?? []}
      onToggle={onToggle}
    />
  )
}
