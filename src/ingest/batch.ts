// Events that programs send, many at once (spec/ingestion 23): each with an id under which it counts once, its own
// instant, and its visitor by address, by visit token, or none.
import { createHash } from 'node:crypto'
import type { FieldErrors } from '../failure.ts'
import type { KnownSalt } from '../registry/salts.ts'
import type { DropReason } from '../rules/drop-reasons.ts'
import { dayMs } from '../rules/durations.ts'
import { domainKey } from '../rules/host.ts'
import { lowestStripe, stripeOf } from '../rules/stripe.ts'
import { parseSubmission, type Submission } from '../rules/submission.ts'
import { openVisit } from '../rules/visit-token.ts'
import { addEvents, spellFor } from './entries.ts'
import { needsSpelling } from './host-spellings.ts'
import { type Intake, isReady } from './intake.ts'
import type { Settle } from './lanes.ts'
import { isDrop, type Verdict } from './verdict.ts'
import { type DomainsWay, waysOf } from './ways.ts'
import type { SentItem } from './wire.ts'

/** An event that a program sends. */
export interface BatchItem {
  /** It counts once a site within 48 hours, over all processes. */
  readonly id: string
  readonly siteId: number
  /** JSON text of an object in the words of /api/event: name, url, referrer, props, revenue, interactive. */
  readonly text: string
  /** The visitor's address and agent; null: not known. */
  readonly ip: string | null
  readonly userAgent: string | null
  /** A visit token; one that does not open counts as none. */
  readonly visit: string | null
  /** The instant of the event, epoch milliseconds. */
  readonly atMs: number
  /** The instant at which the service or its database took it: the token has to be of that day. */
  readonly takenAtMs: number
  /** True: it is refused if its visitor has a later event. Else it is placed late. */
  readonly isOrdered: boolean
}

export interface BatchResult {
  readonly status: 'counted' | 'dropped' | 'duplicate' | 'refused'
  readonly reason?: DropReason
  readonly errors?: FieldErrors
}

/** A digest of an id, as tables have it. */
function digestOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Facts about an item besides its fields: the digest of its id, its visitor, and their stripe. */
export interface Sender {
  readonly sent: SentItem
  readonly stripe: number
}

/** Finds the visitor of an item: as its token says, else as its address and agent say, else none. */
export function senderOf(item: BatchItem, salts: readonly KnownSalt[]): Sender {
  const { siteId, visit, ip, takenAtMs, isOrdered } = item
  const id = digestOf(item.id)
  const day = Math.floor(takenAtMs / dayMs)
  const salt = visit === null ? undefined : salts.find(([known]) => known === day)?.[1]
  const visitor = salt === undefined || visit === null ? undefined : openVisit(salt, visit, siteId)
  if (visitor) return { sent: { id, isOrdered, visitor }, stripe: visitor.stripe }
  if (ip !== null) return { sent: { id, isOrdered, visitor: 'of request' }, stripe: stripeOf(ip) }
  return { sent: { id, isOrdered, visitor: 'none' }, stripe: lowestStripe(Number.parseInt(id.slice(0, 8), 16)) }
}

/** The answer about an event that went through the lanes. */
function resultOf(verdict: Verdict | undefined): BatchResult {
  if (verdict === undefined || verdict === 'confirmed') return { status: 'counted' }
  if (isDrop(verdict)) return { status: 'dropped', reason: verdict }
  if (verdict === 'duplicate') return { status: 'duplicate' }
  return { status: 'refused', errors: { at: [`is before the visitor's latest event`] } }
}

/** An item of a batch that its words allow, on its way. */
interface Going {
  readonly at: number
  readonly submission: Submission
  readonly sender: Sender
  readonly way: DomainsWay
}

/** Reads items: those that go on, with their places in the batch; for the others `refuse` gets the errors. */
function readItems(
  { directory, salts }: Intake,
  items: readonly BatchItem[],
  refuse: (at: number, errors: FieldErrors) => void,
): Going[] {
  const going: Going[] = []
  for (const [at, item] of items.entries()) {
    const { siteId, text, ip, userAgent, atMs } = item
    const domains = [domainKey(directory.findById(siteId)?.domain ?? '')]
    const context = { userAgent: userAgent ?? '', ip: ip ?? '', ipType: null, receivedAtMs: atMs, domains }
    const parsed = parseSubmission(text, context)
    if (!parsed.ok) {
      refuse(at, parsed.errors)
      continue
    }
    const sender = senderOf(item, salts.known())
    const [way] = waysOf(directory, domains, sender.stripe)
    going.push({ at, submission: parsed.submission, sender, way: way! })
  }
  return going
}

/** Takes a batch: all of its items that their words allow, or none (spec/ingestion 23.1). */
export async function takeBatch(
  intake: Intake,
  items: readonly BatchItem[],
): Promise<readonly BatchResult[] | 'refused'> {
  if (!isReady(intake)) return 'refused'
  const { lanes, spools } = intake
  const results: BatchResult[] = []
  const going = readItems(intake, items, (at, errors) => {
    results[at] = { status: 'refused', errors }
  })
  const unspelled = going.filter(({ submission }) => needsSpelling(submission))
  const spelled = new Map(
    await Promise.all(
      unspelled.map(async ({ submission }) => [submission, await spellFor(intake, submission)] as const),
    ),
  )
  const ways = new Set(going.map(({ way }) => way.lane))
  if (going.some(({ way }) => lanes.isFull(way)) || (ways.size > 1 && spools.isNearlyFull())) return 'refused'
  const settled = going.map(
    ({ at, submission, sender: { sent, stripe }, way }) =>
      new Promise<boolean>((resolve) => {
        const settle: Settle = (dropped, verdict) => {
          results[at] = resultOf(verdict)
          resolve(dropped !== 'refused')
        }
        lanes.enter(way, settle, (entry) =>
          addEvents(intake, submission, stripe, way.domains, entry, spelled.get(submission), sent),
        )
      }),
  )
  return (await Promise.all(settled)).every((isIn) => isIn) ? results : 'refused'
}
