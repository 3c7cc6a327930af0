// The data set of the query benchmark: N events over 12 months as the lines `tidemark import` reads.
// Run on its own it writes them to standard output: node bench/data-set.ts --events 1000000 --site 0
import { pathToFileURL } from 'node:url'
import { createPopulation } from './population.ts'
import { createRandom } from './random.ts'

export interface DataSetOptions {
  /** Events of the whole set, all sites together. */
  readonly events: number
  /** The first site has nine tenths of them, the others share the rest. */
  readonly sites: number
  /** The last day, YYYY-MM-DD; the set begins 365 days before it. */
  readonly lastDay: string
}

export const siteDomain = (index: number): string => (index === 0 ? 'bench.example' : `site-${index}.example`)

/** How many events a site has. */
export function eventsOfSite(options: DataSetOptions, site: number): number {
  if (options.sites === 1) return options.events
  return site === 0 ? Math.round(options.events * 0.9) : Math.round((options.events * 0.1) / (options.sites - 1))
}

const daySeconds = 86_400
const days = 365

/** Yields the lines of one site, oldest first within each visitor. */
export function* lines(options: DataSetOptions, site: number): Generator<string> {
  const random = createRandom(1_000 + site)
  const population = createPopulation()
  const hostname = siteDomain(site)
  const total = eventsOfSite(options, site)
  const firstDay = Date.parse(`${options.lastDay}T00:00:00Z`) / 1_000 - (days - 1) * daySeconds
  let written = 0
  for (let day = 0; day < days; day++) {
    // Weekends are quiet, and the site grows by half over the year.
    const weekday = new Date((firstDay + day * daySeconds) * 1_000).getUTCDay()
    const weight = (weekday === 0 || weekday === 6 ? 0.6 : 1.16) * (0.8 + (0.4 * day) / days)
    const target = day === days - 1 ? total - written : Math.min(total - written, Math.round((total / days) * weight))
    const end = written + target
    for (let visitor = 0; written < end; visitor++) {
      const agent = population.agent(random)
      const source = population.source(random)
      const country = population.country(random)
      const query = new URLSearchParams(source.query)
      // Most visits are in daylight: the mean of two draws, around 14:00.
      let at = firstDay + day * daySeconds + Math.floor(((random.next() + random.next()) / 2) * 19 * 3_600) + 4 * 3_600
      const visit = {
        visitor: `${day}-${visitor}`,
        hostname,
        referrer: source.referrer || undefined,
        source: source.source || undefined,
        channel: source.channel,
        utm_source: query.get('utm_source') ?? undefined,
        utm_medium: query.get('utm_medium') ?? undefined,
        utm_campaign: query.get('utm_campaign') ?? undefined,
        country,
        device: agent.device,
        browser: agent.browser,
        browser_version: agent.browserVersion,
        os: agent.os,
        os_version: agent.osVersion || undefined,
      }
      const views = population.pageviews(random)
      for (let view = 0; view < views && written < end; view++) {
        const pathname = population.page(random)
        const line = (name: string, more: object = {}) => {
          written += 1
          return JSON.stringify({ timestamp: new Date(at * 1_000).toISOString(), name, pathname, ...visit, ...more })
        }
        yield line('pageview')
        at += 5 + random.below(120)
        if (written < end && random.chance(0.12)) {
          const name = random.chance(0.5) ? 'Signup' : 'Purchase'
          yield line(name, {
            props: { plan: random.pick(['free', 'pro', 'team']), position: String(random.below(40)) },
          })
        }
        if (written < end && random.chance(0.8)) {
          at += random.below(60)
          yield line('engagement', { scroll_depth: random.below(101), engagement_time: 500 + random.below(120_000) })
        }
      }
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const option = (name: string, fallback: string) => {
    const at = process.argv.indexOf(`--${name}`)
    return (at < 0 ? undefined : process.argv[at + 1]) ?? fallback
  }
  const options = {
    events: Number(option('events', '100000')),
    sites: Number(option('sites', '1')),
    lastDay: option('last-day', '2026-06-30'),
  }
  let block = ''
  for (const line of lines(options, Number(option('site', '0')))) {
    block += `${line}\n`
    if (block.length < 1 << 16) continue
    if (!process.stdout.write(block)) await new Promise((resolve) => process.stdout.once('drain', resolve))
    block = ''
  }
  process.stdout.write(block)
}
