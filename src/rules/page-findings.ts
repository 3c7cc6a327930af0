// Faults of a page of a site that keep its events away (rules/page-check).

export const pageFindings = ['no_tag', 'other_domain', 'script_blocked', 'events_blocked', 'no_answer'] as const
export type PageFinding = (typeof pageFindings)[number]
