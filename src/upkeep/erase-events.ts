// Takes single events away, and plays their visits again over the other rows (rules/replay).
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { ErasureChoice } from '../rules/erasure.ts'
import { type Replayed, type ReplayRow, replay } from '../rules/replay.ts'
import {
  deleteRows,
  engagedSpan,
  type GoneVisits,
  type Lot,
  noteVisits,
  type Outcome,
  type RowCondition,
  type Span,
} from './erase-rows.ts'

/** Visits whose rows are in memory at once. */
const visitsMax = 5_000

interface LeftRow extends ReplayRow {
  readonly session_id: string
  readonly seq: string | null
  readonly position: number | null
}

const instant = (seconds: number): Date => new Date(seconds * 1000)
const newId = (): string => randomBytes(8).readBigInt64BE().toString()

/** Takes the rows of a lot that its condition names. The rules make the visits anew from the other rows. */
export async function eraseEvents(tx: Queryable, lot: Lot, outcome: Outcome): Promise<void> {
  const { site, ids, from, to } = lot
  const found = await tx.query<{ session_id: string; started_at: Date; ended_at: Date }>(
    `select session_id::text as session_id, started_at, ended_at from sessions
     where site_id = $1 and session_id = any ($2::bigint[]) and ended_at >= $3 and ended_at < $4`,
    [site.id, ids, from, to ?? 'infinity'],
  )
  for (let at = 0; at < found.length; at += visitsMax) {
    const some = found.slice(at, at + visitsMax)
    const span = {
      from: new Date(some.reduce((least, { started_at }) => Math.min(least, started_at.getTime()), Infinity)),
      to: new Date(some.reduce((most, { ended_at }) => Math.max(most, ended_at.getTime()), -Infinity)),
    }
    await eraseSome(tx, { ...lot, ids: some.map(({ session_id }) => session_id) }, span, outcome)
  }
}

async function eraseSome(tx: Queryable, lot: Lot, span: Span, outcome: Outcome): Promise<void> {
  const engaged = engagedSpan(lot.site, span)
  for (const [table, within] of [['events', span] as const, ['engagements', engaged] as const]) {
    const condition = conditionOf(lot.rowText!, table)
    if (condition) await deleteRows(tx, lot, table, within, outcome, condition)
  }
  const left = Map.groupBy(await findLeft(tx, lot, engaged), (row) => row.session_id)
  const visits: OfVisit[] = []
  const dropped: LeftRow[] = []
  for (const [id, rows] of left) {
    const played = replay(rows, id, newId)
    visits.push(...played.visits.map((visit) => ({ id, visit })))
    dropped.push(...played.dropped)
  }
  await replaceVisits(tx, lot, visits, outcome)
  await moveEvents(tx, lot, span, visits)
  await moveEngagements(tx, lot, engaged, visits)
  if (dropped.length > 0) await deleteRows(tx, lot, 'engagements', engaged, outcome, isAmong(dropped))
}

/** The condition of a choice, with its values behind the four of `deleteRows`; null if no row of the table goes. */
function conditionOf(
  rowText: NonNullable<ErasureChoice['rowText']>,
  table: 'events' | 'engagements',
): RowCondition | null {
  const values: unknown[] = [null, null, null, null]
  const text = rowText(table, 'e', values)
  return text === null ? null : { text, values: values.slice(4) }
}

const isAmong = (rows: readonly LeftRow[]): RowCondition => ({
  text: '(e.session_id, e.recorded_at) in (select * from unnest($5::bigint[], $6::timestamptz[]))',
  values: [rows.map((row) => row.session_id), rows.map((row) => instant(row.at))],
})

/** A visit that is left, and the visit it was of. */
interface OfVisit {
  readonly id: string
  readonly visit: Replayed<LeftRow>
}

const findLeft = (tx: Queryable, { site, ids }: Lot, { from, to }: { from: Date; to: Date | null }) =>
  tx.query<LeftRow>(
    `select session_id::text as session_id, extract(epoch from recorded_at)::float8 as at, name, interactive,
            coalesce(hostname, $5) as hostname, pathname, seq::text as seq, position
     from events
     where site_id = $1 and session_id = any ($2::bigint[]) and recorded_at >= $3
       and recorded_at <= coalesce($4::timestamptz, 'infinity')
     union all
     select session_id::text, extract(epoch from recorded_at)::float8, 'engagement', false, coalesce(hostname, $5),
            pathname, null, null
     from engagements
     where site_id = $1 and session_id = any ($2::bigint[]) and recorded_at >= $3
       and recorded_at <= coalesce($4::timestamptz, 'infinity')
     order by session_id, at, seq, position`,
    [site.id, ids, from, to, site.home_hostname],
  )

async function replaceVisits(tx: Queryable, lot: Lot, visits: readonly OfVisit[], outcome: Outcome): Promise<void> {
  const { site, ids, from, to, wantsVisitors } = lot
  const column = <Value>(value: (visit: OfVisit) => Value) => visits.map(value)
  const [gone] = await tx.query<GoneVisits>(statement('erase.replace-sessions'), [
    ...[site.id, ids, from, to ?? 'infinity'],
    column(({ id }) => id),
    column(({ visit }) => visit.session.id),
    column(({ visit }) => instant(visit.session.startedAt)),
    column(({ visit }) => instant(visit.endedAt)),
    column(({ visit }) => visit.session.pageviews),
    column(({ visit }) => visit.session.events),
    column(({ visit }) => visit.session.isBounce),
    column(({ visit }) => visit.session.entryPage),
    column(({ visit }) => visit.session.entryHostname),
    column(({ visit }) => visit.session.exitPage),
    column(({ visit }) => visit.session.exitHostname),
    ...[site.timezone, wantsVisitors],
  ])
  if (gone) noteVisits(outcome, gone)
}

/** Events get the visit and the position that they have now. Events without a position keep none. */
async function moveEvents(tx: Queryable, { site }: Lot, { from, to }: Span, visits: readonly OfVisit[]): Promise<void> {
  const moved = visits.flatMap(({ id, visit }) =>
    visit.events.flatMap((row, index) => {
      const position = row.position === null ? null : (index + 1) & 0x7fff
      const isSame = visit.session.id === id && position === row.position
      return isSame ? [] : [{ id, row, session: visit.session.id, position }]
    }),
  )
  if (moved.length === 0) return
  await tx.query(statement('erase.move-events'), [
    ...[site.id, from, to],
    moved.map(({ id }) => id),
    moved.map(({ row }) => instant(row.at)),
    moved.map(({ row }) => row.position),
    moved.map(({ row }) => row.seq),
    moved.map(({ session }) => session),
    moved.map(({ position }) => position),
  ])
}

/** Engagement follows the events of its visit. */
async function moveEngagements(
  tx: Queryable,
  { site }: Lot,
  { from, to }: { from: Date; to: Date | null },
  visits: readonly OfVisit[],
): Promise<void> {
  const moved = visits.flatMap(({ id, visit }) =>
    visit.session.id === id ? [] : visit.engagements.map(({ at }) => ({ id, at, session: visit.session.id })),
  )
  if (moved.length === 0) return
  await tx.query(
    `update engagements e
     set session_id = m.session_id
     from (
       select distinct *
       from unnest($4::bigint[], $5::timestamptz[], $6::bigint[]) as m (of_id, recorded_at, session_id)
     ) m
     where e.site_id = $1 and e.recorded_at >= $2 and e.recorded_at <= coalesce($3::timestamptz, 'infinity')
       and e.session_id = m.of_id and e.recorded_at = m.recorded_at`,
    [
      ...[site.id, from, to],
      moved.map(({ id }) => id),
      moved.map(({ at }) => instant(at)),
      moved.map(({ session }) => session),
    ],
  )
}
