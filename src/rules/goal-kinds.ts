// The kinds of a goal. Pages read this file too.

/** The kinds that people choose from: an event by its name, a page seen, and a page scrolled so far. */
export const goalKinds = ['event', 'page', 'scroll'] as const
export type GoalKind = (typeof goalKinds)[number]

/** The kind of a goal; `hasThreshold`: it asks how far the page was scrolled. */
export function goalKindOf(eventName: string | null, hasThreshold: boolean): GoalKind {
  if (eventName !== null) return 'event'
  return hasThreshold ? 'scroll' : 'page'
}

/** The types of the plugins' API, which tell goals with an amount from other events (spec/management 9). */
export const goalTypes = ['Goal.CustomEvent', 'Goal.Pageview', 'Goal.Revenue'] as const
export type GoalType = (typeof goalTypes)[number]

const visit = 'Visit '

/** The name of a page goal without a name of its own. */
export const nameOfPageGoal = (path: string): string => visit + path

/** The path in such a name; null for other names. */
export const pageOfGoal = (name: string): string | null =>
  name.startsWith(`${visit}/`) ? name.slice(visit.length) : null
