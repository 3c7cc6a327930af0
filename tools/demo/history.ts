// A year of made-up but believable traffic, as the lines that `tidemark import` reads: it grows, has weekends and
// nights, campaigns that come and go, ways through the pages, orders. A visitor is one of a day, as in real traffic, with
// one browser and one place. The same day of writing gives the same lines.
import { type DemoPlace, demoPlaces } from './places.ts'

const daySeconds = 86_400

/** Numbers between 0 and 1, the same after the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Weighted<Value> = readonly (readonly [value: Value, weight: number])[]

/** Makes a chooser; the sum of the weights is counted once. */
function chooser<Value>(list: Weighted<Value>): (random: number) => Value {
  const sum = list.reduce((all, [, weight]) => all + weight, 0)
  return (random) => {
    let left = random * sum
    for (const [value, weight] of list) {
      left -= weight
      if (left < 0) return value
    }
    return list[0]?.[0] as Value
  }
}

interface Arrival {
  readonly referrer?: string
  readonly utm_source?: string
  readonly utm_medium?: string
  readonly utm_campaign?: string
}

const arrivals = chooser<Arrival>([
  [{}, 34],
  [{ referrer: 'https://www.google.com/' }, 30],
  [{ referrer: 'https://duckduckgo.com/' }, 5],
  [{ referrer: 'https://www.bing.com/' }, 4],
  [{ referrer: 'https://news.ycombinator.com/item' }, 3],
  [{ referrer: 'https://github.com/topics/analytics' }, 5],
  [{ referrer: 'https://www.reddit.com/r/selfhosted' }, 3],
  [{ referrer: 'https://chatgpt.com/' }, 4],
  [{ referrer: 'https://www.linkedin.com/' }, 2],
  [{ referrer: 'https://en.wikipedia.org/wiki/Web_analytics' }, 1],
])

/** First and last day of the year with the campaign's share of arrivals while it runs. */
const campaigns: readonly (readonly [from: number, to: number, share: number, Arrival])[] = [
  [20, 365, 0.05, { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly-letter' }],
  [90, 118, 0.16, { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring-sale' }],
  [250, 272, 0.12, { utm_source: 'mastodon', utm_medium: 'social', utm_campaign: 'launch-week' }],
  [335, 365, 0.14, { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'autumn-sale' }],
]

/** Country, and how many hours its clocks are from Greenwich's: when its people are awake. */
const countries = chooser<readonly [code: string, hours: number]>([
  [['DE', 1], 24],
  [['US', -6], 22],
  [['GB', 0], 10],
  [['FR', 1], 8],
  [['NL', 1], 5],
  [['IN', 5], 6],
  [['CA', -5], 5],
  [['BR', -3], 4],
  [['AU', 10], 3],
  [['JP', 9], 3],
  [['PL', 1], 3],
  [['ES', 1], 3],
  [['SE', 1], 2],
  [['ZA', 2], 1],
  [['NZ', 12], 1],
])
const places = new Map(
  Object.entries(Object.groupBy(demoPlaces, ({ country }) => country)).map(([country, list]) => [
    country,
    chooser<DemoPlace>((list ?? []).map((one) => [one, one.weight] as const)),
  ]),
)

interface Machine {
  readonly device: string
  readonly browser: string
  readonly browser_version: string
  readonly os: string
  readonly os_version: string
}

const machine = (
  device: string,
  browser: string,
  browser_version: string,
  os: string,
  os_version: string,
): Machine => ({
  device,
  browser,
  browser_version,
  os,
  os_version,
})

const machines = chooser<Machine>([
  [machine('Desktop', 'Chrome', '131.0', 'Windows', '10'), 22],
  [machine('Desktop', 'Chrome', '131.0', 'Mac', '15.1'), 12],
  [machine('Desktop', 'Firefox', '132.0', 'Ubuntu', '24.04'), 7],
  [machine('Desktop', 'Firefox', '132.0', 'Windows', '10'), 6],
  [machine('Desktop', 'Safari', '18.1', 'Mac', '15.1'), 9],
  [machine('Laptop', 'Edge', '131.0', 'Windows', '10'), 7],
  [machine('Mobile', 'Chrome', '131.0', 'Android', '14'), 16],
  [machine('Mobile', 'Safari', '18.1', 'iOS', '18.1'), 17],
  [machine('Tablet', 'Safari', '17.6', 'iOS', '17.6'), 4],
])

const landings = chooser([
  ['/', 40],
  ['/blog/why-we-count-less', 9],
  ['/blog/ten-charts-nobody-reads', 7],
  ['/blog/a-year-without-cookies', 8],
  ['/docs/install', 9],
  ['/docs/tracker', 6],
  ['/pricing', 9],
  ['/features', 8],
  ['/customers', 3],
  ['/old-page', 1],
])
/** People who come back the same day know where they go. */
const returns = chooser([
  ['/pricing', 30],
  ['/docs/install', 22],
  ['/docs/api', 12],
  ['/', 20],
  ['/signup', 10],
])

/** The end of a visit. */
const leave = ''
/** The ways from each page. */
const ways: Readonly<Record<string, (random: number) => string>> = {
  '/': chooser([
    [leave, 34],
    ['/features', 26],
    ['/pricing', 16],
    ['/docs/install', 7],
    ['/blog', 8],
    ['/customers', 6],
    ['/about', 3],
  ]),
  '/features': chooser([
    [leave, 16],
    ['/pricing', 36],
    ['/customers', 14],
    ['/docs/install', 16],
    ['/features/funnels', 14],
    ['/', 4],
  ]),
  '/features/funnels': chooser([
    [leave, 20],
    ['/pricing', 40],
    ['/features', 22],
    ['/docs/goals', 18],
  ]),
  '/customers': chooser([
    [leave, 26],
    ['/pricing', 42],
    ['/features', 18],
    ['/contact', 14],
  ]),
  '/pricing': chooser([
    [leave, 30],
    ['/signup', 15],
    ['/features', 14],
    ['/customers', 8],
    ['/docs/install', 13],
    ['/contact', 6],
    ['/', 4],
  ]),
  '/signup': chooser([
    [leave, 36],
    ['/welcome', 44],
    ['/pricing', 20],
  ]),
  '/welcome': chooser([
    [leave, 30],
    ['/docs/install', 52],
    ['/docs/goals', 18],
  ]),
  '/docs/install': chooser([
    [leave, 30],
    ['/docs/tracker', 34],
    ['/docs/goals', 16],
    ['/docs/api', 10],
    ['/pricing', 10],
  ]),
  '/docs/tracker': chooser([
    [leave, 34],
    ['/docs/goals', 26],
    ['/docs/api', 22],
    ['/docs/install', 10],
    ['/pricing', 8],
  ]),
  '/docs/goals': chooser([
    [leave, 42],
    ['/docs/api', 22],
    ['/docs/tracker', 18],
    ['/features/funnels', 10],
    ['/pricing', 8],
  ]),
  '/docs/api': chooser([
    [leave, 46],
    ['/docs/tracker', 20],
    ['/docs/goals', 18],
    ['/pricing', 10],
    ['/contact', 6],
  ]),
  '/blog': chooser([
    [leave, 18],
    ['/blog/why-we-count-less', 30],
    ['/blog/a-year-without-cookies', 26],
    ['/blog/ten-charts-nobody-reads', 22],
    ['/', 4],
  ]),
  '/old-page': chooser([
    [leave, 60],
    ['/', 40],
  ]),
}
/** From articles and from all other pages. */
const elsewhere = chooser([
  [leave, 48],
  ['/blog', 14],
  ['/', 14],
  ['/features', 14],
  ['/pricing', 10],
])

/** How much goes on at an hour of the visitor's own day. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 12, 11, 10, 11, 12, 12, 11, 10, 9, 9, 9, 8, 6, 4]
const hours = chooser(hourWeights.map((weight, hour) => [hour, weight] as const))
/** Sunday first. */
const weekdayWeights = [0.62, 1.06, 1.12, 1.14, 1.1, 0.98, 0.66]

export interface HistoryOptions {
  readonly domain: string
  /** The instant of writing: nothing happens after it. */
  readonly now: Date
  readonly days?: number
  /** How many lines it shall be, more or less. */
  readonly events?: number
}

/** Lines of a visitor of a day, on average. */
const linesOfVisitor = 6.9
const viewsMax = 14

/** The lines, oldest day first. */
export function* demoHistory({ domain, now, days = 365, events = 500_000 }: HistoryOptions): Generator<string> {
  const random = createRandom(20_261_124)
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const today = Math.floor(nowSeconds / daySeconds) * daySeconds
  const visitorsADay = events / linesOfVisitor / days
  for (let day = 0; day <= days; day += 1) {
    const midnight = today - (days - day) * daySeconds
    const weekday = new Date(midnight * 1000).getUTCDay()
    const growth = 0.55 + (0.9 * day) / days
    const mood = 0.88 + 0.24 * random()
    const fame = day === 300 ? 3.2 : day === 301 ? 1.8 : 1
    const visitors = Math.round(visitorsADay * growth * (weekdayWeights[weekday] ?? 1) * mood * fame)
    for (let index = 0; index < visitors; index += 1)
      yield* visitorOfDay({ random, domain, visitor: `${day}-${index}`, midnight, day, isFamous: fame > 1, nowSeconds })
  }
}

interface Visitor {
  readonly random: () => number
  readonly domain: string
  readonly visitor: string
  readonly midnight: number
  readonly day: number
  readonly isFamous: boolean
  readonly nowSeconds: number
}

function arrive({ random, day, isFamous }: Visitor): Arrival {
  if (isFamous && random() < 0.6) return { referrer: 'https://news.ycombinator.com/item' }
  for (const [from, to, share, arrival] of campaigns) if (day >= from && day < to && random() < share) return arrival
  return arrivals(random())
}

/** The visits of a visitor on a day: one, or a second one that begins at least an hour later on the same day. */
function* visitorOfDay(context: Visitor): Generator<string> {
  const { random, visitor, midnight } = context
  const [country, offset] = countries(random())
  const { region, city } = places.get(country)!(random())
  const common = { visitor, country, region, city, ...machines(random()) }
  const hour = (hours(random()) - offset + 24) % 24
  const at = midnight + hour * 3_600 + Math.floor(random() * 3_600)
  yield* visit(context, { ...common, ...arrive(context) }, landings(random()), at)
  const later = at + 2 * 3_600 + Math.floor(random() * 5 * 3_600)
  if (random() < 0.12 && later < midnight + daySeconds - 3_600) yield* visit(context, common, returns(random()), later)
}

/** Events of a page beside its pageview. */
function* eventsOn(path: string, random: () => number): Generator<Record<string, unknown>> {
  if (path === '/old-page') yield { name: '404', props: { path } }
  if (path === '/docs/install' && random() < 0.12)
    yield { name: 'Outbound Link: Click', props: { url: 'https://github.com/example/shop' } }
  if (path === '/docs/api' && random() < 0.08)
    yield { name: 'File Download', props: { url: 'https://example.com/files/openapi.json' } }
  if (path !== '/welcome') return
  const plan = random() < 0.7 ? 'starter' : 'business'
  yield { name: 'Signup', props: { plan } }
  if (random() >= 0.35) return
  const amount = plan === 'starter' ? '9.00' : '49.00'
  yield { name: 'Purchase', props: { plan }, revenue_amount: amount, revenue_currency: 'EUR' }
}

function* visit(
  { random, domain, nowSeconds }: Visitor,
  common: Record<string, unknown>,
  landing: string,
  start: number,
): Generator<string> {
  let at = start
  const line = (fields: Record<string, unknown>): string =>
    JSON.stringify({ timestamp: new Date(at * 1000).toISOString(), ...common, ...fields })
  let path = landing
  for (let view = 0; view < viewsMax && path !== leave && at < nowSeconds; view += 1) {
    const url = `https://${domain}${path}`
    yield line({ name: 'pageview', url })
    for (const event of eventsOn(path, random)) yield line({ ...event, url })
    const seconds = Math.round(8 + random() ** 2 * (path.startsWith('/blog/') ? 240 : 110))
    at += seconds
    if (at >= nowSeconds) return
    const scroll = Math.round(25 + random() * 75)
    yield line({ name: 'engagement', url, scroll_depth: scroll, engagement_time: seconds * 1000 })
    path = (ways[path] ?? elsewhere)(random())
  }
}
