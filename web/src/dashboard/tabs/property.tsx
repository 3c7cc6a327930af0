// The tab `Properties`: a table, and the choice of the property. Many have a search beside the list. Fetched when the
// tab is opened.
import Search from 'lucide/dist/esm/icons/search.mjs'
import { useState } from 'preact/hooks'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import * as words from '../../../../src/rules/words/en/property.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { OptionList } from '../../parts/option-list.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { say } from '../../text/say.ts'
import { search } from '../../typed/fuzzy.ts'
import type { TabPart } from './kinds.ts'

/** So many are found in a list at a glance. */
const listedMax = 10

function PropertySearch({ onClose }: { onClose: () => void }) {
  const { properties, go } = useDashboard()
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={words.searchProperties} look="bare" onClose={onClose}>
      <OptionList
        role="searchbox"
        fieldName={words.searchProperties}
        listName={words.list}
        typed={typed}
        onType={setTyped}
        options={search(properties, typed, (key) => key).map((key) => ({ key, label: key }))}
        onChoose={({ key }) => {
          onClose()
          go({ prop: key })
        }}
        empty={say(words.noMatch, { typed })}
      />
    </Dialog>
  )
}

function PropertyChooser() {
  const { go, properties, property } = useDashboard()
  const [isSearch, setSearch] = useState(false)
  if (properties.length === 0) return null
  return (
    <div class="property-chooser">
      <select
        class="select-quiet"
        aria-label={text.property}
        value={property.value ?? ''}
        onChange={(event) => go({ prop: event.currentTarget.value })}
      >
        {properties.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      {properties.length > listedMax && (
        <button
          type="button"
          class="button-quiet button-icon"
          aria-label={words.searchProperties}
          title={words.searchProperties}
          onClick={() => setSearch(true)}
        >
          <Icon of={Search} size={14} />
        </button>
      )}
      {isSearch && <PropertySearch onClose={() => setSearch(false)} />}
    </div>
  )
}

export const part: TabPart = { Choice: PropertyChooser }
