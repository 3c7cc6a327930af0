// Reports and notices: due reports are planned as messages, and one process at a time sends the messages, one after the
// other. A message is noted as sent as soon as the server has taken it. If a crash interrupts this, the message is sent
// again with the same message id (spec/management 13).
import { alone } from '../db/locks.ts'
import type { Database } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Channels } from '../registry/channels.ts'
import type { Directory } from '../registry/directory.ts'
import {
  findNextMessage,
  forgetMessages,
  listDue,
  type Message,
  noteFailure,
  noteSent,
  planReports,
  type Refused,
} from '../registry/messages.ts'
import type { Recipients } from '../registry/recipients.ts'
import { dayMs } from '../rules/durations.ts'
import { isReport, notices, type Report, reports } from '../rules/report-kinds.ts'
import { withoutAddresses } from '../rules/text.ts'
import type { Watching } from '../stats/live/watch.ts'
import type { Measures } from '../stats/measures.ts'
import type { Stats } from '../stats/stats.ts'
import { ChannelError, sendPost } from './channels.ts'
import { postNotice, postReport, type Ways, writeNotice, writeReport } from './letter.ts'
import type { Mailer } from './mailer.ts'
import { planNotices } from './notices.ts'
import { countPeriod } from './numbers.ts'
import { planRules } from './rules.ts'
import { latestPeriod, type Period, periodFrom } from './schedule.ts'

const keptMs = 90 * dayMs

/** Codes of nodemailer for a server that is not there. The messages behind would only fail as well. */
const awayCodes: ReadonlySet<unknown> = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'EAUTH', 'ETLS'])

type Days = Pick<Period, 'from' | 'to'>

export type Reports = ReturnType<typeof createReports>

export interface ReportsOptions {
  readonly db: Database
  readonly log: Log
  readonly directory: Directory
  readonly recipients: Recipients
  readonly channels: Channels
  readonly stats: Stats
  readonly watching: Watching
  readonly measures: Measures
  /** Undefined: no mail goes out; channels are told. */
  readonly mailer: Mailer | undefined
  readonly allowsPrivateWebhooks: boolean
  readonly baseUrl: string
}

/** The days of a report as the address of its dashboard. */
export const viewOf = (kind: Report, { from, to }: { from: string; to: string }): string =>
  kind === 'monthly' ? `?period=month&date=${from}` : `?period=custom&from=${from}&to=${to}`

const unsubscribePath = (token: string): string => `/unsubscribe/${token}`

/** The numbers of a report, asked for its site. */
async function numbersOf(
  { directory, stats }: ReportsOptions,
  domain: string,
  period: Pick<Period, 'from' | 'to'>,
  signal: AbortSignal,
) {
  const site = directory.find(domain)
  if (!site) throw new Error('the site is not known')
  return await countPeriod(stats, { site, siteIds: [site.id] }, period, signal)
}

/** The period of a report, and the addresses that a message leads to. */
function placeOf({ baseUrl, recipients }: ReportsOptions, message: Message): { period?: Days; ways: Ways } {
  const { kind, domain, occasion } = message
  const page = `${baseUrl}/sites/${encodeURIComponent(domain)}`
  const period = isReport(kind) ? periodFrom(kind, occasion) : undefined
  const view = message.rule ? `?${[message.rule.view, 'period=24h'].filter(Boolean).join('&')}` : ''
  return {
    ...(period && { period }),
    ways: {
      dashboard: page + (isReport(kind) && period ? viewOf(kind, period) : view),
      settings: `${page}/settings/reports`,
      unsubscribe: baseUrl + unsubscribePath(recipients.unsubscribeToken(message.recipientId)),
    },
  }
}

/** Sends a message by its way: to a channel, or as a letter. */
async function deliver(options: ReportsOptions, message: Message, now: Date, signal: AbortSignal): Promise<void> {
  const { address, channelId } = message
  if (address !== null) await mail(options, message, address, signal)
  else if (channelId !== null) await tell(options, message, channelId, now, signal)
}

async function tell(
  options: ReportsOptions,
  message: Message,
  channelId: number,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const channel = await options.channels.open(channelId)
  if (!channel) throw new Error('the channel is gone')
  const { period, ways } = placeOf(options, message)
  const post = period
    ? postReport(message, period, await numbersOf(options, message.domain, period, signal), ways)
    : postNotice(message, ways)
  await sendPost(channel, { post, id: message.id, now }, options.allowsPrivateWebhooks)
}

async function mail(options: ReportsOptions, message: Message, to: string, signal: AbortSignal): Promise<void> {
  const { mailer, baseUrl } = options
  if (!mailer) throw new Error('SMTP_URL is not set')
  const { period, ways } = placeOf(options, message)
  const letter = period
    ? writeReport(message, period, await numbersOf(options, message.domain, period, signal), ways)
    : writeNotice(message, ways)
  const messageId = `${message.id}@${new URL(baseUrl).hostname}`
  await mailer.send({ ...letter, to, messageId, unsubscribe: ways.unsubscribe })
}

/** The words of an error, without addresses, and what they mean for what comes behind. */
function refusedOf(error: unknown): Refused {
  const said =
    error instanceof Failure && 'error' in error.body ? error.body.error : String((error as Error).message ?? error)
  return { reason: withoutAddresses(said), ...(error instanceof ChannelError && error.refused) }
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
    await deliver(options, message, now(), signal)
  } catch (error) {
    // The service stops: the message is still due.
    if (signal.aborted) return 'away'
    const refused = refusedOf(error)
    log.warn({ reason: refused.reason, kind: message.kind }, 'a message could not be sent')
    await noteFailure(db.write, message, refused, now())
    return awayCodes.has((error as { code?: unknown }).code) && message.address !== null ? 'away' : 'failed'
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
      await options.channels.adopt()
      let planned = 0
      for (const kind of reports)
        for (const due of await listDue(db.write, kind)) {
          const { from, dueAt } = latestPeriod(kind, due.timezone, now.getTime(), due)
          planned += await planReports(db.write, { kind, due, from, dueAt })
        }
      await forgetMessages(db.write, new Date(now.getTime() - keptMs))
      return planned
    },
    /** Plans the notices that are due; gives how many. */
    async watch(now: Date) {
      let planned = 0
      for (const kind of notices) planned += await planNotices(db.write, options.watching, kind, now)
      planned += await planRules(options, now)
      return planned
    },
    /** Sends due messages, by one process at a time; returns how many arrived. */
    send: async (now: () => Date, signal: AbortSignal) =>
      (await alone(db, ['messages'], () => sendAll(options, now, signal))) ?? 0,
  }
}
