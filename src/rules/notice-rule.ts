// Notices on any number: the condition of a rule, and when it is told (spec/management 13.2). Pages read the tables
// too.

/** Metrics that rules can be about. `dropped`: the share of events that were dropped, in percent. */
export const ruleMetrics = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounce_rate',
  'visit_duration',
  'views_per_visit',
  'conversion_rate',
  'total_revenue',
  'dropped',
] as const
export type RuleMetric = (typeof ruleMetrics)[number]

/** `above` and `below` are of a value, the others of a share in percent, against the same hours of the weeks before. */
export const ruleConditions = ['above', 'below', 'up', 'down', 'changed'] as const
export type RuleCondition = (typeof ruleConditions)[number]

export const isShare = (condition: RuleCondition): boolean => condition !== 'above' && condition !== 'below'

/** Hours that a number can be of. */
export const ruleHours = [1, 3, 6, 12, 24] as const
/** Weeks that the usual number is the mean of. */
export const usualWeeks = 4
/** How many rules a site may have. */
export const rulesMax = 50
export const ruleValueMax = 1_000_000_000

export interface Judged {
  readonly isMet: boolean
  /** The mean of the weeks before; undefined where no weeks are compared or known. */
  readonly usual?: number
}

/**
 * Judges a number. `before`: the numbers of the same hours of the weeks before, as far as the site had events then.
 * Without a number, or with nothing to compare, a condition is not met.
 * @example judge('up', 50, 30, [10, 20, 10, 20]) // { isMet: true, usual: 15 }
 */
export function judge(
  condition: RuleCondition,
  value: number,
  now: number | null,
  before: readonly (number | null)[] = [],
): Judged {
  if (now === null) return { isMet: false }
  if (condition === 'above') return { isMet: now > value }
  if (condition === 'below') return { isMet: now < value }
  const known = before.filter((number) => number !== null)
  if (known.length === 0) return { isMet: false }
  const usual = known.reduce((sum, number) => sum + number, 0) / known.length
  if (usual === 0) return { isMet: false, usual }
  const share = ((now - usual) / usual) * 100
  const isMet = (condition !== 'down' && share >= value) || (condition !== 'up' && -share >= value)
  return { isMet, usual }
}

/**
 * True in the quiet hours from one hour to another, over midnight too.
 * @example isQuiet(23, 22, 7) // true
 */
export const isQuiet = (hour: number, from: number | null, to: number | null): boolean =>
  from !== null && to !== null && (from <= to ? hour >= from && hour < to : hour >= from || hour < to)
