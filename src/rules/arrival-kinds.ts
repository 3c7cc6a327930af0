// Kinds of requests from pages of a site that did not become events (rules/arrival-signs).

/** In the order in which they are said: the nearest to an event first. */
export const arrivalKinds = ['other_domain', 'empty_body', 'cut_body', 'bad_event', 'script'] as const
export type ArrivalKind = (typeof arrivalKinds)[number]
