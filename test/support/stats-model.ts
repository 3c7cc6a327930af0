// A naive model of the rules of statistics: plain loops over all rows in memory, nothing clever, nothing shared with
// src/stats. It also writes its rows into a database, so that service and model can be asked the same questions.
import { partsOf, type Queryable } from '../../src/db/parts.ts'

export interface ModelEvent {
  readonly visitor: number
  /** Epoch seconds. */
  readonly at: number
  readonly name: string
  readonly pathname: string
  readonly hostname: string
  readonly props: Readonly<Record<string, string>> | null
  readonly engagedMs: number
  readonly scroll: number
}

/** Session attributes by column; an absent one is empty. */
export type Attributes = Readonly<Record<string, string | number | null>>

export interface ModelSession {
  readonly id: number
  readonly visitor: number
  readonly start: number
  readonly end: number
  readonly isBounce: boolean
  readonly pageviews: number
  readonly events: number
  readonly entryPage: string | null
  readonly exitPage: string | null
  readonly attributes: Attributes
  readonly rows: readonly ModelEvent[]
  /** An event without a visitor: no visit, and nobody's. Its ids are NaN. */
  readonly isAlone?: boolean
}

const knownDays = new Map<string, string>()
const dayFormats = new Map<string, Intl.DateTimeFormat>()
/** The local day of epoch seconds. */
export function localDay(timezone: string, seconds: number): string {
  let format = dayFormats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' })
    dayFormats.set(timezone, format)
  }
  const key = `${timezone} ${seconds}`
  let day = knownDays.get(key)
  if (day === undefined) {
    day = format.format(seconds * 1000)
    knownDays.set(key, day)
  }
  return day
}

const nextDay = (day: string, count = 1) => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

/** Sessions of a list of events: 30 minutes of silence end one; engagement keeps alive but does not count. */
export function sessionsOf(
  events: readonly ModelEvent[],
  attributesOf: (visitor: number, nth: number) => Attributes,
): ModelSession[] {
  const sessions: ModelSession[] = []
  const visitors = [...new Set(events.map((event) => event.visitor))]
  let id = 1000
  for (const visitor of visitors) {
    const own = events.filter((event) => event.visitor === visitor).sort((a, b) => a.at - b.at)
    let rows: ModelEvent[] = []
    let nth = 0
    const close = () => {
      const counted = rows.filter((row) => row.name !== 'engagement')
      const pages = counted.filter((row) => row.name === 'pageview')
      if (counted.length > 0) {
        sessions.push({
          id: id++,
          visitor,
          start: counted[0]!.at,
          end: counted[counted.length - 1]!.at,
          isBounce: counted.length === 1,
          pageviews: pages.length,
          events: counted.length,
          entryPage: pages[0]?.pathname ?? null,
          exitPage: pages[pages.length - 1]?.pathname ?? null,
          attributes: attributesOf(visitor, nth++),
          rows,
        })
      }
      rows = []
    }
    for (const event of own) {
      const last = rows[rows.length - 1]
      if (last && event.at - last.at > 1800) close()
      if (rows.length > 0 || event.name !== 'engagement') rows.push(event)
    }
    close()
  }
  return sessions
}

/** An event without a visitor. */
export function aloneEvent(event: Omit<ModelEvent, 'visitor' | 'engagedMs' | 'scroll'>): ModelSession {
  const none = { isBounce: false, pageviews: 0, events: 0, entryPage: null, exitPage: null, attributes: {} }
  const row = { ...event, visitor: Number.NaN, engagedMs: 0, scroll: 0 }
  return { id: Number.NaN, visitor: Number.NaN, start: event.at, end: event.at, ...none, rows: [row], isAlone: true }
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Writes sessions and their events as ingestion would; sessions in `running` stay in visitors. */
export async function insertTraffic(
  db: Queryable,
  siteId: number,
  timezone: string,
  sessions: readonly ModelSession[],
  running: ReadonlySet<number> = new Set(),
): Promise<void> {
  const events: unknown[] = []
  const engagements: unknown[] = []
  const ended: unknown[] = []
  const live: unknown[] = []
  const days = new Map<number, string[]>()
  const ends = new Map<number, string[]>()
  const [site] = await db.query<{ home_hostname: string | null }>('select home_hostname from sites where id = $1', [
    siteId,
  ])
  for (const session of [...sessions].sort((a, b) => a.start - b.start)) {
    if (session.isAlone) {
      for (const row of session.rows)
        events.push({
          site_id: siteId,
          recorded_at: iso(row.at),
          local_day: localDay(timezone, row.at),
          hostname: row.hostname === site?.home_hostname ? null : row.hostname,
          pathname: row.pathname,
          props: row.props,
          name: row.name,
          first_of_visitor_day: false,
          first_of_visitor_month: false,
          first_of_visit_day: false,
          first_of_visit_month: false,
          seen_day_before: false,
        })
      continue
    }
    const sessionDays: string[] = []
    const known = days.get(session.visitor) ?? []
    days.set(session.visitor, known)
    for (const row of session.rows) {
      const day = localDay(timezone, row.at)
      const base = {
        site_id: siteId,
        recorded_at: iso(row.at),
        visitor_id: session.visitor,
        session_id: session.id,
        local_day: day,
        hostname: row.hostname === site?.home_hostname ? null : row.hostname,
        pathname: row.pathname,
        props: row.props,
      }
      if (row.name === 'engagement') {
        engagements.push({ ...base, scroll_depth: row.scroll, engagement_time_ms: row.engagedMs })
        continue
      }
      const firstDay = !known.includes(day)
      const sameMonth = (other: string) => other.slice(0, 7) === day.slice(0, 7)
      events.push({
        ...base,
        name: row.name,
        position: sessionDays.length,
        first_of_visitor_day: firstDay,
        first_of_visitor_month: !known.some(sameMonth),
        first_of_visit_day: !sessionDays.includes(day),
        first_of_visit_month: !sessionDays.some(sameMonth),
        seen_day_before: firstDay && known.includes(nextDay(day, -1)),
      })
      known.push(day)
      sessionDays.push(day)
    }
    const day = localDay(timezone, session.end)
    const endDays = ends.get(session.visitor) ?? []
    ends.set(session.visitor, endDays)
    const isFirst = !endDays.includes(day)
    const common = {
      site_id: siteId,
      session_id: session.id,
      visitor_id: session.visitor,
      started_at: iso(session.start),
      is_bounce: session.isBounce,
      pageviews: session.pageviews,
      events: session.events,
      entry_page: session.entryPage,
      exit_page: session.exitPage,
      entry_hostname:
        session.entryPage === null ? null : (session.rows.find((row) => row.name === 'pageview')?.hostname ?? null),
      exit_hostname:
        session.exitPage === null
          ? null
          : (session.rows.filter((row) => row.name === 'pageview').at(-1)?.hostname ?? null),
      ...session.attributes,
    }
    if (running.has(session.id)) {
      live.push({
        ...common,
        stripe: 0,
        last_event_at: iso(session.end),
        last_seen_at: iso(session.rows.at(-1)!.at),
        last_event_day: day,
        last_ended_day: endDays.at(-1) ?? null,
        active_days: [],
        imported: false,
      })
      continue
    }
    ended.push({
      ...common,
      ended_at: iso(session.end),
      local_day: day,
      first_of_visitor_day: isFirst,
      first_of_visitor_month: !endDays.some((other) => other.slice(0, 7) === day.slice(0, 7)),
      seen_day_before: isFirst && endDays.includes(nextDay(day, -1)),
      duration: session.end - session.start,
    })
    endDays.push(day)
  }
  // A visitor is of one part, if the site is spread over several.
  const parts = await partsOf(db, [siteId])
  const insert = async (table: string, rows: unknown[], columns: string, values = columns) => {
    for (const [index, { db: own }] of parts.entries())
      await own.query(
        `insert into ${table} ({{part,}}${columns}) select {{=part,}}${values}
         from jsonb_populate_recordset(null::${table}, $1::jsonb) where coalesce(visitor_id, 0) % $2 = $3`,
        [JSON.stringify(rows), parts.length, index],
      )
  }
  const attributes =
    'referrer, source, channel, utm_source, utm_medium, utm_campaign, utm_content, utm_term, country, region, city, device, browser, browser_version, os, os_version'
  const sums = 'is_bounce, pageviews, events, entry_page, exit_page, entry_hostname, exit_hostname'
  await insert(
    'engagements',
    engagements,
    'site_id, recorded_at, visitor_id, session_id, local_day, hostname, pathname, scroll_depth, engagement_time_ms, props',
  )
  const columns =
    'site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month, first_of_visit_day, first_of_visit_month, seen_day_before, name, position, hostname, pathname'
  await insert('events', events, `${columns}, props`, `${columns}, nullif(props, 'null')`)
  const flags = 'local_day, first_of_visitor_day, first_of_visitor_month, seen_day_before, duration'
  await insert(
    'sessions',
    ended,
    `site_id, session_id, visitor_id, started_at, ended_at, ${flags}, ${sums}, ${attributes}`,
  )
  await insert(
    'visitors',
    live,
    `site_id, session_id, visitor_id, started_at, stripe, last_event_at, last_seen_at, last_event_day, last_ended_day, active_days, imported, ${sums}, ${attributes}`,
  )
}

/** A goal of the model's site. */
export interface ModelGoal {
  readonly displayName: string
  readonly eventName: string | null
  readonly path: string | null
  readonly customProps: Readonly<Record<string, string>>
}

export interface ModelFilter {
  readonly dimension: string
  readonly negated: boolean
  readonly items: readonly string[]
}

export interface ModelQuery {
  readonly timezone: string
  readonly first: string
  readonly last: string
  readonly interval: 'hour' | 'day' | 'month' | null
  readonly metrics: readonly string[]
  readonly filters: readonly ModelFilter[]
}

/** `*` is any run of characters; matched by trying every split. */
export function wild(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  if (pattern[0] === '*') {
    for (let at = 0; at <= text.length; at += 1) if (wild(pattern.slice(1), text.slice(at))) return true
    return false
  }
  return pattern[0] === text[0] && wild(pattern.slice(1), text.slice(1))
}

const sessionOnly = (filter: ModelFilter) =>
  filter.dimension === 'visit:entry_page' || filter.dimension === 'visit:exit_page'
const isEvent = (filter: ModelFilter) => filter.dimension.startsWith('event:')
const isConversion = (filter: ModelFilter) =>
  filter.dimension === 'event:goal' || filter.dimension.startsWith('event:props:')

/** Whether an event completes a goal. */
export function completes(goal: ModelGoal, event: ModelEvent): boolean {
  const byName =
    goal.eventName !== null
      ? event.name === goal.eventName
      : event.name === 'pageview' && wild(goal.path!, event.pathname)
  return byName && Object.entries(goal.customProps).every(([key, value]) => event.props?.[key] === value)
}

function sessionValue(session: ModelSession, column: string): string {
  if (column === 'entry_page') return session.entryPage ?? ''
  if (column === 'exit_page') return session.exitPage ?? ''
  const value = session.attributes[column]
  return value === null || value === undefined ? '' : String(value)
}

/** What a row of the empty value is called: patterns look at that. */
const blankLabels: readonly (readonly [RegExp, string])[] = [
  [/^(source|referrer)$/, 'Direct / None'],
  [/^channel$/, 'Direct'],
  [/^(utm_.*|device|os|os_version|browser|browser_version)$/, '(not set)'],
]

/** Whether a filter of v1 holds for a session and, where it asks for one, its event. */
export function holds(
  filter: ModelFilter,
  session: ModelSession,
  event: ModelEvent | null,
  goals: readonly ModelGoal[],
): boolean {
  const { dimension, items, negated } = filter
  const hasStar = items.some((item) => item.includes('*'))
  if (dimension === 'event:goal')
    return goals.some((goal) => items.includes(goal.displayName) && completes(goal, event!))
  if (dimension.startsWith('event:props:')) {
    const stored = event!.props?.[dimension.slice(12)]
    const value = stored === '(none)' ? undefined : stored
    const test = (item: string) =>
      item === '(none)' ? value === undefined : value !== undefined && (hasStar ? wild(item, value) : item === value)
    if (!negated) return items.some(test)
    return hasStar ? value !== undefined && !items.some(test) : !items.some(test)
  }
  const column = dimension.split(':')[1]!
  const eventValues: Record<string, string | undefined> = {
    page: event?.pathname,
    name: event?.name,
    hostname: event?.hostname,
  }
  const namesBlank = (text: string) =>
    !isEvent(filter) &&
    (text === '' ||
      text === '(not set)' ||
      (text === 'Direct / None' && /source|referrer|utm/.test(column)) ||
      (text === 'Direct' && column === 'channel'))
  const value = isEvent(filter) ? eventValues[column]! : sessionValue(session, column)
  const isBlank = namesBlank(value)
  const label = blankLabels.find(([columns]) => columns.test(column))?.[1] ?? ''
  const any = items.some((item) => {
    if (namesBlank(item)) return isBlank
    if (!hasStar) return !isBlank && item === value
    return isBlank ? wild(item, '') || wild(item, label) : wild(item, value)
  })
  return any !== negated
}

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals + 1e-9) / 10 ** decimals

/** Asks the model: one object of metrics a bucket, or one in all. */
export function answer(
  sessions: readonly ModelSession[],
  goals: readonly ModelGoal[],
  query: ModelQuery,
): Record<string, number | null>[] {
  const { timezone, first, last, interval, metrics, filters } = query
  // Range and buckets by walking over quarters of an hour and reading the local clock: slow and plain.
  const inRange = (seconds: number) => {
    const day = localDay(timezone, seconds)
    return day >= first && day <= last
  }
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  const quarters: number[] = []
  const from = Date.parse(`${first}T00:00:00Z`) / 1000 - 86_400
  const to = Date.parse(`${last}T00:00:00Z`) / 1000 + 2 * 86_400
  for (let at = from; at < to; at += 900) if (inRange(at)) quarters.push(at)
  // Two midnights: the second begins the range. Two 23:59:59: the first ends it.
  const midnights = quarters
    .slice(0, 96)
    .filter((at) => localDay(timezone, at) === first && clock.format(at * 1000) === '00:00')
  const start = midnights.at(-1) ?? quarters[0]!
  const lates = quarters
    .slice(-110)
    .filter((at) => localDay(timezone, at) === last && clock.format(at * 1000) === '23:45')
  const end = (lates[0] ?? quarters.at(-1)!) + 900
  const buckets: { from: number; to: number; day: string }[] = []
  if (interval === 'hour')
    for (let at = start; at < end; at += 3600) buckets.push({ from: at, to: Math.min(at + 3600, end), day: '' })
  else if (interval === null) buckets.push({ from: start, to: end, day: '' })
  else {
    for (let day = first; day <= last; day = nextDay(day)) {
      const label = interval === 'month' ? day.slice(0, 7) : day
      if (buckets[buckets.length - 1]?.day !== label) buckets.push({ from: 0, to: 0, day: label })
    }
  }
  const findBucket = (seconds: number) =>
    interval === 'day' || interval === 'month'
      ? buckets.findIndex(
          (bucket) => bucket.day === localDay(timezone, seconds).slice(0, interval === 'month' ? 7 : 10),
        )
      : buckets.findIndex((bucket) => seconds >= bucket.from && seconds < bucket.to)
  const found = new Map<number, number>()
  const bucketOf = (seconds: number) => {
    const known = found.get(seconds) ?? findBucket(seconds)
    found.set(seconds, known)
    return known
  }

  const eventMatches = (using: readonly ModelFilter[]) =>
    sessions.flatMap((session) =>
      (session.isAlone && !using.every(isEvent) ? [] : session.rows)
        .filter((row) => row.at >= start && row.at < end && using.every((filter) => holds(filter, session, row, goals)))
        .map((row) => ({ session, row })),
    )
  const overlapping = sessions.filter((session) => !session.isAlone && session.end >= start && session.start < end)
  const counted = eventMatches(filters).filter(({ row }) => row.name !== 'engagement')
  const onEvents = filters.filter(isEvent)
  const hit = new Set(counted.map(({ session }) => session))
  const matching = overlapping.filter(
    (session) =>
      filters.filter((filter) => !isEvent(filter)).every((filter) => holds(filter, session, null, goals)) &&
      (onEvents.length === 0 || hit.has(session)),
  )
  const candidates = eventMatches(filters.filter((filter) => !isConversion(filter))).filter(
    ({ row }) => row.name !== 'engagement',
  )
  const engaged = eventMatches(filters).filter(({ row }) => row.name === 'engagement')

  const eventMetric = metrics.some((metric) => ['pageviews', 'events', 'time_on_page'].includes(metric))
  const sessionMetric = metrics.some((metric) => ['bounce_rate', 'visit_duration', 'views_per_visit'].includes(metric))
  const hasGoal = filters.some((filter) => filter.dimension === 'event:goal')
  const fromSessions = (() => {
    if (interval === 'hour') return !hasGoal
    if (!eventMetric && onEvents.length === 0) return true
    if (!sessionMetric && !filters.some(sessionOnly)) return false
    return !eventMetric
  })()
  const distinct = (ids: number[]) => new Set(ids.filter((id) => !Number.isNaN(id))).size
  const pageFilters = filters
    .filter((filter) => filter.dimension === 'event:page')
    .map((filter) => ({ ...filter, dimension: 'visit:entry_page' }))

  return buckets.map((bucket, index) => {
    const events = counted.filter(({ row }) => bucketOf(row.at) === index)
    const ending = matching.filter((session) => bucketOf(Math.min(session.end, end - 1)) === index)
    const active =
      interval === 'hour'
        ? matching.filter((session) => session.end >= bucket.from && session.start < bucket.to)
        : ending
    const entering = ending.filter((session) => pageFilters.every((filter) => holds(filter, session, null, goals)))
    const engagedHere = engaged.filter(({ row }) => bucketOf(row.at) === index)
    const possible = distinct(
      candidates.filter(({ row }) => bucketOf(row.at) === index).map(({ session }) => session.visitor),
    )
    const compute: Record<string, () => number | null> = {
      visitors: () =>
        distinct(
          fromSessions ? active.map((session) => session.visitor) : events.map(({ session }) => session.visitor),
        ),
      visits: () => (fromSessions ? active.length : distinct(events.map(({ session }) => session.id))),
      pageviews: () => events.filter(({ row }) => row.name === 'pageview').length,
      events: () => events.length,
      bounce_rate: () =>
        entering.length === 0
          ? 0
          : rounded((entering.filter((session) => session.isBounce).length / entering.length) * 100, 0),
      visit_duration: () =>
        ending.length === 0
          ? interval === null
            ? 0
            : null
          : rounded(ending.reduce((sum, one) => sum + one.end - one.start, 0) / ending.length, 0),
      views_per_visit: () =>
        ending.length === 0 ? 0 : rounded(ending.reduce((sum, one) => sum + one.pageviews, 0) / ending.length, 2),
      conversion_rate: () =>
        possible === 0 ? 0 : rounded((distinct(events.map(({ session }) => session.visitor)) / possible) * 100, 2),
      time_on_page: () =>
        engagedHere.length === 0
          ? null
          : rounded(
              engagedHere.reduce((sum, { row }) => sum + row.engagedMs, 0) /
                distinct(engagedHere.map(({ session }) => session.id)) /
                1000,
              0,
            ),
    }
    return Object.fromEntries(metrics.map((metric) => [metric, compute[metric]!()]))
  })
}
