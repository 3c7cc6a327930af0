// The stream of a site's live events, for pages that wait for one. It is held only while the page is seen, and comes
// back by itself after a while when it breaks.

interface Listener {
  /** New events were counted. */
  readonly onActivity: () => void
  /** Visitors of the last five minutes. */
  readonly onCurrent?: (visitors: number) => void
  /** No stream told of what came meanwhile: who wants to know asks. */
  readonly onGap?: () => void
}

/** Where no stream works. */
const POLL_MS = 30_000
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const

/** Listens until the answer is called. */
export function listen(domain: string, { onActivity, onCurrent, onGap }: Listener): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let failures = 0

  function open(): void {
    clearTimeout(retry)
    source?.close()
    source = new EventSource(`/api/live?site_id=${encodeURIComponent(domain)}`)
    source.addEventListener('open', () => {
      failures = 0
      clearInterval(poll)
      poll = undefined
    })
    source.addEventListener('activity', onActivity)
    source.addEventListener('current', (event) =>
      onCurrent?.((JSON.parse(event.data) as { visitors: number }).visitors),
    )
    source.addEventListener('gone', () => location.reload())
    source.addEventListener('error', () => {
      source?.close()
      poll ??= setInterval(() => onGap?.(), POLL_MS)
      const wait = WAITS_MS[Math.min(failures++, WAITS_MS.length - 1)] as number
      retry = setTimeout(open, wait * (0.75 + Math.random() / 2))
    })
  }

  function close(): void {
    clearTimeout(retry)
    clearInterval(poll)
    poll = undefined
    source?.close()
  }

  const look = () => {
    if (document.visibilityState !== 'visible') return close()
    open()
    onGap?.()
  }
  document.addEventListener('visibilitychange', look)
  if (document.visibilityState === 'visible') open()
  return () => {
    document.removeEventListener('visibilitychange', look)
    close()
  }
}
