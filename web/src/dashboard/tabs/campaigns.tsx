// The tab `Campaigns`: a table, and the choice among the fields of campaigns. Fetched when the tab is opened.
import { panels, type TabKey } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { isCampaign } from '../../state/panels.ts'
import type { TabPart } from './kinds.ts'

function FieldChooser() {
  const { state, openTab } = useDashboard()
  const [sources] = panels
  return (
    <select
      class="select-quiet"
      aria-label={text.campaignField}
      value={state.value.tabs.sources}
      onChange={(event) => openTab('sources', event.currentTarget.value as TabKey)}
    >
      {sources.tabs
        .filter(({ key }) => isCampaign(key))
        .map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
    </select>
  )
}

export const part: TabPart = { Choice: FieldChooser }
