// The range and the compared range: arrows, menus, and the dialog for days of one's own.

import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import { minuteMs } from '../../../../src/rules/durations.ts'
import { daysOf, moveRange, presets, type RangeChoice } from '../../../../src/rules/view-range.ts'
import type { Comparison } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import { daysWords, rangeDaysWords, rangeWords } from '../../state/words.ts'
import { formatTime } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'

export const customKey = 'C'

const isSame = (a: RangeChoice, b: RangeChoice): boolean =>
  a.period === b.period && a.date === b.date && a.from === b.from && a.to === b.to

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

function zoneWords(timeZone: string, instant: number): string {
  const wall = (zone?: string) =>
    Date.parse(
      `${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(instant).replace(' ', 'T')}Z`,
    )
  const minutes = Math.round((wall(timeZone) - wall()) / minuteMs)
  const hours = Math.abs(minutes) / 60
  const difference = `${Number.isInteger(hours) ? hours : hours.toFixed(2)} h`
  const time = formatTime(instant, timeZone)
  if (minutes === 0) return say(text.zoneSame, { zone: timeZone, time })
  return say(minutes > 0 ? text.zoneAhead : text.zoneBehind, { zone: timeZone, time, difference })
}

function rangeItems({ state, calendar, go }: Dashboard): MenuItem[] {
  const view = state.value
  const { today } = calendar.value
  return [
    ...presets.map(({ name, key, choice }): MenuItem => {
      const made = choice(today)
      const days = daysOf(made, calendar.value)
      const hints = [
        rangeDaysWords(made, calendar.value),
        // Everybody wonders whether a range of several days has today in it.
        days.from < days.to && (days.to < today ? text.withoutToday : text.withToday),
      ]
      return {
        label: text.ranges[name],
        role: 'menuitemradio',
        isChecked: isSame(made, view),
        // A line may end between them alone.
        hint: hints.filter(Boolean).join('· ').replaceAll(' ', '\u00a0').replace('·\u00a0', '\u00a0· '),
        shortcut: key,
        act: () => go(rangeChange(made)),
      }
    }),
    {
      label: text.ranges.custom,
      role: 'menuitemradio',
      isChecked: view.period === 'custom',
      shortcut: customKey,
      isApart: true,
      act: () => dialogs.open({ kind: 'range' }),
    },
  ]
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
            {days !== '' && <span class="range-days">{days}</span>}
          </>
        }
        items={rangeItems(dashboard)}
        footer={zoneWords(site.timezone, now.value)}
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
  const { state, go, calendar } = dashboard
  const view = state.value
  if (!canCompare(dashboard)) return null
  const words =
    view.compare === 'custom'
      ? daysWords({ from: view.compareFrom!, to: view.compareTo! }, calendar.value.today)
      : view.compare && text.comparisons[view.compare]
  const radio = (compare: Comparison | null): MenuItem => ({
    label: text.comparisons[compare ?? 'off'],
    role: 'menuitemradio',
    isChecked: view.compare === compare,
    act: () => (compare === 'custom' ? dialogs.open({ kind: 'compare' }) : go(comparison(compare))),
  })
  return (
    <Menu
      name={text.comparison}
      buttonName={words ? say(text.compareOn, { words }) : text.compare}
      buttonClass={`button ${view.compare ? 'is-on' : ''}`}
      button={words ? <span>{say(text.compared[view.compare!], { days: words })}</span> : text.compare}
      items={[
        radio(null),
        radio('previous_period'),
        radio('year_over_year'),
        radio('custom'),
        {
          label: text.matchWeekdays,
          role: 'menuitemcheckbox',
          isChecked: view.match === 'weekday',
          isApart: true,
          act: () => go({ match: view.match === 'weekday' ? 'exact' : 'weekday' }),
        },
      ]}
    />
  )
}
