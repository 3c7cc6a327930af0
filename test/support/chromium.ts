import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where a Chromium is found that nobody named. */
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** The browser of the tests: TIDEMARK_CHROMIUM, or the first of the usual ones; undefined when there is none. */
export function findChromium(): string | undefined {
  return [process.env.TIDEMARK_CHROMIUM, ...usual].find((path) => path && existsSync(path))
}

/** @throws {Error} that says what to install, when there is no Chromium. */
export function requireChromium(): string {
  const found = findChromium()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: apt-get install chromium, or set TIDEMARK_CHROMIUM. Nothing was tested.',
  )
}

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
