// Requests a key may make: a clock-aligned hour, and optionally short bursts. Counted in memory, each process for
// itself.

import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { authFailures } from '../failure.ts'
import { hourSeconds } from '../rules/durations.ts'

const keysMax = 100_000

/** Counts in fixed windows of the clock; tells the count of this window. */
function createCounter(windowSeconds: number) {
  const counts = new LRUCache<number, { window: number; count: number }>({ max: keysMax })
  return (keyId: number, seconds: number): number => {
    const window = Math.floor(seconds / windowSeconds)
    const entry = counts.get(keyId)
    if (entry?.window === window) {
      entry.count += 1
      return entry.count
    }
    counts.set(keyId, { window, count: 1 })
    return 1
  }
}

const secondsToNext = (seconds: number, windowSeconds: number) =>
  Math.max(1, Math.ceil(windowSeconds - (seconds % windowSeconds)))

/** Returns the function that counts a request of a key, or throws the 429 (spec/management 6.5). */
export function createRateLimit(
  config: { readonly apiBurstLimit: number | undefined; readonly apiBurstSeconds: number },
  clock: Clock,
  onHourlyLimit?: (key: { id: number; limit: number }) => void,
): (key: { id: number; hourlyLimit: number }) => void {
  const countHour = createCounter(hourSeconds)
  const countBurst = createCounter(config.apiBurstSeconds)
  return (key) => {
    const seconds = clock.now().getTime() / 1000
    const hourly = countHour(key.id, seconds)
    // The first that is refused in this hour.
    if (hourly === key.hourlyLimit + 1) onHourlyLimit?.({ id: key.id, limit: key.hourlyLimit })
    if (hourly > key.hourlyLimit) throw authFailures.hourlyLimit(key.hourlyLimit, secondsToNext(seconds, hourSeconds))
    const { apiBurstLimit: burstLimit, apiBurstSeconds: burstSeconds } = config
    if (burstLimit !== undefined && countBurst(key.id, seconds) > burstLimit) {
      throw authFailures.burstLimit(burstLimit, burstSeconds, secondsToNext(seconds, burstSeconds))
    }
  }
}
