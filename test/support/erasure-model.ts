// A plain model of deletions: made-up events, their visits by the rule of the pause, and which events a deletion takes.
import type { ErasureScope } from '../../src/rules/erasure.ts'

/** An event as a file of an import has it. Attributes are the same for all events of a visit. */
export interface ModelLine {
  readonly visitor: string
  /** Epoch seconds. */
  readonly at: number
  readonly name: string
  readonly pathname: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly props: Readonly<Record<string, string>>
}

interface ModelVisit {
  readonly lines: ModelLine[]
}

const pauseSeconds = 1_800

/** The visits of lines in their order, engagement without a visit aside. */
function visitsOf(lines: readonly ModelLine[]): ModelVisit[] {
  const last = new Map<string, { visit: ModelVisit; at: number }>()
  const visits: ModelVisit[] = []
  for (const line of lines) {
    const known = last.get(line.visitor)
    if (known && line.at - known.at <= pauseSeconds) {
      known.visit.lines.push(line)
      known.at = line.at
      continue
    }
    if (line.name === 'engagement') continue
    const visit = { lines: [line] }
    visits.push(visit)
    last.set(line.visitor, { visit, at: line.at })
  }
  return visits
}

const isEvent = ({ name }: ModelLine): boolean => name !== 'engagement'

/** A filter of the model: the question to the Stats API, and the same of a visit's events in the range. */
export interface ModelFilter {
  readonly filters: string | readonly unknown[]
  readonly passes: (events: readonly ModelLine[], visit: readonly ModelLine[]) => boolean
}

const pagesOf = (lines: readonly ModelLine[]): string[] =>
  lines.filter(({ name }) => name === 'pageview').map(({ pathname }) => pathname)

/** Filters of all grains, in both grammars. */
export const modelFilters: readonly ModelFilter[] = [
  {
    filters: [['is', 'visit:country', ['DE']]],
    passes: (_, visit) => visit[0]!.attributes['country'] === 'DE',
  },
  {
    filters: [['is', 'visit:source', ['Spam']]],
    passes: (_, visit) => visit[0]!.attributes['source'] === 'Spam',
  },
  { filters: 'visit:source==Spam', passes: (_, visit) => visit[0]!.attributes['source'] === 'Spam' },
  {
    filters: [['is_not', 'visit:source', ['Spam', 'Google']]],
    passes: (_, visit) => !['Spam', 'Google'].includes(String(visit[0]!.attributes['source'])),
  },
  {
    filters: [['contains', 'event:page', ['blog']]],
    passes: (events) => events.some(({ pathname }) => pathname.includes('blog')),
  },
  {
    filters: [
      ['is', 'event:name', ['Signup']],
      ['is', 'visit:country', ['DE', 'FR']],
    ],
    passes: (events, visit) =>
      events.some(({ name }) => name === 'Signup') && ['DE', 'FR'].includes(String(visit[0]!.attributes['country'])),
  },
  { filters: [['is', 'visit:entry_page', ['/blog/a']]], passes: (_, visit) => pagesOf(visit)[0] === '/blog/a' },
  { filters: [['is', 'visit:exit_page', ['/']]], passes: (_, visit) => pagesOf(visit).at(-1) === '/' },
  {
    filters: [['is', 'event:goal', ['Signup']]],
    passes: (events) => events.some(({ name }) => name === 'Signup'),
  },
  {
    filters: [['is', 'event:props:plan', ['pro']]],
    passes: (events) => events.some(({ props }) => props['plan'] === 'pro'),
  },
  {
    filters: [['has_not_done', ['is', 'event:name', ['Signup']]]],
    passes: (events) => !events.some(({ name }) => name === 'Signup'),
  },
  {
    filters: [
      [
        'or',
        [
          ['is', 'visit:source', ['Google']],
          ['is', 'event:page', ['/price']],
        ],
      ],
    ],
    passes: (events, visit) =>
      events.some(({ pathname }) => pathname === '/price' || visit[0]!.attributes['source'] === 'Google'),
  },
]

/** A deletion of the model. */
export interface ModelErasure {
  readonly scope: ErasureScope
  readonly filter?: ModelFilter
}

/** `/blog/*` as a test of a path. */
const matcherOf = (page: string): RegExp =>
  new RegExp(
    `^${page
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**', '\u0000')
      .replaceAll('*', '[^/]*')
      .replaceAll('\u0000', '.*')}$`,
  )

/** The lines that would have come if those that a deletion takes had never come. `dayOf` gives the local day of a time. */
export function withoutErased(
  lines: readonly ModelLine[],
  { scope, filter }: ModelErasure,
  dayOf: (at: number) => string,
): ModelLine[] {
  const isWithin = ({ at }: ModelLine) =>
    (scope.from === null || dayOf(at) >= scope.from) && (scope.to === null || dayOf(at) <= scope.to)
  if (scope.kind === 'page') {
    const page = matcherOf(scope.page!)
    return lines.filter((line) => !(isWithin(line) && page.test(line.pathname)))
  }
  if (scope.kind === 'event') return lines.filter((line) => !(isWithin(line) && line.name === scope.event))
  const gone = new Set<ModelLine>()
  for (const { lines: visit } of visitsOf(lines)) {
    const events = visit.filter((line) => isEvent(line) && isWithin(line))
    const isTaken = filter
      ? events.length > 0 && filter.passes(events, visit.filter(isEvent))
      : visit.some((line) => isWithin(line))
    if (isTaken) for (const line of visit) gone.add(line)
  }
  return lines.filter((line) => !gone.has(line))
}
