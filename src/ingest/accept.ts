// The write path, top to bottom: submission -> sites and early drops -> lane -> thread -> committed (or spooled) ->
// answered. A 202 means: in the database, or in the fsynced spool of this machine; never "will be" (spec/ingestion
// 20).
import type { FieldErrors } from '../failure.ts'
import { isSignedBy, readKitClient } from '../rules/kit-client.ts'
import { placeOf } from '../rules/place.ts'
import { stripeOf } from '../rules/stripe.ts'
import { parseSubmission, type Submission } from '../rules/submission.ts'
import type { AddressSigns, SeenRequest } from './address-signs.ts'
import type { ArrivalSigns } from './arrival-signs.ts'
import { type BatchItem, type BatchResult, takeBatch } from './batch.ts'
import { addEvents, type Spelled, spellFor } from './entries.ts'
import { openGeo } from './geo.ts'
import { needsSpelling } from './host-spellings.ts'
import { type IngestOptions, type Intake, isReady, startIntake, stopIntake } from './intake.ts'
import type { Way } from './lanes.ts'
import { domainOf, readVisitAsked, type VisitAsked, visitOf } from './visit-tokens.ts'
import { settleOnce, waysOf } from './ways.ts'

/** The request as the edge knows it: the only place besides Submission that holds an address or a user agent. */
export interface Envelope {
  readonly body: Buffer
  readonly userAgent: string
  readonly ip: string
  readonly ipType: string | null
  /** The signed word of a kit about the visitor, as it was sent. */
  readonly kitClient?: string | undefined
  readonly receivedAtMs: number
  /** True for the picture without JavaScript, which a site counts only if it is set to. */
  readonly isPixel?: boolean
  /** True if the address of the request says that the visitor agreed to campaign data. */
  readonly hasConsent?: boolean
  /** The request itself, for signs of a proxy; nothing of it is kept. */
  readonly request?: SeenRequest
  /** True if a trusted header named the address. */
  readonly isNamed?: boolean
}

export type Accepted =
  | { readonly status: 202; readonly dropped: number }
  /** The script asked for a visit token (spec/ingestion 23.2). */
  | { readonly status: 200; readonly visit: string }
  | { readonly status: 400; readonly errors: FieldErrors }
  | { readonly status: 503; readonly retryAfterSeconds: number }

export interface Ingest {
  accept(envelope: Envelope): Promise<Accepted>
  /** The same with a callback. The route uses it, since it saves a promise for each request. */
  submit(envelope: Envelope, answer: (accepted: Accepted) => void): void
  /**
   * Takes events that programs send, and answers about each, in their order (spec/ingestion 23.1). `refused`: nothing
   * of them was taken, and they have to come again.
   */
  takeBatch(items: readonly BatchItem[]): Promise<readonly BatchResult[] | 'refused'>
  /**
   * A visit token for the visitor behind a request; undefined while no salt is known (spec/ingestion 23.2). `hostname`:
   * of the page.
   */
  visitOf(visitor: VisitAsked): string | undefined
  /** Why events cannot be taken in at the moment, or undefined. */
  health(): string | undefined
  /** The country of an address, by the same file as the country of events. */
  countryOf(ip: string): string | null
  /** The database of networks, as it describes itself; undefined without a file that can be read. */
  networks(): { readonly source: string; readonly date: Date } | undefined
  /** Watches the addresses that visitors count for. */
  readonly addresses: Pick<AddressSigns, 'flush'>
  /** Requests from pages of sites that did not become events. */
  readonly arrivals: Pick<ArrivalSigns, 'script' | 'isLoadedLocally' | 'flush'>
  /** Submissions waiting in all lanes. */
  depth(): number
  /** Brings the gauges up to date. */
  report(): void
  /** Finishes the batches in flight. What waits in the spool stays there for the next start. */
  stop(): Promise<void>
}

/** Seconds after which a client that was answered 503 may come again. */
const retryAfterSeconds = 5

const notReady: Accepted = { status: 503, retryAfterSeconds }

/**
 * Starts the write path. An absent database is no error: the spool takes what can be enriched (spec/ingestion 20.2).
 */
export async function createIngest(options: IngestOptions): Promise<Ingest> {
  const intake = await startIntake(options)
  const { salts, telemetry, geo, networks, threads, spools, lanes } = intake
  const lookup = openGeo()
  telemetry?.onRead(() => telemetry.geoDate.set((geo.date()?.getTime() ?? Number.NaN) / 1000))
  const submit: Ingest['submit'] = (envelope, answer) => takeIn(intake, envelope, answer)
  return {
    submit,
    accept: (envelope) => new Promise((resolve) => submit(envelope, resolve)),
    takeBatch: (items) => takeBatch(intake, items),
    visitOf: (asked) => tokenFor(intake, asked),
    health() {
      if (salts.known().length === 0) return 'no salt is known'
      return threads.areThere() ? undefined : 'ingest threads are missing'
    },
    countryOf(ip) {
      lookup.use(geo.current())
      return placeOf(lookup.find(ip), null).country
    },
    networks() {
      const [source, date] = [networks.source(), networks.date()]
      return source === undefined || date === undefined ? undefined : { source, date }
    },
    addresses: intake.addresses,
    arrivals: intake.arrivals,
    depth: () => lanes.depths().reduce((sum, depth) => sum + depth, 0),
    report() {
      for (const [lane, depth] of lanes.depths().entries()) telemetry?.laneDepth.set({ lane: String(lane) }, depth)
      telemetry?.spoolBytes.set(spools.bytes())
    },
    stop: () => stopIntake(intake),
  }
}

type Answer = (accepted: Accepted) => void

/** One request: checks the body, spells its hosts where they have several spellings, and puts it into lanes. */
function takeIn(intake: Intake, envelope: Envelope, answer: Answer): void {
  const parsed = parseSubmission(envelope.body, envelope)
  if (!parsed.ok) {
    const asked = readVisitAsked(envelope)
    if (asked) {
      const visit = tokenFor(intake, asked)
      answer(visit === undefined ? notReady : { status: 200, visit })
      return
    }
    if (envelope.request) intake.arrivals.refused(envelope.request.headers, envelope.body, parsed.errors)
    answer({ status: 400, errors: parsed.errors })
    return
  }
  parsed.submission.isFromBrowser = true
  const submission = behindKit(intake, parsed.submission, envelope)
  watch(intake, submission, envelope, submission !== parsed.submission)
  if (needsSpelling(submission))
    spellFor(intake, submission).then((spelled) => enter(intake, submission, answer, spelled))
  else enter(intake, submission, answer)
}

/** Looks at the way that a submission came, and at sites that it should have named. */
function watch(
  { addresses, arrivals }: Intake,
  submission: Submission,
  envelope: Envelope,
  isBehindKit: boolean,
): void {
  const { request, isNamed = false } = envelope
  arrivals.event(submission)
  if (request) addresses.see(submission, { request, isNamed, isBehindKit })
}

/**
 * A submission as the kit of its sites says who sent it. Every site that it names has to know the kit; otherwise the
 * request's own address and agent stand (spec/ingestion 6.6).
 */
function behindKit(intake: Intake, submission: Submission, envelope: Envelope): Submission {
  const client = clientOf(intake, submission.domains, envelope)
  if (client === envelope) return submission
  // Only scripts say a version: a signed event with one was carried.
  return { ...submission, ...client, report: submission.claim, isFromBrowser: submission.trackerVersion > 0 }
}

type Client = Pick<Envelope, 'ip' | 'ipType' | 'userAgent'>

/** The visitor behind a request: as a kit of all these domains signed it, else the request itself. */
function clientOf<Asked extends Client & Pick<Envelope, 'kitClient' | 'receivedAtMs'>>(
  { options, directory }: Intake,
  domains: readonly string[],
  asked: Asked,
): Asked | Client {
  const { kitSecret } = options
  const { kitClient, receivedAtMs } = asked
  const client = kitSecret && kitClient !== undefined ? readKitClient(kitClient) : undefined
  if (!kitSecret || !client) return asked
  const isKnown = (domain: string): boolean => {
    const site = directory.find(domain)
    return site !== undefined && isSignedBy(kitSecret(site), client, receivedAtMs)
  }
  return domains.every(isKnown) ? { ip: client.ip, userAgent: client.userAgent, ipType: null } : asked
}

/** Puts a submission into the lanes of its sites, or refuses it. */
function enter(intake: Intake, submission: Submission, answer: Answer, spelled?: Spelled): void {
  const { directory, lanes } = intake
  const stripe = stripeOf(submission.ip)
  const ways = isReady(intake) ? waysOf(directory, submission.domains, stripe) : []
  const cause = refusalOf(intake, ways)
  if (cause !== undefined) {
    intake.telemetry?.ingestRefused.inc({ cause })
    answer(notReady)
    return
  }
  const settle = settleOnce(ways.length, (dropped) =>
    answer(dropped === 'refused' ? notReady : { status: 202, dropped }),
  )
  for (const way of ways)
    lanes.enter(way, settle, (entry) => addEvents(intake, submission, stripe, way.domains, entry, spelled))
}

/** A visit token; undefined while no salt is known. */
const tokenFor = (intake: Intake, asked: VisitAsked): string | undefined =>
  isReady(intake) ? visitOf(intake, asked, clientOf(intake, [domainOf(asked.domain)], asked)) : undefined

/** Why a submission cannot go these ways now; undefined when it can. */
function refusalOf({ lanes, spools }: Intake, ways: readonly Way[]): 'not_ready' | 'lane_full' | 'spool' | undefined {
  if (ways.length === 0) return 'not_ready'
  if (ways.some(lanes.isFull)) return 'lane_full'
  return ways.length > 1 && spools.isNearlyFull() ? 'spool' : undefined
}
