// A field for several values: suggestions below it, free text by Enter, chosen values before it.
import X from 'lucide/dist/esm/icons/x.mjs'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

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
  /** The answer is older than what is typed. */
  readonly isOld: boolean
  readonly oldWords: string
  readonly emptyWords: string
  /** The typed text as a value of its own, or null where it is none. */
  readonly freeOf: (typed: string) => string | null
  readonly isInvalid: boolean
  readonly describedBy?: string
}

export function Combobox(props: ComboboxProps) {
  const { name, chosen, onChosen, typed, onTyped, suggestions, labelOf, freeOf, isOld } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [active, show] = useState(-1)
  // Keys may come faster than the list is drawn.
  const latest = useRef(-1)
  const setActive = (index: number) => {
    latest.current = index
    show(index)
  }
  const [isOpen, setOpen] = useState(false)
  const at = Math.min(active, suggestions.length - 1)

  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function toggle(value: string): void {
    onChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
    onTyped('')
    input.current?.focus()
  }

  function onKey(event: KeyboardEvent): void {
    event.stopPropagation()
    const count = suggestions.length
    const at = Math.min(latest.current, count - 1)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (count > 0) setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + count) % count)
    } else if (event.key === 'Enter') {
      if (isOpen && at >= 0) {
        event.preventDefault()
        toggle(suggestions[at]!.value)
      } else if (typed.trim() !== '') {
        event.preventDefault()
        const wanted = typed.trim().toLowerCase()
        const exact = suggestions.find(({ label, value }) => [label, value].some((one) => one.toLowerCase() === wanted))
        const value = exact?.value ?? freeOf(typed)
        if (value !== null) toggle(value)
      }
      setActive(-1)
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) onChosen(chosen.slice(0, -1))
  }

  return (
    <div
      class="combobox"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false)
      }}
    >
      <div class="combobox-field">
        {chosen.map((value) => (
          <span key={value} class="combobox-value">
            <bdi>{labelOf(value)}</bdi>
            <button
              type="button"
              aria-label={props.removeName(labelOf(value))}
              onClick={() => onChosen(chosen.filter((one) => one !== value))}
            >
              <Icon of={X} size={12} />
            </button>
          </span>
        ))}
        <input
          ref={input}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-label={name}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
          aria-invalid={props.isInvalid}
          aria-describedby={props.describedBy}
          value={typed}
          onInput={(event) => {
            onTyped(event.currentTarget.value)
            setOpen(true)
            setActive(-1)
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKey}
        />
      </div>
      <div
        ref={list}
        id={id}
        class={`combobox-list ${isOld ? 'is-old' : ''}`}
        role="listbox"
        aria-label={name}
        aria-multiselectable="true"
        aria-busy={isOld}
        hidden={!isOpen}
      >
        {suggestions.map(({ value, label, hint }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(value)}
            data-active={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => toggle(value)}
          >
            <bdi>{label}</bdi>
            {hint && <span class="soft">{hint}</span>}
          </div>
        ))}
        {suggestions.length === 0 && (
          <div class="combobox-note" role="presentation">
            {isOld ? props.oldWords : props.emptyWords}
          </div>
        )}
      </div>
    </div>
  )
}
