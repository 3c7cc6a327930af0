// A simple sequential model of sessions: one writer that sees each visitor's events in order. Written from the rules
// (spec/ingestion 16 and 18.3), independent of src/rules/session.

export interface ModelEvent {
  readonly visitor: string
  /** Epoch seconds. */
  readonly at: number
  readonly name: string
  readonly pathname: string
  readonly interactive: boolean
}

export interface ModelSession {
  visitor: string
  startedAt: number
  endedAt: number
  lastSeenAt: number
  pageviews: number
  events: number
  isBounce: boolean
  entryPage: string | null
  exitPage: string | null
  engagements: number
}

export interface Modelled {
  readonly sessions: ModelSession[]
  /** Engagement events without a live session. */
  readonly dropped: number
}

/** The sessions of the events, each visitor's in the order given. */
export function modelSessions(events: readonly ModelEvent[]): Modelled {
  const sessions: ModelSession[] = []
  const running = new Map<string, ModelSession>()
  let dropped = 0
  for (const event of events) {
    const last = running.get(event.visitor)
    const live = last !== undefined && event.at - last.lastSeenAt <= 30 * 60
    if (event.name === 'engagement') {
      if (!live) {
        dropped += 1
        continue
      }
      last.lastSeenAt = event.at
      last.engagements += 1
      continue
    }
    const isPageview = event.name === 'pageview'
    if (!live) {
      const session: ModelSession = {
        visitor: event.visitor,
        startedAt: event.at,
        endedAt: event.at,
        lastSeenAt: event.at,
        pageviews: isPageview ? 1 : 0,
        events: 1,
        isBounce: true,
        entryPage: isPageview ? event.pathname : null,
        exitPage: isPageview ? event.pathname : null,
        engagements: 0,
      }
      sessions.push(session)
      running.set(event.visitor, session)
      continue
    }
    last.endedAt = event.at
    last.lastSeenAt = event.at
    last.events += 1
    if (isPageview) {
      last.pageviews += 1
      last.entryPage ??= event.pathname
      last.exitPage = event.pathname
      if (last.pageviews >= 2) last.isBounce = false
    } else if (event.interactive) {
      last.isBounce = false
    }
  }
  return { sessions, dropped }
}
