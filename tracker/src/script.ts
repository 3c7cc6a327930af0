// The script form: named scripts and the site script. Reads its own tag, takes the place of stubs, starts.
import type { EventOptions, InitOptions } from '../package/index.d.ts'
import { fileExtensions, startClicks } from './clicks.ts'
import { DEFAULT_FILE_TYPES } from './constants.ts'
import { attempt, attribute, config, configure, drain, heedAddress, type Shared, tag, track } from './core.ts'
import { startForms } from './forms.ts'
import { sendFirst, startPageviews } from './pageviews.ts'

interface Global {
  (...args: Parameters<typeof track>): void
  /** Calls made before the script ran. */
  q?: Parameters<typeof track>[]
  /** Options given to a stub's `init` before the script ran. */
  o?: Partial<InitOptions>
  l?: boolean
  v?: number
  visit?: (callback: NonNullable<EventOptions['callback']>) => void
  init?: (options?: Partial<InitOptions>) => void
}

const global: Global = track
const src = (tag && tag.src) || ''
const own = (self as Shared)[GLOBAL] as Global | undefined

/** Finds the script of another tracker, which owns the stub of the foreign name. */
const hasRival = () =>
  [...document.scripts].some(
    (script) => script.src !== src && (script.getAttribute('data-domain') || /\/pa-|plausible/.test(script.src)),
  )

/**
 * Takes the place of the stubs that are on the page: their options count first, then the first pageview goes out, then
 * their calls (spec/tracker 11). Runs at the start and again when all markup is parsed. `isParsed` is any true value.
 */
function takeOver(isParsed: unknown): void {
  const foreign = (self as Shared)[FOREIGN_GLOBAL] as Global | undefined
  const isFunction = foreign && foreign.call
  const isOwnFunction = own && own.call
  // A stub mentions its queue and is not marked as loaded. Without one only a tag of the foreign name gets the global.
  const isTaken = isFunction
    ? !foreign.l && /\.q\b/.test(foreign as unknown as string) && !hasRival()
    : tag && /plausible/.test(src + tag.id)
  if (!CLASSIC) Object.assign(config, own && own.o, isTaken && foreign && foreign.o)
  if (!CLASSIC && config.bindToWindow === false) (self as Shared)[GLOBAL] = own
  else if (isTaken) (self as Shared)[FOREIGN_GLOBAL] = global
  if (isParsed || isOwnFunction || isFunction) attempt(sendFirst)
  drain(own)
  drain(isTaken && foreign)
}

function start(): void {
  if (!attribute('data-domain') && (CLASSIC || !config.domain)) console.warn(GLOBAL + ': no data-domain')
  if (CLASSIC ? !FEATURES.MANUAL : 1) startPageviews()
  if (CLASSIC ? FEATURES.OUTBOUND_LINKS || FEATURES.FILE_DOWNLOADS || FEATURES.TAGGED_EVENTS : 1)
    startClicks((CLASSIC ? FEATURES.FILE_DOWNLOADS : 1) ? readFileTypes : () => '')
  startForms()
  if (!CLASSIC) {
    global.init = (options) => Object.assign(config, options)
  }
  // Asked where events go, so that whatever carries events carries it (spec/tracker 11).
  global.visit = (callback) => track(['visit'] as unknown as string, { callback })
  global.l = true
  global.v = VERSION
  ;(self as Shared)[GLOBAL] = global
}

function readFileTypes(): string {
  const either = (name: string) => attribute(name) || attribute('data-' + name)
  return [either('file-types') || (CLASSIC ? DEFAULT_FILE_TYPES : fileExtensions()), either('add-file-types')].join()
}

if (own && own.l) console.warn(GLOBAL + ': already loaded')
else {
  if (!CLASSIC) configure(__TIDEMARK_OPTIONS__)
  start()
  // A parser that has not ended may still bring a stub with options, or with calls.
  addEventListener('DOMContentLoaded', takeOver)
  attempt(heedAddress)
  // Of all states only `loading` comes after `l`.
  takeOver(document.readyState < 'l')
}
