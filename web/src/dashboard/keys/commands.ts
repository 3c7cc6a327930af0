// Commands of the palette on a dashboard. Fetched when the palette opens for the first time.
import { signal } from '@preact/signals'
import { dimensionOf, dimensionWord, panels } from '../../../../src/rules/catalogue.ts'
import { settleFilters, type ViewFilter } from '../../../../src/rules/view-state.ts'
import * as words from '../../../../src/rules/words/en/commands.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { keyWords } from '../../../../src/rules/words/en/dialogs.ts'
import { addCommands, type Command } from '../../parts/commands.ts'
import { copy } from '../../parts/toast.tsx'
import type { Dashboard } from '../../state/dashboard.ts'
import { suggestionQuery } from '../../state/more-questions.ts'
import { shownTabs, tabLabel } from '../../state/panels.ts'
import { amountOf, filterWords } from '../../state/words.ts'
import { wholeNumber } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { canCompare, comparison } from '../bar/range.tsx'
import { shortcuts } from './shortcuts.ts'

/** Dimensions whose values the typed text may name. */
const searched = ['source', 'page', 'channel', 'utm_campaign', 'browser', 'os'] as const
const searchMs = 200
const valuesMax = 3

interface Found {
  readonly typed: string
  readonly commands: readonly Command[]
}

/** Looks for values of the range that contain the typed text, and tells the palette of them as they come. */
function createValues(dashboard: Dashboard) {
  const { boxes, state, setting, names } = dashboard
  const found = signal<Found>({ typed: '', commands: [] })
  let wanted = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let closing = new AbortController()

  async function look(typed: string): Promise<void> {
    closing = new AbortController()
    const { signal: until } = closing
    const lists = await Promise.all(
      searched.map(async (dimension) => {
        const query = suggestionQuery(dimensionOf(dimension)!, typed, state.value, setting.value)
        const { body } = await boxes.ask({ ...query, pagination: { limit: valuesMax } }, until)
        return body.results.map(({ dimensions, metrics }) => ({
          dimension,
          value: String(dimensions[0] ?? ''),
          visitors: amountOf(metrics[0]) ?? 0,
        }))
      }),
    ).catch(() => [])
    if (until.aborted) return
    const commands = lists
      .flat()
      .filter(({ value }) => value !== '')
      .sort((a, b) => b.visitors - a.visitors)
      .map(({ dimension, value, visitors }): Command => {
        const filter: ViewFilter = { operator: 'is', dimension, values: [value] }
        return {
          label: filterWords(filter, names.value),
          detail: wholeNumber(visitors),
          run: () => dashboard.go({ filters: settleFilters([...state.value.filters, filter]) }),
        }
      })
    found.value = { typed, commands }
  }

  return (given: string): readonly Command[] => {
    const typed = given.trim()
    if (typed !== wanted) {
      wanted = typed
      clearTimeout(timer)
      closing.abort()
      if (typed.length > 1) timer = setTimeout(() => void look(typed), searchMs)
    }
    const { typed: answered, commands } = found.value
    return answered === typed ? commands : []
  }
}

const filtered = ['page', 'entry_page', 'source', 'referrer', 'utm_campaign']
const comparisons = [null, 'previous_period', 'year_over_year'] as const

function commandsOf(dashboard: Dashboard, typed: string): Command[] {
  const { state, go, rights, site } = dashboard
  const keys = shortcuts.filter(({ keys: [key] }) => key !== 'Escape' && key !== '1' && (key !== 'B' || rights.write))
  return [
    ...keys.map(({ words: label, keys: [key = ''], run }) => ({
      label: label ?? keyWords[key] ?? key,
      detail: key,
      run: () => run(dashboard, key),
    })),
    ...(canCompare(dashboard) ? comparisons : []).map((compare) => ({
      label: say(words.compare, { words: text.comparisons[compare ?? 'off'] }),
      run: () => go(comparison(compare)),
    })),
    ...panels.flatMap(({ key, label }) =>
      shownTabs(key, state.value, site).map((tab) => ({
        label: `${label}: ${tabLabel(tab)}`,
        run: () => go({ tabs: { ...state.value.tabs, [key]: tab } }),
      })),
    ),
    { label: words.copyLink, run: () => copy(location.href) },
    ...(typed.trim() === '' ? [] : filtered).map((dimension) => ({
      label: say(words.filterBy, { dimension: dimensionWord(dimension).toLowerCase(), typed }),
      run: () =>
        go({ filters: [...state.value.filters, { operator: 'contains' as const, dimension, values: [typed] }] }),
    })),
  ]
}

/** Gives the palette the commands of a dashboard; the answer takes them away. */
export function offerCommands(dashboard: Dashboard): () => void {
  const valuesOf = createValues(dashboard)
  return addCommands((typed) => [...valuesOf(typed), ...commandsOf(dashboard, typed)])
}
