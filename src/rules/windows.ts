// How far back figures look that no range of days bounds. Sentences name these numbers, so this file imports nothing.

/** Minutes of current visitors. */
export const currentMinutes = 5

/** Minutes of the range `realtime` (spec/dashboard 3). */
export const realtimeMinutes = 30

/** Days in which the newest events of a site are looked for: older ones are sought in vain, week after week. */
export const lookBackDays = 30

/** Days of a site's outcomes of events, unless the question names its own. */
export const trafficDays = 7
