// Makes a page or an event a goal of its site. Fetched when a menu offers it.
import type { AnswerAt } from '../../../../src/http/contracts/answers.ts'
import { kindOf, tabOf } from '../../../../src/rules/catalogue.ts'
import { added } from '../../../../src/rules/words/en/make-goal.ts'
import { toastNext } from '../../parts/toast.tsx'
import { request } from '../../service/request.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import type { JourneyStep } from '../../state/journey.ts'
import { say } from '../../text/say.ts'
import { answerTo } from '../write.ts'
import { goalSteps } from './loads.ts'

export type Goal = AnswerAt<'GET', `/api/sites/${string}/goals`>['goals'][number]

/** All goals of a site. */
export const loadGoals = (domain: string): Promise<readonly Goal[]> =>
  request('GET', `/api/sites/${encodeURIComponent(domain)}/goals`).then(({ goals }) => goals)

/** Makes a goal of a page or an event. One that is there already is the answer. */
export const goalBody = (domain: string, { kind, name }: JourneyStep) =>
  [
    'PUT',
    '/api/v1/sites/goals',
    {
      site_id: domain,
      ...(kind === 'page' ? { goal_type: 'page', page_path: name } : { goal_type: 'event', event_name: name }),
    },
  ] as const

/** The goal that a step is already: of the whole page, with all properties. */
export function goalOf({ kind, name }: JourneyStep, goals: readonly Goal[]): Goal | undefined {
  const whole = goals.filter((goal) => (goal.scroll_threshold ?? -1) < 0)
  if (kind === 'goal') return whole.find(({ display_name }) => display_name === name)
  return whole.find(
    (goal) =>
      (kind === 'page' ? goal.page_path : goal.event_name) === name && Object.keys(goal.custom_props).length === 0,
  )
}

/** Tells the menus of a page which steps are goals. A failure leaves them as they are. */
export async function learnGoals({ site }: Dashboard): Promise<void> {
  if (goalSteps.peek().size > 0) return
  const goals = await loadGoals(site.domain).catch(() => [])
  const steps = goals.flatMap(({ event_name, page_path }): JourneyStep[] => [
    ...(page_path === null ? [] : [{ kind: 'page' as const, name: page_path }]),
    ...(event_name === null ? [] : [{ kind: 'event' as const, name: event_name }]),
  ])
  goalSteps.value = new Set(steps.filter((step) => goalOf(step, goals)).map(({ kind, name }) => `${kind}:${name}`))
}

export async function makeGoal({ site, stateWith, hrefOf, state }: Dashboard, step: JourneyStep): Promise<void> {
  const made = await answerTo(request(...goalBody(site.domain, step)))
  if (!made) return
  toastNext(say(added, { goal: made.display_name }))
  const { tabs } = state.value
  // The page knows the goals of its site from its beginning: it begins again. A journey stays on show.
  const stays = kindOf(tabOf(tabs.goals)).asksItself
  location.assign(hrefOf(stays ? state.value : stateWith({ tabs: { ...tabs, goals: 'goals' } })))
}
