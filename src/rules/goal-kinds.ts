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
