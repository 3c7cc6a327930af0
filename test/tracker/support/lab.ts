// A laboratory for the tracker: Debian's Chromium, one real server for pages under made-up host names, scripts and
// events.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { createTrackerRoutes } from '../../../src/http/routes/tracker.ts'
import type { ScriptOptions } from '../../../src/rules/tracker-options.ts'
import { build } from '../../../tracker/build.ts'
import { chromium, chromiumArguments, requireChromium, startBrowser, withoutSignals } from '../../support/chromium.ts'
import { browserStepMs } from '../../support/effort.ts'

export type Event = Record<string, unknown> & { n: string | number }

interface Recorded {
  host: string
  path: string
  headers: IncomingMessage['headers']
  event: Event
}

export interface VisitOptions {
  /** Name of the script without `.js`; `none` for no tag. */
  script?: string
  /** Attributes of the tag. */
  attributes?: string
  /** Markup before the tag. */
  head?: string
  body?: string
  /** Where the page is, query and fragment included. */
  path?: string
  /** Runs before anything in the page. */
  before?: string
  /** Uses time that only moves when told. */
  clock?: boolean
  /** Overrides the host made up for this visit. */
  host?: string
  /** Value of the Content-Security-Policy header. */
  policy?: string
  /** Whole answers for single paths instead of the page. */
  files?: Record<string, string>
  /** A path that is answered, with nothing, only at `release()`. The page is not waited for. */
  held?: string
  /** Status and delay of the event endpoint's answer. */
  status?: number
}

const SERVICE = 'stats.example'

// Pages report focus and visibility as always on; this makes both follow the test.
const ATTENTION = `
  window.attention = { visible: true, focused: true }
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (attention.visible === true ? 'visible' : attention.visible || 'hidden') })
  document.hasFocus = () => attention.focused
  window.hide = () => { attention.visible = false; attention.focused = false; window.dispatchEvent(new FocusEvent('blur')); document.dispatchEvent(new Event('visibilitychange', { bubbles: true })) }
  window.show = (focused = true) => { attention.visible = true; attention.focused = focused; document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); if (focused) window.dispatchEvent(new FocusEvent('focus')) }
  window.errors = []
  window.warnings = []
  window.addEventListener('error', (event) => errors.push(event.message))
  window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)))
  const warn = console.warn
  console.warn = (...args) => { warnings.push(args.join(' ')); warn(...args) }
`

/**
 * Starts browser and server; `stop()` ends both. With a service's port, scripts and events are that service's business.
 * The scripts are built first, so that what is tested is what the sources say.
 */
export async function createLab(options: { servicePort?: number; userAgent?: string; isWhole?: boolean } = {}) {
  const executablePath = requireChromium(options)
  const profile = await mkdtemp(join(tmpdir(), 'tidemark-browser-'))
  await build({ baseUrl: `http://${SERVICE}`, packageFolder: profile })
  const packageCode = await readFile(join(profile, 'index.js'), 'utf8')
  const recorded: Recorded[] = []
  const listeners = new Set<() => void>()
  const visits = new Map<string, VisitOptions>()
  const sites = new Map<string, ScriptOptions>()
  const heldAnswers = new Map<string, (() => void)[]>()
  const tracker = createTrackerRoutes({ baseUrl: `http://${SERVICE}`, findTrackerConfig: async (id) => sites.get(id) })

  const server = createServer(async (req, res) => {
    const host = String(req.headers.host)
    const path = String(req.url).split('?')[0] as string
    res.setHeader('access-control-allow-origin', '*')
    if (req.method === 'POST') {
      let body = ''
      for await (const chunk of req) body += chunk
      const from = new URL(String(req.headers.origin ?? 'http://unknown')).host
      if (path.startsWith('/submitted')) return void res.end('submitted')
      recorded.push({ host: from, path: `${host}${path}`, headers: req.headers, event: JSON.parse(body) })
      for (const listener of listeners) listener()
      res.writeHead(visits.get(from)?.status ?? 202).end('ok')
    } else if (path.startsWith('/js/') && !path.includes('mine')) await tracker.handle(req, res)
    else if (path === '/package.js') res.setHeader('content-type', 'text/javascript').end(packageCode)
    else if (path === '/favicon.ico') res.writeHead(204).end()
    else {
      const visit = visits.get(host)
      const file = visit?.files?.[path]
      if (visit?.held === path) {
        const waiting = heldAnswers.get(host) ?? []
        heldAnswers.set(host, [...waiting, () => res.setHeader('content-type', 'text/css').end()])
        return
      }
      if (visit?.policy) res.setHeader('content-security-policy', visit.policy)
      res.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html')
      res.end(visit ? (file ?? render(visit)) : 'ok')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.address() as AddressInfo).port
  const context = await startBrowser(() =>
    chromium.launchPersistentContext(profile, {
      ...withoutSignals,
      executablePath,
      headless: true,
      viewport: { width: 1280, height: 720 },
      userAgent: options.userAgent,
      ignoreDefaultArgs: ['--disable-back-forward-cache', '--enable-automation'],
      args: [
        ...chromiumArguments,
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        '--disable-blink-features=AutomationControlled',
        // Only made-up names are mapped: 127.0.0.1 and localhost stay what they are.
        `--host-resolver-rules=MAP ${SERVICE} 127.0.0.1:${options.servicePort ?? port},MAP *.example 127.0.0.1:${port},MAP *.test 127.0.0.1:${port}`,
      ],
    }),
  )
  context.setDefaultTimeout(browserStepMs)

  let count = 0

  /** Opens a page of its own on a host of its own. */
  async function visit(options: VisitOptions = {}) {
    const host = options.host ?? `site${++count}.example`
    visits.set(host, options)
    const from = recorded.length
    const page = await context.newPage()
    if (options.clock) await page.clock.install()
    await page.addInitScript(ATTENTION + (options.before ?? ''))
    await page.goto(`http://${host}${options.path ?? '/'}`, { waitUntil: options.held ? 'commit' : 'load' })
    return createVisit(page, host, from)
  }

  function createVisit(page: Page, host: string, from: number) {
    const mine = () => recorded.slice(from).filter((entry) => entry.host.split(':')[0] === host.split(':')[0])

    /** Waits for so many events; a last request makes sure that no further one is under way. */
    async function requests(expected: number): Promise<Recorded[]> {
      if (mine().length < expected) {
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            const names = mine().map(({ event }) => event.n)
            finish(new Error(`${expected} events expected, ${names.length} came: ${names.join(', ')}`))
          }, 20_000)
          const check = () => {
            if (mine().length >= expected) finish()
          }
          function finish(error?: Error) {
            clearTimeout(timer)
            listeners.delete(check)
            if (error) reject(error)
            else resolve()
          }
          listeners.add(check)
        })
      }
      if (!page.isClosed()) await page.evaluate(FENCE).catch(() => {})
      return mine()
    }

    return {
      page,
      host,
      origin: `http://${host}`,
      requests,
      /** All events so far, once there are as many as expected, without the version. */
      async events(expected: number): Promise<Event[]> {
        return (await requests(expected)).map(({ event: { v: _version, ...rest } }) => rest as Event)
      },
      /** The same in short: the names, in order of arrival. */
      async names(expected: number): Promise<unknown[]> {
        return (await requests(expected)).map(({ event }) => event.n)
      },
      evaluate: (code: string) => page.evaluate(code),
      /** Answers what was held, and waits until the page is loaded. */
      async release() {
        for (const answer of heldAnswers.get(host) ?? []) answer()
        await page.waitForLoadState('load')
      },
      warnings: () => page.evaluate('warnings') as Promise<string[]>,
      errors: () => page.evaluate('errors') as Promise<string[]>,
      close: () => page.close(),
    }
  }

  return {
    context: context as BrowserContext,
    port,
    sites,
    visit,
    async stop() {
      await context.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(profile, { recursive: true, force: true })
    },
  }
}

// Requests on other connections might be overtaken by the first of these, hardly by the second.
const FENCE = `(async () => { const ask = () => new Promise((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = '/fence?' + Math.random() }); await ask(); await ask() })()`

function render(visit: VisitOptions): string {
  const script = visit.script ?? 'script'
  const attributes = visit.attributes ?? 'defer data-domain="site.test"'
  const tag = script === 'none' ? '' : `<script ${attributes} src="http://${SERVICE}/js/${script}.js"></script>`
  return `<!doctype html><html><head><meta charset="utf-8"><title>page</title>${visit.head ?? ''}${tag}</head><body>${visit.body ?? ''}</body></html>`
}

/** A page that has the package form, started with these options; `track` and `init` are left on the window. */
export function packagePage(options: string | undefined, more = ''): Pick<VisitOptions, 'script' | 'head'> {
  return {
    script: 'none',
    head: `<script type="module">
      import * as api from 'http://${SERVICE}/package.js'
      Object.assign(window, { api, init: api.init, track: api.track })
      ${options === undefined ? '' : `api.init(${options})`}
      ${more}
      window.ready = true
    </script>`,
  }
}
