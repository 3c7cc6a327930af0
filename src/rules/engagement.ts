// Scroll depth and engagement time of an engagement event: the usable part of the values that were sent.
import { parseInteger } from './text.ts'

export type Engagement = { scrollDepth: number | null; engagementTimeMs: number }

const scrollDepthMax = 100

/** 30 days; values from here on count as missing (spec/ingestion 16). */
export const engagementTimeMsLimit = 2_592_000_000

/** The engagement of all other events, and of engagement events without a usable value. */
export const noEngagement: Engagement = { scrollDepth: null, engagementTimeMs: 0 }

/** Reads `sd` and `e`; unusable values count as missing, they never fail by themselves (spec/ingestion 16.1). */
export function parseEngagement(depth: unknown, time: unknown): Engagement {
  const scrollDepth = parseInteger(depth)
  const timeMs = parseInteger(time)
  return {
    scrollDepth: scrollDepth !== undefined && scrollDepth >= 0 ? Math.min(scrollDepth, scrollDepthMax) + 0 : null,
    engagementTimeMs: timeMs !== undefined && timeMs > 0 && timeMs < engagementTimeMsLimit ? timeMs : 0,
  }
}

/** An engagement event needs a depth or a time above 0 (spec/ingestion 16.2). */
export function isUsable(engagement: Engagement): boolean {
  return engagement.scrollDepth !== null || engagement.engagementTimeMs > 0
}
