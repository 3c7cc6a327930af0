// A time zone: a field that is also the search, and below it the zones that fit with the time there now.
import { useId, useRef, useState } from 'preact/hooks'
import * as words from '../../../src/rules/words/en/zone.ts'
import { say } from '../text/say.ts'
import { findZones, readZone, timeIn, zoneLabel, zones } from '../typed/zones.ts'
import { useFieldList } from './use-field-list.ts'

interface ZoneFieldProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** The zone at first. Later values belong to the form: `readZone` of the field `timezone`. */
  readonly start: string
}

/** The field's text, and the list below it while that is open. */
function useZone(start: string) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(zoneLabel(start))
  const [isOpen, setOpen] = useState(false)
  /** Until something is typed the list holds all zones. */
  const [isSearch, setSearch] = useState(false)
  const found = !isOpen ? [] : isSearch ? findZones(typed) : zones()

  function choose(zone: string): void {
    setTyped(zoneLabel(zone))
    setOpen(false)
    input.current?.focus()
    // The form asks before something that was chosen is left.
    input.current?.form?.dispatchEvent(new Event('input'))
  }
  const list = useFieldList({
    options: found,
    onTake: choose,
    onType: (text) => {
      setTyped(text)
      setSearch(true)
      setOpen(true)
    },
  })
  function open(): void {
    if (isOpen) return
    setSearch(false)
    list.mark(Math.max(0, zones().indexOf(readZone(typed))))
    setOpen(true)
  }
  function leave(): void {
    setOpen(false)
    setTyped(zoneLabel(readZone(typed)))
  }
  function onKey(event: KeyboardEvent): void {
    const isEnd = event.key === 'Enter' || event.key === 'Escape'
    if (isOpen) {
      if (isEnd) event.stopPropagation()
      if (list.press(event) || !isEnd) return
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
    }
  }
  return { ...list, input, typed, isOpen, found, choose, open, leave, onKey }
}

type Zone = ReturnType<typeof useZone>

/** The zones to choose from. The keys are the field's. */
function Options({ label, zone: { listId, optionId, found, at, choose } }: { label: string; zone: Zone }) {
  return (
    <div id={listId} class="zone-list" role="listbox" aria-label={label}>
      {found.map((zone, index) => {
        const there = timeIn(zone)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
          <div
            key={zone}
            id={optionId(index)}
            class="option"
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(zone)}
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
  const zone = useZone(start)
  const { typed, isOpen, found, field } = zone
  const there = timeIn(readZone(typed))
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="zone-box">
        <input
          ref={zone.input}
          id={id}
          type="text"
          role="combobox"
          name="timezone"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          {...field}
          aria-controls={found.length > 0 ? zone.listId : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
          value={typed}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={zone.open}
          onKeyDown={zone.onKey}
          onBlur={zone.leave}
        />
        {found.length > 0 && <Options label={label} zone={zone} />}
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
