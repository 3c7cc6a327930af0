// Recipients of a site's numbers, by mail or by a webhook (spec/management 13).

import { createHmac } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { refuseField } from '../failure.ts'
import type { FieldRefusal, Gaps } from '../refusal-words.ts'
import { isNotice, noticeKinds, type ReportKind } from '../rules/report-kinds.ts'
import type { Details } from './audit.ts'
import { isSameDigest } from './secrets.ts'
import { one, type Store } from './store.ts'
import { parseEmail } from './users.ts'

const recipientsMax = 20
const addressLengthMax = 2_000

export interface Recipient {
  readonly address: string
  readonly threshold: number | null
  /** When a message last failed to arrive, and why; null since one arrived. */
  readonly failed_at: Date | null
  readonly failure: string | null
}

export type Recipients = ReturnType<typeof createRecipients>

/** True for a webhook. Other recipients are e-mail addresses. */
export const isWebhook = (address: string): boolean => /^https?:\/\//i.test(address)

/** An address, trimmed, or the Failure of the field. Reports are read by people, and go by mail alone. */
function parseAddress(kind: ReportKind, value: unknown): string {
  const refuse = (refusal: FieldRefusal, gaps?: Gaps) => refuseField('recipients', refusal, gaps)
  if (typeof value !== 'string') throw refuse('invalid')
  const address = value.trim()
  if (!isWebhook(address)) {
    try {
      return parseEmail(address)
    } catch {
      throw refuse(isNotice(kind) ? 'noRecipient' : 'noAddress', { name: address })
    }
  }
  if (!isNotice(kind)) throw refuse('reportsByMail', { name: address })
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password || address.length > addressLengthMax)
    throw refuse('noWebhook', { name: address })
  return url.href
}

function parseThreshold(kind: ReportKind, value: unknown): number | null {
  if (!isNotice(kind)) return null
  const { usual, most } = noticeKinds[kind]
  if (value === undefined || value === null) return usual
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw refuseField('threshold', 'number', { least: 1, most: most })
  return value
}

/** A recipient for the audit log: an address of mail, or the host of a webhook, whose path may be a secret. */
const nameOf = (address: string): string =>
  isWebhook(address) && URL.canParse(address) ? new URL(address).host : address

/** The recipients of a kind for the audit log. */
async function factsOf(tx: Queryable, siteId: number, kind: ReportKind): Promise<Details> {
  const rows = await tx.query<{ address: string; threshold: number | null }>(
    'select address, threshold from recipients where site_id = $1 and kind = $2 order by lower(address)',
    [siteId, kind],
  )
  return { recipients: rows.map(({ address }) => nameOf(address)), threshold: rows[0]?.threshold ?? null }
}

/** Recipients over the store. */
export function createRecipients(store: Store) {
  const digestOf = (id: string) => createHmac('sha256', store.secretKey).update(`unsubscribe ${id}`).digest()
  return {
    /** Recipients of a kind, by address. */
    list: (siteId: number, kind: ReportKind) =>
      store.read.query<Recipient>(
        `select address, threshold, failed_at, failure from recipients where site_id = $1 and kind = $2
         order by lower(address)`,
        [siteId, kind],
      ),
    /** Replaces all recipients of a kind. A recipient that stays keeps the record of its messages. */
    async replace(siteId: number, kind: ReportKind, settings: { addresses: unknown; threshold: unknown }) {
      if (!Array.isArray(settings.addresses)) throw refuseField('recipients', 'invalid')
      const addresses = [...new Set(settings.addresses.map((address) => parseAddress(kind, address)))]
      if (addresses.length > recipientsMax) throw refuseField('recipients', 'longList', { most: recipientsMax })
      const threshold = parseThreshold(kind, settings.threshold)
      await store.write(async (tx) => {
        const before = await factsOf(tx, siteId, kind)
        await tx.query('delete from recipients where site_id = $1 and kind = $2 and address <> all ($3::text[])', [
          siteId,
          kind,
          addresses,
        ])
        await tx.query(
          `insert into recipients (site_id, kind, address, threshold, created_at)
           select $1, $2, unnest($3::text[]), $4, $5
           on conflict (site_id, kind, address) do update set threshold = excluded.threshold`,
          [siteId, kind, addresses, threshold, store.clock.now()],
        )
        const after = await factsOf(tx, siteId, kind)
        await tx.record({ kind: 'recipients.changed', siteId, subject: kind, before, after })
      })
    },
    /** The token in a mail's link that takes its reader off the list. */
    unsubscribeToken: (id: number) => `${id}-${digestOf(String(id)).toString('base64url')}`,
    /** The recipient that a token unsubscribes; undefined if the token is wrong or the recipient is gone. */
    async findByToken(token: string) {
      const [, id = '', digest = ''] = /^(\d{1,15})-([\w-]{43})$/.exec(token) ?? []
      if (id === '' || !isSameDigest(digestOf(id), Buffer.from(digest, 'base64url'))) return undefined
      return one<{ id: number; siteId: number; kind: ReportKind; address: string }>(
        store.read,
        'select id, site_id as "siteId", kind, address from recipients where id = $1',
        [id],
      )
    },
    remove: (id: number) =>
      store.write(async (tx) => {
        const text = 'delete from recipients where id = $1 returning site_id as "siteId", kind, address'
        const gone = await one<{ siteId: number; kind: ReportKind; address: string }>(tx, text, [id])
        if (!gone) return
        const { siteId, kind, address } = gone
        const before = { unsubscribed: nameOf(address) }
        await tx.record({ kind: 'recipients.changed', siteId, subject: kind, before })
      }),
  }
}
