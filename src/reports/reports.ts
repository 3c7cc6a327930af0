// Reports and notices: due reports are planned as messages, and one process at a time sends the messages, one after the
// other. A message is noted as sent as soon as the server has taken it. If a crash interrupts this, the message is sent
// again with the same message id (spec/management 13).
import { alone } from '../db/locks.ts'
import type { Database } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Directory } from '../registry/directory.ts'
import {
  findNextMessage,
  forgetMessages,
  listZones,
  type Message,
  noteFailure,
  noteSent,
  planReports,
} from '../registry/messages.ts'
import { isWebhook, type Recipients } from '../registry/recipients.ts'
import { dayMs } from '../rules/durations.ts'
import { isReport, notices, type Report, reports } from '../rules/report-kinds.ts'
import { withoutAddresses } from '../rules/text.ts'
import type { Watching } from '../stats/live/watch.ts'
import type { Stats } from '../stats/stats.ts'
import { noticeSentence, type Ways, writeNotice, writeReport } from './letter.ts'
import { type Mailer, postWebhook } from './mailer.ts'
import { planNotices } from './notices.ts'
import { countPeriod } from './numbers.ts'
import { latestPeriod, periodFrom } from './schedule.ts'

const keptMs = 90 * dayMs

/** Codes of nodemailer for a server that is not there. The messages behind would only fail as well. */
const awayCodes: ReadonlySet<unknown> = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'EAUTH', 'ETLS'])

export type Reports = ReturnType<typeof createReports>

export interface ReportsOptions {
  readonly db: Database
  readonly log: Log
  readonly directory: Directory
  readonly recipients: Recipients
  readonly stats: Stats
  readonly watching: Watching
  /** Undefined: no mail goes out; webhooks do. */
  readonly mailer: Mailer | undefined
  readonly allowsPrivateWebhooks: boolean
  readonly baseUrl: string
}

/** The days of a report as the address of its dashboard. */
export const viewOf = (kind: Report, { from, to }: { from: string; to: string }): string =>
  kind === 'monthly' ? `?period=month&date=${from}` : `?period=custom&from=${from}&to=${to}`

const unsubscribePath = (token: string): string => `/unsubscribe/${token}`

/** Sends a message by its way: a webhook is called, an address gets a letter. */
async function deliver(options: ReportsOptions, message: Message, signal: AbortSignal): Promise<void> {
  const { kind, address, domain } = message
  const page = `${options.baseUrl}/sites/${encodeURIComponent(domain)}`
  if (isWebhook(address)) {
    const { occasion: noticed_at, facts } = message
    const body = { kind, site: domain, text: noticeSentence(message), noticed_at, ...facts, dashboard: page }
    await postWebhook(address, body, options.allowsPrivateWebhooks)
  } else await mail(options, message, page, signal)
}

async function mail(options: ReportsOptions, message: Message, page: string, signal: AbortSignal): Promise<void> {
  const { mailer, recipients, directory, stats, baseUrl } = options
  const { kind, address, domain } = message
  if (!mailer) throw new Error('SMTP_URL is not set')
  const period = isReport(kind) ? periodFrom(kind, message.occasion) : undefined
  const unsubscribe = baseUrl + unsubscribePath(recipients.unsubscribeToken(message.recipientId))
  const ways: Ways = {
    dashboard: page + (isReport(kind) && period ? viewOf(kind, period) : ''),
    settings: `${page}/settings/reports`,
    unsubscribe,
  }
  const site = directory.find(domain)
  if (!site) throw new Error('the site is not known')
  const letter = period
    ? writeReport(message, period, await countPeriod(stats, { site, siteIds: [site.id] }, period, signal), ways)
    : writeNotice(message, ways)
  const messageId = `${message.id}@${new URL(baseUrl).hostname}`
  await mailer.send({ ...letter, to: address, messageId, unsubscribe })
}

/** Delivers a message and notes what came of it. Away: the messages behind would only fail as well. */
async function sendOne(
  options: ReportsOptions,
  message: Message,
  now: () => Date,
  signal: AbortSignal,
): Promise<'sent' | 'failed' | 'away'> {
  const { db, log } = options
  try {
    await deliver(options, message, signal)
  } catch (error) {
    // The service stops: the message is still due.
    if (signal.aborted) return 'away'
    const said =
      error instanceof Failure && 'error' in error.body ? error.body.error : String((error as Error).message ?? error)
    const reason = withoutAddresses(said)
    log.warn({ err: error, kind: message.kind }, 'a message could not be sent')
    await noteFailure(db.write, message, reason, now())
    return awayCodes.has((error as { code?: unknown }).code) && !isWebhook(message.address) ? 'away' : 'failed'
  }
  await noteSent(db.write, message, now())
  return 'sent'
}

/** Sends due messages, oldest first; returns how many arrived. */
async function sendAll(options: ReportsOptions, now: () => Date, signal: AbortSignal): Promise<number> {
  let sent = 0
  while (!signal.aborted) {
    const message = await findNextMessage(options.db.write, now())
    if (!message) break
    const outcome = await sendOne(options, message, now, signal)
    if (outcome === 'away') break
    if (outcome === 'sent') sent += 1
  }
  return sent
}

/** Reports over one database. */
export function createReports(options: ReportsOptions) {
  const { db } = options
  return {
    /** Plans the reports that are due; gives how many. */
    async plan(now: Date) {
      let planned = 0
      for (const kind of reports)
        for (const timezone of await listZones(db.write, kind)) {
          const { from, dueAt } = latestPeriod(kind, timezone, now.getTime())
          planned += await planReports(db.write, { kind, timezone, from, dueAt })
        }
      await forgetMessages(db.write, new Date(now.getTime() - keptMs))
      return planned
    },
    /** Plans the notices that are due; gives how many. */
    async watch(now: Date) {
      let planned = 0
      for (const kind of notices) planned += await planNotices(db.write, options.watching, kind, now)
      return planned
    },
    /** Sends due messages, by one process at a time; returns how many arrived. */
    send: async (now: () => Date, signal: AbortSignal) =>
      (await alone(db, ['messages'], () => sendAll(options, now, signal))) ?? 0,
  }
}
