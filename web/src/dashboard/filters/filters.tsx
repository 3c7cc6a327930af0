// The filters that are on, as chips.

import ListFilter from 'lucide/dist/esm/icons/list-filter.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ViewFilter } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { Icon } from '../../parts/icon.tsx'
import { useOnDemand } from '../../parts/on-demand.ts'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import type { Segment } from '../../state/known.ts'
import { filterParts, filterWords } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'

function Chip({ filter }: { filter: ViewFilter }) {
  const { state, go, names } = useDashboard()
  const words = filterWords(filter, names.value)
  const [before, shown, after] = filterParts(filter, names.value)
  return (
    <>
      <button
        type="button"
        class="chip-edit"
        aria-label={say(text.editFilter, { words })}
        title={words}
        onClick={() => dialogs.open({ kind: 'filter', edited: filter })}
      >
        <span class="chip-soft">{before}</span>
        <bdi class="chip-value">{shown[0]}</bdi>
        {shown.length > 1 && <span class="chip-soft"> +{shown.length - 1}</span>}
        <span class="chip-soft">{after}</span>
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
  if (Part) return <Part segment={segment} />
  return (
    <span class="chip-edit" title={segment.name}>
      <bdi class="chip-value">{segment.name}</bdi>
    </span>
  )
}

const countOf = ({ state, segment }: Pick<Dashboard, 'state' | 'segment'>): number =>
  state.value.filters.length + (segment.value ? 1 : 0)

/** Wide enough for one chip beside everything else of the first line. */
const wide = matchMedia('(width >= 90rem)')

function useIsWide(): boolean {
  const [isWide, setWide] = useState(wide.matches)
  useEffect(() => {
    const look = () => setWide(wide.matches)
    wide.addEventListener('change', look)
    return () => wide.removeEventListener('change', look)
  }, [])
  return isWide
}

/** The button that adds a filter. If there is one filter and room for it, the filter stands beside the button. */
export function Filters() {
  const isBeside = useIsWide() && countOf(useDashboard()) === 1
  return (
    <div class="filters">
      <button type="button" class="button filter-button" onClick={() => dialogs.open({ kind: 'filter' })}>
        <Icon of={ListFilter} size={15} />
        {text.filter}
      </button>
      {isBeside && <Chips />}
    </div>
  )
}

/** Filters on a line of their own, which does not stay at the top. */
export function FilterLine() {
  const isWide = useIsWide()
  const count = countOf(useDashboard())
  if (count === 0 || (isWide && count === 1)) return null
  return (
    <div class="filters filter-line">
      <Chips />
    </div>
  )
}

/** The list of chips and how many fit: they stand on one line, and the button beside it shows the others. */
function useFitting(isOpen: boolean, changes: readonly unknown[]) {
  const list = useRef<HTMLUListElement>(null)
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
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
  }, changes)
  return [list, fitting] as const
}

function Chips() {
  const { state, go, segment, rights } = useDashboard()
  const { filters } = state.value
  const [isOpen, setOpen] = useState(false)
  const count = countOf({ state, segment })
  const [list, fitting] = useFitting(isOpen, [state.value.filters, segment.value, isOpen])
  return (
    <>
      <ul ref={list} class={isOpen ? 'chips is-open' : 'chips'} aria-label={text.filters}>
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
  )
}
