// What tests of pages and of whatever counts by cookie need: somebody who is signed in, and a service with pages.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectPath } from '../../src/paths.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { type Provisioned, startApp, type TestApp } from './app.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from './stats-model.ts'

/** Pages of a build that was never made: one script and one style for all of them. */
const pageNames = ['dashboard', 'sites', 'add-site', 'login', 'setup', 'invite', 'reset', 'account', 'settings']

/** A folder as web/build.ts fills it, with next to nothing in it. */
export async function fakeBuild(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-web-'))
  const files = { scripts: ['/assets/page-1.js'], styles: ['/assets/page-1.css'], modulepreload: ['/assets/core-1.js'] }
  const pages = Object.fromEntries(
    [...pageNames, 'error', 'share-password', 'unsubscribe', 'ignore'].map((name) => [name, files]),
  )
  await mkdir(join(folder, 'assets'))
  await Promise.all([
    writeFile(join(folder, 'manifest.json'), JSON.stringify({ version: 'v1', icon: '/assets/icon-1.svg', pages })),
    writeFile(join(folder, 'assets', 'page-1.js'), 'document.title'),
    writeFile(join(folder, 'assets', 'page-1.js.br'), 'not really brotli'),
  ])
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Somebody who is signed in: the cookie, and the headers that a browser sends with a change. */
export interface SignedIn {
  readonly name: string
  readonly value: string
  /** `name=value`, as a Cookie header. */
  readonly cookie: string
  /** For requests from a page of the service, GET or not. */
  readonly headers: Readonly<Record<string, string>>
}

/** Signs the address in, without a password; makes the account if there is none. */
export async function signIn({ app, config }: Pick<TestApp, 'app' | 'config'>, email: string): Promise<SignedIn> {
  const user = await app.registry.users.create({ email, ifMissing: true })
  const value = await app.registry.sessions.begin({ userId: user.id, method: 'signin', agent: 'Test', country: null })
  const name = config.baseUrl.startsWith('https:') ? '__Host-tidemark' : 'tidemark'
  const cookie = `${name}=${value}`
  return { name, value, cookie, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
}

export interface TestDashboard extends TestApp {
  readonly site: Provisioned
  /** The owner of the site. */
  readonly owner: SignedIn
  /** For `context.addCookies` of Playwright. */
  readonly cookies: { name: string; value: string; url: string; httpOnly: boolean; sameSite: 'Lax' }[]
}

const pagesSeen = ['/', '/pricing', '/blog/first', '/blog/second', '/docs/install', '/about']
const sourcesSeen = ['Google', null, 'Hacker News', 'Bing', null, 'DuckDuckGo']
const countriesSeen = ['DE', 'US', 'FR', 'IN', 'BR', 'JP']
const browsersSeen = ['Chrome', 'Firefox', 'Safari', 'Edge']
const daySeconds = 86_400

/** `days` days of traffic that end yesterday, the same each time: on day d of them d % 7 + 3 visitors. */
async function seed(service: TestApp, domain: string, days: number): Promise<void> {
  const site = service.app.directory.find(domain)
  if (!site) throw new Error(`${domain} is not there`)
  const today = Math.floor(Date.now() / 1000 / daySeconds) * daySeconds
  const events: ModelEvent[] = []
  for (let day = 0; day < days; day += 1) {
    for (let index = 0; index < (day % 7) + 3; index += 1) {
      const visitor = day * 100 + index + 1
      const at = today - (days - day) * daySeconds + 8 * 3_600 + index * 1_800
      const common = { visitor, hostname: domain, name: 'pageview', props: null, engagedMs: 0, scroll: 50 }
      for (let step = 0; step <= index % 3; step += 1)
        events.push({
          ...common,
          at: at + step * 60,
          pathname: pagesSeen[(visitor + step) % pagesSeen.length] as string,
        })
    }
  }
  const of = <T>(list: readonly T[], visitor: number): T => list[visitor % list.length] as T
  const sessions = sessionsOf(events, (visitor: number) => ({
    source: of(sourcesSeen, visitor),
    country: of(countriesSeen, visitor),
    browser: of(browsersSeen, visitor),
    browser_version: String(100 + (visitor % 3)),
  }))
  await insertTraffic(service.app.db.write, site.id, site.timezone, sessions)
  await rebuildRollups(service.app.db, { site: domain }, new Date())
}

/**
 * The real service with the pages of dist/web (`node --import tsx scripts/build.ts` makes them), a site with `days` days
 * of traffic, and its owner signed in.
 */
export async function startDashboard(
  options: { days?: number; domain?: string; timezone?: string; webFolder?: string } & Pick<
    Parameters<typeof startApp>[0] & object,
    'env' | 'clock' | 'tasks'
  > = {},
): Promise<TestDashboard> {
  const { days = 40, domain = 'dashboard.test', timezone = 'Etc/UTC', ...rest } = options
  const service = await startApp({ webFolder: projectPath('dist', 'web'), ...rest })
  try {
    const site = await service.provision({ domain, timezone, email: `owner@${domain}` })
    if (days > 0) await seed(service, domain, days)
    const owner = await signIn(service, site.email)
    const cookie = { name: owner.name, value: owner.value, url: service.url, httpOnly: true, sameSite: 'Lax' as const }
    return { ...service, site, owner, cookies: [cookie] }
  } catch (error) {
    await service.stop()
    throw error
  }
}
