// Page requests that kits report: counted by site, local day, page, browser and country, in the transaction of their
// batch (spec/ingestion 24).
import type { ScriptClient } from '../db/copy.ts'
import type { Part } from '../db/parts.ts'
import { exceedsBytes } from '../rules/text.ts'
import type { PageRequest } from './event.ts'
import { call } from './prepared.ts'
import { sumPageRequests } from './totals.ts'

/** The pages of a site and a day that have counts of their own; further ones are counted as the page ''. */
export const requestPagesMax = 1_000
/** Bytes of a path with counts of its own. */
const pageBytesMax = 500

interface Held {
  pages: Set<string>
  isFull: boolean
}

/** Which pages have counts of their own, by site and day, as a connection has read them. */
const heldBy = new WeakMap<ScriptClient, Map<string, Held>>()
/** Sites and days that a connection remembers. */
const heldMax = 500

function heldOf(scripts: ScriptClient, key: string): Held {
  const all = heldBy.get(scripts) ?? new Map<string, Held>()
  heldBy.set(scripts, all)
  const known = all.get(key)
  if (known) return known
  if (all.size >= heldMax) all.clear()
  const held = { pages: new Set<string>(), isFull: false }
  all.set(key, held)
  return held
}

/** Gives each page that fits no more the name of further pages. `page`: the path, or the empty text. */
export function fitPage(held: Pick<Held, 'pages'>, page: string, most: number): string {
  if (page === '' || held.pages.has(page)) return page
  if (held.pages.size >= most || exceedsBytes(page, pageBytesMax)) return ''
  held.pages.add(page)
  return page
}

/**
 * The sums of requests, pages beyond the first ones of their day together. Reads the pages of a day if one of them is
 * unknown to this connection.
 */
export async function placePages(
  scripts: ScriptClient,
  part: Part,
  requests: readonly PageRequest[],
): Promise<PageRequest[]> {
  if (requests.length === 0) return []
  const placed: PageRequest[] = []
  for (const [key, group] of Map.groupBy(requests, ({ siteId, day }) => `${siteId} ${day}`)) {
    const held = heldOf(scripts, key)
    const [{ siteId, day }] = group as [PageRequest]
    if (!held.isFull && group.some(({ page }) => !held.pages.has(page))) {
      const text = call('load_pages', [String(siteId), `'${day}'`, String(requestPagesMax)], part)
      const [rows = []] = await scripts.run(text)
      held.pages = new Set(rows.map(([page]) => page ?? ''))
      held.isFull = held.pages.size >= requestPagesMax
    }
    for (const request of group) placed.push({ ...request, page: fitPage(held, request.page, requestPagesMax) })
  }
  return sumPageRequests(placed)
}
