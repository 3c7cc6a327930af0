// Automatic pageviews: at the start, on history or hash navigation, and after a restore from the back/forward cache.
import { attempt, config, track } from './core.ts'
import { isListening, isVisible } from './engagement.ts'

// The path of the last automatic pageview. Empty while the first one waits, undefined without automatic pageviews.
let lastPath: string | undefined

// A stub's options may come after the start, so each pageview asks again.
const isHash = () => (CLASSIC ? FEATURES.HASH : config.hashBasedRouting)

function sendPageview(url?: string): void {
  if (!CLASSIC && config.autoCapturePageviews === false) return
  lastPath = location.pathname
  if (CLASSIC ? FEATURES.HASH : url) track('pageview', { url: url as string })
  else track('pageview')
}

function sendIfMoved(): void {
  if (!isHash() && lastPath !== location.pathname) sendPageview()
}

/**
 * Sends the first pageview unless it or another one went out. A page that cannot be seen waits until that changes; one
 * that is hidden now was seen until then (spec/tracker 2).
 */
export function sendFirst(change?: Event, url?: string): void {
  if (lastPath !== '' || !(change || isVisible()) || isListening()) return
  if (CLASSIC ? FEATURES.HASH : 1) sendPageview(url)
  else sendPageview()
}

/** Registers the listeners; the first pageview is sent by `sendFirst` (spec/tracker 2). */
export function startPageviews(): void {
  lastPath = ''
  if (CLASSIC ? FEATURES.HASH : 1)
    addEventListener('hashchange', (event) => {
      if (!isHash()) return
      attempt(() => sendFirst(undefined, event.oldURL))
      sendPageview()
    })
  if (CLASSIC ? !FEATURES.HASH : PACKAGE ? !config.hashBasedRouting : 1) {
    const original = history.pushState
    const pushState = function (this: History) {
      attempt(sendFirst)
      // biome-ignore lint/complexity/noArguments: shorter than a list of them
      const result = original.apply(this, arguments as unknown as Parameters<History['pushState']>)
      attempt(sendIfMoved)
      return result
    }
    // A module is strict: there an assignment to a frozen history would throw, where this says no.
    if (PACKAGE) Reflect.set(history, 'pushState', pushState)
    else history.pushState = pushState
    addEventListener('popstate', sendIfMoved)
  }
  document.addEventListener('visibilitychange', sendFirst)
  addEventListener('pageshow', (event) => {
    if (event.persisted) sendPageview()
  })
}
