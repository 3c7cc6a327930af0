// Work that may meet another's locks: it tries again until it has its turn.
import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs } from '../../rules/durations.ts'

/**
 * Another refresh of these hours is under way, or holds the locks this one needs: a policy's, an import's, a replay's.
 */
const meetingCodes = new Set(['55P03', '55006', '40001', '40P01'])
/** How long a refresh waits for others: the first one of years of history takes minutes. */
const meetingMsMax = 15 * minuteMs
const pauseMs = { least: 50, most: 2_000 }

/** Tries again, after a pause of random length that grows, while another one is in the way. */
export async function inTurn(work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + meetingMsMax
  for (let pause = pauseMs.least; ; pause = Math.min(pause * 2, pauseMs.most)) {
    try {
      await work()
      return
    } catch (error) {
      if (!meetingCodes.has((error as { code?: string }).code ?? '') || performance.now() > until) throw error
    }
    await delay(pause * (0.5 + Math.random()))
  }
}
