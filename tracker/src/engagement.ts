// How long and how far the visitor looked at the page of the last accepted pageview, told in `engagement` events.
import type { Payload } from '../package/index.d.ts'
import { createPayload, refusal, send } from './core.ts'

// The payload of the last pageview; undefined while engagement is suspended, as that was ignored.
let page: Payload | undefined
let sentDepth: number | undefined
// Pixels, as they were in the last frame. The depth is 0 until the page had one.
let height: number
let maxDepth: number
let engagedMs: number
// The time when the clock was started, or nothing while it stands.
let since: number | false | undefined

// Monotonic, because wall clocks jump; whole, because the service wants integers; never 0, which says that it stands.
const now = () => Math.round(1 + performance.now())

// A depth beyond the document is cut when it is sent, so short pages need no case of their own here.
function look(): void {
  height = document.documentElement.scrollHeight
  if (!(innerHeight + scrollY < maxDepth)) maxDepth = innerHeight + scrollY
}

// Stopping the clock first loses nothing: the caller has left the page or is about to begin another.
function flush(isNavigation?: unknown): void {
  if (since) engagedMs += now() - since
  since = 0
  // A router may have drawn the next page already, so a navigation goes by the last frame of the page before.
  if (!self.ResizeObserver || !isNavigation || !maxDepth) look()
  if (page && ((sentDepth as number) < maxDepth || engagedMs >= 3000) && !refusal()) {
    const payload = createPayload('engagement', page.u)
    // A page without height, or one that shrank, was seen whole.
    payload.sd = height > maxDepth ? Math.round((100 * maxDepth) / height) : 100
    // The service takes less than 30 days, 2,592e6; the shortest number below.
    payload.e = Math.min(engagedMs, 2591e6)
    engagedMs = 0
    payload.p = page.p
    sentDepth = maxDepth
    send(payload)
  }
}

/** Tells if a pageview was ever accepted; before that nothing is listened to (spec/tracker 7). */
export const isListening = () => (sentDepth as number) > -2

/** Neither hidden nor being prerendered (spec/tracker 2). Of all states only `visible` begins with a `v`. */
export const isVisible = () => document.visibilityState > 'v'

function attend(): void {
  if (isVisible() && document.hasFocus()) since = since || now()
  else flush()
}

/** Closes the page before and opens the next; without a payload the pageview was ignored (spec/tracker 7, table). */
export function beginPage(payload: Payload | undefined): void {
  flush(true)
  page = payload
  if (payload) {
    engagedMs = maxDepth = 0
    // Routers scroll to the top of a page after they pushed its address.
    requestAnimationFrame(look)
    since = isVisible() && now()
    if (!isListening()) {
      document.addEventListener('visibilitychange', attend)
      addEventListener('scroll', look)
      addEventListener('blur', attend)
      addEventListener('focus', attend)
      if (self.ResizeObserver) new ResizeObserver(look).observe(document.documentElement)
      // A root element of fixed height keeps its size when its content grows. Named scripts leave that to scrolling.
      if (!CLASSIC)
        new MutationObserver(() => requestAnimationFrame(look)).observe(document, { childList: true, subtree: true })
    }
    sentDepth = -1
  }
}
