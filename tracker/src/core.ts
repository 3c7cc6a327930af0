// The path of every event: is it ignored, what does it say, off it goes. Both forms, all features, meet here.
import type { CallbackResult, EventOptions, InitOptions, Payload } from '../package/index.d.ts'
import { beginPage } from './engagement.ts'
import { sendFirst } from './pageviews.ts'
import { covers } from './patterns.ts'

/** Named scripts know only domain and endpoint; the other options are theirs at compile time. */
export type Config = Partial<InitOptions>

/** The options in force, a copy of what was given. */
export let config: Config

/** The window with what others may have put there. An element's id is a property of it as well. */
export type Shared = typeof self & Record<string, unknown>

/** The page's script elements, by their ids too. */
const scripts = () => document.scripts as HTMLCollectionOf<HTMLScriptElement> & Record<string, HTMLScriptElement>

function findScriptTag(): HTMLScriptElement | null {
  const current = document.currentScript as HTMLScriptElement | null
  // A bundler, a tag manager or an optimiser may have moved the code away from its tag.
  return (
    (current && current.getAttribute('data-domain')
      ? null
      : scripts()[GLOBAL] || scripts()[TAG_ID] || scripts()[FOREIGN_GLOBAL]) || current
  )
}

/** The script tag, which is read again at every event (spec/tracker 4, 11). The package has none. */
export const tag = PACKAGE ? null : findScriptTag()

/** Puts the options in force. */
export function configure(options: Config): void {
  config = options
}

/** An attribute of the script tag. The package has no tag. */
export function attribute(name: string): string | null {
  return tag && tag.getAttribute(name)
}

/** Rules 1 to 3 of spec/tracker 3: the reason not to send, true for a silent one, undefined to go on. */
export function refusal(): string | true | undefined {
  if (!(CLASSIC ? FEATURES.LOCAL : config.captureOnLocalhost)) {
    // A file has no host.
    if (/^(127[\d.]+|localhost|\[::1?])?$/.test(location.hostname)) return 'localhost'
    if (
      (navigator.webdriver || (self as Shared)._phantom || (self as Shared).__nightmare || (self as Shared).Cypress) &&
      !(self as Shared).__tidemark
    )
      return true
  }
  try {
    if (localStorage[IGNORE_KEY] === 'true' || localStorage[FOREIGN_IGNORE_KEY] === 'true') return 'localStorage flag'
  } catch {
    // Blocked storage counts as not set.
  }
  return
}

/**
 * Follows the address of the page about the mark: `service_ignore=true` sets it, `service_ignore=false` takes it
 * away, and any other value changes nothing. Says each time whether the browser is counted (spec/tracker 3). Throws if
 * storage is blocked.
 */
export function heedAddress(): void {
  location.search.replace(/[?&]service_ignore=(true|false|)/, (_, asked?: string) => {
    if (asked) localStorage[IGNORE_KEY] = localStorage[FOREIGN_IGNORE_KEY] = asked
    // Returned because that is shorter; nobody reads the replaced text.
    return alert(GLOBAL + ': ' + !refusal()) as unknown as string
  })
}

const pathOf = () =>
  (CLASSIC ? FEATURES.HASH : config.hashBasedRouting) ? location.pathname + location.hash : location.pathname

function isExcluded() {
  return !covers(attribute('data-include') || '**', pathOf()) || covers(attribute('data-exclude') || '', pathOf())
}

/** The keys that every event has, engagement too (spec/tracker 5). */
export function createPayload(name: string | number, url: string): Payload {
  const payload: Payload = {
    d: attribute('data-domain') || (CLASSIC ? null : config.domain || null),
    n: name,
    v: VERSION,
    u: url,
  }
  if (CLASSIC ? FEATURES.HASH : config.hashBasedRouting) payload.h = 1
  return payload
}

function collectProps(name: string, given: EventOptions): Payload['p'] {
  const props: Payload['p'] = {}
  if (!PACKAGE && tag && (CLASSIC ? FEATURES.PAGEVIEW_PROPS : 1)) {
    for (const attribute of [...tag.attributes]) {
      if (/^event-./.test(attribute.name)) props[attribute.name.slice(6)] = attribute.value
    }
  }
  if (!CLASSIC) {
    const custom = config.customProperties
    const more: unknown = typeof custom === 'function' ? custom(name) : custom
    if (typeof more === 'object') Object.assign(props, more)
  }
  return Object.assign(props, given.meta, given.props)
}

/** Where named scripts send to: the host that they came from. The service puts its own path in place of the literal. */
const ownEndpoint = () => new URL('/api/event', (tag && tag.src) || location.href)

/** Browsers refuse kept-alive requests when the bodies under way pass this sum (Fetch, HTTP-network-or-cache fetch). */
const KEPT_ALIVE_BYTES_MAX = 65536

// Bytes of the kept-alive bodies under way.
let bytesUnderWay = 0

type Callback = NonNullable<EventOptions['callback']>

/** Hands a payload to the network; a callback that throws is not called again with its own error (spec/tracker 6). */
export async function send(payload: Payload | undefined, callback?: Callback): Promise<void> {
  let bytes = 0
  let result: CallbackResult | undefined
  // Any error, such as that of a missing fetch, is the event's; the request starts at once.
  if (payload)
    try {
      // The type of a blob is the content type of the request.
      const body = new Blob([JSON.stringify(payload)], { type: 'text/plain' })
      bytes = body.size + bytesUnderWay > KEPT_ALIVE_BYTES_MAX ? 0 : body.size
      bytesUnderWay += bytes
      const response = await fetch(attribute('data-api') || (CLASSIC ? ownEndpoint() : (config.endpoint as string)), {
        body,
        method: 'POST',
        keepalive: !!bytes,
      })
      result = { status: response.status }
      // The browser counts a body as under way until its answer has come to its end.
      const text = await response.text()
      // A list in place of the name asks for a visit token, which is all of the answer.
      result = (payload.n as unknown as []).pop && response.ok ? (text as unknown as CallbackResult) : result
    } catch (error) {
      if (!result) result = { error }
    }
  bytesUnderWay -= bytes
  if (CLASSIC ? callback : typeof callback === 'function') (callback as Callback)(result)
}

function warn(text: string): void {
  if (CLASSIC || config.logging !== false) console.warn(text)
}

/**
 * Sends an event unless a rule says no, after the first pageview if that still waits (spec/tracker 2, 3, 5, 11). Calls
 * that may throw come before any change.
 */
export function track(name: string | number, options?: EventOptions): void {
  const given = options || {}
  attempt(sendFirst)
  let payload: Payload | undefined
  const isPageview = name === 'pageview'
  let reason = refusal() || (!PACKAGE && isPageview && isExcluded() && 'exclusion rule')
  if (!reason) {
    payload = createPayload(name, given.u || given.url || location.href)
    const props = collectProps(name as string, given)
    for (const _ in props) payload.p = props
    payload.r = document.referrer || null
    payload.$ = given.revenue || undefined
    if (given.interactive === false) payload.i = false
    if (!CLASSIC && config.transformRequest) {
      if (typeof config.transformRequest === 'function') {
        const transformed = config.transformRequest(payload)
        // Anything without a name is no payload, such as the promise of an asynchronous function. A copy, since
        // engagement repeats the payload whatever the page does with its object later.
        payload = (transformed && transformed.n && Object.assign({}, transformed)) as Payload
        reason = 'transformRequest'
      } else warn('transformRequest is no function')
    }
  }
  if (isPageview) beginPage(payload)
  if (reason !== true && !payload) warn('Ignoring event: ' + reason)
  send(payload, given.callback)
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
export function drain(stub: { q?: Parameters<typeof track>[] } | null | undefined | false): void {
  const queue = stub && stub.q
  while (queue && queue[0]) {
    attempt(() => track.apply(0, queue.shift() as Parameters<typeof track>))
  }
}
