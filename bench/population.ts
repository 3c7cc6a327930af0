// Who visits and what they look at: user agents, pages, sources and places, shared by the load corpus and the data set.
import { createRandom, createZipf, type Random } from './random.ts'

export interface Agent {
  readonly userAgent: string
  readonly device: string
  readonly browser: string
  readonly browserVersion: string
  readonly os: string
  readonly osVersion: string
}

const phones = [
  'Pixel 7',
  'Pixel 8',
  'SM-S911B',
  'SM-A546B',
  'SM-G991B',
  '2201117TG',
  'M2101K6G',
  'CPH2449',
  'moto g54',
  'XQ-DC54',
]

/** 1,332 different user agents, most common first. */
function listAgents(): Agent[] {
  const agents: Agent[] = []
  for (let minor = 0; minor < 12; minor++) {
    for (let major = 0; major < 37; major++) {
      const chrome = 126 - major
      const firefox = 128 - major
      const ios = `${17 - (major % 4)}_${minor % 7}_${major % 10}`
      const phone = phones[(major + minor) % phones.length]!
      const build = `${chrome}.0.${6400 + minor * 37}.${major + minor}`
      agents.push({
        userAgent: `Mozilla/5.0 (Linux; Android ${14 - (major % 5)}; ${phone}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${build} Mobile Safari/537.36`,
        device: 'Mobile',
        browser: 'Chrome',
        browserVersion: `${chrome}.0`,
        os: 'Android',
        osVersion: `${14 - (major % 5)}`,
      })
      agents.push(
        major % 2 === 0
          ? {
              userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS ${ios} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${ios.split('_').slice(0, 2).join('.')} Mobile/15E${148 + major} Safari/604.1`,
              device: 'Mobile',
              browser: 'Safari',
              browserVersion: ios.split('_').slice(0, 2).join('.'),
              os: 'iOS',
              osVersion: ios.split('_').slice(0, 2).join('.'),
            }
          : {
              userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.${15 + minor} (KHTML, like Gecko) Version/${17 - (major % 3)}.${minor % 6} Safari/605.1.${15 + major}`,
              device: 'Desktop',
              browser: 'Safari',
              browserVersion: `${17 - (major % 3)}.${minor % 6}`,
              os: 'Mac',
              osVersion: '10.15',
            },
      )
      agents.push(
        major % 3 === 0
          ? {
              userAgent: `Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:${firefox}.${minor}) Gecko/20100101 Firefox/${firefox}.${minor}`,
              device: 'Desktop',
              browser: 'Firefox',
              browserVersion: `${firefox}.${minor}`,
              os: 'Ubuntu',
              osVersion: '',
            }
          : {
              userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${build} Safari/537.36${major % 3 === 1 ? ` Edg/${build}` : ''}`,
              device: 'Desktop',
              browser: major % 3 === 1 ? 'Microsoft Edge' : 'Chrome',
              browserVersion: `${chrome}.0`,
              os: 'Windows',
              osVersion: '10',
            },
      )
    }
  }
  return agents
}

export interface Source {
  /** What the browser sends; empty: typed in. */
  readonly referrer: string
  readonly query: string
  readonly source: string
  readonly channel: string
}

const sources: readonly Source[] = [
  { referrer: '', query: '', source: '', channel: 'Direct' },
  { referrer: 'https://www.google.com/', query: '', source: 'Google', channel: 'Organic Search' },
  { referrer: 'https://www.google.de/', query: '', source: 'Google', channel: 'Organic Search' },
  { referrer: 'https://duckduckgo.com/', query: '', source: 'DuckDuckGo', channel: 'Organic Search' },
  { referrer: 'https://news.ycombinator.com/item?id=1', query: '', source: 'Hacker News', channel: 'Organic Social' },
  { referrer: 'https://t.co/abc', query: '', source: 'X (Twitter)', channel: 'Organic Social' },
  {
    referrer: 'https://www.facebook.com/',
    query: '?utm_source=fb-ads&utm_medium=cpc&utm_campaign=spring',
    source: 'Facebook',
    channel: 'Paid Social',
  },
  { referrer: 'https://chatgpt.com/', query: '', source: 'ChatGPT', channel: 'AI Assistants' },
  {
    referrer: '',
    query: '?utm_source=newsletter&utm_medium=email&utm_campaign=weekly-42',
    source: 'newsletter',
    channel: 'Email',
  },
  { referrer: 'https://www.bing.com/', query: '', source: 'Bing', channel: 'Organic Search' },
  { referrer: 'https://www.linkedin.com/feed/', query: '', source: 'LinkedIn', channel: 'Organic Social' },
  { referrer: 'https://blog.partner.example/review/', query: '', source: 'blog.partner.example', channel: 'Referral' },
]

const countries = [
  'DE',
  'US',
  'GB',
  'FR',
  'NL',
  'IN',
  'CA',
  'AT',
  'CH',
  'ES',
  'IT',
  'PL',
  'SE',
  'BR',
  'JP',
  'AU',
  'BE',
  'DK',
  'CZ',
  'EE',
]

const topics = [
  'guide',
  'pricing',
  'privacy',
  'charts',
  'postgres',
  'funnels',
  'export',
  'consent',
  'speed',
  'goals',
  'teams',
  'release',
]

/** The path of page `rank`: the front page, some sections, then many articles. */
function pagePath(rank: number): string {
  if (rank === 0) return '/'
  const topic = topics[rank % topics.length]!
  return rank < 20 ? `/${topic}-${rank}` : `/blog/${2020 + (rank % 6)}/${topic}-in-practice-${rank}`
}

/** Zipf's exponent of each distribution: how much more the first rank comes than the others. */
export const exponents = { agent: 0.8, page: 1.05, source: 0.9, country: 1 } as const

export interface Population {
  /** What there is, most common first; the exponent of each list is in `exponents`. */
  readonly agents: readonly Agent[]
  readonly pages: readonly string[]
  readonly sources: readonly Source[]
  readonly countries: readonly string[]
  agent(random: Random): Agent
  page(random: Random): string
  source(random: Random): Source
  country(random: Random): string
  /** How many pageviews a visit has: half have one, few have many. */
  pageviews(random: Random): number
}

/** Distributions over agents, pages, sources and countries; deterministic. */
export function createPopulation(pages = 2_000): Population {
  const agents = listAgents()
  // A seeded shuffle, so that popularity does not follow the order of construction.
  const shuffle = createRandom(7)
  for (let index = agents.length - 1; index > 0; index--) {
    const other = shuffle.below(index + 1)
    const kept = agents[index]!
    agents[index] = agents[other]!
    agents[other] = kept
  }
  const agentRank = createZipf(agents.length, exponents.agent)
  const pageRank = createZipf(pages, exponents.page)
  const sourceRank = createZipf(sources.length, exponents.source)
  const countryRank = createZipf(countries.length, exponents.country)
  return {
    agents,
    pages: Array.from({ length: pages }, (_, rank) => pagePath(rank)),
    sources,
    countries,
    agent: (random) => agents[agentRank(random)]!,
    page: (random) => pagePath(pageRank(random)),
    source: (random) => sources[sourceRank(random)]!,
    country: (random) => countries[countryRank(random)]!,
    pageviews: (random) => {
      let count = 1
      while (count < 25 && random.chance(0.5)) count += 1
      return count
    },
  }
}
