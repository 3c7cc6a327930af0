// Reads the notes of a site anew, after one of them was changed.
import type { Note } from '../../../src/http/facts.ts'
import { request } from '../request.ts'
import type { Dashboard } from '../state/dashboard.ts'

export async function readNotes({ notes, pathOf }: Dashboard): Promise<void> {
  const answer = await request<{ notes: Note[] }>('GET', pathOf('/api/v1/sites/notes')).catch(() => null)
  notes.value = answer?.notes ?? []
}
