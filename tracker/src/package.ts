// The package form: nothing happens at import; `init` starts the tracker once, `track` sends events.
import type * as Public from '../package/index.d.ts'
import { fileExtensions, startClicks } from './clicks.ts'
import { DEFAULT_FILE_TYPES as FILE_TYPES } from './constants.ts'
import { attempt, configure, drain, heedAddress, track as send } from './core.ts'
import { startForms } from './forms.ts'
import { sendFirst, startPageviews } from './pageviews.ts'

/** The list behind `fileDownloads: true`. */
export const DEFAULT_FILE_TYPES: typeof Public.DEFAULT_FILE_TYPES = FILE_TYPES.split(',')

type Track = typeof Public.track & { q?: Parameters<typeof Public.track>[]; l?: boolean; v?: number; s?: string }

let isStarted = false

const isBrowser = () => typeof window !== 'undefined'
const page = () => window as unknown as Record<string, Track | undefined>

/** Starts the tracker with a copy of the options (spec/tracker 12). */
export const init: typeof Public.init = (options) => {
  if (!isBrowser()) return
  if (!options || !options.domain) throw new Error(GLOBAL + ': init needs the option domain')
  if (isStarted) throw new Error(GLOBAL + ': init was called before')
  const other = page()[GLOBAL]
  if (other && other.l) {
    // Another copy is at work already; a second one would count everything twice.
    console.warn(GLOBAL + ': already loaded')
    return
  }
  isStarted = true
  configure(Object.assign({}, options, { endpoint: options.endpoint || DEFAULT_ENDPOINT }))
  attempt(heedAddress)
  try {
    if (options.autoCapturePageviews !== false) startPageviews()
    sendFirst()
  } finally {
    // A failure of the page's own functions reaches the caller, and the tracker is up nevertheless.
    startClicks(fileExtensions)
    startForms()
    if (options.bindToWindow !== false) bind(other)
  }
}

function bind(stub: Track | undefined): void {
  const global = track as Track
  drain(stub)
  page()[GLOBAL] = global
  global.v = VERSION
  global.s = 'npm'
  global.l = true
}

/** Sends an event (spec/tracker 11). */
export const track: typeof Public.track = (name, options) => {
  if (!isBrowser()) return
  if (isStarted) return send(name, options)
  const other = page()[GLOBAL]
  if (!other || !other.l) throw new Error(GLOBAL + ': call init before track')
  other(name, options)
}
