// Random v2 queries about the traffic of the naive model.
import fc from 'fast-check'

const filters = [
  ['is', 'visit:source', ['Google']],
  ['is', 'visit:source', ['Bing', 'Google']],
  ['is_not', 'visit:country', ['EE']],
  ['contains', 'event:page', ['BLOG'], { case_sensitive: false }],
  ['is', 'event:goal', ['Signup']],
  ['is', 'event:props:plan', ['pro']],
  ['has_done', ['is', 'event:goal', ['Purchase']]],
  ['matches', 'visit:browser', ['^F']],
]
const dimensions = [
  'visit:source',
  'visit:country',
  'visit:region_name',
  'visit:browser',
  'event:page',
  'visit:entry_page',
  'event:goal',
  'event:props:plan',
]
const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration', 'percentage']
const day = fc
  .integer({ min: 0, max: 70 })
  .map((count) => new Date(Date.parse('2021-03-01') + count * 86_400_000).toISOString().slice(0, 10))

/** Ranges of days, relative ones, and stretches between two instants. */
export const dateRange = fc.oneof(
  fc.tuple(day, day).map(([a, b]) => [a, b].sort()),
  fc.constantFrom('day', '7d', '28d', 'month', '6mo', 'year', 'all'),
  fc.tuple(day, day).map(([a, b]) => [a, b].sort().map((text, at) => `${text}T0${at}:30:00+02:00`)),
)

/** Some are refused: those have to be refused alike. */
export const question = fc.record(
  {
    metrics: fc.uniqueArray(fc.constantFrom(...metrics), { minLength: 1, maxLength: 4 }),
    date_range: dateRange,
    dimensions: fc.uniqueArray(fc.constantFrom('time:day', ...dimensions), { maxLength: 2 }),
    filters: fc.uniqueArray(fc.constantFrom(...filters), { maxLength: 2 }),
    pagination: fc.record({ limit: fc.integer({ min: 1, max: 30 }), offset: fc.integer({ min: 0, max: 3 }) }),
  },
  { requiredKeys: ['metrics', 'date_range'] },
)
