// The one source of wall-clock time, so that tests can move it.
export type Clock = { now(): Date }

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }
