// The pinned sites by their number, in the order of the list of sites. Fetched with the first press of a digit.

import { refuse } from '../../parts/toast.tsx'
import { dashboardPath } from '../../service/links.ts'
import { askOverview } from '../../service/overview.ts'

/** Opens the pinned site of a place, from 1. A place without a site is ignored. */
export async function openPinned(place: number): Promise<void> {
  try {
    const { sites } = await askOverview({ q: '' })
    const site = sites.filter(({ is_pinned }) => is_pinned)[place - 1]
    if (site) location.assign(dashboardPath(site.domain, site.is_young))
  } catch (error) {
    refuse(error)
  }
}
