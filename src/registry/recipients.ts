// Recipients of a site's numbers: e-mail addresses, and the channels that the site has (spec/management 13).

import { createHmac } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { refuseField } from '../failure.ts'
import type { FieldRefusal, Gaps } from '../refusal-words.ts'
import { isWebAddress } from '../rules/channel-target.ts'
import {
  isNotice,
  isReport,
  type MessageKind,
  noticeKinds,
  type ReportKind,
  type ReportTime,
  reportTimes,
} from '../rules/report-kinds.ts'
import type { Details } from './audit.ts'
import type { Channels } from './channels.ts'
import { isSameDigest } from './secrets.ts'
import { one, type Store, type Writer } from './store.ts'
import { parseEmail } from './users.ts'

const recipientsMax = 20

export interface Recipient {
  /** An e-mail address; of a channel, where it leads without its secret. */
  readonly address: string
  /** The channel, or null for an e-mail address. */
  readonly channel: number | null
  readonly threshold: number | null
  /** When a message last failed to arrive, and why; null since one arrived. */
  readonly failed_at: Date | null
  readonly failure: string | null
}

/** Settings of a kind, as a request gives them. */
export interface Told {
  /** E-mail addresses, and addresses of webhooks, which become channels. */
  readonly addresses: unknown
  /** Ids of channels. */
  readonly channels?: unknown
  readonly threshold: unknown
  readonly time?: { readonly day: unknown; readonly hour: unknown }
}

export type Recipients = ReturnType<typeof createRecipients>

const refuse = (refusal: FieldRefusal, gaps?: Gaps) => refuseField('recipients', refusal, gaps)

/** An e-mail address or the address of a webhook, trimmed, or the Failure of the field. */
function parseAddress(kind: MessageKind, value: unknown): string {
  if (typeof value !== 'string') throw refuse('invalid')
  const address = value.trim()
  if (isWebAddress(address)) return address
  try {
    return parseEmail(address)
  } catch {
    throw refuse(isReport(kind) ? 'noAddress' : 'noRecipient', { name: address })
  }
}

function parseThreshold(kind: ReportKind, value: unknown): number | null {
  if (!isNotice(kind)) return null
  const { usual, most } = noticeKinds[kind]
  if (value === undefined || value === null) return usual
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw refuseField('threshold', 'number', { least: 1, most: most })
  return value
}

/** The day and hour of a report. Undefined: they stay. */
function parseTime(kind: ReportKind, time: Told['time']): ReportTime | undefined {
  if (!isReport(kind) || !time || (time.day === undefined && time.hour === undefined)) return undefined
  const whole = (field: 'day' | 'hour', value: unknown, least: number, most: number): number => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw refuseField(field, 'number', { least, most })
    return value
  }
  const { usual, days } = reportTimes[kind]
  return { day: whole('day', time.day ?? usual.day, 1, days), hour: whole('hour', time.hour ?? usual.hour, 0, 23) }
}

/** Ids of channels, or the Failure. */
function parseChannels(value: unknown): readonly number[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || !value.every((id): id is number => Number.isSafeInteger(id))) throw refuse('invalid')
  return value
}

/**
 * The channels of the site among these ids, and the channels of pasted addresses. Throws for one that the site lacks.
 */
async function findChannels(
  tx: Writer,
  channels: Channels,
  siteId: number,
  { ids, addresses }: { ids: readonly number[]; addresses: readonly string[] },
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    'select id from channels where site_id = $1 and id = any ($2::bigint[])',
    [siteId, ids],
  )
  const found = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !found.has(id))) throw refuse('invalid')
  for (const address of addresses) {
    const id = await channels.findOrAdd(tx, siteId, address)
    if (id === undefined) throw refuse('noWebhook', { name: address })
    found.add(id)
  }
  return [...found]
}

/** Sets the recipients of a kind in the caller's transaction. A recipient that stays keeps its messages. */
async function setRecipients(
  tx: Writer,
  of: { siteId: number; kind: MessageKind; ruleId?: number; threshold: number | null; now: Date },
  { emails, channelIds }: { emails: readonly string[]; channelIds: readonly number[] },
): Promise<void> {
  const { siteId, kind, ruleId = null, threshold, now } = of
  await tx.query(
    `delete from recipients where site_id = $1 and kind = $2 and rule_id is not distinct from $5::bigint
       and not coalesce(address = any ($3::text[]), channel_id = any ($4::bigint[]))`,
    [siteId, kind, emails, channelIds, ruleId],
  )
  await tx.query(
    `insert into recipients (site_id, kind, rule_id, address, channel_id, threshold, created_at)
     select $1, $2, $7, address, channel_id, $5, $6 from (
       select email as address, null::bigint as channel_id from unnest($3::text[]) as given (email)
       union all select null, id from unnest($4::bigint[]) as given (id)
     ) given
     on conflict on constraint recipients_key do update set threshold = excluded.threshold`,
    [siteId, kind, emails, channelIds, threshold, now, ruleId],
  )
}

async function setTime(tx: Writer, siteId: number, kind: ReportKind, { day, hour }: ReportTime): Promise<void> {
  await tx.query(
    `insert into report_times (site_id, kind, day, hour) values ($1, $2, $3, $4)
     on conflict on constraint report_times_pkey do update set day = excluded.day, hour = excluded.hour`,
    [siteId, kind, day, hour],
  )
}

/** Recipients of a kind for the audit log: of a channel its service and host, since the rest is a secret. */
async function factsOf(tx: Queryable, siteId: number, kind: ReportKind): Promise<Details> {
  const rows = await tx.query<{ name: string; threshold: number | null }>(
    `select coalesce(r.address, c.service || ' ' || split_part(c.hint, '/', 1)) as name, r.threshold
     from recipients r left join channels c on c.id = r.channel_id
     where r.site_id = $1 and r.kind = $2 order by lower(r.address), c.id`,
    [siteId, kind],
  )
  const times = await tx.query<ReportTime>('select day, hour from report_times where site_id = $1 and kind = $2', [
    siteId,
    kind,
  ])
  return { recipients: rows.map(({ name }) => name), threshold: rows[0]?.threshold ?? null, ...times[0] }
}

/** Recipients as a request gives them, checked: e-mail addresses, addresses of webhooks, ids of channels. */
function parseRecipients(kind: MessageKind, { addresses: given, channels }: Pick<Told, 'addresses' | 'channels'>) {
  if (!Array.isArray(given)) throw refuse('invalid')
  const addresses = [...new Set(given.map((address) => parseAddress(kind, address)))]
  const ids = parseChannels(channels)
  if (addresses.length + ids.length > recipientsMax) throw refuse('longList', { most: recipientsMax })
  const pasted = { ids, addresses: addresses.filter(isWebAddress) }
  return { emails: addresses.filter((address) => !isWebAddress(address)), pasted }
}

/** A recipient, and what did not arrive: of a channel the channel's. */
const shown = `coalesce(r.address, c.hint) as address, r.channel_id as channel,
  coalesce(c.failed_at, r.failed_at) as failed_at, coalesce(c.failure, r.failure) as failure`
const shownFrom = 'from recipients r left join channels c on c.id = r.channel_id'

/** The recipients and the time of a kind, in place of those before. */
async function replaceAll(store: Store, channels: Channels, { siteId, kind }: OfKind, told: Told): Promise<void> {
  const { emails, pasted } = parseRecipients(kind, told)
  const threshold = parseThreshold(kind, told.threshold)
  const time = parseTime(kind, told.time)
  await store.write(async (tx) => {
    const before = await factsOf(tx, siteId, kind)
    const channelIds = await findChannels(tx, channels, siteId, pasted)
    await setRecipients(tx, { siteId, kind, threshold, now: store.clock.now() }, { emails, channelIds })
    if (time) await setTime(tx, siteId, kind, time)
    const after = await factsOf(tx, siteId, kind)
    await tx.record({ kind: 'recipients.changed', siteId, subject: kind, before, after })
  })
}

interface OfKind {
  readonly siteId: number
  readonly kind: ReportKind
}

/** Recipients over the store. */
export function createRecipients(store: Store, channels: Channels) {
  const digestOf = (id: string) => createHmac('sha256', store.secretKey).update(`unsubscribe ${id}`).digest()
  return {
    /** Recipients of a kind: e-mail addresses in their order, then channels. */
    list: (siteId: number, kind: ReportKind) =>
      store.read.query<Recipient>(
        `select ${shown}, r.threshold ${shownFrom} where r.site_id = $1 and r.kind = $2
         order by c.id nulls first, lower(r.address)`,
        [siteId, kind],
      ),
    /** When a report of a site is due. */
    async findTime(siteId: number, kind: ReportKind): Promise<ReportTime | undefined> {
      if (!isReport(kind)) return undefined
      const text = 'select day, hour from report_times where site_id = $1 and kind = $2'
      return (await one<ReportTime>(store.read, text, [siteId, kind])) ?? reportTimes[kind].usual
    },
    /** Replaces all recipients of a kind, and sets when a report is due. */
    replace: (siteId: number, kind: ReportKind, told: Told) => replaceAll(store, channels, { siteId, kind }, told),
    /** Replaces the recipients of a rule in the caller's transaction. */
    async setOfRule(
      tx: Writer,
      siteId: number,
      ruleId: number,
      told: Pick<Told, 'addresses' | 'channels'>,
    ): Promise<void> {
      const { emails, pasted } = parseRecipients('rule', told)
      const channelIds = await findChannels(tx, channels, siteId, pasted)
      const of = { siteId, kind: 'rule', ruleId, threshold: null, now: store.clock.now() } as const
      await setRecipients(tx, of, { emails, channelIds })
    },
    /** Recipients of all rules of a site, by the id of their rule. */
    listOfRules: (siteId: number) =>
      store.read.query<Omit<Recipient, 'threshold'> & { rule: number }>(
        `select r.rule_id as rule, ${shown} ${shownFrom} where r.site_id = $1 and r.kind = 'rule'
         order by r.rule_id, c.id nulls first, lower(r.address)`,
        [siteId],
      ),
    /** The token in a mail's link that takes its reader off the list. */
    unsubscribeToken: (id: number) => `${id}-${digestOf(String(id)).toString('base64url')}`,
    /** The recipient that a token unsubscribes; undefined if the token is wrong or the recipient is gone. */
    async findByToken(token: string) {
      const [, id = '', digest = ''] = /^(\d{1,15})-([\w-]{43})$/.exec(token) ?? []
      if (id === '' || !isSameDigest(digestOf(id), Buffer.from(digest, 'base64url'))) return undefined
      return one<{ id: number; siteId: number; kind: MessageKind; address: string }>(
        store.read,
        'select id, site_id as "siteId", kind, address from recipients where id = $1 and address is not null',
        [id],
      )
    },
    remove: (id: number) =>
      store.write(async (tx) => {
        const text = 'delete from recipients where id = $1 returning site_id as "siteId", kind, address'
        const gone = await one<{ siteId: number; kind: MessageKind; address: string }>(tx, text, [id])
        if (!gone) return
        const { siteId, kind, address } = gone
        const before = { unsubscribed: address }
        await tx.record({ kind: 'recipients.changed', siteId, subject: kind, before })
      }),
  }
}
