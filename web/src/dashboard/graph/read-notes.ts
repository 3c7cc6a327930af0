// Reads the notes of a site anew, after one of them was changed.
import { request } from '../../service/request.ts'
import type { Dashboard } from '../../state/dashboard.ts'

export async function readNotes({ notes, pathOf }: Dashboard): Promise<void> {
  const answer = await request('GET', pathOf('/api/v1/sites/notes')).catch(() => null)
  notes.value = answer?.notes ?? []
}
