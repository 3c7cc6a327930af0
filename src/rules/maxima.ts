// Limits of a site's lists. Pages name them in their sentences, so this file imports nothing.

/** Goals of a site (spec/management 7.4). */
export const goalsPerSiteMax = 1_000

/** Custom properties that a site lists (spec/management 7.3). */
export const propertiesMax = 300

/** Characters of a custom property's name. */
export const propertyLengthMax = 300
