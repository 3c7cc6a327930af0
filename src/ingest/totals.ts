// The sums a batch adds to the counters, made before it is sent.
import type { OutcomeCount, PageRequest } from './event.ts'
import type { ArrayColumn } from './parameters.ts'

/** The columns of `traffic_counts` that a batch knows of each outcome. */
export const outcomeColumns: readonly ArrayColumn<OutcomeCount>[] = [
  { name: 'site_id', type: 'bigint', value: ({ siteId }) => siteId },
  { name: 'hour', type: 'bigint', value: ({ hour }) => hour },
  { name: 'reason', type: 'text', value: ({ reason }) => reason },
  { name: 'count', type: 'bigint', value: ({ count }) => count },
]

type Sum = { -readonly [Field in keyof OutcomeCount]: OutcomeCount[Field] }

/** Adds up outcome counts by site, hour and reason; sorted, so that writers meet in one order. */
export function sumOutcomes(outcomes: Iterable<OutcomeCount>): OutcomeCount[] {
  const sums = new Map<string, Sum>()
  let last: Sum | undefined
  for (const outcome of outcomes) {
    // Neighbours mostly share their key: the last one found saves making it for each event.
    if (last && last.hour === outcome.hour && last.siteId === outcome.siteId && last.reason === outcome.reason) {
      last.count += outcome.count
      continue
    }
    const key = `${outcome.siteId} ${outcome.hour} ${outcome.reason}`
    last = sums.get(key)
    if (last) last.count += outcome.count
    else {
      last = { ...outcome }
      sums.set(key, last)
    }
  }
  return [...sums.values()].sort(
    (a, b) => a.siteId - b.siteId || a.hour - b.hour || (a.reason < b.reason ? -1 : a.reason > b.reason ? 1 : 0),
  )
}

/** The columns of `page_requests` that a batch knows. */
export const pageRequestColumns: readonly ArrayColumn<PageRequest>[] = [
  { name: 'site_id', type: 'bigint', value: ({ siteId }) => siteId },
  { name: 'local_day', type: 'date', value: ({ day }) => day },
  { name: 'page', type: 'text', value: ({ page }) => page },
  { name: 'browser', type: 'text', value: ({ browser }) => browser },
  { name: 'country', type: 'text', value: ({ country }) => country },
  { name: 'requests', type: 'bigint', value: ({ requests }) => requests },
  { name: 'counted_ahead', type: 'bigint', value: ({ countedAhead }) => countedAhead },
]

type RequestSum = { -readonly [Field in keyof PageRequest]: PageRequest[Field] }

const groupOf = ({ siteId, day, page, browser, country }: PageRequest): string =>
  [siteId, day, page, browser, country].join('\0')

/** Adds requests up by their group; sorted, so that writers meet in one order. */
export function sumPageRequests(requests: Iterable<PageRequest>): PageRequest[] {
  const sums = new Map<string, RequestSum>()
  for (const request of requests) {
    const key = groupOf(request)
    const sum = sums.get(key)
    if (sum) {
      sum.requests += request.requests
      sum.countedAhead += request.countedAhead
    } else sums.set(key, { ...request })
  }
  const sorted = [...sums].sort(([a, x], [b, y]) => x.siteId - y.siteId || (a < b ? -1 : 1))
  return sorted.map(([, sum]) => sum)
}
