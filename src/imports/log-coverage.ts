// Page requests of an access log, counted by local day, page, browser and country: nothing else of a line is kept
// (spec/ingestion 24.5).
import { createHash, type Hash } from 'node:crypto'
import { tryLock } from '../db/locks.ts'
import { ownPartOf } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { importFailures } from '../failure.ts'
import type { PageRequest } from '../ingest/event.ts'
import { fitPage, requestPagesMax } from '../ingest/page-requests.ts'
import { sumPageRequests } from '../ingest/totals.ts'
import { daySeconds } from '../rules/durations.ts'
import { coverageSource } from '../rules/import-sources.ts'
import { createLocalDays } from '../rules/time.ts'
import type { SplitUrl } from '../rules/url.ts'
import type { SiteRow } from '../upkeep/sites.ts'
import { faultsReportedMax, ImportFault, type LeftOut, type LineFault } from './check.ts'
import type { ExportSource } from './export-files.ts'
import { type ContextFiles, type ImportContext, openContext } from './import-context.ts'
import { ownText } from './keeping.ts'
import type { LoggedRequest } from './log-request.ts'
import { openTexts } from './texts.ts'
import { createPages, readLog } from './web-log.ts'

/** Kinds of requests that coverage alone leaves out, not imports, in the plural, for people. */
const kinds = {
  ahead: 'pages that were fetched ahead',
  part: 'requests for a part of a page',
  future: 'requests from the future',
  unread: 'lines of the log that cannot be read',
} as const

const statusesWithoutPage: ReadonlySet<number> = new Set([204, 205, 206])
/** Data of the page that React (Next), Remix and WordPress fetch behind its address. */
const dataParameters = ['_rsc', '_data', 'rest_route'] as const
/** Remix and React Router fetch the data of a page as a file beside it. */
const dataFile = /(?:^|\/)[^/]*\.data$/

function kindOf({ status, purpose = '', goal = '' }: LoggedRequest, url: SplitUrl): string | undefined {
  if (/prefetch|prerender|preview/.test(purpose)) return kinds.ahead
  const isPart = goal !== '' && goal !== 'document'
  const isData = dataParameters.some((name) => url.query.has(name)) || dataFile.test(url.pathname)
  return isPart || isData || statusesWithoutPage.has(status) ? kinds.part : undefined
}

/** Sums that wait in memory before they are written. */
const waitingMax = 100_000
/** Pages with counts of their own, over all days of a log. */
const pagesMax = 200_000

/** A log as it was read. */
export interface CountedLog {
  /** Its number in the list of imports; null: it was in already, or has no page requests. */
  readonly id: number | null
  /** True if the same log was in already. */
  readonly already: boolean
  /** The import of this log before it had grown. */
  readonly replaced: number | null
  readonly lines: number
  readonly requests: number
  readonly first_day: string | null
  readonly last_day: string | null
  /** Lines that are no page requests, by kind. */
  readonly left_out: Readonly<Record<string, number>>
}

interface Earlier {
  readonly id: number
  readonly fingerprint: string
  readonly bytes: number
}

/** The digest of a log, and the earlier import that its beginning is. */
function createDigest(earlier: readonly Earlier[]) {
  const digest: Hash = createHash('sha256')
  const waiting = [...earlier].sort((a, b) => a.bytes - b.bytes)
  let bytes = 0
  const state = { grownFrom: null as number | null }
  const update = (piece: Buffer): void => {
    let rest = piece
    while (waiting.length > 0 && waiting[0]!.bytes <= bytes + rest.length) {
      const { id, fingerprint, bytes: end } = waiting.shift()!
      digest.update(rest.subarray(0, end - bytes))
      rest = rest.subarray(end - bytes)
      bytes = end
      if (digest.copy().digest('hex') === fingerprint) state.grownFrom = id
    }
    digest.update(rest)
    bytes += rest.length
  }
  return {
    async *watch(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        update(piece)
        yield piece
      }
    },
    end: () => ({ fingerprint: digest.digest('hex'), bytes, ...state }),
  }
}

/** Page requests by day, page, browser and country, written piece by piece. */
function createCounts(site: SiteRow, write: (sums: PageRequest[]) => Promise<void>) {
  const localDays = createLocalDays()
  const days = new Map<string, { pages: Set<string> }>()
  const sums = new Map<string, { -readonly [Field in keyof PageRequest]: PageRequest[Field] }>()
  let pages = 0
  let requests = 0
  const flush = async () => {
    const waiting = sumPageRequests(sums.values())
    sums.clear()
    if (waiting.length > 0) await write(waiting)
  }
  return {
    async add(at: number, path: string, browser: string, country: string): Promise<void> {
      const day = localDays(site.timezone, at)
      const held = days.get(day) ?? { pages: new Set<string>() }
      days.set(day, held)
      const before = held.pages.size
      const page = fitPage(held, ownText(path), pages < pagesMax ? requestPagesMax : before)
      pages += held.pages.size - before
      requests += 1
      const key = [day, page, browser, country].join('\0')
      const sum = sums.get(key)
      if (sum) sum.requests += 1
      else sums.set(key, { siteId: site.id, day, page, browser, country, requests: 1, countedAhead: 0 })
      if (sums.size >= waitingMax) await flush()
    },
    async end() {
      await flush()
      const all = [...days.keys()].sort()
      return { requests, first: all[0] ?? null, last: all.at(-1) ?? null }
    },
  }
}

const findEarlier = (tx: Queryable, site: SiteRow): Promise<Earlier[]> =>
  tx.query<Earlier>(
    `select id, fingerprint, bytes::float8 as bytes from imports
     where site_id = $1 and source = $2 and state = 'done' and bytes is not null`,
    [site.id, coverageSource],
  )

/** Takes a log away that has grown: its page requests are in the new one again. */
async function forget(tx: Queryable, site: SiteRow, id: number): Promise<void> {
  const { db } = await ownPartOf(tx, site.id)
  await db.query('delete from page_requests where site_id = $1 and import_id = $2', [site.id, id])
  await tx.query('delete from imports where id = $1', [id])
}

const insertText = `
insert into page_requests as old
  ({{part,}}site_id, local_day, page, browser, country, import_id, lane, requests, counted_ahead)
select {{=part,}}$1::bigint, unnest($2::date[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), $6::bigint,
       0, unnest($7::bigint[]), 0
on conflict ({{part,}}site_id, local_day, page, browser, country, import_id, lane) do update
set requests = old.requests + excluded.requests`

/** Rows of one statement. */
const rowsMax = 5_000

async function insertRows(tx: Queryable, site: SiteRow, id: number, rows: readonly PageRequest[]): Promise<void> {
  const { db } = await ownPartOf(tx, site.id)
  for (let from = 0; from < rows.length; from += rowsMax) {
    const some = rows.slice(from, from + rowsMax)
    const of = (field: 'day' | 'page' | 'browser' | 'country' | 'requests') => some.map((row) => row[field])
    await db.query(insertText, [...[site.id, of('day'), of('page'), of('browser'), of('country'), id], of('requests')])
  }
}

export interface CountingLog {
  readonly db: Database
  readonly site: SiteRow
  readonly file: ExportSource
  readonly context: ContextFiles
  readonly now: Date
}

/** Everything of a log that a transaction writes. */
interface Reading {
  readonly site: SiteRow
  readonly file: ExportSource
  readonly context: ImportContext
  readonly nowSeconds: number
}

/** Reads a log once, and writes its page requests for the import `id`. */
async function readInto(tx: Queryable, { site, file, context, nowSeconds }: Reading, id: number) {
  const leftOut: Record<string, number> = {}
  const faults: LineFault[] = []
  let lines = 0
  const leave = (kind: string) => {
    leftOut[kind] = (leftOut[kind] ?? 0) + 1
  }
  const counts = createCounts(site, (rows) => insertRows(tx, site, id, rows))
  const pageOf = createPages({ site, context })
  const digest = createDigest(await findEarlier(tx, site))
  type Page = { readonly request: LoggedRequest; readonly path: string; readonly browser: string }
  const convert = (request: LoggedRequest): Page | LeftOut => {
    const page = pageOf(request)
    if ('leftOut' in page) return page
    const kind = request.at > nowSeconds + daySeconds ? kinds.future : kindOf(request, page.url)
    return kind ? { leftOut: kind } : { request, path: page.url.pathname, browser: page.device.browser ?? '' }
  }
  for await (const { pieces } of openTexts([file])) {
    for await (const found of readLog(digest.watch(pieces), convert)) {
      lines += 1
      if ('leftOut' in found) leave(found.leftOut)
      else if ('fault' in found) {
        leave(kinds.unread)
        if (faults.length < faultsReportedMax) faults.push({ line: found.number, message: found.fault })
      } else {
        const { request, path, browser } = found
        await counts.add(request.at, path, browser, context.placeOf(request.ip).country ?? '')
      }
    }
  }
  return { lines, leftOut, faults, ...(await counts.end()), ...digest.end() }
}

/** A run that stored nothing, for its transaction to be taken back. */
class NothingNew extends Error {
  readonly counted: CountedLog

  constructor(counted: CountedLog) {
    super('nothing new')
    this.counted = counted
  }
}

async function countIn(tx: Queryable, reading: Reading): Promise<CountedLog> {
  const { site, file } = reading
  if (!(await tryLock(tx, 'import', site.id))) throw importFailures.busy()
  const [row] = await tx.query<{ id: number }>(
    `insert into imports (site_id, fingerprint, source, name, state, is_marked) values ($1, '', $2, $3, 'done', true)
     returning id`,
    [site.id, coverageSource, file.name],
  )
  const id = row!.id
  const earlier = await findEarlier(tx, site)
  const { lines, leftOut, faults, requests, first, last, fingerprint, bytes, grownFrom } = await readInto(
    ...([tx, reading, id] as const),
  )
  const counted = { id, already: false, replaced: grownFrom, lines, requests, first_day: first, last_day: last }
  if (earlier.some((one) => one.fingerprint === fingerprint))
    throw new NothingNew({ ...counted, id: null, already: true, replaced: null, left_out: leftOut })
  if (requests === 0 && faults.length > 0) throw new ImportFault(faults, leftOut[kinds.unread] ?? faults.length)
  if (requests === 0) throw new NothingNew({ ...counted, id: null, replaced: null, left_out: leftOut })
  if (grownFrom !== null) await forget(tx, site, grownFrom)
  await tx.query(
    `update imports
     set fingerprint = $2, bytes = $3, sums_added = $4, first_day = $5, last_day = $6, finished_at = now()
     where id = $1`,
    [id, fingerprint, bytes, requests, first, last],
  )
  return { ...counted, left_out: leftOut }
}

/**
 * Counts the page requests of an access log, in one transaction. The same log adds nothing, a log that has grown takes
 * the place of its former counts. Throws an ImportFault for a file with no request that can be read.
 */
export async function countLog({ db, site, file, context: files, now }: CountingLog): Promise<CountedLog> {
  const context = await openContext(db.write, site.id, files)
  const reading = { site, file, context, nowSeconds: Math.floor(now.getTime() / 1000) }
  try {
    return await db.transaction((tx) => countIn(tx, reading))
  } catch (error) {
    if (error instanceof NothingNew) return error.counted
    throw error
  } finally {
    await context.stop()
  }
}
