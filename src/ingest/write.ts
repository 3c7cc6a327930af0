// Composes the write script of a batch: which rows are new, changed, replaced or moved, and the COPY data that goes
// with it.
import { arrayLiteral, type Copy, type CopyData, literal } from '../db/copy.ts'
import { ofPart, type Part } from '../db/parts.ts'
import { addDays } from '../rules/days.ts'
import { dimensionColumns, type EndedSession, type Visitor } from '../rules/session.ts'
import type { LocalDays } from '../rules/time.ts'
import { type EnrichedBatch, type Event, hourOf, type OutcomeCount, type PageRequest } from './event.ts'
import type { ArrayColumn } from './parameters.ts'
import { call } from './prepared.ts'
import { durationOf, engagementCopy, eventCopy, type SessionRow, sentCopy, sessionCopy } from './rows.ts'
import { outcomeColumns, pageRequestColumns, sumOutcomes } from './totals.ts'
import {
  type ChangedVisitor,
  type ClosedSession,
  closedColumns,
  continuedColumns,
  extendedColumns,
  instant,
  keyColumns,
  noDimensions,
  type VisitorRow,
  visitorCopy,
} from './visitor-columns.ts'
import type { PlacedEvent, Played, Slot } from './visitor-slots.ts'

export interface WriteOptions {
  readonly lane: number
  readonly part: Part
  readonly now: Date
  readonly localDays: LocalDays
  /** Sums of page requests, in the order of their key. */
  readonly pageRequests: readonly PageRequest[]
  /** More statements of the same transaction, each ended by `;`. */
  readonly alongside?: string | undefined
}

type Days = ReturnType<typeof createClosedDays>

/**
 * Sorts the visitors of a batch and their visits by their fate: rows that go on, change, end, are replaced or moved.
 */
function sortVisitors(played: Played, { part, localDays }: WriteOptions, days: Days) {
  const continued: ChangedVisitor[] = []
  const changed: ChangedVisitor[] = []
  const closed: ClosedSession[] = []
  const removed: { slot: Slot }[] = []
  const visitorRows: VisitorRow[] = []
  const sessionRows: SessionRow[] = []
  let moves = ''
  const dimensionsOf = (sessionId: string) => played.firstEvents.get(sessionId)?.dimensions() ?? noDimensions

  for (const slot of played.slots.values()) {
    const { loaded, now } = slot
    if (now === null || (now === loaded && slot.ended === slot.stored?.sessions)) continue
    const storedById = slot.stored
      ? new Map(slot.stored.sessions.map((session) => [session.session.id, session]))
      : undefined
    let closing: EndedSession | undefined
    for (const ended of slot.ended) {
      const before = storedById?.get(ended.session.id)
      if (before) {
        if (before === ended || isSame(before, ended)) continue
        moves += moveSession(part, slot, before, ended)
        days.add(slot.siteId, slot.timezone, before.localDay)
        // Events of all its days are counted by where it began and left.
        const startedAt = Math.min(before.session.startedAt, ended.session.startedAt)
        for (let day = localDays(slot.timezone, startedAt); day < ended.localDay; day = addDays(day, 1))
          days.add(slot.siteId, slot.timezone, day)
      } else if (ended.session.id === loaded?.session?.id) {
        closing = ended
        closed.push({ slot, ended })
      } else {
        sessionRows.push({ slot, ended, dimensions: dimensionsOf(ended.session.id) })
      }
      days.add(slot.siteId, slot.timezone, ended.localDay)
    }
    if (loaded === null) {
      visitorRows.push({ slot, visitor: now, dimensions: now.session ? dimensionsOf(now.session.id) : noDimensions })
    } else if (now.session && now.session.id !== loaded.session?.id) {
      if (closing) noteClosing(changed, slot, loaded, closing)
      removed.push({ slot })
      visitorRows.push({ slot, visitor: now, dimensions: dimensionsOf(now.session.id) })
    } else {
      ;(isContinued(loaded, now, slot) ? continued : changed).push({ slot, visitor: now })
    }
  }
  return { continued, changed, closed, removed, visitorRows, sessionRows, moves }
}

/** The script that writes and commits, and the data of its COPYs in order. */
export function composeWrite(
  played: Played,
  batches: readonly EnrichedBatch[],
  options: WriteOptions,
): { readonly script: string; readonly copies: readonly CopyData[] } {
  const { part } = options
  const days = createClosedDays(options)
  const { continued, changed, closed, removed, visitorRows, sessionRows, moves } = sortVisitors(played, options, days)
  const events: PlacedEvent[] = []
  const engagements: PlacedEvent[] = []
  const sent = played.placed.map(({ event }) => event).filter(({ sentId }) => typeof sentId === 'string')
  const outcomes: OutcomeCount[] = batches.flatMap((batch) => batch.outcomes)
  for (const placed of played.placed) {
    const { event, flags, slot, localDay } = placed
    if (flags) events.push(placed)
    else engagements.push(placed)
    days.add(slot.siteId, event.timezone, localDay)
    outcomes.push({ siteId: event.siteId, hour: hourOf(event.at), reason: 'accepted', count: 1 })
  }
  // An import's answer tells its drops: a count without a row would outlive its deletion.
  for (const event of played.dropped.filter(({ importId }) => importId === null))
    outcomes.push({ siteId: event.siteId, hour: hourOf(event.at), reason: 'no_session_for_engagement', count: 1 })

  const summed = sumOutcomes(outcomes)
  const copies: CopyData[] = []
  let script = ''
  script += execute('continue_visitors', continued, continuedColumns, part)
  script += execute('extend_visitors', changed, extendedColumns, part)
  for (const [sessionId, event] of played.earlierStarts) script += redimension(part, played, sessionId, event)
  script += execute('end_sessions', closed, closedColumns, part)
  script += execute('remove_visitors', removed, keyColumns, part)
  const copy = <Row>({ statement, encode }: Copy<Row>, rows: readonly Row[]) => {
    if (rows.length === 0) return
    script += `${statement(part)};\n`
    copies.push(() => encode(rows, part))
  }
  copy(visitorCopy, visitorRows)
  copy(sessionCopy, sessionRows)
  copy(eventCopy, events)
  copy(engagementCopy, engagements)
  // Two senders of an id: the later one of them fails here, and finds it when it tries again.
  copy(sentCopy, sent)
  script += moves + seenBefore(part, played)
  if (options.pageRequests.length > 0) {
    const requests = arraysOf(options.pageRequests, pageRequestColumns)
    script += `${call('add_page_requests', [...requests, `${options.lane}::smallint`], part)};\n`
  }
  // Also a batch without outcomes: its id is remembered by the same statement.
  const ids = arrayLiteral(batches.map((batch) => batch.id))
  const counted = arraysOf(summed, outcomeColumns)
  script += `${call('count_outcomes', [...counted, `${options.lane}::smallint`, ids], part)};\n`
  script += `${days.toSql()}${options.alongside ?? ''}commit`
  return { script, copies }
}

/** The call of a prepared statement with arrays as parameters: one for each column of its list. */
function execute<Item>(
  name: Parameters<typeof call>[0],
  rows: readonly Item[],
  columns: readonly Pick<ArrayColumn<Item>, 'value'>[],
  part: Part,
): string {
  if (rows.length === 0) return ''
  return `${call(name, arraysOf(rows, columns), part)};\n`
}

/** An array literal for each column. */
const arraysOf = <Item>(rows: readonly Item[], columns: readonly Pick<ArrayColumn<Item>, 'value'>[]): string[] =>
  columns.map(({ value }) => arrayLiteral(rows.map(value)))

/** The condition on a part, before others. */
const at = (part: Part): string => ofPart('{{at}}', part)

const isSame = (a: EndedSession, b: EndedSession): boolean =>
  a.session === b.session &&
  a.endedAt === b.endedAt &&
  a.flags.firstOfVisitorDay === b.flags.firstOfVisitorDay &&
  a.flags.firstOfVisitorMonth === b.flags.firstOfVisitorMonth &&
  a.flags.seenDayBefore === b.flags.seenDayBefore

/** The row of a session that ends has to hold its last state before it is copied to the ended ones. */
function noteClosing(
  changed: ChangedVisitor[],
  slot: Slot,
  loaded: Visitor,
  { session, endedAt, localDay }: EndedSession,
): void {
  if (session === loaded.session && endedAt === loaded.lastEventAt) return
  changed.push({ slot, visitor: { ...loaded, lastEventAt: endedAt, lastEventDay: localDay, session } })
}

/** True when a running session just went on. `continue_visitors` writes all columns that differ then. */
const isContinued = (loaded: Visitor, now: Visitor, slot: Slot): boolean =>
  now.session !== null &&
  loaded.session !== null &&
  !slot.isImported &&
  now.lastEventDay === loaded.lastEventDay &&
  now.lastEndedDay === loaded.lastEndedDay &&
  now.activeDays === loaded.activeDays &&
  now.ahead === loaded.ahead &&
  now.session.startedAt === loaded.session.startedAt &&
  now.session.entryPage === loaded.session.entryPage &&
  now.session.entryHostname === loaded.session.entryHostname

/** A late event came before the loaded session's first: the session's dimensions are that event's. */
function redimension(part: Part, played: Played, sessionId: string, event: Event): string {
  const dimensions = event.dimensions()
  const sets = dimensionColumns.map((column, index) => {
    const value = dimensions[index] ?? null
    return `${column} = ${typeof value === 'number' ? value : literal(value)}`
  })
  const slot = played.placed.find((placed) => placed.sessionId === sessionId)!.slot
  const key = `site_id = ${slot.siteId} and visitor_id = ${slot.visitorId}`
  return `update visitors set ${sets.join(', ')} where ${at(part)}${key};\n`
}

/**
 * Rewrites an ended session. Its time can move to another chunk, where an update cannot follow: take it out, put it
 * back.
 */
function moveSession(part: Part, slot: Slot, before: EndedSession, after: EndedSession): string {
  const { session, flags } = after
  const changed: Readonly<Record<string, string | number | boolean>> = {
    ended_at: `'${instant(after.endedAt)}'`,
    started_at: `'${instant(session.startedAt)}'`,
    local_day: `'${after.localDay}'`,
    first_of_visitor_day: flags.firstOfVisitorDay,
    first_of_visitor_month: flags.firstOfVisitorMonth,
    seen_day_before: flags.seenDayBefore,
    duration: durationOf(after),
    is_bounce: session.isBounce,
    pageviews: session.pageviews,
    events: session.events,
    entry_page: literal(session.entryPage),
    exit_page: literal(session.exitPage),
    entry_hostname: literal(session.entryHostname),
    exit_hostname: literal(session.exitHostname),
  }
  const into = ofPart('{{part,}}', part)
  return `with gone as (
  delete from sessions
  where ${at(part)}site_id = ${slot.siteId} and ended_at = '${instant(before.endedAt)}'
    and session_id = ${before.session.id}
  returning *
)
insert into sessions (${into}${sessionCopy.columns.join(', ')})
select ${into}${sessionCopy.columns.map((column) => changed[column] ?? column).join(', ')} from gone;
`
}

/**
 * A day that became known after the one behind it: that one's first event learns that the visitor was here the day
 * before.
 */
const seenBefore = (part: Part, { seenBefore }: Played): string =>
  seenBefore
    .map(
      ({ slot, localDay }) => `update events set seen_day_before = true
  where ${at(part)}site_id = ${slot.siteId} and visitor_id = ${slot.visitorId} and local_day = '${localDay}'
    and first_of_visitor_day
    and not seen_day_before
    and recorded_at between '${addDays(localDay, -2)}T00:00:00Z' and '${addDays(localDay, 2)}T00:00:00Z';\n`,
    )
    .join('')

const dayColumns: readonly Pick<ArrayColumn<{ siteId: number; localDay: string }>, 'value'>[] = [
  { value: ({ siteId }) => siteId },
  { value: ({ localDay }) => localDay },
]

/** Gathers the local days before today on which rows land: daily_breakdowns may hold them already. */
function createClosedDays({ part, now, localDays }: WriteOptions) {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const found = new Map<string, { siteId: number; localDay: string }>()
  return {
    add(siteId: number, timezone: string, localDay: string): void {
      if (localDay < localDays(timezone, nowSeconds)) found.set(`${siteId} ${localDay}`, { siteId, localDay })
    },
    toSql(): string {
      const rows = [...found.values()].sort((a, b) => a.siteId - b.siteId || (a.localDay < b.localDay ? -1 : 1))
      return execute('mark_days', rows, dayColumns, part)
    },
  }
}
