// How long and how far the visitor looked at the page of the last accepted pageview, told in `engagement` events.
import type { Payload } from '../package/index.d.ts'
import { createPayload, refusal, send } from './core.ts'

/** Whether a pageview was ever accepted; before that nothing is listened to (spec/tracker 7). */
export let isListening = false

// The payload of the last pageview; undefined while engagement is suspended, as that was ignored.
let page: Payload | undefined
let sentDepth: number
let maxDepth = 0
let engagedMs: number
// When the clock was started; negative while it stands.
let since = -1

// Monotonic, because wall clocks jump; whole, because the service wants integers.
const now = () => Math.round(performance.now())

// A depth beyond the document is cut when it is sent, so short pages need no case of their own here.
const depth = () => scrollY + innerHeight

function documentHeight(): number {
  let height = 0
  for (const element of [document.documentElement, document.body]) {
    if (element) height = Math.max(height, element.scrollHeight, element.offsetHeight, element.clientHeight)
  }
  return height
}

// Stopping the clock first loses nothing: whoever calls this has left the page or is about to begin another.
function flush(): void {
  if (since >= 0) engagedMs += now() - since
  since = -1
  if (page && (sentDepth < maxDepth || engagedMs >= 3000) && !refusal()) {
    const payload = createPayload('engagement', page.u)
    // Measured now: documents grow. A page without height, or one that shrank, was seen whole.
    const height = documentHeight()
    if (page.p) payload.p = page.p
    payload.sd = height > maxDepth ? Math.round((100 * maxDepth) / height) : 100
    // The service takes less than 30 days.
    payload.e = Math.min(engagedMs, 2591999999)
    sentDepth = maxDepth
    engagedMs = 0
    send(payload)
  }
}

/** Neither hidden nor being prerendered (spec/tracker 2). */
export const isVisible = () => document.visibilityState === 'visible'

function attend(): void {
  if (!isVisible() || !document.hasFocus()) flush()
  else if (since < 0) since = now()
}

/** Closes the page before and opens the next; without a payload the pageview was ignored (spec/tracker 7, table). */
export function beginPage(payload: Payload | undefined): void {
  flush()
  maxDepth = depth()
  page = payload
  if (payload) {
    sentDepth = -1
    engagedMs = 0
    since = isVisible() ? now() : -1
    if (!isListening) {
      isListening = true
      document.addEventListener('visibilitychange', attend)
      addEventListener('blur', attend)
      addEventListener('focus', attend)
      document.addEventListener('scroll', () => {
        maxDepth = Math.max(maxDepth, depth())
      })
    }
  }
}
