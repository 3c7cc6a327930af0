// A time zone: a field that is also the search, and below it the zones that fit with the time there now.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import * as words from '../text/en/zone.ts'
import { say } from '../text/say.ts'
import { findZones, readZone, timeIn, zoneLabel, zones } from '../zones.ts'

interface ZoneFieldProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** The zone at first. Later values belong to the form: `readZone` of the field `timezone`. */
  readonly start: string
}

/** The zones to choose from. The keys are the field's. */
function Options(props: {
  id: string
  label: string
  found: readonly string[]
  at: number
  onChoose(zone: string): void
}) {
  const { id, label, found, at, onChoose } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} class="zone-list" role="listbox" aria-label={label}>
      {found.map((zone, index) => {
        const there = timeIn(zone)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
          <div
            key={zone}
            id={`${id}-${index}`}
            class="option"
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(zone)}
          >
            <span>{zoneLabel(zone)}</span>
            {there && <span class="soft">{`${there.time} · ${there.offset}`}</span>}
          </div>
        )
      })}
    </div>
  )
}

export function ZoneField({ label, hint, error, start }: ZoneFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(zoneLabel(start))
  const [isOpen, setOpen] = useState(false)
  /** Until something is typed the list holds all zones. */
  const [isSearch, setSearch] = useState(false)
  const [marked, setMarked] = useState(0)
  const found = !isOpen ? [] : isSearch ? findZones(typed) : zones()
  const at = Math.min(marked, found.length - 1)
  const there = timeIn(readZone(typed))

  function open(): void {
    if (isOpen) return
    setSearch(false)
    setMarked(Math.max(0, zones().indexOf(readZone(typed))))
    setOpen(true)
  }
  function choose(zone: string): void {
    setTyped(zoneLabel(zone))
    setOpen(false)
    input.current?.focus()
    // The form asks before something that was chosen is left.
    input.current?.form?.dispatchEvent(new Event('input'))
  }
  function leave(): void {
    setOpen(false)
    setTyped(zoneLabel(readZone(typed)))
  }
  function press(event: KeyboardEvent): void {
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as Readonly<Record<string, number>>)[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen && found.length > 0) setMarked((at + step + found.length) % found.length)
      else open()
    } else if (isOpen && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault()
      event.stopPropagation()
      const zone = found[at]
      if (event.key === 'Enter' && zone) choose(zone)
      else setOpen(false)
    }
  }

  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="zone-box">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          name="timezone"
          autocomplete="off"
          spellcheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen && found.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && at >= 0 ? `${id}-list-${at}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
          value={typed}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={open}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setSearch(true)
            setMarked(0)
            setOpen(true)
          }}
          onKeyDown={press}
          onBlur={leave}
        />
        {isOpen && found.length > 0 && (
          <Options id={`${id}-list`} label={label} found={found} at={at} onChoose={choose} />
        )}
      </div>
      {isOpen && found.length === 0 && (
        <p class="field-error" role="status">
          {say(words.none, { typed })}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error" role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} class="field-hint">
        {there ? `${hint} ${say(words.now, there)}` : hint}
      </p>
    </div>
  )
}
