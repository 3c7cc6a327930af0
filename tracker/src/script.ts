// The script form: named scripts and the site script. Reads its own tag, starts, drains the stub's queue, binds the
// global.
import type { InitOptions } from '../package/index.d.ts'
import { startClicks } from './clicks.ts'
import { DEFAULT_FILE_TYPES, FOREIGN_GLOBAL, GLOBAL, VERSION } from './constants.ts'
import { attempt, attribute, config, configure, drain, track } from './core.ts'
import { startForms } from './forms.ts'
import { startPageviews } from './pageviews.ts'

interface Global {
  (...args: Parameters<typeof track>): void
  /** Calls made before the script ran. */
  q?: Parameters<typeof track>[]
  /** Options given to a stub's `init` before the script ran. */
  o?: Partial<InitOptions>
  l?: boolean
  v?: number
  init?: (options?: Partial<InitOptions>) => void
}

const page = window as unknown as Record<string, Global | undefined>
// A bundler or tag manager may have moved the code away from its tag.
const tag = (document.currentScript || document.getElementById(GLOBAL)) as HTMLScriptElement | null
const own = page[GLOBAL]
const foreign = page[FOREIGN_GLOBAL]

function start(): void {
  const src = (tag && tag.src) || ''
  // A stub mentions its queue and is not marked as loaded. Without a stub only a tag that has the foreign name gets the
  // global.
  const takesOver = foreign
    ? !foreign.l && /\.q\b/.test(foreign as unknown as string)
    : tag && /plausible/.test(src + tag.id)
  configure(CLASSIC ? { endpoint: (src && new URL(src).origin) + '/api/event' } : __TIDEMARK_OPTIONS__, tag)
  Object.assign(config, own && own.o, takesOver && foreign && foreign.o)
  config.domain = attribute('data-domain') || config.domain
  config.endpoint = attribute('data-api') || config.endpoint
  if (!config.domain) console.warn(GLOBAL + ': data-domain is missing')

  if (CLASSIC ? !MANUAL : config.autoCapturePageviews !== false) attempt(startPageviews)
  if (CLASSIC ? OUTBOUND_LINKS || FILE_DOWNLOADS || TAGGED_EVENTS : 1)
    startClicks((CLASSIC ? FILE_DOWNLOADS : 1) ? readFileTypes() : '')
  startForms()
  drain(own && own.q)
  if (takesOver) drain(foreign && foreign.q)
  const global: Global = track
  if (!CLASSIC) global.init = (options) => Object.assign(config, options)
  if (CLASSIC || config.bindToWindow !== false) {
    page[GLOBAL] = global
    if (takesOver) page[FOREIGN_GLOBAL] = global
  }
  global.v = VERSION
  global.l = true
}

function readFileTypes(): string {
  const option = !CLASSIC && config.fileDownloads
  const extensions = typeof option === 'object' && option.fileExtensions
  const either = (name: string) => attribute(name) || attribute('data-' + name)
  return [
    either('file-types') || (!CLASSIC && Array.isArray(extensions) ? extensions : DEFAULT_FILE_TYPES),
    either('add-file-types'),
  ].join()
}

if (own && own.l) console.warn(GLOBAL + ': already loaded')
else start()
