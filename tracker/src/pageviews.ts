// Automatic pageviews: at the start, on history or hash navigation, and after a restore from the back/forward cache.
import { attempt, config, track } from './core.ts'
import { isListening, isVisible } from './engagement.ts'

let lastPath: string | undefined

function sendPageview(): void {
  lastPath = location.pathname
  track('pageview')
}

function sendIfMoved(): void {
  if (lastPath !== location.pathname) sendPageview()
}

/** Registers the listeners, then sends the first pageview if the page can be seen (spec/tracker 2). */
export function startPageviews(): void {
  if (CLASSIC ? HASH : config.hashBasedRouting) addEventListener('hashchange', sendPageview)
  else {
    const original = history.pushState
    // Reflect.set says no where an assignment to a frozen history would throw.
    Reflect.set(history, 'pushState', function (this: History, ...args: Parameters<History['pushState']>) {
      const result = original.apply(this, args)
      attempt(sendIfMoved)
      return result
    })
    addEventListener('popstate', sendIfMoved)
  }
  addEventListener('pageshow', (event) => {
    if (event.persisted) sendPageview()
  })
  const sendFirst = () => {
    if (isVisible() && !lastPath && !isListening) sendPageview()
  }
  document.addEventListener('visibilitychange', sendFirst)
  sendFirst()
}
