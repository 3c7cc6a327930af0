// When a notice is due (spec/management 13). A spike: visitors of the last minutes. A drop: visitors of the last hours,
// if the day before had some. Silence: hours since the latest event, told once until another one comes.
import type { Queryable } from '../db/pool.ts'
import { listWatches, planNotice, type Watch } from '../registry/messages.ts'
import { dayMs, hourMs, minuteMs } from '../rules/durations.ts'
import { type Notice, noticeKinds } from '../rules/report-kinds.ts'
import type { Watching } from '../stats/live/watch.ts'

type Facts = Readonly<Record<string, number>>

/** How far back the condition of a kind looks. */
const overMs = (kind: Notice): number => noticeKinds[kind].overMinutes * minuteMs

type Look = (siteIds: readonly number[]) => Promise<(watch: Watch) => Facts | undefined>

/** Notices that are due, by kind: what they say, or undefined. */
const looks = (watching: Watching, now: Date): Readonly<Record<Notice, Look>> => ({
  async spike(siteIds) {
    const counts = await watching.visitors(siteIds, overMs('spike'), 0)
    return ({ siteId, threshold }) => {
      const visitors = counts.get(siteId)?.visitors ?? 0
      return visitors >= threshold ? { visitors } : undefined
    }
  },
  async drop(siteIds) {
    const counts = await watching.visitors(siteIds, overMs('drop'), dayMs)
    return ({ siteId, threshold }) => {
      const { visitors, before } = counts.get(siteId) ?? { visitors: 0, before: 0 }
      return before > 0 && visitors < threshold ? { visitors } : undefined
    }
  },
  async silence(siteIds) {
    const latest = await watching.latestEvents(siteIds, overMs('silence'))
    return ({ siteId, threshold, toldAt }) => {
      const at = latest.get(siteId)
      if (!at || (toldAt && toldAt >= at)) return undefined
      const hours = Math.floor((now.getTime() - at.getTime()) / hourMs)
      return hours >= threshold ? { hours } : undefined
    }
  },
})

/** Plans the notices of a kind that are due; gives how many. */
export async function planNotices(db: Queryable, watching: Watching, kind: Notice, now: Date): Promise<number> {
  const rested = ({ toldAt }: Watch) =>
    !toldAt || now.getTime() - toldAt.getTime() >= noticeKinds[kind].restHours * hourMs
  const watches = (await listWatches(db, kind)).filter(rested)
  if (watches.length === 0) return 0
  const look = await looks(watching, now)[kind]([...new Set(watches.map(({ siteId }) => siteId))])
  let planned = 0
  for (const watch of watches) {
    const facts = look(watch)
    if (facts) planned += await planNotice(db, { recipientId: watch.recipientId, now, facts })
  }
  return planned
}
