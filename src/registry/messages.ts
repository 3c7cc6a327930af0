// Messages to recipients, each occasion once: planned, sent, tried again, given up (spec/management 13).
import type { Queryable } from '../db/pool.ts'
import { minuteMs } from '../rules/durations.ts'
import type { Language } from '../rules/languages.ts'
import { type MessageKind, type Notice, type Report, type ReportTime, reportTimes } from '../rules/report-kinds.ts'
import { failureLengthMax, noteArrived } from './channels.ts'
import { knownLanguage, languageSql } from './mail-languages.ts'
import type { RuleFacts } from './notice-rules.ts'

/** When a message that failed is tried again, after each attempt; after the last it is given up. */
const againAfterMs = [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs)

/** A service that asks to be left alone is heeded for so long at most. */
const pauseMostMs = 8 * 60 * minuteMs

export interface Message {
  readonly id: number
  readonly recipientId: number
  readonly siteId: number
  readonly domain: string
  readonly kind: MessageKind
  /** An e-mail address, or null for a channel. */
  readonly address: string | null
  readonly channelId: number | null
  /** The first day of a week or month; of a notice, when it was noticed. */
  readonly occasion: string
  readonly facts: Readonly<Record<string, number>>
  readonly attempts: number
  /** The rule of a notice of the kind `rule`, else null. */
  readonly rule: MessageRule | null
  /** The language of its reader. */
  readonly language: Language
}

/** A rule as its notices say it. */
export type MessageRule = Pick<RuleFacts, 'name' | 'metric' | 'condition' | 'value' | 'hours' | 'view'>

/** Whom a notice may be due to, and when it last was. */
export interface Watch {
  readonly recipientId: number
  readonly siteId: number
  readonly threshold: number
  readonly toldAt: Date | null
}

/** A zone with recipients of a report who get it at a time of its clock. */
export interface Due extends ReportTime {
  readonly timezone: string
}

/** Recipients who are told: by mail, and by channels that are not broken. */
const reachable = `(r.channel_id is null or exists (
  select from channels c where c.id = r.channel_id and c.broken_at is null))`

/** The zones of sites with recipients of a kind, and the times at which it is due there. */
export const listDue = async (db: Queryable, kind: Report): Promise<Due[]> => {
  const { day, hour } = reportTimes[kind].usual
  return await db.query<Due>(
    `select distinct s.timezone, coalesce(t.day, $2) as day, coalesce(t.hour, $3) as hour
     from recipients r join sites s on s.id = r.site_id
       left join report_times t on t.site_id = s.id and t.kind = r.kind
     where r.kind = $1`,
    [kind, day, hour],
  )
}

/**
 * Plans the report of a period for all sites of a zone with one time, for the recipients at the time it was due.
 * Returns how many.
 */
export async function planReports(
  db: Queryable,
  report: { kind: Report; due: Due; from: string; dueAt: Date },
): Promise<number> {
  const { kind, due, from, dueAt } = report
  const { day, hour } = reportTimes[kind].usual
  const rows = await db.query(
    `insert into messages (recipient_id, occasion, due_at, next_at)
     select r.id, $3, $4, $4 from recipients r join sites s on s.id = r.site_id
       left join report_times t on t.site_id = s.id and t.kind = r.kind
     where r.kind = $1 and s.timezone = $2 and r.created_at <= $4 and ${reachable}
       and coalesce(t.day, $7) = $5 and coalesce(t.hour, $8) = $6
     order by r.site_id, r.id
     on conflict (recipient_id, occasion) do nothing returning id`,
    [kind, due.timezone, from, dueAt, due.day, due.hour, day, hour],
  )
  return rows.length
}

export const listWatches = (db: Queryable, kind: Notice): Promise<Watch[]> =>
  db.query<Watch>(
    `select r.id as "recipientId", r.site_id as "siteId", r.threshold, max(m.due_at) as "toldAt"
     from recipients r left join messages m on m.recipient_id = r.id
     where r.kind = $1 and ${reachable} group by r.id order by r.site_id, r.id`,
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
    `select m.id, m.recipient_id as "recipientId", r.site_id as "siteId", s.domain, r.kind, r.address,
            r.channel_id as "channelId", m.occasion, m.facts, m.attempts,
            case when n.id is not null then json_build_object('name', n.name, 'metric', n.metric, 'condition',
              n.condition, 'value', n.value, 'hours', n.hours, 'view', n.view) end as rule,
            ${languageSql('r.address', 's.team_id')} as language
     from messages m join recipients r on r.id = m.recipient_id join sites s on s.id = r.site_id
       left join channels c on c.id = r.channel_id left join notice_rules n on n.id = r.rule_id
     where m.sent_at is null and m.given_up_at is null and m.next_at <= $1
       and c.broken_at is null and (c.paused_until is null or c.paused_until <= $1)
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
  if (message.channelId !== null) await noteArrived(db, message.channelId)
}

/** Why a message did not arrive. */
export interface Refused {
  readonly reason: string
  /** The service says that the channel is gone. */
  readonly isGone?: boolean
  /** For so long the service asks to be left alone. */
  readonly retryAfterMs?: number | undefined
}

/** Tries it again later, or gives it up; the reason is seen in settings. */
export async function noteFailure(db: Queryable, message: Message, refused: Refused, now: Date): Promise<void> {
  const pauseMs = Math.min(refused.retryAfterMs ?? 0, pauseMostMs)
  const wait = refused.isGone ? undefined : againAfterMs[message.attempts]
  await db.query(
    `update messages set attempts = attempts + 1, next_at = coalesce($2, next_at),
       given_up_at = case when $2::timestamptz is null then $3::timestamptz end
     where id = $1`,
    [message.id, wait === undefined ? null : new Date(now.getTime() + Math.max(wait, pauseMs)), now],
  )
  const reason = refused.reason.slice(0, failureLengthMax)
  if (message.channelId === null) {
    await db.query('update recipients set failed_at = $2, failure = $3 where id = $1', [
      message.recipientId,
      now,
      reason,
    ])
    return
  }
  await db.query(
    `update channels set failed_at = $2, failure = $3, broken_at = case when $4 then $2::timestamptz end,
       paused_until = $5 where id = $1`,
    [message.channelId, now, reason, refused.isGone === true, pauseMs > 0 ? new Date(now.getTime() + pauseMs) : null],
  )
  if (refused.isGone) await giveUp(db, message.channelId, now)
}

/** Gives up what waits for a channel that is gone: once it is mended, old news would arrive all at once. */
const giveUp = (db: Queryable, channelId: number, now: Date): Promise<unknown> =>
  db.query(
    `update messages m set given_up_at = $2 from recipients r
     where r.id = m.recipient_id and r.channel_id = $1 and m.sent_at is null and m.given_up_at is null`,
    [channelId, now],
  )

/** Forgets old messages. They were kept only so that an occasion is not told twice. */
export async function forgetMessages(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from messages where due_at < $1 and (sent_at is not null or given_up_at is not null)', [
    before,
  ])
}
