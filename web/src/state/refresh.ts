// The time to ask again, after an activity of the site.
import { type Calendar, daysOf } from '../../../src/rules/view-range.ts'
import type { ViewState } from '../../../src/rules/view-state.ts'

/** True for a range whose numbers grow: realtime, and each that holds today. */
export const grows = (state: ViewState, calendar: Calendar): boolean =>
  state.period === 'realtime' || daysOf(state, calendar).to >= calendar.today

/** True for a range that ends now, and so moves on where nothing happens. */
export const moves = ({ period }: Pick<ViewState, 'period'>): boolean => period === 'realtime' || period === '24h'

export interface Refresh {
  /** Asks at once, or as soon as `every` milliseconds have gone by since the last time. */
  run(activity?: string): void
  stop(): void
}

/** Asks while `isWanted`, at most once in `every` milliseconds. */
export function createRefresh(
  every: number,
  isWanted: () => boolean,
  ask: (now: number, activity?: string) => void,
): Refresh {
  let last = 0
  let later: ReturnType<typeof setTimeout> | undefined
  function run(activity?: string): void {
    if (!isWanted()) return
    clearTimeout(later)
    const now = Date.now()
    const wait = last + every - now
    if (wait > 0) later = setTimeout(run, wait, activity)
    else {
      last = now
      ask(now, activity)
    }
  }
  return { run, stop: () => clearTimeout(later) }
}
