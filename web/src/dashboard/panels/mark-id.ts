// The id of a name's mark in the sprite, for the page and for the build.

/** `Hacker News` -> `mark-hacker-news`. */
export const markId = (name: string): string => `mark-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
