// Tabs: arrow keys move among them, Enter or a press chooses, or the move itself.
import { useRef } from 'preact/hooks'

export interface TabItem<Key extends string> {
  readonly key: Key
  readonly label: string
}

interface TabsProps<Key extends string> {
  readonly name: string
  readonly tabs: readonly TabItem<Key>[]
  readonly selected: Key
  readonly onSelect: (key: Key) => void
  /** The panel's id; tabs are `<id>-<key>`. */
  readonly panelId: string
  /** The tab that has the focus is the chosen one. */
  readonly follows?: boolean
}

export function Tabs<Key extends string>({ name, tabs, selected, onSelect, panelId, follows }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    // The arrows would move the range as well.
    event.stopPropagation()
    const next = to % all.length
    all[next]?.focus()
    if (follows) onSelect(tabs[next]!.key)
  }
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={name} onKeyDown={move}>
      {tabs.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${panelId}-${key}`}
          aria-selected={key === selected}
          aria-controls={panelId}
          tabIndex={key === selected ? 0 : -1}
          onClick={() => onSelect(key)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
