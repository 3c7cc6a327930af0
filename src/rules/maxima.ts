// Limits that several parts of the service share, or that pages name in their sentences. This file imports nothing.

/** Characters of a name or a description that people give to a thing. */
export const nameCharactersMax = 255

/** Characters of an event's name (spec/ingestion 2). */
export const eventNameCharactersMax = 120

/** Hours of a range that is asked by the hour. Hours of more than a year are no chart, and each costs. */
export const queryHoursMax = 10_000

/** Goals of a site (spec/management 7.4). */
export const goalsPerSiteMax = 1_000

/** Custom properties that a site lists (spec/management 7.3). */
export const propertiesMax = 300

/** Length of a custom property's name: in characters where people type it, in bytes on an event. */
export const propertyLengthMax = 300

/** Length of a custom property's value: in characters in a goal, in bytes on an event. */
export const propertyValueLengthMax = 2_000

/** Custom properties that a goal asks for (spec/management 2.3). */
export const goalPropertiesMax = 3

/** Goals that are steps of a funnel (spec/management 7.7). The table holds the most too. */
export const funnelStepsMin = 2
export const funnelStepsMax = 8

/** Invitations of a team and its sites that wait (spec/dashboard 12). */
export const openInvitationsMax = 100

/** Characters of a password, at least (spec/dashboard 12). */
export const passwordCharactersMin = 10
