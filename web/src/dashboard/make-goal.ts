// Makes a page a goal of its site. Fetched when a row's menu asks for it.
import { toastNext } from '../parts/toast.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import { added } from '../text/en/make-goal.ts'
import { say } from '../text/say.ts'
import { answerTo } from './write.ts'

/** Signs of a path that have a meaning in a goal. */
const isPattern = (path: string): boolean => path.includes('*')

export async function makeGoal({ site, stateWith, hrefOf, state }: Dashboard, path: string): Promise<void> {
  if (isPattern(path)) return
  const body = { site_id: site.domain, goal_type: 'page', page_path: path }
  if (!(await answerTo('PUT', '/api/v1/sites/goals', body))) return
  toastNext(say(added, { path }))
  // The page knows the goals of its site from its beginning: it begins again.
  location.assign(hrefOf(stateWith({ tabs: { ...state.value.tabs, goals: 'goals' } })))
}
