// Which dialog is open, besides the details, which are in the address.
import { signal } from '@preact/signals'
import type { Note } from '../../../src/http/facts.ts'
import type { ViewFilter } from '../../../src/rules/view-state.ts'
import type { Segment } from '../state/known.ts'

export type OpenDialog =
  | { readonly kind: 'range' }
  | { readonly kind: 'compare' }
  | { readonly kind: 'filter'; readonly edited?: ViewFilter }
  | { readonly kind: 'note'; readonly day: string; readonly note?: Note }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'tell' }
  | { readonly kind: 'wall' }
  | { readonly kind: 'changes' }
  | { readonly kind: 'explain'; readonly box: string }
  | { readonly kind: 'segment'; readonly segment?: Segment }

const current = signal<OpenDialog | null>(null)

export const dialogs = {
  current,
  /** The day under the graph's cursor: a new note's. */
  cursorDay: signal<string | null>(null),
  open(dialog: OpenDialog) {
    current.value = dialog
  },
  close() {
    current.value = null
  },
}
