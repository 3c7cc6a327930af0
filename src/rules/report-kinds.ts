// Kinds of messages to the recipients of a site: reports on a day of the calendar, notices when something is up
// (spec/management 13). Pages read this table too, so it holds plain data. Conditions of notices are in
// reports/notices.

import { currentMinutes } from './windows.ts'

export const reports = ['weekly', 'monthly'] as const

/** When a report is due by the site's own clock: day of the week (1 is Monday) or of the month, and hour. */
export interface ReportTime {
  readonly day: number
  readonly hour: number
}

/** When each report is due unless a site says otherwise, and how many days there are to choose from. */
export const reportTimes = {
  weekly: { usual: { day: 1, hour: 8 }, days: 7 },
  /** Every month has these days. */
  monthly: { usual: { day: 1, hour: 8 }, days: 28 },
} as const satisfies Readonly<Record<(typeof reports)[number], { usual: ReportTime; days: number }>>

interface NoticeEntry {
  /** The threshold of a new recipient, and the highest. */
  readonly usual: number
  readonly most: number
  /** The fact that its words count, which the threshold is about. */
  readonly counts: 'visitors' | 'hours'
  /** How far back its condition looks. */
  readonly overMinutes: number
  /** The next one to the same recipient comes so much later at the earliest. */
  readonly restHours: number
}

export const noticeKinds = {
  spike: { usual: 10, most: 1_000_000, counts: 'visitors', overMinutes: currentMinutes, restHours: 12 },
  drop: { usual: 1, most: 1_000_000, counts: 'visitors', overMinutes: 12 * 60, restHours: 24 },
  /** A site without an event for longer was given up, and is no news. */
  silence: { usual: 24, most: 30 * 24, counts: 'hours', overMinutes: 32 * 24 * 60, restHours: 0 },
} as const satisfies Readonly<Record<string, NoticeEntry>>

export type Report = (typeof reports)[number]
export type Notice = keyof typeof noticeKinds
export type ReportKind = Report | Notice
/** Kinds of messages: those that every site has, and its own rules (rules/notice-rule). */
export type MessageKind = ReportKind | 'rule'

export const notices = Object.keys(noticeKinds) as readonly Notice[]
export const reportKinds: readonly ReportKind[] = [...reports, ...notices]

export const isReport = (kind: string): kind is Report => (reports as readonly string[]).includes(kind)
export const isNotice = (kind: string): kind is Notice => Object.hasOwn(noticeKinds, kind)
export const isReportKind = (name: string): name is ReportKind => isReport(name) || isNotice(name)

/** The hours that words of a kind name. Reports name none. */
export const hoursOf = (kind: ReportKind): { over: number; rest: number } | undefined =>
  isNotice(kind) ? { over: noticeKinds[kind].overMinutes / 60, rest: noticeKinds[kind].restHours } : undefined
