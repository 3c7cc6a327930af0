// The dialog that writes a note.
import { useState } from 'preact/hooks'
import type { Note } from '../../../../src/http/facts.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { Checkbox, Field } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { request } from '../../service/request.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { readNotes } from './read-notes.ts'

export function NoteDialog({ day, note, onClose }: { day: string; note?: Note; onClose: () => void }) {
  const dashboard = useDashboard()
  const { site } = dashboard
  const [isPublic, setPublic] = useState(note?.show_on_shared_links ?? false)
  async function save(typed: Readonly<Record<string, string>>): Promise<void> {
    const path = '/api/v1/sites/notes'
    const body = { site_id: site.domain, ...typed, show_on_shared_links: isPublic }
    await (note ? request('PUT', `${path}/${note.id}`, body) : request('POST', path, body))
    onClose()
    await readNotes(dashboard)
  }
  return (
    <FormDialog title={note ? text.editNote : text.addNote} action={text.save} onSend={save} onClose={onClose}>
      {(fields) => (
        <>
          <Field
            name="day"
            label={text.day}
            hint={text.dayFormat}
            start={note?.day ?? day}
            autocomplete="off"
            error={fields['day']}
          />
          <Field
            name="text"
            label={text.note}
            start={note?.text ?? ''}
            autocomplete="off"
            isFocused
            error={fields['text']}
          />
          <Checkbox label={text.showOnShared} isChecked={isPublic} onChange={setPublic} />
        </>
      )}
    </FormDialog>
  )
}
