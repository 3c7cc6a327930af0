// Numbers for other pages, as a picture and as JSON: GET /badge/<domain>.svg and .json (spec/management 14). The bare
// request is answered, because a page that many people read asks with each of its views. Answers come from memory.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { Failure } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import { type BadgeQuestion, type BadgeRequest, badgeText, drawBadge, readBadge } from '../../rules/badge.ts'
import { minuteMs } from '../../rules/durations.ts'
import type { Services } from './services.ts'

/** How long the service answers from memory. A link that was deleted shows its numbers for so long at most. */
const freshMs = minuteMs
/** Seconds that browsers and proxies may keep an answer. */
const keptSeconds = 300
/** Answers, and numbers, that a process remembers; an answer has about 1 kB. */
const rememberedMax = 5_000
/** Seconds after which a reader that could not be answered may come again. */
const retryAfterSeconds = 30
/** A longer address is refused: it would be the key of an answer. */
const addressCharactersMax = 4_000

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly etag: string
}

const headers = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // A picture may be opened by itself: nothing in it runs or loads.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

const textType = 'text/plain; charset=utf-8'

const makeAnswer = (status: number, type: string, body: string): Answer => ({
  status,
  type,
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
})

const refusal = (status: number, text: string): Answer => makeAnswer(status, textType, `${text}\n`)
const notFound = refusal(404, 'Not found')

/** The same sentence for every reason: an answer tells nobody which sites there are. */
const isShown = (link: { siteId: number; passwordHash: string | null; allowsBadge: boolean }, site: SiteView) =>
  link.siteId === site.id && link.allowsBadge && link.passwordHash === null && !site.locked

/** The part of an address that says which answer it wants; the query is left as it is. */
function readAddress(
  url: string,
): { readonly domain: string; readonly form: 'svg' | 'json'; query: string } | undefined {
  const [, name, form, query = ''] = /^\/badge\/([^?]+)\.(svg|json)(?:\?(.*))?$/s.exec(url) ?? []
  if (name === undefined) return undefined
  try {
    return { domain: decodeURIComponent(name), form: form as 'svg' | 'json', query }
  } catch {
    return undefined
  }
}

const filtersOf = ({ page }: BadgeQuestion): readonly unknown[] =>
  page === null ? [] : [[page.includes('*') ? 'matches_wildcard' : 'is', 'event:page', [page]]]

/** Numbers of sites, remembered for a while. While the database is slow or away, the last number stays. */
function createNumbers({ stats, now }: Pick<Services, 'stats' | 'now'>) {
  const numbers = new LRUCache<string, number, { site: SiteView; linkId: number; question: BadgeQuestion }>({
    max: rememberedMax,
    ttl: freshMs,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
    allowStaleOnFetchRejection: true,
    async fetchMethod(_key, _stale, { context: { site, linkId, question } }) {
      const asker = { kind: 'links', name: `link ${linkId}` } as const
      const { metric, period } = question
      const { results } = await stats.query(
        { site, siteIds: site.memberSiteIds, asker },
        { date_range: period, metrics: [metric], filters: filtersOf(question), include: { imports: true } },
      )
      return Number((results[0] as { metrics: readonly unknown[] } | undefined)?.metrics[0] ?? 0)
    },
  })
  return async (site: SiteView, linkId: number, question: BadgeQuestion): Promise<number> => {
    const { metric, period, page } = question
    const key = JSON.stringify([site.id, metric, period, page])
    return (await numbers.fetch(key, { context: { site, linkId, question } })) ?? 0
  }
}

function write(form: 'svg' | 'json', { label, language, metric, period, page }: BadgeRequest, value: number): Answer {
  const text = badgeText(value, language)
  if (form === 'svg') return makeAnswer(200, 'image/svg+xml; charset=utf-8', drawBadge(label, text))
  const told = { metric, period, page, value, label, text }
  return makeAnswer(200, 'application/json; charset=utf-8', `${JSON.stringify(told)}\n`)
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body, etag }: Answer): void {
  if (response.destroyed) return
  const isFound = status === 200
  const kept = isFound ? `public, max-age=${keptSeconds}` : 'no-store'
  if (isFound && request.headers['if-none-match']?.includes(etag)) {
    response.writeHead(304, { ...headers, 'cache-control': kept, etag }).end()
    return
  }
  if (isFound) response.setHeader('etag', etag)
  if (status === 429 || status === 503) response.setHeader('retry-after', retryAfterSeconds)
  const own = { 'cache-control': kept, 'content-type': type, 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...own })
  response.end(request.method === 'HEAD' ? undefined : body)
}

type Needs = Pick<Services, 'registry' | 'directory' | 'stats' | 'now'> & {
  /** Hears of errors that nothing foresaw, which are answered by 503. */
  readonly onError: (error: unknown) => void
}

/** Handles the paths below /badge/. */
export function createBadges(services: Needs) {
  const { registry, directory, now, onError } = services
  const count = createNumbers(services)
  // Refusals are remembered too: a wrong address costs one look at the database a minute.
  const answers = new LRUCache<string, Answer>({
    max: rememberedMax,
    ttl: freshMs,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
    fetchMethod: (url) => answer(url),
  })

  async function answer(url: string): Promise<Answer> {
    const address = readAddress(url)
    if (!address) return notFound
    const query = new URLSearchParams(address.query)
    const site = directory.find(address.domain)
    const link = site && (await registry.sharedLinks.findBySlug(query.get('auth') ?? ''))
    if (!link || !isShown(link, site)) return notFound
    const asked = readBadge(query)
    if ('wrong' in asked) return refusal(400, `The parameter ${asked.wrong} is invalid`)
    return write(address.form, asked, await count(site, link.id, asked))
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume()
    const url = request.url ?? ''
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return send(request, response, refusal(405, 'Method not allowed'))
    }
    if (url.length > addressCharactersMax) return send(request, response, refusal(414, 'The address is too long'))
    const known = answers.get(url)
    if (known) return send(request, response, known)
    try {
      send(request, response, (await answers.fetch(url)) ?? notFound)
    } catch (error) {
      if (!(error instanceof Failure)) onError(error)
      const status = error instanceof Failure ? error.status : 503
      send(request, response, refusal(status, 'Not possible at the moment'))
    }
  }

  return { handle }
}
