// Runs after all numbers of a view are on the screen: shows the marks and the company of short lists, and notes the
// height of each panel.
import { panels, tabOf } from '../../../../src/rules/catalogue.ts'
import { noteRows } from '../../browser/list-rows.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import { rowsOf } from '../../state/panels.ts'
import { Companions } from './companions.tsx'
import { marks } from './mark.tsx'
import { markId } from './mark-id.ts'
import { markNames } from './mark-names.ts'
import { company } from './panels.tsx'

export const showMarks = (): void => {
  company.value ??= Companions
  marks.value ??= new Set(markNames.map(markId))
}

/** Keeps how many rows the lists of the view have, for its next load. */
export const noteView = ({ state, boxes }: Dashboard): void =>
  noteRows(
    panels.map(({ key }) => {
      const tab = tabOf(state.value.tabs[key])
      return rowsOf(tab, boxes.boxOf(tab.key).value.answer)
    }),
  )
