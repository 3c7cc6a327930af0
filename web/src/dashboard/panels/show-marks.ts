// Runs after all numbers of a view are on the screen: shows the marks, and notes the height of each panel.
import { panels, tabOf } from '../../../../src/rules/catalogue.ts'
import { noteRows } from '../../browser/list-rows.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import { rowsOf } from '../../state/panels.ts'
import { marks } from './mark.tsx'
import { markId } from './mark-id.ts'
import { markNames } from './mark-names.ts'

export const showMarks = (): void => {
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
