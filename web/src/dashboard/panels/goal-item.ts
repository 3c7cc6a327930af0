// The entry of a menu that makes a page or an event a goal, or says that it is one.
import * as text from '../../../../src/rules/words/en/menus.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import type { Dashboard } from '../../state/dashboard.ts'
import type { JourneyStep } from '../../state/journey.ts'
import { goalSteps, withGoals } from './loads.ts'

export interface GoalEntry {
  readonly items: readonly MenuItem[]
  /** Asks for the goals as the menu opens. */
  readonly onToggle?: (isOpen: boolean) => void
}

/** The entry of a step's menu. It has no item for readers without the right, and none for paths with a star. */
export function goalEntry(dashboard: Dashboard, step: JourneyStep): GoalEntry {
  // A star of a path has a meaning in a goal.
  if (!dashboard.rights.write || (step.kind === 'page' && !/^\/[^*]*$/.test(step.name))) return { items: [] }
  const isDisabled = goalSteps.value.has(`${step.kind}:${step.name}`)
  const act = () => withGoals((part) => part.makeGoal(dashboard, step))
  return {
    items: [{ label: isDisabled ? text.isGoal : text.makeGoal, isDisabled, act }],
    onToggle: (isOpen) => void (isOpen && withGoals((part) => part.learnGoals(dashboard))),
  }
}
