// Addresses of pages, with the tabs that were chosen last (spec/dashboard 1: an address says all there is to say).

import { recall } from '../browser/storage.ts'
import { at } from './at.ts'

/** Parameters that `tidemark.tabs` may hold, in the order of the address. */
const linkTabs = ['sources', 'pages', 'locations', 'devices', 'goals', 'prop'] as const

/** They are kept as they stand in an address: `sources=sources&devices=os`. */
function rememberedTabs(): string {
  const kept = new URLSearchParams(recall('tidemark.tabs') ?? '')
  const query = new URLSearchParams()
  for (const name of linkTabs) {
    const value = kept.get(name)
    if (value && value.length <= 300) query.set(name, value)
  }
  return query.toString()
}

/** The dashboard of a site; of one with less than two days of data it shows today. */
export function dashboardPath(domain: string, isYoung = false): string {
  const query = [isYoung ? 'period=day' : '', rememberedTabs()].filter(Boolean).join('&')
  return at(`/sites/${encodeURIComponent(domain)}${query ? `?${query}` : ''}`)
}

export const settingsPath = (domain: string, page: string): string =>
  at(`/sites/${encodeURIComponent(domain)}/settings/${page}`)
