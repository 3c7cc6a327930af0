// Suggested values of a filter: values of the range under the other filters.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { blankValues } from '../../../../src/rules/blank-values.ts'
import { dimensionOf } from '../../../../src/rules/catalogue.ts'
import type { ViewFilter } from '../../../../src/rules/view-state.ts'
import type { Suggestion } from '../../parts/combobox.tsx'
import type { Row } from '../../state/api.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { suggestionQuery } from '../../state/more-questions.ts'
import { amountOf, countryName, showValue, valueWords } from '../../state/words.ts'

const suggestMs = 150
const suggestionsMax = 25

function suggestionOf(dimension: string, { dimensions, metrics }: Row, names: ReadonlyMap<string, string>): Suggestion {
  const value = dimensions[0] === null || dimensions[0] === '' ? blankValues.notSet : String(dimensions[0])
  const country = dimensions[2]
  const label = valueWords(dimension, value, names)
  return {
    value,
    label: country ? `${label}, ${countryName(String(country))}` : label,
    hint: showValue('visitors', amountOf(metrics[0])).short,
  }
}

/** Values of the range under the other filters, 150 ms after the last letter. */
export function useSuggestions(dimension: string, typed: string, edited: ViewFilter | undefined) {
  const { state, setting, boxes, learn, names } = useDashboard()
  const [answer, setAnswer] = useState<{ typed: string; dimension: string; rows: readonly Suggestion[] } | null>(null)
  const filters = useMemo(
    () =>
      state.value.filters.filter((one) => one !== edited && !(one.dimension === dimension && one.operator === 'is')),
    [dimension],
  )
  const asked = dimension === 'country' ? '' : typed.trim()

  useEffect(() => {
    const name = dimensionOf(dimension)
    if (name === undefined) return
    const controller = new AbortController()
    async function ask(name: string): Promise<void> {
      const query = suggestionQuery(name, asked, { ...state.value, filters }, setting.value)
      try {
        const { body } = await boxes.ask(query, controller.signal)
        learn(body, query.dimensions)
        const rows = body.results.map((row) => suggestionOf(dimension, row, names.value))
        setAnswer({ typed: asked, dimension, rows })
      } catch {
        if (!controller.signal.aborted) setAnswer({ typed: asked, dimension, rows: [] })
      }
    }
    const timer = setTimeout(ask, asked === '' ? 0 : suggestMs, name)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [dimension, asked])

  const rows = answer?.dimension === dimension ? answer.rows : []
  const wanted = typed.trim().toLowerCase()
  return {
    suggestions: rows
      .filter(({ label, value }) => wanted === '' || `${label} ${value}`.toLowerCase().includes(wanted))
      .slice(0, suggestionsMax),
    isOld: answer === null || answer.typed !== asked || answer.dimension !== dimension,
  }
}
