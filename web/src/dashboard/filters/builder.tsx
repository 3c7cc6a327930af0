// The dialog that makes a filter: a dimension, an operator, values with suggestions from the data. Fetched when opened.
import { useEffect, useState } from 'preact/hooks'
import type { ViewFilter } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { Chooser } from './chooser.tsx'
import { type DraftFilter, Editor } from './filter-editor.tsx'

export function FilterDialog({ edited, onClose }: { edited?: ViewFilter; onClose: () => void }) {
  const { properties, segments, loadSegments, facts } = useDashboard()
  const [draft, setDraft] = useState<DraftFilter | null>(edited ?? null)
  useEffect(() => {
    if (segments.value === null && !facts.site.is_consolidated) void loadSegments()
  }, [])
  const begin = (name: string) => {
    const dimension = name === 'props' && properties.length > 0 ? `props:${properties[0]}` : name
    setDraft({ dimension, operator: 'is', values: [] })
  }
  return (
    <Dialog title={text.filter} onClose={onClose} class="filter-dialog">
      {draft ? (
        <Editor draft={draft} setDraft={setDraft} edited={edited} onBack={() => setDraft(null)} onClose={onClose} />
      ) : (
        <Chooser onChosen={begin} onClose={onClose} />
      )}
    </Dialog>
  )
}
