// What a batch adds to the counters and to the hourly rollups of the Apache edition, summed before it is sent.
import { arrayLiteral } from '../db/copy.ts'
import type { EndedSession, EventFlags } from '../rules/session.ts'
import { hourOf, type OutcomeCount } from './event.ts'
import { durationOf } from './rows.ts'

interface Hour {
  readonly siteId: number
  readonly hour: number
  readonly localDay: string
  readonly sums: number[]
}

export interface HourTotals {
  add(siteId: number, at: number, localDay: string, sums: readonly number[]): void
  /** The statement that adds everything added here, or nothing. */
  toSql(lane: number): string
}

/** Sums by site, UTC hour and local day, for the prepared `add_event_hours` or `add_session_hours` (sql/queries). */
export function createHourTotals(statementName: string, width: number): HourTotals {
  const hours = new Map<string, Hour>()
  // Neighbours mostly share their hour: the last one found saves making a key for each row.
  let last: Hour | undefined
  const find = (siteId: number, hour: number, localDay: string): Hour => {
    if (last && last.hour === hour && last.siteId === siteId && last.localDay === localDay) return last
    const key = `${siteId} ${hour} ${localDay}`
    last = hours.get(key)
    if (!last) {
      last = { siteId, hour, localDay, sums: new Array<number>(width).fill(0) }
      hours.set(key, last)
    }
    return last
  }
  return {
    add(siteId, at, localDay, sums) {
      const known = find(siteId, hourOf(at), localDay)
      for (let index = 0; index < width; index++) known.sums[index]! += sums[index]!
    },
    toSql(lane) {
      if (hours.size === 0) return ''
      // Sorted by key, so that two writers of one lane never deadlock.
      const rows = [...hours.values()].sort(
        (a, b) =>
          a.siteId - b.siteId || a.hour - b.hour || (a.localDay < b.localDay ? -1 : a.localDay > b.localDay ? 1 : 0),
      )
      const keys = [
        arrayLiteral(rows.map((row) => row.siteId)),
        arrayLiteral(rows.map((row) => row.hour)),
        arrayLiteral(rows.map((row) => row.localDay)),
      ]
      const columns = Array.from({ length: width }, (_, index) => arrayLiteral(rows.map((row) => row.sums[index]!)))
      return `execute ${statementName}(${lane}::smallint, ${[...keys, ...columns].join(', ')});\n`
    },
  }
}

/** The sums of one event, in the order of `add_event_hours`. */
export const eventSums = (isPageview: boolean, flags: EventFlags): number[] => [
  isPageview ? 1 : 0,
  1,
  Number(flags.firstOfVisitorDay),
  Number(flags.firstOfVisitorMonth),
  Number(flags.firstOfVisitDay),
  Number(flags.firstOfVisitMonth),
  Number(flags.seenDayBefore),
]

/** The sums of one ended session, in the order of `add_session_hours`; `sign` -1 takes them away again. */
export const sessionSums = (ended: EndedSession, sign: 1 | -1): number[] =>
  [
    1,
    ended.session.isBounce ? 1 : 0,
    durationOf(ended),
    ended.session.pageviews,
    ended.session.events,
    Number(ended.flags.firstOfVisitorDay),
    Number(ended.flags.firstOfVisitorMonth),
    Number(ended.flags.seenDayBefore),
  ].map((sum) => sum * sign)

/** Adds up outcome counts by site, hour and reason; sorted, so that writers meet in one order. */
export function sumOutcomes(outcomes: Iterable<OutcomeCount>): OutcomeCount[] {
  const sums = new Map<string, { siteId: number; hour: number; reason: string; count: number }>()
  let last: { siteId: number; hour: number; reason: string; count: number } | undefined
  for (const outcome of outcomes) {
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
