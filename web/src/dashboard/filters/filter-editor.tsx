// The second step of a filter: its operator and its values.

import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dimensionWord } from '../../../../src/rules/catalogue.ts'
import type { ViewOperator } from '../../../../src/rules/filter-operators.ts'
import { operatorsOf, settleFilters, type ViewFilter } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { BatchRefusal } from '../../data/batch.ts'
import { Combobox } from '../../parts/combobox.tsx'
import { Icon } from '../../parts/icon.tsx'
import { saidBy } from '../../parts/said.tsx'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import { totalsQuestion } from '../../state/questions.ts'
import { valueWords } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { useSuggestions } from './use-suggestions.ts'

/** How places are written that are known by their codes. */
const codes: Readonly<Record<string, RegExp>> = { country: /^[A-Z]{2}$/, region: /^[A-Z]{2}-\w{1,3}$/, city: /^\d+$/ }
const patienceMs = 15_000

function freeValue(dimension: string, typed: string): string | null {
  const value = typed.trim()
  const code = codes[dimension]
  if (!code) return value || null
  return code.test(value.toUpperCase()) ? value.toUpperCase() : null
}

export interface DraftFilter {
  /** `props` until a property is chosen. */
  readonly dimension: string
  readonly operator: ViewOperator
  readonly values: readonly string[]
}

/** The service's objection to filters, or null. It is the judge; its answer is the one the totals need next. */
async function objectionTo(filters: readonly ViewFilter[], { boxes, state, setting }: Dashboard) {
  const { query } = totalsQuestion({ ...state.value, filters }, setting.value)
  try {
    await boxes.ask(query, AbortSignal.timeout(patienceMs))
  } catch (error) {
    if (error instanceof BatchRefusal && error.status === 400) return saidBy(error)
  }
  return null
}

interface EditorProps {
  readonly draft: DraftFilter
  readonly setDraft: (draft: DraftFilter) => void
  readonly edited?: ViewFilter
  readonly onBack: () => void
  readonly onClose: () => void
}

export function Editor({ draft, setDraft, edited, onBack, onClose }: EditorProps) {
  const dashboard = useDashboard()
  const { dimension, values } = draft
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState('')
  const [isChecking, setChecking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }, [])

  async function apply(event: Event): Promise<void> {
    event.preventDefault()
    const free = freeValue(dimension, typed)
    const given = free !== null && !values.includes(free) ? [...values, free] : values
    if (given.length === 0) return setMessage(text.noValues)
    const filter: ViewFilter = { ...draft, values: given }
    const { filters } = dashboard.state.value
    const next = settleFilters(edited ? filters.map((one) => (one === edited ? filter : one)) : [...filters, filter])
    setChecking(true)
    const objection = await objectionTo(next, dashboard)
    if (objection !== null) {
      setMessage(objection)
      setChecking(false)
      return
    }
    onClose()
    dashboard.go({ filters: next })
  }
  const change = (changes: Partial<DraftFilter>) => {
    setMessage('')
    setDraft({ ...draft, ...changes })
  }

  return (
    <form ref={form} class="editor" onSubmit={apply} noValidate>
      <Head draft={draft} setDraft={setDraft} onBack={onBack} onOperator={(operator) => change({ operator })} />
      <Values
        {...{ draft, typed, setTyped, edited }}
        onChosen={(chosen) => change({ values: chosen })}
        problemId={message === '' ? undefined : `${id}-problem`}
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

interface HeadProps extends Pick<EditorProps, 'draft' | 'setDraft' | 'onBack'> {
  readonly onOperator: (operator: ViewOperator) => void
}

/** The dimension, with its property where it has one, and the operator. */
function Head({ draft, setDraft, onBack, onOperator }: HeadProps) {
  const { properties } = useDashboard()
  const { dimension, operator } = draft
  const [, property] = /^props:(.*)$/s.exec(dimension) ?? []
  return (
    <>
      <div class="editor-head">
        <button type="button" class="button-quiet button-icon" aria-label={text.back} onClick={onBack}>
          <Icon of={ArrowLeft} />
        </button>
        <h3>{dimensionWord(property === undefined ? dimension : 'props')}</h3>
      </div>
      <div class="editor-line">
        {property !== undefined && (
          <select
            aria-label={text.property}
            value={property}
            onChange={(event) => setDraft({ ...draft, dimension: `props:${event.currentTarget.value}`, values: [] })}
          >
            {[...new Set([...properties, property])].map((key) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
          </select>
        )}
        <select
          aria-label={text.operator}
          value={operator}
          onChange={(event) => onOperator(event.currentTarget.value as ViewOperator)}
        >
          {operatorsOf(dimension).map((one) => (
            <option key={one} value={one}>
              {text.operators[one]}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

interface ValuesProps extends Pick<EditorProps, 'draft' | 'edited'> {
  readonly typed: string
  readonly setTyped: (typed: string) => void
  readonly onChosen: (values: readonly string[]) => void
  /** The id of the message about them, if there is a message. */
  readonly problemId: string | undefined
}

function Values({ draft: { dimension, values }, edited, typed, setTyped, onChosen, problemId }: ValuesProps) {
  const { names } = useDashboard()
  const { suggestions, isOld } = useSuggestions(dimension, typed, edited)
  return (
    <Combobox
      name={text.values}
      chosen={values}
      onChosen={onChosen}
      typed={typed}
      onTyped={setTyped}
      suggestions={suggestions}
      labelOf={(value) => valueWords(dimension, value, names.value)}
      removeName={(value) => say(text.removeValue, { value })}
      isOld={isOld}
      oldWords={say(text.suggestionsOld, { typed })}
      emptyWords={text.noSuggestions}
      freeOf={(written) => freeValue(dimension, written)}
      isInvalid={problemId !== undefined}
      describedBy={problemId}
    />
  )
}
