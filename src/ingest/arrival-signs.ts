// Counts requests from pages of a site that did not become events, for the people who wait for its first one. Nothing
// of a visitor is counted: a site, the mistake, and a few names that were sent instead of its own.
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { FieldErrors } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import type { ArrivalKind } from '../rules/arrival-kinds.ts'
import {
  arrivalDetailsMax,
  detailOf,
  hostsAbove,
  isLocalHost,
  pageHostOf,
  refusedKind,
} from '../rules/arrival-signs.ts'
import { minuteMs } from '../rules/durations.ts'
import type { Submission } from '../rules/submission.ts'
import { sipHash } from '../rules/visitor.ts'

/** A sign is in the database this long after it was seen. */
const writeEveryMs = 2_000
/** A sign that was written is written again after this long. */
const againMs = minuteMs / 2
/** A script without an event is a sign after this long: the event follows the script. */
const scriptMs = 4_000
/** Signs that wait to be written; further ones are left out until the next write. */
const waitingMax = 1_000
/** Signs of one site that wait to be written. */
const waitingOfSiteMax = 2 * arrivalDetailsMax
const writtenMax = 5_000
/** Sites that a process has seen an event of; their scripts are no sign. */
const arrivedMax = 50_000
/** Addresses, by a hash under a key of this process, at which the script was loaded on a page of the own machine. */
const localMax = 1_000
const localMs = 10 * minuteMs

type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface ArrivalSigns {
  /** A submission that was understood. Its page may belong to a site that it does not name. */
  event(submission: Pick<Submission, 'domains' | 'url'>): void
  /** A body that was refused. */
  refused(headers: Headers, body: Uint8Array, errors: FieldErrors): void
  /** The script was asked for, from this address. */
  script(headers: Headers, ip: string): void
  /** True if the script was loaded on a page of the own machine lately, from this address. */
  isLoadedLocally(ip: string): boolean
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Sign {
  readonly siteId: number
  readonly kind: ArrivalKind
  readonly detail: string
  readonly atMs: number
  count: number
}

interface Options {
  readonly db: Queryable | undefined
  readonly directory: Pick<Directory, 'find'>
  readonly clock: Clock
  readonly log: Log
}

/** Signs that wait, and when each was written last. */
function createWaiting(now: () => number, hasArrived: (siteId: number) => boolean) {
  const waiting = new Map<string, Sign>()
  const written = new LRUCache<string, number>({ max: writtenMax })
  const ofSite = new Map<number, number>()
  return {
    add(siteId: number, kind: ArrivalKind, detail: string): void {
      const key = `${siteId} ${kind} ${detail}`
      const known = waiting.get(key)
      if (known) {
        known.count += 1
        return
      }
      const count = ofSite.get(siteId) ?? 0
      if (waiting.size >= waitingMax || count >= waitingOfSiteMax) return
      ofSite.set(siteId, count + 1)
      waiting.set(key, { siteId, kind, detail, atMs: now(), count: 1 })
    },
    /** The signs that are due; the others go on waiting. */
    take(): Sign[] {
      const due: Sign[] = []
      for (const [key, sign] of waiting) {
        const isScript = sign.kind === 'script'
        if ((written.get(key) ?? Number.NEGATIVE_INFINITY) > now() - againMs) continue
        if (isScript && sign.atMs > now() - scriptMs) continue
        waiting.delete(key)
        ofSite.set(sign.siteId, (ofSite.get(sign.siteId) ?? 1) - 1)
        if (ofSite.get(sign.siteId) === 0) ofSite.delete(sign.siteId)
        if (isScript && hasArrived(sign.siteId)) continue
        written.set(key, now())
        due.push(sign)
      }
      return due
    },
  }
}

async function write(db: Queryable, at: Date, signs: readonly Sign[]): Promise<void> {
  await db.query(statement('signs.write-arrivals'), [
    at,
    signs.map(({ siteId }) => siteId),
    signs.map(({ kind }) => kind),
    signs.map(({ detail }) => detail),
    signs.map(({ count }) => count),
    arrivalDetailsMax,
  ])
}

/** Writes signs by a timer. */
function createWriter({ db, clock, log }: Omit<Options, 'directory'>, hasArrived: (siteId: number) => boolean) {
  const waiting = createWaiting(() => clock.now().getTime(), hasArrived)
  let writing = Promise.resolve()
  async function writeDue(): Promise<void> {
    const due = db ? waiting.take() : []
    if (!db || due.length === 0) return
    // Hints are not worth a second try: a page that is wrong sends more of them.
    await write(db, clock.now(), due).catch((error: unknown) => log.debug({ err: error }, 'signs are not written'))
  }
  const flush = (): Promise<void> => {
    writing = writing.then(writeDue)
    return writing
  }
  const timer = setInterval(() => void flush(), writeEveryMs)
  timer.unref()
  return {
    add: waiting.add,
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}

/** Addresses at which the script was loaded on a page of the own machine. */
function createLocal() {
  const seen = new LRUCache<bigint, true>({ max: localMax, ttl: localMs })
  const key = randomBytes(16)
  return {
    add: (ip: string) => void seen.set(sipHash(key, ip), true),
    has: (ip: string) => seen.has(sipHash(key, ip)),
  }
}

export function createArrivalSigns({ directory, ...writing }: Options): ArrivalSigns {
  const arrived = new LRUCache<number, true>({ max: arrivedMax })
  const { add, flush, stop } = createWriter(writing, (siteId) => arrived.has(siteId))
  const local = createLocal()

  const siteOfHost = (host: string | undefined): SiteView | undefined => {
    const hosts = host === undefined ? [] : hostsAbove(host)
    const owner = hosts.find((name) => directory.find(name) !== undefined)
    return owner === undefined ? undefined : directory.find(owner)
  }

  return {
    event({ domains, url }) {
      let unknown: string | undefined
      for (const domain of domains) {
        const site = directory.find(domain)
        if (!site) unknown ??= domain
        else if (!arrived.has(site.id)) arrived.set(site.id, true)
      }
      const owner = unknown === undefined ? undefined : siteOfHost(url.hostname)
      if (owner && unknown !== undefined) add(owner.id, 'other_domain', detailOf(unknown))
    },
    refused(headers, body, errors) {
      const site = siteOfHost(pageHostOf(headers))
      if (!site) return
      const { kind, detail } = refusedKind(body, errors)
      add(site.id, kind, detail)
    },
    script(headers, ip) {
      const host = pageHostOf(headers)
      if (host !== undefined && isLocalHost(host)) return local.add(ip)
      const site = siteOfHost(host)
      if (site && host !== undefined && !arrived.has(site.id)) add(site.id, 'script', detailOf(host))
    },
    isLoadedLocally: local.has,
    flush,
    stop,
  }
}
