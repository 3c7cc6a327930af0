// The script form: named scripts and the site script. Reads its own tag, starts, drains the stub's queue, binds the global.
import type { InitOptions } from '../package/index.d.ts'
import { startClicks } from './clicks.ts'
import { DEFAULT_FILE_TYPES, FOREIGN_GLOBAL, GLOBAL, VERSION } from './constants.ts'
import { attempt, config, configure, drain, track } from './core.ts'
import { startForms } from './forms.ts'
import { startPageviews } from './pageviews.ts'

interface Global {
  (...args: Parameters<typeof track>): void
  /** Calls made before the script ran. */
  q?: ArrayLike<Parameters<typeof track>>
  /** Options given to a stub's `init` before the script ran. */
  o?: Partial<InitOptions>
  l?: boolean
  v?: number
  init?: (options?: Partial<InitOptions>) => void
}

const page = window as unknown as Record<string, Global | undefined>
// A bundler or tag manager may have moved the code away from its tag.
const tag = (document.currentScript || document.getElementById(GLOBAL)) as HTMLScriptElement | null
const attribute = (name: string) => tag && tag.getAttribute(name)
const own = page[GLOBAL]
const foreign = page[FOREIGN_GLOBAL]

function start(): void {
  const src = (tag && tag.src) || ''
  const names = [GLOBAL]
  // A stub mentions its queue and is not marked as loaded. Without a stub only pages that ask for the foreign name get it.
  if (foreign ? !foreign.l && (foreign.q || /\.q\b/.test(foreign as unknown as string)) : tag && /plausible/.test(src + tag.id)) {
    names.push(FOREIGN_GLOBAL)
  }
  configure(CLASSIC ? { endpoint: (src && new URL(src).origin) + '/api/event' } : Object.assign({}, __TIDEMARK_OPTIONS__), tag)
  names.forEach((name) => {
    const stub = page[name]
    Object.assign(config, stub && stub.o)
  })
  const domain = attribute('data-domain')
  if (domain) config.domain = domain
  const endpoint = attribute('data-api')
  if (endpoint) config.endpoint = endpoint
  if (!config.domain) console.warn(GLOBAL + ': data-domain is missing')

  if (CLASSIC ? !MANUAL : config.autoCapturePageviews !== false) attempt(startPageviews)
  if (CLASSIC ? OUTBOUND_LINKS || FILE_DOWNLOADS || TAGGED_EVENTS : 1) startClicks((CLASSIC ? FILE_DOWNLOADS : 1) ? readFileTypes() : '')
  startForms()
  names.forEach((name) => {
    const stub = page[name]
    drain(stub && stub.q)
  })
  const global: Global = track
  if (!CLASSIC) global.init = (options) => Object.assign(config, options)
  if (CLASSIC || config.bindToWindow !== false) {
    names.forEach((name) => {
      page[name] = global
    })
  }
  global.v = VERSION
  global.l = true
}

function readFileTypes(): string {
  const option = CLASSIC ? undefined : config.fileDownloads
  const extensions = typeof option === 'object' && option.fileExtensions
  return [
    attribute('file-types') || attribute('data-file-types') || (Array.isArray(extensions) ? extensions : DEFAULT_FILE_TYPES),
    attribute('add-file-types') || attribute('data-add-file-types'),
  ].join()
}

if (own && own.l) console.warn(GLOBAL + ': already loaded')
else start()
