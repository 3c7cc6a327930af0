// Tabs with panels that their owner draws. Arrow keys move, and the focused tab is chosen.
import { useId } from 'preact/hooks'

interface TabsProps<Key extends string> {
  readonly name: string
  readonly tabs: readonly (readonly [key: Key, label: string])[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
  /** The panel's element: `id` and `aria-labelledby` are given to it. */
  readonly panel: (props: { id: string; role: 'tabpanel'; 'aria-labelledby': string }) => preact.ComponentChildren
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function Tabs<Key extends string>({ name, tabs, chosen, onChoose, panel }: TabsProps<Key>) {
  const id = useId()
  const tabId = (key: Key) => `${id}-${key}`
  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(([key]) => key === chosen)
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : event.key in STEPS
            ? (at + (STEPS[event.key] as number) + tabs.length) % tabs.length
            : undefined
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onChoose(next[0])
    document.getElementById(tabId(next[0]))?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={name} onKeyDown={move}>
        {tabs.map(([key, label]) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={tabId(key)}
            aria-selected={key === chosen}
            aria-controls={key === chosen ? `${id}-panel` : undefined}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {label}
          </button>
        ))}
      </div>
      {panel({ id: `${id}-panel`, role: 'tabpanel', 'aria-labelledby': tabId(chosen) })}
    </>
  )
}
