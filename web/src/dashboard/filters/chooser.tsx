// The first step of a filter: its dimension, or a segment instead.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import {
  type DimensionGroup,
  dimensionEntries,
  dimensionGroups,
  dimensionWord,
} from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { useFieldList } from '../../parts/use-field-list.ts'
import { useDashboard } from '../../state/dashboard.ts'
import type { Segment } from '../../state/known.ts'
import { say } from '../../text/say.ts'

type Group = readonly [title: string, names: readonly string[]]

const words: Readonly<Record<DimensionGroup, string>> = text.groups

/** The names in the address of a group's dimensions. `props` stands for the properties of the site. */
const namesOf = (group: DimensionGroup): readonly string[] => [
  ...Object.keys(dimensionEntries).filter((name) => dimensionEntries[name]!.group === group),
  ...(group === 'behavior' ? ['props'] : []),
]

/** The groups of dimensions with those that fit; a fitting title brings its whole group. */
const groupsOf = (fits: (words: string) => boolean, has: (name: string) => boolean): Group[] =>
  dimensionGroups
    .map((group): Group => {
      const title = words[group]
      return [title, namesOf(group).filter((name) => has(name) && (fits(dimensionWord(name)) || fits(title)))]
    })
    .filter(([, names]) => names.length > 0)

export function Chooser({ onChosen, onClose }: { onChosen: (dimension: string) => void; onClose: () => void }) {
  const { segments, site, properties } = useDashboard()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const fits = (words: string) => words.toLowerCase().includes(typed.trim().toLowerCase())
  const has = (name: string) => (name === 'props' ? properties.length > 0 : name !== 'goal' || site.has_goals)
  const groups = groupsOf(fits, has)
  const list = useFieldList({ options: groups.flatMap(([, names]) => names), onTake: onChosen, onType: setTyped })
  const found = (segments.value ?? []).filter(({ name }) => fits(name))

  // `autofocus` is for the dialog that opens, this for the way back to here: at once, since keys come before effects.
  useLayoutEffect(() => input.current?.focus(), [])

  function onKey(event: KeyboardEvent): void {
    event.stopPropagation()
    list.press(event)
  }

  return (
    <>
      <input
        ref={input}
        type="search"
        autofocus
        aria-label={text.searchFilters}
        placeholder={text.searchFilters}
        {...list.field}
        value={typed}
        onKeyDown={onKey}
      />
      <div class="chooser">
        <Dimensions groups={groups} list={list} onKey={onKey} onChosen={onChosen} />
        {found.length > 0 && <Segments found={found} onClose={onClose} />}
      </div>
    </>
  )
}

interface DimensionsProps {
  readonly groups: readonly Group[]
  readonly list: Pick<ReturnType<typeof useFieldList>, 'at' | 'listId' | 'optionId'>
  readonly onKey: (event: KeyboardEvent) => void
  readonly onChosen: (dimension: string) => void
}

function Dimensions({ groups, list: { at, listId, optionId }, onKey, onChosen }: DimensionsProps) {
  const all = groups.flatMap(([, names]) => names)
  return (
    <div id={listId} class="chooser-list" role="listbox" aria-label={text.dimensions} tabIndex={0} onKeyDown={onKey}>
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
              id={optionId(all.indexOf(name))}
              class="chooser-option"
              role="option"
              aria-selected={all[at] === name}
              data-active={all[at] === name}
              onClick={() => onChosen(name)}
            >
              {dimensionWord(name)}
            </div>
          ))}
        </div>
      ))}
      {all.length === 0 && <p class="soft">{text.noSuchDimension}</p>}
    </div>
  )
}

function Segments({ found, onClose }: { found: readonly Segment[]; onClose: () => void }) {
  const { go } = useDashboard()
  return (
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
  )
}
