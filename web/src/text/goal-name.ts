// Names of goals as the language of the page says them.
import { pageOfGoal } from '../../../src/rules/goal-kinds.ts'
import { visitPage } from '../../../src/rules/words/en/catalogue.ts'
import { say } from './say.ts'

/** `Visit /pricing`, which the service calls a page goal without a name of its own, in other words; other names as given. */
export function goalName(name: string): string {
  const path = pageOfGoal(name)
  return path === null ? name : say(visitPage, { path })
}
