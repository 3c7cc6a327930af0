// Messages to recipients, each occasion once: planned, sent, tried again, given up (spec/management 13).
import type { Queryable } from '../db/pool.ts'
import { minuteMs } from '../rules/durations.ts'
import type { Language } from '../rules/languages.ts'
import type { Notice, Report, ReportKind } from '../rules/report-kinds.ts'
import { knownLanguage, languageSql } from './mail-languages.ts'

/** When a message that failed is tried again, after each attempt; after the last it is given up. */
const againAfterMs = [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs)

/** Reasons are shown in settings: no more of them than a line. */
const failureLengthMax = 300

export interface Message {
  readonly id: number
  readonly recipientId: number
  readonly siteId: number
  readonly domain: string
  readonly kind: ReportKind
  readonly address: string
  /** The first day of a week or month; of a notice, when it was noticed. */
  readonly occasion: string
  readonly facts: Readonly<Record<string, number>>
  readonly attempts: number
  /** The language of its reader. */
  readonly language: Language
}

/** Whom a notice may be due to, and when it last was. */
export interface Watch {
  readonly recipientId: number
  readonly siteId: number
  readonly threshold: number
  readonly toldAt: Date | null
}

/** The zones of sites with recipients of a kind. */
export const listZones = async (db: Queryable, kind: Report): Promise<string[]> =>
  (
    await db.query<{ timezone: string }>(
      'select distinct s.timezone from recipients r join sites s on s.id = r.site_id where r.kind = $1',
      [kind],
    )
  ).map(({ timezone }) => timezone)

/**
 * Plans the report of a period for all sites of a zone, for the recipients at the time it was due. Returns how many.
 */
export async function planReports(
  db: Queryable,
  report: { kind: Report; timezone: string; from: string; dueAt: Date },
): Promise<number> {
  const rows = await db.query(
    `insert into messages (recipient_id, occasion, due_at, next_at)
     select r.id, $3, $4, $4 from recipients r join sites s on s.id = r.site_id
     where r.kind = $1 and s.timezone = $2 and r.created_at <= $4
     order by r.site_id, r.id
     on conflict (recipient_id, occasion) do nothing returning id`,
    [report.kind, report.timezone, report.from, report.dueAt],
  )
  return rows.length
}

export const listWatches = (db: Queryable, kind: Notice): Promise<Watch[]> =>
  db.query<Watch>(
    `select r.id as "recipientId", r.site_id as "siteId", r.threshold, max(m.due_at) as "toldAt"
     from recipients r left join messages m on m.recipient_id = r.id
     where r.kind = $1 group by r.id order by r.site_id, r.id`,
    [kind],
  )

export async function planNotice(
  db: Queryable,
  notice: { recipientId: number; now: Date; facts: Readonly<Record<string, number>> },
): Promise<number> {
  const rows = await db.query(
    `insert into messages (recipient_id, occasion, due_at, next_at, facts) values ($1, $2, $3, $3, $4)
     on conflict (recipient_id, occasion) do nothing returning id`,
    [notice.recipientId, notice.now.toISOString(), notice.now, JSON.stringify(notice.facts)],
  )
  return rows.length
}

/** The message that has been due longest. */
export async function findNextMessage(db: Queryable, now: Date): Promise<Message | undefined> {
  const [message] = await db.query<Omit<Message, 'language'> & { language: string | null }>(
    `select m.id, m.recipient_id as "recipientId", r.site_id as "siteId", s.domain, r.kind, r.address, m.occasion,
            m.facts, m.attempts, ${languageSql('r.address', 's.team_id')} as language
     from messages m join recipients r on r.id = m.recipient_id join sites s on s.id = r.site_id
     where m.sent_at is null and m.given_up_at is null and m.next_at <= $1
     order by m.due_at, m.id limit 1`,
    [now],
  )
  return message && { ...message, language: knownLanguage(message.language) }
}

export async function noteSent(db: Queryable, message: Message, now: Date): Promise<void> {
  await db.query('update messages set sent_at = $2, attempts = attempts + 1 where id = $1', [message.id, now])
  await db.query('update recipients set failed_at = null, failure = null where id = $1 and failed_at is not null', [
    message.recipientId,
  ])
}

/** Tries it again later, or gives it up; the reason is seen in settings. */
export async function noteFailure(db: Queryable, message: Message, reason: string, now: Date): Promise<void> {
  const wait = againAfterMs[message.attempts]
  await db.query(
    `update messages set attempts = attempts + 1, next_at = coalesce($2, next_at),
       given_up_at = case when $2::timestamptz is null then $3::timestamptz end
     where id = $1`,
    [message.id, wait === undefined ? null : new Date(now.getTime() + wait), now],
  )
  await db.query('update recipients set failed_at = $2, failure = $3 where id = $1', [
    message.recipientId,
    now,
    reason.slice(0, failureLengthMax),
  ])
}

/** Forgets old messages. They were kept only so that an occasion is not told twice. */
export async function forgetMessages(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from messages where due_at < $1 and (sent_at is not null or given_up_at is not null)', [
    before,
  ])
}
