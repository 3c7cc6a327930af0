import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'

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

export const launchChromium = (): Promise<Browser> =>
  startBrowser(() => chromium.launch({ executablePath: requireChromium(), args: chromiumArguments }))
