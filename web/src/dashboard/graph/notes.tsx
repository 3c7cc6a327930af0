// Notes of the site's days: a list under the graph.
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { useState } from 'preact/hooks'
import type { Note } from '../../../../src/http/facts.ts'
import { daysOf } from '../../../../src/rules/view-range.ts'
import * as text from '../../../../src/rules/words/en/later.ts'
import { Icon } from '../../parts/icon.tsx'
import { attempt, toast } from '../../parts/toast.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { formatDay } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'
import { readNotes } from './read-notes.ts'

const shownMax = 5

export function Notes() {
  const dashboard = useDashboard()
  const { notes, state, calendar, rights, pathOf } = dashboard
  const [isAll, setAll] = useState(false)
  /** Deletes at once; the message makes the note again. */
  async function remove({ id, ...note }: Note): Promise<void> {
    const restore = async () => {
      await attempt('POST', pathOf('/api/v1/sites/notes'), note)
      await readNotes(dashboard)
    }
    if (await attempt('DELETE', pathOf(`/api/v1/sites/notes/${id}`))) toast(text.noteDeleted, () => void restore())
    await readNotes(dashboard)
  }
  const { from, to } = daysOf(state.value, calendar.value)
  const own = notes.value.filter(({ day }) => day >= from && day <= to).sort((a, b) => b.day.localeCompare(a.day))
  if (own.length === 0) return null
  return (
    <div class="notes">
      <ul aria-label={text.notes}>
        {own.slice(0, isAll ? own.length : shownMax).map((note) => (
          <li key={note.id}>
            <span class="note-day">{formatDay(note.day, 'named')}</span>
            <bdi class="note-text">{note.text}</bdi>
            {rights.write && (
              <>
                <button
                  type="button"
                  class="button-quiet button-icon"
                  aria-label={say(text.editNoteOf, { text: note.text })}
                  onClick={() => dialogs.open({ kind: 'note', day: note.day, note })}
                >
                  <Icon of={Pencil} size={14} />
                </button>
                <button
                  type="button"
                  class="button-quiet button-icon"
                  aria-label={say(text.deleteNoteOf, { text: note.text })}
                  onClick={() => remove(note)}
                >
                  <Icon of={Trash} size={14} />
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {own.length > shownMax && !isAll && (
        <button type="button" class="button-quiet" onClick={() => setAll(true)}>
          {text.showAll}
        </button>
      )}
    </div>
  )
}
