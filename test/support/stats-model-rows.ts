// The naive model's answers by dimension: breakdowns of v1 and the v2 query, from the rules (spec/stats 6, 7, 20 to 22)
// by plain loops.
import {
  completes,
  holds,
  localDay,
  type ModelEvent,
  type ModelFilter,
  type ModelGoal,
  type ModelSession,
  wild,
} from './stats-model.ts'

/** A filter tree; `v1` leaves follow the grammar of v1, the others the operators of v2. */
export type Tree =
  | { readonly op: 'v1'; readonly leaf: ModelFilter }
  | Leaf
  | { readonly op: 'and'; readonly children: readonly Tree[] }
  | { readonly op: 'or'; readonly children: readonly Tree[] }
  | { readonly op: 'not'; readonly child: Tree }
  | { readonly op: 'done'; readonly negated: boolean; readonly child: Tree }

interface Leaf {
  readonly op: 'leaf'
  readonly test: 'is' | 'contains' | 'matches' | 'matches_wildcard'
  readonly dimension: string
  readonly negated: boolean
  readonly values: readonly (string | number)[]
  readonly ignoresCase: boolean
}

export type ModelInterval = 'hour' | 'day' | 'week' | 'month'

export interface RowsQuestion {
  readonly timezone: string
  /** Epoch seconds, the end exclusive. */
  readonly start: number
  readonly end: number
  readonly interval: ModelInterval | null
  /** Without the time dimension. */
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly filters: readonly Tree[]
  readonly version: 1 | 2
  /** `time`, a metric or a dimension, and the direction. */
  readonly order: readonly (readonly [name: string, direction: 'asc' | 'desc'])[]
  readonly limit: number
  readonly offset: number
}

export interface ModelRow {
  readonly time: string | null
  readonly values: readonly (string | number)[]
  readonly metrics: readonly (number | null)[]
}

interface Hit {
  readonly session: ModelSession
  readonly row: ModelEvent
}

/** The tree as the v2 query writes it. */
export function toJson(tree: Tree): unknown {
  if (tree.op === 'v1') throw new Error('not of v2')
  if (tree.op === 'and' || tree.op === 'or') return [tree.op, tree.children.map(toJson)]
  if (tree.op === 'not') return ['not', toJson(tree.child)]
  if (tree.op === 'done') return [tree.negated ? 'has_not_done' : 'has_done', toJson(tree.child)]
  return [
    `${tree.test}${tree.negated ? '_not' : ''}`,
    tree.dimension,
    tree.values,
    ...(tree.ignoresCase ? [{ case_sensitive: false }] : []),
  ]
}

const dimensionOf = (tree: Tree): string =>
  tree.op === 'v1' ? tree.leaf.dimension : tree.op === 'leaf' ? tree.dimension : ''

/** The dimensions a tree tests; what a session has done is not a test of the event at hand. */
export function dimensionsOf(tree: Tree): string[] {
  if (tree.op === 'and' || tree.op === 'or') return tree.children.flatMap(dimensionsOf)
  if (tree.op === 'not') return dimensionsOf(tree.child)
  return tree.op === 'done' ? [] : [dimensionOf(tree)]
}

const asksEvent = (tree: Tree) => dimensionsOf(tree).some((name) => name.startsWith('event:'))
/** What is asked of the visit, or of other events of it. */
function asksVisit(tree: Tree): boolean {
  if (tree.op === 'and' || tree.op === 'or') return tree.children.some(asksVisit)
  if (tree.op === 'not') return asksVisit(tree.child)
  return tree.op === 'done' || dimensionOf(tree).startsWith('visit:')
}
const sessionOnly = /^visit:(entry|exit)_page/
const isConversion = (tree: Tree) => dimensionOf(tree) === 'event:goal' || dimensionOf(tree).startsWith('event:props:')

const pagesOf = (session: ModelSession) => session.rows.filter((row) => row.name === 'pageview')

/** What a visit or event has at a dimension; undefined: nothing. */
function valueAt(dimension: string, session: ModelSession, row: ModelEvent | null): string | number | undefined {
  if (dimension.startsWith('event:props:')) {
    const value = row!.props?.[dimension.slice(12)]
    return value === '(none)' ? undefined : value
  }
  const stored: Record<string, string | number | null | undefined> = {
    'event:page': row?.pathname,
    'event:name': row?.name,
    'event:hostname': row?.hostname,
    'visit:entry_page': session.entryPage,
    'visit:exit_page': session.exitPage,
    'visit:entry_page_hostname': pagesOf(session)[0]?.hostname,
    'visit:exit_page_hostname': pagesOf(session).at(-1)?.hostname,
  }
  const value = dimension in stored ? stored[dimension] : session.attributes[dimension.slice(6)]
  return isBlankName(dimension, String(value ?? '')) ? undefined : (value ?? undefined)
}

/** Blank values: what a row is called, or nothing where the row is left out. */
function blankOf(dimension: string, version: 1 | 2): string | number | undefined {
  if (/^visit:(source|referrer)$/.test(dimension)) return 'Direct / None'
  if (dimension === 'visit:channel') return 'Direct'
  if (/^visit:(device|os|os_version|browser|browser_version)$/.test(dimension)) return '(not set)'
  if (dimension.startsWith('event:props:')) return '(none)'
  if (version === 1) return undefined
  if (/^visit:utm_/.test(dimension)) return '(not set)'
  if (/^visit:(entry|exit)_page/.test(dimension)) return undefined
  return dimension === 'visit:city' ? 0 : ''
}

const isBlankName = (dimension: string, item: string) =>
  dimension.startsWith('event:props:')
    ? item === '(none)'
    : dimension.startsWith('visit:') &&
      (item === '(not set)' ||
        (item === 'Direct / None' && /source|referrer|utm/.test(dimension)) ||
        (item === 'Direct' && dimension === 'visit:channel'))

/** Local wall clock of epoch seconds, `YYYY-MM-DD HH:MM:SS`. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function wallClock(timezone: string, seconds: number): string {
  const format =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timezone, format)
  return format.format(seconds * 1000)
}

const shift = (day: string, count: number) => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

/** Labels of all buckets, and the bucket of an instant. */
function bucketsOf({ timezone, start, end, interval }: RowsQuestion): {
  labels: string[]
  indexOf(seconds: number): number
} {
  if (interval === null) return { labels: [''], indexOf: () => 0 }
  if (interval === 'hour') {
    const [, minutes, seconds] = wallClock(timezone, start).slice(11).split(':').map(Number) as [number, number, number]
    const first = start - minutes * 60 - seconds
    const labels: string[] = []
    for (let at = first; at < end; at += 3600) labels.push(`${wallClock(timezone, at).slice(0, 13)}:00:00`)
    return { labels, indexOf: (at) => Math.floor((at - first) / 3600) }
  }
  const firstDay = localDay(timezone, start)
  const lastDay = localDay(timezone, end - 1)
  const keyOf = (day: string) => {
    if (interval === 'month') return `${day.slice(0, 7)}-01`
    if (interval === 'day') return day
    const monday = shift(day, -((new Date(day).getUTCDay() + 6) % 7))
    return [monday, firstDay].sort()[1]!
  }
  const labels: string[] = []
  for (let day = firstDay; day <= lastDay; day = shift(day, 1))
    if (labels.at(-1) !== keyOf(day)) labels.push(keyOf(day))
  return { labels, indexOf: (at) => labels.indexOf(keyOf(localDay(timezone, at))) }
}

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals + 1e-9) / 10 ** decimals
const distinct = (ids: readonly number[]) => new Set(ids.filter((id) => !Number.isNaN(id))).size
const sumOf = <T>(items: readonly T[], value: (item: T) => number) => items.reduce((sum, item) => sum + value(item), 0)

/** Asks the model for rows, in order and cut to the page; `total` counts all. */
export function answerRows(
  sessions: readonly ModelSession[],
  goals: readonly ModelGoal[],
  question: RowsQuestion,
): { rows: ModelRow[]; total: number; labels: string[] } {
  const { start, end, interval, dimensions, metrics, version } = question
  const inRange = (row: ModelEvent) => row.at >= start && row.at < end
  const buckets = bucketsOf(question)

  const holdsTree = (tree: Tree, session: ModelSession, row: ModelEvent | null): boolean => {
    if (tree.op === 'v1') return holds(tree.leaf, session, row, goals)
    if (tree.op === 'and') return tree.children.every((child) => holdsTree(child, session, row))
    if (tree.op === 'or') return tree.children.some((child) => holdsTree(child, session, row))
    if (tree.op === 'not') return !holdsTree(tree.child, session, row)
    if (tree.op === 'done') {
      const done = session.rows.some(
        (one) => one.name !== 'engagement' && inRange(one) && holdsTree(tree.child, session, one),
      )
      return done !== tree.negated
    }
    const fold = (text: string) => (tree.ignoresCase ? text.toLowerCase() : text)
    const items = tree.values.map((value) => fold(String(value)))
    const isPattern = tree.test !== 'is'
    const test = (value: string) =>
      items.some((item) => {
        if (tree.test === 'contains') return fold(value).includes(item)
        if (tree.test === 'matches') return new RegExp(item).test(value)
        return tree.test === 'matches_wildcard' ? wild(item, value) : item === fold(value)
      })
    if (tree.dimension === 'event:goal') return goals.some((goal) => test(goal.displayName) && completes(goal, row!))
    const value = valueAt(tree.dimension, session, row)
    const asksBlank = tree.values.some((item) => isBlankName(tree.dimension, String(item)))
    if (value === undefined) {
      if (tree.dimension.startsWith('event:props:'))
        return isPattern ? asksBlank && !tree.negated : asksBlank !== tree.negated
      // Patterns look at what the row is called.
      const label = tree.dimension === 'visit:city' ? '' : String(blankOf(tree.dimension, 2) ?? '')
      return (asksBlank || (isPattern && (test(label) || test('')))) !== tree.negated
    }
    return test(String(value)) !== tree.negated
  }

  // A hostname filter also asks for the entry or exit hostname of the session, by some dimensions (spec/stats 11).
  const byEntryHost = dimensions.some((name) => /^visit:(source|referrer|utm_\w+|entry_page)$/.test(name))
  const byExitHost = dimensions.includes('visit:exit_page')
  const moved = (tree: Tree, dimension: string): Tree =>
    tree.op === 'v1' ? { op: 'v1', leaf: { ...tree.leaf, dimension } } : ({ ...tree, dimension } as Tree)
  const hostTests = question.filters
    .filter((tree) => dimensionOf(tree) === 'event:hostname')
    .flatMap((tree) => [
      ...(byEntryHost ? [moved(tree, 'visit:entry_page_hostname')] : []),
      ...(byExitHost ? [moved(tree, 'visit:exit_page_hostname')] : []),
    ])
  // The naive test of v1 leaves reads columns by name; the hostnames are put where it looks.
  const seen = sessions.map((session) => ({
    ...session,
    attributes: {
      ...session.attributes,
      entry_page_hostname: pagesOf(session)[0]?.hostname ?? null,
      exit_page_hostname: pagesOf(session).at(-1)?.hostname ?? null,
    },
  }))

  // An event without a visitor answers only questions that name nothing of visits.
  const namesVisits = (filters: readonly Tree[]) =>
    dimensions.some((name) => name.startsWith('visit:')) || [...filters, ...hostTests].some(asksVisit)
  const rowsMatching = (filters: readonly Tree[]): Hit[] =>
    seen.flatMap((session) =>
      (session.isAlone && namesVisits(filters) ? [] : session.rows)
        .filter((row) => inRange(row) && [...filters, ...hostTests].every((tree) => holdsTree(tree, session, row)))
        .map((row) => ({ session, row })),
    )
  const isCounted = ({ row }: Hit) => row.name !== 'engagement'
  const sessionsMatching = (filters: readonly Tree[]): ModelSession[] => {
    const all = [...filters, ...hostTests]
    const onEvents = all.filter(asksEvent)
    return seen.filter(
      (session) =>
        !session.isAlone &&
        session.end >= start &&
        session.start < end &&
        all.filter((tree) => !asksEvent(tree)).every((tree) => holdsTree(tree, session, null)) &&
        (onEvents.length === 0 ||
          session.rows.some(
            (row) =>
              row.name !== 'engagement' && inRange(row) && onEvents.every((tree) => holdsTree(tree, session, row)),
          )),
    )
  }

  const counted = rowsMatching(question.filters).filter(isCounted)
  const engaged = rowsMatching(question.filters).filter((hit) => !isCounted(hit))
  const candidates = rowsMatching(question.filters.filter((tree) => !isConversion(tree))).filter(isCounted)
  const byPage =
    dimensions.includes('event:page') && dimensions.every((name) => name === 'event:page' || name.startsWith('visit:'))
  const entryDimensions = dimensions.map((name) => (name === 'event:page' ? 'visit:entry_page' : name))
  const matching = sessionsMatching(
    byPage
      ? question.filters.map((tree) => (dimensionOf(tree) === 'event:page' ? moved(tree, 'visit:entry_page') : tree))
      : question.filters,
  )

  // Keys of what is counted: bucket and values; a row may be in several (goals), or in none (blanks that are left out).
  const valuesOf = (names: readonly string[], session: ModelSession, row: ModelEvent | null): (string | number)[][] =>
    names.reduce<(string | number)[][]>(
      (lists, name) => {
        if (name === 'event:goal') {
          const done = [...new Set(goals.filter((goal) => completes(goal, row!)).map((goal) => goal.displayName))]
          return lists.flatMap((list) => done.map((goal) => [...list, goal]))
        }
        const value = valueAt(name, session, row) ?? blankOf(name, version)
        return value === undefined ? [] : lists.map((list) => [...list, value])
      },
      [[]],
    )
  const keysOfRow = ({ session, row }: Hit, names = dimensions) =>
    valuesOf(names, session, row).map((values) => JSON.stringify([buckets.indexOf(row.at), values]))
  const lastBucket = (session: ModelSession) => buckets.indexOf(Math.min(session.end, end - 1))
  const keysOfSession = (session: ModelSession, from: number, to: number) =>
    valuesOf(entryDimensions, session, null).flatMap((values) =>
      Array.from({ length: to - from + 1 }, (_, index) => JSON.stringify([from + index, values])),
    )
  const groupBy = <T>(items: readonly T[], keys: (item: T) => string[]) => {
    const groups = new Map<string, T[]>()
    for (const item of items) for (const key of keys(item)) groups.set(key, [...(groups.get(key) ?? []), item])
    return groups
  }

  const asks = (...names: string[]) => metrics.some((metric) => names.includes(metric))
  const asksEventMetric = asks('pageviews', 'events', 'time_on_page', 'scroll_depth')
  const asksSessionMetric = asks('bounce_rate', 'visit_duration', 'views_per_visit', 'exit_rate')
  const fromSessions = (() => {
    const usesSessionOnly =
      question.filters.some((tree) => dimensionsOf(tree).some((name) => sessionOnly.test(name))) ||
      dimensions.some((name) => sessionOnly.test(name))
    if (dimensions.some((name) => name.startsWith('event:'))) return false
    if (interval === 'hour') return !question.filters.some((tree) => dimensionsOf(tree).includes('event:goal'))
    if (!asksEventMetric && !question.filters.some(asksEvent)) return true
    if (!asksSessionMetric && !usesSessionOnly) return false
    return !asksEventMetric
  })()

  const events = groupBy(counted, keysOfRow)
  const engagements = groupBy(engaged, keysOfRow)
  const isSpread = interval === 'hour'
  const canBeSessions = entryDimensions.every((name) => name.startsWith('visit:'))
  const ending = canBeSessions
    ? groupBy(matching, (one) => keysOfSession(one, lastBucket(one), lastBucket(one)))
    : new Map()
  const spread =
    canBeSessions && isSpread
      ? groupBy(matching, (one) => keysOfSession(one, buckets.indexOf(Math.max(one.start, start)), lastBucket(one)))
      : ending
  const active: Map<string, ModelSession[]> = fromSessions ? spread : new Map()
  const isOfGroup = (name: string) => name !== 'event:goal' && !name.startsWith('event:props:')
  // v1 divides by the group only where nothing else is in the row.
  const ofGroup = version === 1 && !dimensions.every(isOfGroup) ? () => false : isOfGroup
  const groupCandidates = groupBy(candidates, (hit) => keysOfRow(hit, dimensions.filter(ofGroup)))
  const allCandidates = distinct(candidates.map(({ session }) => session.visitor))
  const everyone = distinct(
    (fromSessions ? matching : counted.map(({ session }) => session)).map((session) => session.visitor),
  )
  const pageEntries = question.filters
    .filter((tree) => dimensionOf(tree) === 'event:page')
    .map((tree) => moved(tree, 'visit:entry_page'))
  const pageviewsOf = (page: unknown) =>
    counted.filter(({ session, row }) => matching.includes(session) && row.name === 'pageview' && row.pathname === page)
      .length

  const keys = new Set<string>()
  const addKeys = (groups: ReadonlyMap<string, unknown>) => {
    for (const key of groups.keys()) keys.add(key)
  }
  const asksEither = asks('visitors', 'percentage')
  if (
    asks('pageviews', 'events', 'conversion_rate', 'group_conversion_rate') ||
    (!fromSessions && (asksEither || asks('visits')))
  )
    addKeys(events)
  if (fromSessions && (asksEither || asks('visits'))) addKeys(active)
  if (
    asksSessionMetric &&
    !(byPage && (asksEither || asks('visits', 'pageviews', 'events', 'conversion_rate', 'group_conversion_rate')))
  )
    addKeys(ending)
  if (keys.size === 0 && metrics.every((metric) => metric === 'time_on_page' || metric === 'scroll_depth'))
    addKeys(engagements)
  if (dimensions.length === 0 && interval === null) keys.add(JSON.stringify([0, []]))

  const made = [...keys].map((key): ModelRow & { bucket: number } => {
    const [bucket, values] = JSON.parse(key) as [number, (string | number)[]]
    const hits = events.get(key) ?? []
    const ended: ModelSession[] = ending.get(key) ?? []
    const here = fromSessions ? (active.get(key) ?? []) : []
    const entering = byPage
      ? ended
      : ended.filter((session) => pageEntries.every((tree) => holdsTree(tree, session, null)))
    const moments = engagements.get(key) ?? []
    const visitors = distinct(
      fromSessions ? here.map((one) => one.visitor) : hits.map(({ session }) => session.visitor),
    )
    const converted = distinct(hits.map(({ session }) => session.visitor))
    const groupKey = JSON.stringify([bucket, values.filter((_, index) => ofGroup(dimensions[index]!))])
    const rate = (possible: number) => (possible === 0 ? 0 : rounded((converted / possible) * 100, 2))
    const group = distinct((groupCandidates.get(groupKey) ?? []).map(({ session }) => session.visitor))
    const compute: Record<string, () => number | null> = {
      visitors: () => visitors,
      visits: () => (fromSessions ? here.length : distinct(hits.map(({ session }) => session.id))),
      pageviews: () => hits.filter(({ row }) => row.name === 'pageview').length,
      events: () => hits.length,
      bounce_rate: () =>
        entering.length === 0 ? 0 : rounded((entering.filter((one) => one.isBounce).length / entering.length) * 100, 0),
      visit_duration: () =>
        ended.length === 0 ? null : rounded(sumOf(ended, (one) => one.end - one.start) / ended.length, 0),
      views_per_visit: () => (ended.length === 0 ? 0 : rounded(sumOf(ended, (one) => one.pageviews) / ended.length, 2)),
      time_on_page: () =>
        moments.length === 0
          ? null
          : rounded(
              sumOf(moments, ({ row }) => row.engagedMs) / distinct(moments.map(({ session }) => session.id)) / 1000,
              0,
            ),
      scroll_depth: () => {
        const ids = [...new Set(moments.map(({ session }) => session.id))]
        const deepest = ids.map((id) =>
          Math.max(...moments.filter(({ session }) => session.id === id).map(({ row }) => row.scroll)),
        )
        return ids.length === 0 ? null : rounded(sumOf(deepest, (depth) => depth) / ids.length, 0)
      },
      percentage: () => (everyone === 0 ? null : rounded((visitors / everyone) * 100, 1)),
      conversion_rate: () => rate(version === 1 ? group : allCandidates),
      group_conversion_rate: () => rate(group),
      exit_rate: () => {
        const possible = pageviewsOf(values[0])
        return possible === 0 ? null : rounded((ended.length / possible) * 100, 1)
      },
    }
    return {
      bucket,
      time: interval === null ? null : buckets.labels[bucket]!,
      values,
      metrics: metrics.map((metric) => compute[metric]!()),
    }
  })

  const compare = (a: string | number | null, b: string | number | null) => {
    if (a === b) return 0
    if (a === null || b === null) return a === null ? -1 : 1
    return a < b ? -1 : 1
  }
  const termOf = (row: ModelRow & { bucket: number }, name: string) =>
    name === 'time'
      ? row.bucket
      : metrics.includes(name)
        ? row.metrics[metrics.indexOf(name)]!
        : row.values[dimensions.indexOf(name)]!
  made.sort((a, b) => {
    for (const [name, direction] of question.order) {
      const order = compare(termOf(a, name), termOf(b, name))
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return 0
  })
  const rows = made.slice(question.offset, question.offset + question.limit).map(({ bucket: _, ...row }) => row)
  return { rows, total: made.length, labels: buckets.labels }
}
