// The sites one may see, with their last 24 hours: the list of /sites, the switcher and the palette ask the same.
import type { SiteRole } from '../../src/rules/roles.ts'
import { request } from './request.ts'

export interface SiteCard {
  readonly domain: string
  readonly timezone: string
  readonly role: SiteRole
  readonly has_events: boolean
  readonly visitors: number
  /** Percent against the 24 hours before; null if those had no visitors. */
  readonly change: number | null
  /** Visitors of the 24 hours before. */
  readonly visitors_before: number
  readonly hours: readonly number[]
  /** Asked for by the table of sites. */
  readonly table?: {
    readonly current: number
    readonly week: number
    readonly week_change: number | null
    readonly last_event: string | null
  }
  readonly is_pinned: boolean
  readonly is_consolidated: boolean
  /** There is less than two days of data: its dashboard opens with today. */
  readonly is_young: boolean
}

export interface Invitation {
  readonly id: number
  /** Null: to a whole team. */
  readonly domain: string | null
  readonly team: string
  readonly role: SiteRole
}

export interface Overview {
  readonly sites: readonly SiteCard[]
  readonly teams: readonly { readonly id: string; readonly name: string }[]
  readonly invitations: readonly Invitation[]
  readonly page: number
  readonly pages: number
  readonly total: number
}

export interface OverviewQuestion {
  readonly q: string
  readonly sort?: string
  readonly page?: number
  readonly team?: string
  readonly view?: string
}

export function askOverview({ q, sort, page, team, view }: OverviewQuestion, signal?: AbortSignal): Promise<Overview> {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (sort) query.set('sort', sort)
  if (page && page > 1) query.set('page', String(page))
  if (team) query.set('team', team)
  if (view === 'table') query.set('view', view)
  const text = query.toString()
  return request<Overview>('GET', `/api/v1/sites/overview${text ? `?${text}` : ''}`, undefined, signal)
}
