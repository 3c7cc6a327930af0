// The dialog that makes a filter: a dimension, an operator, values with suggestions from the data. Fetched when opened.

import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { dimensionOf, dimensionWord } from '../../../src/rules/catalogue.ts'
import { type Operator, operatorsOf, settleFilters, type ViewFilter } from '../../../src/rules/view-state.ts'
import { BatchRefusal } from '../data/batch.ts'
import { Combobox, type Suggestion } from '../parts/combobox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { useDashboard } from '../state/dashboard.ts'
import { suggestionQuery } from '../state/more-questions.ts'
import { totalsQuestion } from '../state/questions.ts'
import { amountOf, countryName, dimensionGroups, operatorWords, showValue, valueWords } from '../state/words.ts'
import * as text from '../text/en/dialogs.ts'
import { say } from '../text/say.ts'

const suggestMs = 150
const suggestionsMax = 25

/** How places are written that are known by their codes. */
const codes: Readonly<Record<string, RegExp>> = { country: /^[A-Z]{2}$/, region: /^[A-Z]{2}-\w{1,3}$/, city: /^\d+$/ }

function freeValue(dimension: string, typed: string): string | null {
  const value = typed.trim()
  const code = codes[dimension]
  if (!code) return value || null
  return code.test(value.toUpperCase()) ? value.toUpperCase() : null
}

interface DraftFilter {
  /** `props` until a property is chosen. */
  readonly dimension: string
  readonly operator: Operator
  readonly values: readonly string[]
}

export function FilterDialog({ edited, onClose }: { edited?: ViewFilter; onClose: () => void }) {
  const { properties, segments, loadSegments, facts } = useDashboard()
  const [draft, setDraft] = useState<DraftFilter | null>(edited ?? null)
  useEffect(() => {
    if (segments.value === null && !facts.site.is_consolidated) void loadSegments()
  }, [])
  const begin = (name: string) => {
    const dimension = name === 'props' && properties.length > 0 ? `props:${properties[0]}` : name
    setDraft({ dimension, operator: 'is', values: [] })
  }
  return (
    <Dialog title={text.filter} onClose={onClose} class="filter-dialog">
      {draft ? (
        <Editor draft={draft} setDraft={setDraft} edited={edited} onBack={() => setDraft(null)} onClose={onClose} />
      ) : (
        <Chooser onChosen={begin} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Chooser({ onChosen, onClose }: { onChosen: (dimension: string) => void; onClose: () => void }) {
  const { segments, site, properties, go } = useDashboard()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const matches = (words: string) => words.toLowerCase().includes(typed.trim().toLowerCase())
  const groups = dimensionGroups
    .map(([group, names]) => {
      const fitting = names.filter(
        (name) =>
          (matches(dimensionWord(name)) || matches(group)) &&
          (name !== 'props' || properties.length > 0) &&
          (name !== 'goal' || site.has_goals),
      )
      return [group, fitting] as const
    })
    .filter(([, names]) => names.length > 0)
  const flat = groups.flatMap(([, names]) => names)
  const at = Math.min(active, flat.length - 1)
  const found = (segments.value ?? []).filter(({ name }) => matches(name))

  // `autofocus` is for the dialog that opens, this for the way back to here: at once, since keys come before effects.
  useLayoutEffect(() => field.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function onKey(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + flat.length) % Math.max(1, flat.length))
    } else if (event.key === 'Enter' && flat[at] !== undefined) {
      event.preventDefault()
      onChosen(flat[at])
    }
  }

  return (
    <>
      <input
        ref={field}
        type="search"
        autofocus
        aria-label={text.searchFilters}
        placeholder={text.searchFilters}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${flat[at]}` : undefined}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKey}
      />
      <div class="chooser">
        <div
          ref={list}
          id={`${id}-list`}
          class="chooser-list"
          role="listbox"
          aria-label={text.dimensions}
          tabIndex={0}
          onKeyDown={onKey}
        >
          {groups.map(([group, names]) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
            <div key={group} class="chooser-group" role="group" aria-label={group}>
              <p class="chooser-title" role="presentation">
                {group}
              </p>
              {names.map((name) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's and the list's
                // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
                <div
                  key={name}
                  id={`${id}-${name}`}
                  class="chooser-option"
                  role="option"
                  aria-selected={flat[at] === name}
                  data-active={flat[at] === name}
                  onClick={() => onChosen(name)}
                >
                  {dimensionWord(name)}
                </div>
              ))}
            </div>
          ))}
          {flat.length === 0 && <p class="soft">{text.noSuchDimension}</p>}
        </div>
        {found.length > 0 && (
          <div class="chooser-segments">
            <p class="chooser-title">{text.segments}</p>
            <ul aria-label={text.segments}>
              {found.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    class="chooser-option"
                    aria-label={say(text.applySegment, { name: one.name })}
                    onClick={() => {
                      onClose()
                      go({ segment: String(one.id) })
                    }}
                  >
                    <bdi>{one.name}</bdi>
                    {one.problem && <span class="field-error">{one.problem}</span>}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </>
  )
}

interface EditorProps {
  readonly draft: DraftFilter
  readonly setDraft: (draft: DraftFilter) => void
  readonly edited?: ViewFilter
  readonly onBack: () => void
  readonly onClose: () => void
}

function Editor({ draft, setDraft, edited, onBack, onClose }: EditorProps) {
  const dashboard = useDashboard()
  const { properties, state, boxes, go, names } = dashboard
  const { dimension, operator, values } = draft
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState('')
  const [isChecking, setChecking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const isProperty = dimension.startsWith('props:')
  const operators = operatorsOf(dimension)
  const { suggestions, isOld } = useSuggestions(dimension, typed, edited)

  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }, [])

  async function apply(event: Event): Promise<void> {
    event.preventDefault()
    const free = freeValue(dimension, typed)
    const given = free !== null && !values.includes(free) ? [...values, free] : values
    if (given.length === 0) return setMessage(text.noValues)
    const filter: ViewFilter = { dimension, operator, values: given }
    const { filters } = state.value
    const next = settleFilters(edited ? filters.map((one) => (one === edited ? filter : one)) : [...filters, filter])
    setChecking(true)
    try {
      // The service is the judge of a filter; its answer is the one the totals need next.
      const { query } = totalsQuestion({ ...state.value, filters: next }, dashboard.setting.value)
      await boxes.ask(query, AbortSignal.timeout(15_000))
    } catch (error) {
      if (error instanceof BatchRefusal && error.status === 400) {
        setMessage(error.message)
        setChecking(false)
        return
      }
    }
    onClose()
    go({ filters: next })
  }

  return (
    <form ref={form} class="editor" onSubmit={apply} noValidate>
      <div class="editor-head">
        <button type="button" class="button-quiet button-icon" aria-label={text.back} onClick={onBack}>
          <Icon of={ArrowLeft} />
        </button>
        <h3>{isProperty ? dimensionWord('props') : dimensionWord(dimension)}</h3>
      </div>
      <div class="editor-line">
        {isProperty && (
          <select
            aria-label={text.property}
            value={dimension.slice('props:'.length)}
            onChange={(event) => setDraft({ ...draft, dimension: `props:${event.currentTarget.value}`, values: [] })}
          >
            {[...new Set([...properties, dimension.slice('props:'.length)])].map((key) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
          </select>
        )}
        <select
          aria-label={text.operator}
          value={operator}
          onChange={(event) => {
            setMessage('')
            setDraft({ ...draft, operator: event.currentTarget.value as Operator })
          }}
        >
          {operators.map((one) => (
            <option key={one} value={one}>
              {operatorWords[one]}
            </option>
          ))}
        </select>
      </div>
      <Combobox
        name={text.values}
        chosen={values}
        onChosen={(chosen) => {
          setMessage('')
          setDraft({ ...draft, values: chosen })
        }}
        typed={typed}
        onTyped={setTyped}
        suggestions={suggestions}
        labelOf={(value) => valueWords(dimension, value, names.value)}
        removeName={(value) => say(text.removeValue, { value })}
        isOld={isOld}
        oldWords={say(text.suggestionsOld, { typed })}
        emptyWords={text.noSuggestions}
        freeOf={(written) => freeValue(dimension, written)}
        isInvalid={message !== ''}
        describedBy={message === '' ? undefined : `${id}-problem`}
      />
      {message !== '' && (
        <p class="field-error" id={`${id}-problem`} role="alert">
          {message}
        </p>
      )}
      <div class="dialog-foot">
        <button type="submit" class="button-main" disabled={isChecking}>
          {text.applyFilter}
        </button>
      </div>
    </form>
  )
}

/** Values of the range under the other filters, 150 ms after the last letter. */
function useSuggestions(dimension: string, typed: string, edited: ViewFilter | undefined) {
  const { state, setting, boxes, learn, names } = useDashboard()
  const [answer, setAnswer] = useState<{ typed: string; dimension: string; rows: readonly Suggestion[] } | null>(null)
  const filters = useMemo(
    () =>
      state.value.filters.filter((one) => one !== edited && !(one.dimension === dimension && one.operator === 'is')),
    [dimension],
  )
  const isCountry = dimension === 'country'
  const asked = isCountry ? '' : typed.trim()

  useEffect(() => {
    const name = dimensionOf(dimension)
    if (name === undefined) return
    const controller = new AbortController()
    const timer = setTimeout(
      async () => {
        const query = suggestionQuery(name, asked, { ...state.value, filters }, setting.value)
        try {
          const { body } = await boxes.ask(query, controller.signal)
          learn(body, query.dimensions)
          const rows = body.results.map((row): Suggestion => {
            const value =
              row.dimensions[0] === null || row.dimensions[0] === '' ? text.notSet : String(row.dimensions[0])
            const country = row.dimensions[2]
            const label = valueWords(dimension, value, names.value)
            return {
              value,
              label: country ? `${label}, ${countryName(String(country))}` : label,
              hint: showValue('visitors', amountOf(row.metrics[0])).short,
            }
          })
          setAnswer({ typed: asked, dimension, rows })
        } catch {
          if (!controller.signal.aborted) setAnswer({ typed: asked, dimension, rows: [] })
        }
      },
      asked === '' ? 0 : suggestMs,
    )
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
