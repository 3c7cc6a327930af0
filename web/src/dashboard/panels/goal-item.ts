// The entry of a menu that makes a page or an event a goal, or says that it is one.
import { signal } from '@preact/signals'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import { withPart } from '../../parts/on-demand.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import type { JourneyStep } from '../../state/journey.ts'

/** Pages and events that are goals, as `page:/pricing`. Empty until a menu has asked. */
export const goalSteps = signal<ReadonlySet<string>>(new Set())

const load = () => import('./make-goal.ts')

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
  const act = () => withPart(load, (part) => part.makeGoal(dashboard, step))
  return {
    items: [{ label: isDisabled ? text.isGoal : text.makeGoal, isDisabled, act }],
    onToggle: (isOpen) => void (isOpen && withPart(load, (part) => part.learnGoals(dashboard))),
  }
}
