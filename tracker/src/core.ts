// The path of every event: is it ignored, what does it say, off it goes. Both forms, all features, meet here.
import type { EventOptions, InitOptions, Payload } from '../package/index.d.ts'
import { IGNORE_KEY, VERSION } from './constants.ts'
import { beginPage } from './engagement.ts'
import { covers } from './patterns.ts'

/** Named scripts know only domain and endpoint; the other options are theirs at compile time. */
export type Config = Partial<InitOptions>

/** The options in force, a copy of what was given. */
export let config: Config

let tag: Element | null

/** Puts the options in force; the script tag, where there is one, is read again at every event (spec/tracker 4, 11). */
export function configure(options: Config, scriptTag: Element | null): void {
  config = options
  tag = scriptTag
}

/** An attribute of the script tag. The package has no tag. */
export const attribute = (name: string) => tag && tag.getAttribute(name)

/** Rules 1 to 3 of spec/tracker 3: the reason not to send, true for a silent one, undefined to go on. */
export function refusal(): string | true | undefined {
  if (!(CLASSIC ? LOCAL : config.captureOnLocalhost)) {
    if (/^localhost$|^127(\.\d+){1,3}$|^\[::1?\]$/.test(location.hostname) || location.protocol === 'file:')
      return 'localhost'
    const page = window as unknown as Record<string, unknown>
    if ((navigator.webdriver || page._phantom || page.__nightmare || page.Cypress) && !page.__tidemark) return true
  }
  try {
    if (localStorage[IGNORE_KEY] === 'true') return 'localStorage flag'
  } catch {
    // Blocked storage counts as not set.
  }
  return
}

function isExcluded() {
  const path = location.pathname + ((CLASSIC ? HASH : config.hashBasedRouting) ? location.hash : '')
  const include = attribute('data-include')
  const exclude = attribute('data-exclude')
  return (include && !covers(include, path)) || (exclude && covers(exclude, path))
}

/** The keys that every event has, engagement too (spec/tracker 5). */
export function createPayload(name: string | number, url: string): Payload {
  const payload: Payload = { n: name, v: VERSION, u: url, d: config.domain || null }
  if (CLASSIC ? HASH : config.hashBasedRouting) payload.h = 1
  return payload
}

function collectProps(name: string, given: EventOptions['props']): Payload['p'] {
  const props: Payload['p'] = {}
  if (!PACKAGE && tag && (CLASSIC ? PAGEVIEW_PROPS : 1)) {
    for (const attribute of Array.from(tag.attributes)) {
      if (/^event-./.test(attribute.name)) props[attribute.name.slice(6)] = attribute.value
    }
  }
  if (!CLASSIC) {
    const custom = config.customProperties
    const more: unknown = typeof custom === 'function' ? custom(name) : custom
    if (typeof more === 'object') Object.assign(props, more)
  }
  return Object.assign(props, given)
}

// Asynchronous by name only, to turn whatever throws, a missing fetch for one, into a rejection; the request starts at
// once.
const post = async (payload: Payload) =>
  fetch(config.endpoint as string, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify(payload),
  })

/** Hands a payload to the network; a callback that throws is not called again with its own error (spec/tracker 6). */
export function send(payload: Payload, callback?: EventOptions['callback']): void {
  post(payload).then(
    (response) => callback && callback({ status: response.status }),
    (error) => callback && callback({ error }),
  )
}

/** Sends an event unless a rule says no (spec/tracker 3, 5, 11). What may throw comes before anything changes. */
export function track(name: string | number, options?: EventOptions): void {
  const given = options || {}
  const isPageview = name === 'pageview'
  let payload: Payload | undefined
  let reason = refusal()
  if (!PACKAGE && !reason && isPageview && isExcluded()) reason = 'exclusion rule'
  if (!reason) {
    payload = createPayload(name, given.u || given.url || location.href)
    payload.r = document.referrer || null
    const props = collectProps(name as string, given.props)
    if (Object.keys(props as object).length) payload.p = props
    if (given.interactive === false) payload.i = false
    if (given.revenue) payload.$ = given.revenue
    if (!CLASSIC && config.transformRequest) {
      payload = config.transformRequest(payload) || undefined
      // A copy, since engagement repeats what went out whatever the page does with its object later.
      if (payload) payload = Object.assign({}, payload)
      reason = 'transformRequest'
    }
  }
  if (isPageview) beginPage(payload)
  if (payload) send(payload, given.callback)
  else {
    if (reason !== true && (CLASSIC || config.logging !== false)) console.warn('Ignoring event: ' + reason)
    if (given.callback) given.callback()
  }
}

/**
 * Runs what may call the page's own functions where no caller could make sense of their failure: reported, not thrown.
 */
export function attempt(action: () => void): void {
  // Named scripts take no functions other than callbacks, and those run elsewhere.
  if (CLASSIC) action()
  else {
    try {
      action()
    } catch (error) {
      console.error(error)
    }
  }
}

/** Makes the calls that a stub put aside, also those that a callback adds meanwhile (spec/tracker 11). */
export function drain(queue: Parameters<typeof track>[] | undefined): void {
  while (queue && queue[0]) {
    attempt(() => track.apply(0, queue.shift() as Parameters<typeof track>))
  }
}
