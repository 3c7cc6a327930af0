// The requests a load generator sends: whole sessions as ready bytes, with a slot for the address of the visitor.
import { createPopulation } from './population.ts'
import { createRandom, type Random } from './random.ts'

export interface Shot {
  /** A complete HTTP/1.1 request. */
  readonly bytes: Buffer
  /** Where the 15 characters of the client address stand in it. */
  readonly addressAt: number
}

/** One visit: requests that are sent one after the other, each after the answer to the one before. */
export type Visit = readonly Shot[]

export interface CorpusOptions {
  readonly seed: number
  readonly visits: number
  readonly domains: readonly string[]
}

const slot = '000.000.000.000'

/** First octets that are neither private, loopback, link-local nor multicast, three digits each. */
const firstOctets = Array.from({ length: 124 }, (_, index) => index + 100).filter(
  (octet) => ![127, 169, 172, 192].includes(octet),
)

/** Address number `index`, always 15 characters: 4.5 * 10^8 different ones. */
export function addressOf(index: number): string {
  const octet = (value: number) => 100 + (value % 156)
  // Neighbouring numbers get distant addresses.
  const spread = Math.imul(index + 1, 0x9e3779b1) >>> 0
  const first = firstOctets[spread % firstOctets.length]!
  return `${first}.${octet(Math.floor(spread / 120))}.${octet(Math.floor(spread / 18_720))}.${octet(index)}`
}

function requestOf(userAgent: string, body: Record<string, unknown>): Shot {
  const payload = JSON.stringify(body)
  const head = [
    'POST /api/event HTTP/1.1',
    'Host: localhost',
    'Connection: keep-alive',
    `Content-Length: ${Buffer.byteLength(payload)}`,
    `User-Agent: ${userAgent}`,
    'Content-Type: text/plain',
    'Accept: */*',
    'Accept-Language: en-GB,en;q=0.9,de;q=0.8',
    'Accept-Encoding: gzip, deflate, br',
  ].join('\r\n')
  const start = `${head}\r\nX-Forwarded-For: `
  return { bytes: Buffer.from(`${start}${slot}\r\n\r\n${payload}`), addressAt: Buffer.byteLength(start) }
}

const events = ['Signup', 'Purchase', 'Video Play', 'Outbound Link: Click', 'File Download']

function makeVisit(random: Random, population: ReturnType<typeof createPopulation>, domain: string): Visit {
  const { userAgent } = population.agent(random)
  const source = population.source(random)
  const shots: Shot[] = []
  const count = population.pageviews(random)
  for (let index = 0; index < count; index++) {
    const first = index === 0
    const url = `https://${domain}${population.page(random)}${first ? source.query : ''}`
    shots.push(
      requestOf(userAgent, {
        n: 'pageview',
        u: url,
        d: domain,
        r: first ? source.referrer || null : `https://${domain}/`,
        v: 1,
      }),
    )
    if (random.chance(0.15)) {
      const name = random.pick(events)
      const p = {
        plan: random.pick(['free', 'pro', 'team']),
        position: String(random.below(40)),
        variant: random.pick(['a', 'b']),
      }
      shots.push(requestOf(userAgent, { n: name, u: url, d: domain, p, v: 1 }))
    }
    if (random.chance(0.9)) {
      shots.push(
        requestOf(userAgent, {
          n: 'engagement',
          u: url,
          d: domain,
          sd: random.below(101),
          e: 500 + random.below(120_000),
          v: 1,
        }),
      )
    }
  }
  return shots
}

/** Makes the visits of a run; the same options give the same bytes. */
export function createCorpus(options: CorpusOptions): Visit[] {
  const random = createRandom(options.seed)
  const population = createPopulation()
  // The first site has half of all traffic, as it is with most installations.
  const domain = () => (random.chance(0.5) ? options.domains[0]! : random.pick(options.domains))
  return Array.from({ length: options.visits }, () => makeVisit(random, population, domain()))
}
