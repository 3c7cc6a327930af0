// A field for several values: suggestions below it, free text by Enter, chosen values before it.
import X from 'lucide/dist/esm/icons/x.mjs'
import { useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { useFieldList } from './use-field-list.ts'

export interface Suggestion {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

interface ComboboxProps {
  readonly name: string
  readonly chosen: readonly string[]
  readonly onChosen: (values: readonly string[]) => void
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly suggestions: readonly Suggestion[]
  readonly labelOf: (value: string) => string
  readonly removeName: (label: string) => string
  /** The answer is older than the typed text. */
  readonly isOld: boolean
  readonly oldWords: string
  readonly emptyWords: string
  /** The typed text as a value of its own, or null if it cannot be one. */
  readonly freeOf: (typed: string) => string | null
  readonly isInvalid: boolean
  readonly describedBy?: string
}

/** The value that typed text means: the value of the suggestion with this name, else the text itself. */
function valueTyped(typed: string, { suggestions, freeOf }: ComboboxProps): string | null {
  const wanted = typed.trim().toLowerCase()
  const exact = suggestions.find(({ label, value }) => [label, value].some((one) => one.toLowerCase() === wanted))
  return exact?.value ?? freeOf(typed)
}

/** The field's list, whether it is open, and its keys. */
function useSuggested(props: ComboboxProps, toggle: (value: string) => void) {
  const { chosen, onChosen, typed, onTyped, suggestions } = props
  const [isOpen, setOpen] = useState(false)
  const list = useFieldList({
    options: suggestions,
    first: -1,
    onTake: ({ value }) => toggle(value),
    onType: (text) => {
      onTyped(text)
      setOpen(true)
    },
  })
  function onKey(event: KeyboardEvent): void {
    event.stopPropagation()
    const isEnter = event.key === 'Enter'
    const isDone = (isOpen || !isEnter) && list.press(event)
    if (isEnter) list.mark(-1)
    if (isDone) setOpen(true)
    else if (isEnter && typed.trim() !== '') {
      event.preventDefault()
      const value = valueTyped(typed, props)
      if (value !== null) toggle(value)
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) onChosen(chosen.slice(0, -1))
  }
  return { ...list, isOpen, setOpen, onKey }
}

export function Combobox(props: ComboboxProps) {
  const { name, chosen, onChosen, typed, onTyped } = props
  const input = useRef<HTMLInputElement>(null)
  function toggle(value: string): void {
    onChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
    onTyped('')
    input.current?.focus()
  }
  const list = useSuggested(props, toggle)
  const { isOpen, setOpen, field } = list
  return (
    <div
      class="combobox"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false)
      }}
    >
      <div class="combobox-field">
        <ChosenValues {...props} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={name}
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-invalid={props.isInvalid}
          aria-describedby={props.describedBy}
          {...field}
          aria-activedescendant={isOpen ? field['aria-activedescendant'] : undefined}
          value={typed}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={list.onKey}
        />
      </div>
      <Suggestions {...props} list={list} onToggle={toggle} />
    </div>
  )
}

function ChosenValues({ chosen, onChosen, labelOf, removeName }: ComboboxProps) {
  return (
    <>
      {chosen.map((value) => (
        <span key={value} class="combobox-value">
          <bdi title={labelOf(value)}>{labelOf(value)}</bdi>
          <button
            type="button"
            aria-label={removeName(labelOf(value))}
            onClick={() => onChosen(chosen.filter((one) => one !== value))}
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
    </>
  )
}

interface SuggestionsProps extends ComboboxProps {
  readonly list: ReturnType<typeof useSuggested>
  readonly onToggle: (value: string) => void
}

function Suggestions({ name, chosen, suggestions, isOld, oldWords, emptyWords, list, onToggle }: SuggestionsProps) {
  return (
    <div
      id={list.listId}
      class={`combobox-list ${isOld ? 'is-old' : ''}`}
      role="listbox"
      aria-label={name}
      aria-multiselectable="true"
      aria-busy={isOld}
      hidden={!list.isOpen}
    >
      {suggestions.map(({ value, label, hint }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        <div
          key={value}
          id={list.optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={chosen.includes(value)}
          data-active={index === list.at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onToggle(value)}
        >
          <bdi title={label}>{label}</bdi>
          {hint && <span class="soft">{hint}</span>}
        </div>
      ))}
      {suggestions.length === 0 && (
        <div class="combobox-note" role="presentation">
          {isOld ? oldWords : emptyWords}
        </div>
      )}
    </div>
  )
}
