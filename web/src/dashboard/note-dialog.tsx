// The dialog that writes a note.
import { useId, useState } from 'preact/hooks'
import { isDay } from '../../../src/rules/view-range.ts'
import { Dialog } from '../parts/dialog.tsx'
import { attempt } from '../parts/toast.tsx'
import { type Note, useDashboard } from '../state/dashboard.ts'
import { text } from '../text/en/dialogs.ts'

const lengthMax = 150

export function NoteDialog({ day: given, note, onClose }: { day: string; note?: Note; onClose: () => void }) {
  const { site, loadNotes } = useDashboard()
  const [day, setDay] = useState(note?.day ?? given)
  const [words, setWords] = useState(note?.text ?? '')
  const [isPublic, setPublic] = useState(note?.show_on_shared_links ?? false)
  const [message, setMessage] = useState('')
  const id = useId()
  async function save(event: Event): Promise<void> {
    event.preventDefault()
    if (!isDay(day)) return setMessage(text.wrongDay)
    if (words.trim() === '' || [...words].length > lengthMax) return setMessage(text.noteLength)
    const body = { site_id: site.domain, day, text: words.trim(), show_on_shared_links: isPublic }
    const saved = note
      ? await attempt('PUT', `/api/v1/sites/notes/${note.id}`, body)
      : await attempt('POST', '/api/v1/sites/notes', body)
    if (!saved) return
    onClose()
    await loadNotes()
  }
  return (
    <Dialog title={note ? text.editNote : text.addNote} onClose={onClose}>
      <form class="form" onSubmit={save} noValidate>
        <div class="field">
          <label for={`${id}-day`}>{text.day}</label>
          <input
            id={`${id}-day`}
            type="text"
            inputMode="numeric"
            autocomplete="off"
            placeholder={text.dayFormat}
            value={day}
            onInput={(event) => setDay(event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for={`${id}-note`}>{text.note}</label>
          <input
            id={`${id}-note`}
            type="text"
            autocomplete="off"
            maxLength={lengthMax * 2}
            value={words}
            autofocus
            aria-describedby={message === '' ? undefined : `${id}-problem`}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <div class="check">
          <input
            id={`${id}-public`}
            type="checkbox"
            checked={isPublic}
            onChange={(event) => setPublic(event.currentTarget.checked)}
          />
          <label for={`${id}-public`}>{text.showOnShared}</label>
        </div>
        {message !== '' && (
          <p class="field-error" id={`${id}-problem`} role="alert">
            {message}
          </p>
        )}
        <div class="dialog-foot">
          <button type="submit" class="button-main">
            {text.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
