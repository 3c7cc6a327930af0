// A field with a list below it, of which one entry is marked: arrows move the mark, Enter takes the entry, and the
// focus stays in the field.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { markAfter } from './mark.ts'

interface FieldListOptions<One> {
  readonly options: readonly One[]
  readonly onTake: (option: One) => void
  readonly onType: (typed: string) => void
  /** The entry that is marked after typing: the first, or -1 for none. */
  readonly first?: 0 | -1
}

export function useFieldList<One>({ options, onTake, onType, first = 0 }: FieldListOptions<One>) {
  const id = useId()
  const [marked, show] = useState<number>(first)
  // Keys may come faster than the list is drawn.
  const latest = useRef<number>(first)
  const within = (index: number) => Math.min(index, options.length - 1)
  const at = within(marked)
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' }), [at])

  function mark(index: number): void {
    latest.current = index
    show(index)
  }

  /** Moves through the list by a key; false if the key has no meaning here. */
  function press(event: KeyboardEvent): boolean {
    const now = within(latest.current)
    const to = markAfter(event.key, now, options.length)
    const taken = event.key === 'Enter' ? options[now] : undefined
    if (to !== undefined) mark(to)
    if (taken !== undefined) onTake(taken)
    const isDone = to !== undefined || taken !== undefined
    if (isDone) event.preventDefault()
    return isDone
  }

  return {
    at,
    mark,
    press,
    optionId,
    listId: `${id}-list`,
    /** Attributes of the field, while its list is open. */
    field: {
      'aria-controls': `${id}-list`,
      'aria-activedescendant': at >= 0 ? optionId(at) : undefined,
      autocomplete: 'off' as const,
      spellcheck: false,
      onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        mark(first)
        onType(currentTarget.value)
      },
    },
  }
}
