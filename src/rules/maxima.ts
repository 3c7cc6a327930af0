// Limits that pages name in their sentences, so this file imports nothing.

/** Goals of a site (spec/management 7.4). */
export const goalsPerSiteMax = 1_000

/** Custom properties that a site lists (spec/management 7.3). */
export const propertiesMax = 300

/** Characters of a custom property's name. */
export const propertyLengthMax = 300

/** Goals that are steps of a funnel (spec/management 7.7). The table holds the most too. */
export const funnelStepsMin = 2
export const funnelStepsMax = 8

/** Invitations of a team and its sites that wait (spec/dashboard 12). */
export const openInvitationsMax = 100

/** Characters of a password, at least (spec/dashboard 12). */
export const passwordCharactersMin = 10
