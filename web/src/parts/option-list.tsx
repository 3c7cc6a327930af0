// A field above a list of which one entry is marked: arrows move the mark, Enter takes it, the focus stays in the
// field.
import { useEffect, useId, useState } from 'preact/hooks'

export interface Choice {
  readonly key: string
  readonly label: string
  readonly detail?: string | undefined
}

interface OptionListProps<One extends Choice> {
  readonly role: 'searchbox' | 'combobox'
  readonly fieldName: string
  readonly listName: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly options: readonly One[]
  readonly onChoose: (option: One) => void
  readonly empty: string
}

export function OptionList<One extends Choice>(props: OptionListProps<One>) {
  const { role, fieldName, listName, typed, onType, options, onChoose, empty } = props
  const id = useId()
  const [marked, setMarked] = useState(0)
  const at = Math.min(marked, options.length - 1)
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => setMarked(0), [typed])
  useEffect(() => document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' }), [at])

  function press(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1 + options.length }
    const to = steps[event.key]
    if (to !== undefined && options.length > 0) {
      event.preventDefault()
      setMarked(to % options.length)
    }
    const chosen = options[at]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onChoose(chosen)
    }
  }

  const field = {
    'aria-label': fieldName,
    placeholder: fieldName,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': at >= 0 ? optionId(at) : undefined,
    autocomplete: 'off' as const,
    spellcheck: false,
    autofocus: true,
    value: typed,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onType(currentTarget.value),
    onKeyDown: press,
  }
  return (
    <>
      {role === 'searchbox' ? (
        <input type="search" {...field} />
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: a field has this role only with a datalist, which this is not
        <input type="text" role="combobox" list={undefined} aria-expanded aria-autocomplete="list" {...field} />
      )}
      <div id={`${id}-list`} class="options" role="listbox" aria-label={listName}>
        {options.map((option, index) => (
          // The keyboard's way is the field's: arrows and Enter.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
          <div
            key={option.key}
            id={optionId(index)}
            class="option"
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setMarked(index)}
            onClick={() => onChoose(option)}
          >
            <bdi>{option.label}</bdi>
            {option.detail && <span class="soft">{option.detail}</span>}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p class="option soft" role="status">
          {empty}
        </p>
      )}
    </>
  )
}
