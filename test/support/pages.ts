// One page of one Chromium for a whole test file: a context of its own costs two seconds, a visit a third of one.
import type { BrowserContext, Page } from 'playwright-core'
import { build } from '../../scripts/build.ts'
import { launchChromium } from './chromium.ts'
import { startDashboard, type TestDashboard } from './dashboard.ts'

export interface Visit {
  /** The owner of the site, unless it says false. */
  readonly isSignedIn?: boolean
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
}

export interface Pages {
  readonly page: Page
  readonly context: BrowserContext
  /** Goes to a path as a browser that was never here: nothing is kept but the files. */
  visit(path: string, how?: Visit): Promise<void>
  /** What went wrong in the page since it was asked last: errors, refused content, requests to elsewhere. */
  takeErrors(): string[]
  stop(): Promise<void>
}

/** Opens the page; `visit` waits until `settle` is done. */
export async function openPages(
  { url, cookies }: Pick<TestDashboard, 'url' | 'cookies'>,
  settle: (page: Page) => Promise<unknown> = (page) => page.getByRole('heading', { level: 1 }).waitFor(),
): Promise<Pages> {
  const browser = await launchChromium()
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Etc/UTC' })
  const page = await context.newPage()
  let errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (/Content Security|Trusted/.test(message.text())) errors.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url && !request.url().startsWith('data:')) errors.push(request.url())
  })
  return {
    page,
    context,
    async visit(path, { isSignedIn = true, width = 1280, height = 900, theme = 'light' } = {}) {
      // Leaving first: what the old page still does must not count for the new one. Not for a blank page: from there to
      // the service the browser starts a process for each visit.
      if (page.url().startsWith(url)) await page.evaluate('localStorage.clear()')
      await page.goto(`${url}/api/health`)
      await context.clearCookies()
      if (isSignedIn) await context.addCookies(cookies)
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(url + path)
      await settle(page)
    },
    takeErrors() {
      const taken = errors
      errors = []
      return taken
    },
    stop: () => browser.close(),
  }
}

/** A dashboard shows its numbers, and asks for no more. */
export const isCounted = (page: Page) => page.locator('main[aria-busy=false] [role=radio]').first().waitFor()

/** A service with traffic of so many days and the pages as they are built; `stop` ends it with its page. */
export async function startBoard(days: number): Promise<Pages & { readonly service: TestDashboard }> {
  await build()
  const service = await startDashboard({ days })
  const pages = await openPages(service, isCounted)
  return {
    ...pages,
    service,
    async stop() {
      await pages.stop()
      await service.stop()
    },
  }
}
