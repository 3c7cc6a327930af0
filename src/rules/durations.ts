// Lengths of time. A file of their own, since browsers need them without the calendar (rules/time.ts).
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const minuteSeconds = minuteMs / 1000
export const hourSeconds = hourMs / 1000
export const daySeconds = dayMs / 1000
