// How long a visit, a salt and a link live. Every other file takes these numbers, or what follows from them, from here.
import { hourMs, minuteSeconds } from './durations.ts'

/** A visit goes on while the gap since its last activity is at most this (spec/ingestion 18.3). */
export const idleSeconds = 30 * minuteSeconds

/** The same in minutes, for words. */
export const idleMinutes = idleSeconds / minuteSeconds

/** The same in milliseconds. */
export const idleMs = idleSeconds * 1000

/**
 * A salt is deleted this long after its UTC day began (spec/ingestion 18.2). An id cannot come back later than this
 * after its last activity.
 */
export const saltLifeMs = 48 * hourMs

/** A one-time link lets somebody in for so many hours (spec/dashboard 12). */
export const linkHours = 24

/** A sign-in ends after so many days without use, and after so many in any case (spec/dashboard 12). */
export const sessionIdleDays = 14
export const sessionDays = 90

/** An invitation waits longer for its reader. */
export const invitationDays = 14
