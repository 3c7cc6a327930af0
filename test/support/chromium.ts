import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, LaunchOptions } from 'playwright-core'
import { browserStepMs } from './effort.ts'
import { kept } from './kept.ts'

/** By `require`: an import reads the bundle of 3 MB once more for the names it exports, half of its time to load. */
export const { chromium }: typeof import('playwright-core') = createRequire(import.meta.url)('playwright-core')

/** The same pages without a window, nor what goes with one, for half the processor time. */
const shells = ['/usr/bin/chromium-headless-shell']
const wholes = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/**
 * The browser of the tests: TIDEMARK_CHROMIUM, or the first of the usual ones; undefined when there is none. Only a whole
 * one keeps pages that were left.
 */
export function findChromium({ isWhole = false } = {}): string | undefined {
  const usual = isWhole ? wholes : [...shells, ...wholes]
  return [process.env.TIDEMARK_CHROMIUM, ...usual].find((path) => path && existsSync(path))
}

/** @throws {Error} that says what to install, when there is no Chromium. */
export function requireChromium(options: { isWhole?: boolean } = {}): string {
  const found = findChromium(options)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: apt-get install chromium, or set TIDEMARK_CHROMIUM. Nothing was tested.',
  )
}

/** The drawn page is not seen: a process of its own for that takes more than half of the time of all. */
export const chromiumArguments = ['--no-sandbox', '--in-process-gpu']

/** Starts a browser; a second time where it died as it started, as Chromium does once in hundreds of starts. */
export const startBrowser = <Started>(start: () => Promise<Started>): Promise<Started> => start().catch(start)

const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  startBrowser(() => chromium.launch({ ...options, executablePath: requireChromium(), args: chromiumArguments }))

/** A context whose pages wait as long as a slow machine needs. */
function patient(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(browserStepMs)
  return context
}

/** A browser without listeners in the process that began it: it ends when that process does, and its pipe with it. */
export const withoutSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const

const launchToStay = () => launch(withoutSignals)

let shared: Promise<Browser> | undefined

/** The browser as one file has it: its end closes the file's pages, and leaves the browser to the next file. */
function lend(browser: Browser): Browser {
  const contexts = new Set<BrowserContext>()
  const lent: Partial<Browser> = {
    async newContext(options) {
      const context = patient(await browser.newContext(options))
      contexts.add(context)
      return context
    },
    async newPage(options) {
      const page = await browser.newPage(options)
      contexts.add(patient(page.context()))
      return page
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()))
    },
  }
  return new Proxy(browser, {
    get(_, name) {
      if (name in lent) return Reflect.get(lent, name)
      const value: unknown = Reflect.get(browser, name)
      return typeof value === 'function' ? value.bind(browser) : value
    },
  })
}

/**
 * A browser of the caller's own; call `close` when done. A process that runs several files starts one for all of them,
 * and another one after a crash.
 */
export async function launchChromium(): Promise<Browser> {
  if (!kept.isOn) return launch()
  if (!(await shared?.catch(() => undefined))?.isConnected()) {
    shared = kept.start(launchToStay)
    kept.add(async () => (await shared)?.close())
  }
  return lend(await shared!)
}
