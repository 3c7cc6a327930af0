// The entries of menus: ranges, comparisons, options, panels, rows. Fetched as one of them opens for the first time.
import { minuteMs } from '../../../../src/rules/durations.ts'
import { daysOf, presets, type RangeChoice } from '../../../../src/rules/view-range.ts'
import { type Comparison, writeViewState } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import * as words from '../../../../src/rules/words/en/menus.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import { settingsPath } from '../../service/links.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import { rangeDaysWords } from '../../state/words.ts'
import { formatTime } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'
import { downloadAll } from '../panels/loads.ts'
import { comparison, customKey, rangeChange } from './range.tsx'

export { boxItems } from '../panels/box-menu.ts'
export { rowEntries } from '../panels/row-menu.ts'

const isSame = (a: RangeChoice, b: RangeChoice): boolean =>
  a.period === b.period && a.date === b.date && a.from === b.from && a.to === b.to

/** The zone of a site and the time there. */
export function zoneWords(timeZone: string, instant: number): string {
  const wall = (zone?: string) =>
    Date.parse(
      `${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(instant).replace(' ', 'T')}Z`,
    )
  const minutes = Math.round((wall(timeZone) - wall()) / minuteMs)
  const hours = Math.abs(minutes) / 60
  const difference = `${Number.isInteger(hours) ? hours : hours.toFixed(2)} h`
  const time = formatTime(instant, timeZone)
  if (minutes === 0) return say(words.zoneSame, { zone: timeZone, time })
  return say(minutes > 0 ? words.zoneAhead : words.zoneBehind, { zone: timeZone, time, difference })
}

export function rangeItems({ state, calendar, go }: Dashboard): MenuItem[] {
  const view = state.value
  const { today } = calendar.value
  return [
    ...presets.map(({ name, key, choice }): MenuItem => {
      const made = choice(today)
      const days = daysOf(made, calendar.value)
      const hints = [
        // Everybody wonders whether a range of several days has today in it.
        days.from < days.to && (days.to < today ? words.withoutToday : words.withToday),
        rangeDaysWords(made, calendar.value),
      ]
      return {
        label: text.ranges[name],
        role: 'menuitemradio',
        isChecked: isSame(made, view),
        hint: hints.filter(Boolean).join(' · '),
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

export function compareItems({ state, go }: Dashboard): MenuItem[] {
  const view = state.value
  const radio = (compare: Comparison | null): MenuItem => ({
    label: text.comparisons[compare ?? 'off'],
    role: 'menuitemradio',
    isChecked: view.compare === compare,
    act: () => (compare === 'custom' ? dialogs.open({ kind: 'compare' }) : go(comparison(compare))),
  })
  return [
    radio(null),
    radio('previous_period'),
    radio('year_over_year'),
    radio('custom'),
    {
      label: words.matchWeekdays,
      role: 'menuitemcheckbox',
      isChecked: view.match === 'weekday',
      isApart: true,
      act: () => go({ match: view.match === 'weekday' ? 'exact' : 'weekday' }),
    },
  ]
}

/** The settings of a site, with the filters and days of the dashboard: the visits to delete (settings/erase). */
function erasePath({ site, state, calendar }: Dashboard): string {
  const { from, to } = daysOf(state.value, calendar.value)
  const query = new URLSearchParams(writeViewState(state.value, calendar.value))
  query.set('erase', state.value.period === 'all' ? '' : `${from},${to}`)
  return `${settingsPath(site.domain, 'general')}?${query}`
}

export function optionItems(dashboard: Dashboard): MenuItem[] {
  const { site, state, go, rights, boxes } = dashboard
  const hasImported =
    site.has_imports && (boxes.boxOf('totals').value.answer?.body.meta.imports_included || !state.value.withImported)
  return [
    { label: text.downloadCsv, act: () => void downloadAll(dashboard) },
    ...(state.value.period === 'realtime'
      ? [{ label: words.fullScreen, act: () => dialogs.open({ kind: 'wall' as const }) }]
      : []),
    { label: words.print, act: () => setTimeout(() => print(), 50) },
    ...(hasImported
      ? [
          {
            label: words.importedData,
            role: 'menuitemcheckbox' as const,
            isChecked: state.value.withImported,
            act: () => go({ withImported: !state.value.withImported }),
          },
        ]
      : []),
    ...(rights.write && !site.is_consolidated
      ? [{ label: words.tellMe, act: () => dialogs.open({ kind: 'tell' as const }) }]
      : []),
    ...(site.rights.includes('delete_data') && !site.is_consolidated
      ? [{ label: words.deleteVisits, href: erasePath(dashboard) }]
      : []),
    { label: text.keyboardShortcuts, shortcut: '?', act: () => dialogs.open({ kind: 'shortcuts' }) },
    ...(rights.openSettings
      ? [{ label: text.settings, href: settingsPath(site.domain, 'general'), isApart: true }]
      : []),
  ]
}
