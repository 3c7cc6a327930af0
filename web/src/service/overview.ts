// The sites one may see, with their last 24 hours: the list of /sites, the switcher and the palette ask the same.
import type { AnswerAt } from '../../../src/http/contracts/answers.ts'
import { request } from './request.ts'

export type Overview = AnswerAt<'GET', '/api/v1/sites/overview'>
export type SiteCard = Overview['sites'][number]
export type Invitation = Overview['invitations'][number]

export interface OverviewQuestion {
  readonly q: string
  readonly sort?: string
  readonly page?: number
  readonly team?: string
  readonly view?: string
  /** True for a page that shows names in their letters, the last event and the sum of all sites. */
  readonly details?: boolean
}

export function askOverview(
  { q, sort, page, team, view, details }: OverviewQuestion,
  signal?: AbortSignal,
): Promise<Overview> {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (sort) query.set('sort', sort)
  if (page && page > 1) query.set('page', String(page))
  if (team) query.set('team', team)
  if (view === 'table') query.set('view', view)
  if (details) query.set('details', 'true')
  return request('GET', `/api/v1/sites/overview?${query}`, undefined, signal)
}
