// The columns of `visitors`, one list for COPY, which writes new visitors, for loading, and for the two updates. A
// column is added here and in a migration.
import { type CopyColumn, copyFlag, copyPlain, copyText, createCopy, createInstants } from '../db/copy.ts'
import { dayMs } from '../rules/durations.ts'
import {
  type AheadPage,
  dimensionColumns,
  type EndedSession,
  noneAhead,
  type RunningSession,
  type Visitor,
} from '../rules/session.ts'
import type { Dimensions } from './event.ts'
import { type ArrayColumn, positionsOf, type Row } from './parameters.ts'
import type { Slot } from './visitor-slots.ts'

/** A visitor row to write: the slot, its state, and the running session's dimensions. */
export interface VisitorRow {
  readonly slot: Slot
  readonly visitor: Visitor
  readonly dimensions: Dimensions
}

/** A visitor whose row stays and is updated. */
export type ChangedVisitor = Pick<VisitorRow, 'slot' | 'visitor'>

/** A running session that ended; its row of `visitors` has the rest. */
export interface ClosedSession {
  readonly slot: Slot
  readonly ended: EndedSession
}

export const instant = createInstants()
export const noDimensions: Dimensions = dimensionColumns.map(() => null)

/** True when the day of the last event is the only active day. The table leaves the days out then. */
const hasOneDay = ({ activeDays, lastEventDay }: Visitor): boolean =>
  activeDays.length === 1 && activeDays[0] === lastEventDay

/** The active days as the table has them, an array literal or null. */
const activeDaysOf = (visitor: Visitor): string | null =>
  hasOneDay(visitor) ? null : `{${visitor.activeDays.join(',')}}`

const dayZero = Date.parse('2000-01-01')

/** The same as numbers of days since 2000-01-01, with commas. */
const activeDayNumbersOf = (visitor: Visitor): string | null =>
  hasOneDay(visitor) ? null : visitor.activeDays.map((day) => (Date.parse(day) - dayZero) / dayMs).join(',')

/** The running session's exit page as the table has it: null when it is the entry page. */
const exitPageOf = ({ session }: Visitor): string | null =>
  session === null || session.exitPage === session.entryPage ? null : session.exitPage

/** The same for the exit page's hostname. */
const exitHostnameOf = ({ session }: Visitor): string | null =>
  session === null || session.exitHostname === session.entryHostname ? null : session.exitHostname

/** The pages that wait for the script as the table has them, JSON or null. */
const aheadOf = ({ ahead }: Visitor): string | null => (ahead.length === 0 ? null : JSON.stringify(ahead))

type Update = Pick<ArrayColumn<ChangedVisitor>, 'value'> & Partial<Pick<ArrayColumn<ChangedVisitor>, 'type' | 'set'>>

interface VisitorColumn {
  readonly name: string
  readonly type: string
  /** The field of a new row. */
  readonly copy: (row: VisitorRow) => string
  /** How it is loaded, from `v`. Unset: the session rules do not need it. */
  readonly read?: string
  /** Both updates find their rows by it. */
  readonly key?: (row: { readonly slot: Slot }) => string | number | null
  /** The next event of a running session changes it, in the ordinary case. */
  readonly continued?: Update
  /** An update that leaves the row in its place may change any other column. */
  readonly extended?: Update
}

/** Seconds since the epoch. `date_part()` costs less than `extract()`, which answers numeric. */
const secondsOf = (name: string): string => `date_part('epoch', v.${name})`

const columns = [
  {
    name: 'site_id',
    type: 'bigint',
    copy: ({ slot }) => copyPlain(slot.siteId),
    read: 'v.site_id',
    key: ({ slot }) => slot.siteId,
  },
  {
    name: 'visitor_id',
    type: 'bigint',
    copy: ({ slot }) => copyPlain(slot.visitorId),
    read: 'v.visitor_id',
    key: ({ slot }) => slot.visitorId,
  },
  { name: 'stripe', type: 'smallint', copy: ({ slot }) => copyPlain(slot.stripe) },
  {
    name: 'last_event_at',
    type: 'timestamptz',
    copy: ({ visitor }) => instant(visitor.lastEventAt),
    read: secondsOf('last_event_at'),
    continued: { type: 'bigint', value: ({ visitor }) => visitor.lastEventAt, set: 'to_timestamp(n.last_event_at)' },
    extended: { value: ({ visitor }) => instant(visitor.lastEventAt) },
  },
  {
    name: 'last_seen_at',
    type: 'timestamptz',
    copy: ({ visitor }) => instant(visitor.lastSeenAt),
    read: secondsOf('last_seen_at'),
    continued: { type: 'bigint', value: ({ visitor }) => visitor.lastSeenAt, set: 'to_timestamp(n.last_seen_at)' },
    extended: { value: ({ visitor }) => instant(visitor.lastSeenAt) },
  },
  {
    name: 'last_event_day',
    type: 'date',
    copy: ({ visitor }) => visitor.lastEventDay,
    read: 'v.last_event_day',
    extended: { value: ({ visitor }) => visitor.lastEventDay },
  },
  {
    name: 'last_ended_day',
    type: 'date',
    copy: ({ visitor }) => copyPlain(visitor.lastEndedDay),
    read: 'v.last_ended_day',
    extended: { value: ({ visitor }) => visitor.lastEndedDay },
  },
  {
    name: 'active_days',
    type: 'date[]',
    copy: ({ visitor }) => copyPlain(activeDaysOf(visitor)),
    read: 'v.active_days',
    // As numbers of days: no cast from text to dates is immutable, as Citus wants it of an update.
    extended: {
      type: 'text',
      value: ({ visitor }) => activeDayNumbersOf(visitor),
      set: `case when n.active_days is not null then array(
      select date '2000-01-01' + day::integer from unnest(string_to_array(n.active_days, ',')) as day) end`,
    },
  },
  {
    name: 'imported',
    type: 'boolean',
    copy: ({ slot }) => copyFlag(slot.isImported),
    extended: { value: ({ slot }) => slot.isImported, set: 'v.imported or n.imported' },
  },
  {
    name: 'session_id',
    type: 'bigint',
    copy: ({ visitor }) => copyPlain(visitor.session?.id ?? null),
    read: 'v.session_id',
  },
  {
    name: 'started_at',
    type: 'timestamptz',
    copy: ({ visitor }) => (visitor.session ? instant(visitor.session.startedAt) : '\\N'),
    read: secondsOf('started_at'),
    extended: { value: ({ visitor }) => (visitor.session ? instant(visitor.session.startedAt) : null) },
  },
  {
    name: 'entry_page',
    type: 'text',
    copy: ({ visitor }) => copyText(visitor.session?.entryPage ?? null),
    read: 'v.entry_page',
    extended: { value: ({ visitor }) => visitor.session?.entryPage },
  },
  {
    name: 'exit_page',
    type: 'text',
    copy: ({ visitor }) => copyText(exitPageOf(visitor)),
    read: 'coalesce(v.exit_page, v.entry_page)',
    continued: { value: ({ visitor }) => exitPageOf(visitor) },
    extended: { value: ({ visitor }) => exitPageOf(visitor) },
  },
  {
    name: 'entry_hostname',
    type: 'text',
    copy: ({ visitor }) => copyText(visitor.session?.entryHostname ?? null),
    read: 'v.entry_hostname',
    extended: { value: ({ visitor }) => visitor.session?.entryHostname },
  },
  {
    name: 'exit_hostname',
    type: 'text',
    copy: ({ visitor }) => copyText(exitHostnameOf(visitor)),
    read: 'coalesce(v.exit_hostname, v.entry_hostname)',
    continued: { value: ({ visitor }) => exitHostnameOf(visitor) },
    extended: { value: ({ visitor }) => exitHostnameOf(visitor) },
  },
  {
    name: 'pageviews',
    type: 'integer',
    copy: ({ visitor }) => copyPlain(visitor.session?.pageviews ?? null),
    read: 'v.pageviews',
    continued: { value: ({ visitor }) => visitor.session!.pageviews },
    extended: { value: ({ visitor }) => visitor.session?.pageviews },
  },
  {
    name: 'events',
    type: 'integer',
    copy: ({ visitor }) => copyPlain(visitor.session?.events ?? null),
    read: 'v.events',
    continued: { value: ({ visitor }) => visitor.session!.events },
    extended: { value: ({ visitor }) => visitor.session?.events },
  },
  {
    name: 'is_bounce',
    type: 'boolean',
    copy: ({ visitor }) => (visitor.session ? copyFlag(visitor.session.isBounce) : '\\N'),
    read: 'v.is_bounce',
    continued: { value: ({ visitor }) => visitor.session!.isBounce },
    extended: { value: ({ visitor }) => visitor.session?.isBounce },
  },
  {
    name: 'ahead',
    type: 'text',
    copy: ({ visitor }) => copyText(aheadOf(visitor)),
    read: 'v.ahead',
    extended: { value: ({ visitor }) => aheadOf(visitor) },
  },
] as const satisfies readonly VisitorColumn[]

/** All columns but the dimensions of the session. */
export const visitorColumns: readonly VisitorColumn[] = columns

/** The frozen attributes of a session, which `visitors` and `sessions` have alike. */
export const dimensionFields = <Row extends { dimensions: Dimensions }>(): CopyColumn<Row>[] =>
  dimensionColumns.map((name, index) => {
    const field = (value: string | number | null) => (typeof value === 'string' ? copyText(value) : copyPlain(value))
    return [name, (row) => field(row.dimensions[index] ?? null)]
  })

export const visitorCopy = createCopy<VisitorRow>('visitors', [
  ...visitorColumns.map(({ name, copy }) => [name, copy] as const),
  ...dimensionFields<VisitorRow>(),
])

/** The key of a visitor, as every statement about several of them gets it. */
export const keyColumns: readonly ArrayColumn<{ readonly slot: Slot }>[] = visitorColumns.flatMap(
  ({ name, type, key }) => (key ? [{ name, type, value: key }] : []),
)

const updates = (kind: 'continued' | 'extended'): readonly ArrayColumn<ChangedVisitor>[] => [
  ...keyColumns,
  ...visitorColumns.flatMap(({ name, type, [kind]: update }) =>
    update ? [{ name, type, set: `n.${name}`, ...update }] : [],
  ),
]
export const continuedColumns = updates('continued')
export const extendedColumns = updates('extended')

/** The flags of a running session that ended. */
export const closedColumns: readonly ArrayColumn<ClosedSession>[] = [
  ...keyColumns,
  { name: 'first_of_visitor_day', type: 'boolean', value: ({ ended }) => ended.flags.firstOfVisitorDay },
  { name: 'first_of_visitor_month', type: 'boolean', value: ({ ended }) => ended.flags.firstOfVisitorMonth },
  { name: 'seen_day_before', type: 'boolean', value: ({ ended }) => ended.flags.seenDayBefore },
]

type Loaded = Extract<(typeof columns)[number], { readonly read: string }>['name']
const loaded = visitorColumns.filter((column) => column.read !== undefined)

/** The select list of `load_visitors`. */
export const visitorReads: readonly string[] = loaded.map(({ read }) => read!)
const at = positionsOf<Loaded>(loaded.map(({ name }) => name as Loaded))

/** Columns of a session that are loaded as they are; a running and an ended one have them at places of their own. */
type SessionPlaces = Readonly<
  Record<'pageviews' | 'events' | 'is_bounce' | 'entry_page' | 'entry_hostname' | 'exit_page' | 'exit_hostname', number>
>

export const toSession = (row: Row, at: SessionPlaces, id: string, startedAt: string): RunningSession => ({
  id,
  startedAt: Number(startedAt),
  pageviews: Number(row[at.pageviews]),
  events: Number(row[at.events]),
  isBounce: row[at.is_bounce] === 't',
  entryPage: row[at.entry_page]!,
  entryHostname: row[at.entry_hostname]!,
  exitPage: row[at.exit_page]!,
  exitHostname: row[at.exit_hostname]!,
})

const toDays = (text: string | null, lastEventDay: string): string[] =>
  text === null ? [lastEventDay] : text === '{}' ? [] : text.slice(1, -1).split(',')

/** A row of `load_visitors`. */
export function toVisitor(row: Row): Visitor {
  const [id, lastEventDay] = [row[at.session_id]!, row[at.last_event_day]!]
  return {
    lastEventAt: Number(row[at.last_event_at]),
    lastSeenAt: Number(row[at.last_seen_at]),
    lastEventDay,
    lastEndedDay: row[at.last_ended_day]!,
    activeDays: toDays(row[at.active_days]!, lastEventDay),
    session: id === null ? null : toSession(row, at, id, row[at.started_at]!),
    ahead: row[at.ahead] ? (JSON.parse(row[at.ahead]!) as AheadPage[]) : noneAhead,
  }
}

/** The key of a visitor a row begins with, as `slotKey` writes it. */
export const keyOfRow = (row: Row): string => `${row[at.site_id]}:${row[at.visitor_id]}`
