// The filters that are on, as chips.

import ListFilter from 'lucide/dist/esm/icons/list-filter.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dimensionWord } from '../../../src/rules/catalogue.ts'
import type { ViewFilter } from '../../../src/rules/view-state.ts'
import { Icon } from '../parts/icon.tsx'
import { useOnDemand } from '../parts/on-demand.ts'
import { type Segment, useDashboard } from '../state/dashboard.ts'
import { filterWords, operatorWords, valueWords } from '../state/words.ts'
import * as text from '../text/en/dashboard.ts'
import { say } from '../text/say.ts'
import { dialogs } from './dialogs.ts'

function Chip({ filter }: { filter: ViewFilter }) {
  const { state, go, names } = useDashboard()
  const words = filterWords(filter, names.value)
  const shown = filter.values.map((value) => valueWords(filter.dimension, value, names.value))
  return (
    <>
      <button
        type="button"
        class="chip-edit"
        aria-label={say(text.editFilter, { words })}
        title={words}
        onClick={() => dialogs.open({ kind: 'filter', edited: filter })}
      >
        <span class="chip-soft">
          {dimensionWord(filter.dimension)} {operatorWords[filter.operator]}
        </span>{' '}
        <bdi class="chip-value">{shown[0]}</bdi>
        {shown.length > 1 && <span class="chip-soft"> +{shown.length - 1}</span>}
      </button>
      <button
        type="button"
        class="chip-remove"
        aria-label={say(text.removeFilter, { words })}
        title={say(text.removeFilter, { words })}
        onClick={() => go({ filters: state.value.filters.filter((one) => one !== filter) })}
      >
        <Icon of={X} size={14} />
      </button>
    </>
  )
}

/** A segment's menu and its buttons are fetched with the first segment that is on. */
function SegmentOnDemand({ segment }: { segment: Segment }) {
  const Part = useOnDemand(() => import('./segment-chip.tsx').then(({ SegmentChip }) => SegmentChip))
  return Part ? <Part segment={segment} /> : <bdi class="chip-edit">{segment.name}</bdi>
}

export function Filters() {
  const { state, go, segment, rights } = useDashboard()
  const { filters } = state.value
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  const hasAny = filters.length > 0 || segment.value !== null
  const count = filters.length + (segment.value ? 1 : 0)

  // Chips stand on one line; what would wrap is behind a button.
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const chips = [...element.children] as HTMLElement[]
      for (const chip of chips) chip.hidden = false
      const edge = element.getBoundingClientRect().right + 1
      const number = chips.filter((chip) => chip.getBoundingClientRect().right <= edge).length
      const isWrapped = getComputedStyle(element).flexWrap === 'wrap'
      const next = isWrapped ? chips.length : Math.max(1, number)
      for (const [index, chip] of chips.entries()) chip.hidden = !isOpen && index >= next
      setFitting(next)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element.parentElement!)
    return () => watch.disconnect()
  }, [state.value.filters, segment.value, isOpen])

  return (
    <div class={`filters ${isOpen ? 'is-open' : ''} ${hasAny ? 'has-any' : ''}`}>
      <button type="button" class="button filter-button" onClick={() => dialogs.open({ kind: 'filter' })}>
        <Icon of={ListFilter} size={15} />
        {text.filter}
      </button>
      {hasAny && (
        <ul ref={list} class="chips" aria-label={text.filters}>
          {segment.value && (
            <li class="chip chip-segment">
              <SegmentOnDemand segment={segment.value} />
            </li>
          )}
          {filters.map((filter) => (
            <li key={JSON.stringify(filter)} class="chip">
              <Chip filter={filter} />
            </li>
          ))}
        </ul>
      )}
      {count > 1 && (
        <button
          type="button"
          // Keeps its place where all fit, so that whether they fit does not depend on it.
          class={count > fitting || isOpen ? 'button-quiet' : 'button-quiet is-idle'}
          aria-expanded={isOpen}
          aria-label={isOpen ? undefined : say(text.moreFilters, { count: count - fitting })}
          title={isOpen ? undefined : say(text.moreFilters, { count: count - fitting })}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? text.fewer : `+${count - fitting}`}
        </button>
      )}
      {hasAny && (
        <>
          <button
            type="button"
            class="button-quiet"
            aria-label={text.clearFilters}
            onClick={() => go({ filters: [], segment: null })}
          >
            {text.clear}
          </button>
          {rights.saveSegments && filters.length > 0 && (
            <button
              type="button"
              class="button-quiet"
              aria-label={text.saveAsSegment}
              onClick={() => dialogs.open({ kind: 'segment' })}
            >
              {text.save}
            </button>
          )}
        </>
      )}
    </div>
  )
}
