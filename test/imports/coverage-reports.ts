// Requests that public reports and documents name where counts of servers and of scripts differ, each in the form of a log
// with values of our own. `from` is a project and the number of its issue, or a document.

/** A line of a log, and the kind that coverage leaves it out with; null: a page request. */
export interface CoverageReport {
  readonly name: string
  readonly from: string
  readonly line: string
  readonly leftOut: string | null
}

export const people =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

interface Asked {
  readonly method?: string
  readonly status?: number
  readonly agent?: string
  readonly referrer?: string
}

/** A line of the combined format. */
export const combined = (
  target: string,
  { method = 'GET', status = 200, agent = people, referrer = '-' }: Asked = {},
): string =>
  `203.0.113.5 - - [05/Jan/2026:10:00:00 +0000] "${method} ${target} HTTP/1.1" ${status} 512 "${referrer}" "${agent}"`

/** A line of Caddy, which has the headers of the request. */
const caddy = (target: string, headers: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({
    ts: 1767607200,
    logger: 'http.log.access',
    request: {
      remote_ip: '203.0.113.5',
      method: 'GET',
      host: 'shop.test',
      uri: target,
      headers: Object.fromEntries(
        Object.entries({ 'User-Agent': people, ...headers }).map(([key, value]) => [key, [value]]),
      ),
    },
    status: 200,
    resp_headers: { 'Content-Type': ['text/html; charset=utf-8'] },
  })

const ahead = 'pages that were fetched ahead'
const part = 'requests for a part of a page'
const file = 'requests of files that are no pages'
const bot = 'requests of bots and programs'
const status = 'errors and redirects'
const method = 'requests with other methods than GET'
const noAgent = 'requests without a user agent'

export const coverageReports: readonly CoverageReport[] = [
  { name: 'a page', from: 'allinurl/goaccess#964', line: combined('/a'), leftOut: null },
  {
    name: 'a page that the browser has still',
    from: 'benvinegar/counterscale#105',
    line: combined('/a', { status: 304 }),
    leftOut: null,
  },
  {
    name: 'a page with a campaign',
    from: 'allinurl/goaccess#329',
    line: combined('/a?utm_source=x&id=7'),
    leftOut: null,
  },
  {
    name: 'a page, with what Chrome says of it',
    from: 'vercel/next.js#63728',
    line: caddy('/a', { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' }),
    leftOut: null,
  },
  {
    name: 'instant.page in Chrome',
    from: 'instantpage/instant.page#63',
    line: caddy('/a', { Purpose: 'prefetch' }),
    leftOut: ahead,
  },
  {
    name: 'instant.page in Firefox',
    from: 'instantpage/instant.page#63',
    line: caddy('/a', { 'X-Moz': 'prefetch' }),
    leftOut: ahead,
  },
  {
    name: 'a preview of Safari',
    from: 'chrisblakley/Nebula#1523',
    line: caddy('/a', { 'X-Purpose': 'preview' }),
    leftOut: ahead,
  },
  {
    name: 'speculation rules',
    from: 'calvin.my, Speculation Rules API',
    line: caddy('/a', { 'Sec-Purpose': 'prefetch;prerender' }),
    leftOut: ahead,
  },
  {
    name: 'Turbo 8, the pointer over a link',
    from: 'hotwired/turbo#1327',
    line: caddy('/a', { 'X-Sec-Purpose': 'prefetch', 'Sec-Fetch-Dest': 'empty' }),
    leftOut: ahead,
  },
  {
    name: 'an item that the pointer went over',
    from: 'chicago-tool-library/circulate#1581',
    line: caddy('/items/7', { 'X-Sec-Purpose': 'prefetch' }),
    leftOut: ahead,
  },
  {
    name: 'Next, a prefetch without its headers',
    from: 'vercel/next.js#63728',
    line: caddy('/a', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }),
    leftOut: part,
  },
  { name: 'Next, a page as components', from: 'eleon479/automlo#101', line: combined('/a?_rsc=1ld0r'), leftOut: part },
  {
    name: 'Next, a page as data',
    from: 'vercel/next.js#38845',
    line: combined('/_next/data/x1/a.json'),
    leftOut: file,
  },
  {
    name: 'SvelteKit, the pointer over a link',
    from: 'strelov1/freehire#2119',
    line: combined('/jobs/x/__data.json?x-sveltekit-invalidated=01'),
    leftOut: file,
  },
  {
    name: 'Remix, the data of a page',
    from: 'Remix, Single Fetch',
    line: combined('/a.data?_routes=root'),
    leftOut: part,
  },
  {
    name: 'a frame',
    from: 'MDN, Sec-Fetch-Dest',
    line: caddy('/embed', { 'Sec-Fetch-Dest': 'iframe' }),
    leftOut: part,
  },
  {
    name: 'a service worker that fills its cache',
    from: 'GoogleChromeLabs/pwa-wp#178',
    line: caddy('/offline', { 'Sec-Fetch-Dest': 'empty' }),
    leftOut: part,
  },
  {
    name: 'a part of a document',
    from: 'RFC 9110, Range Requests',
    line: combined('/a', { status: 206 }),
    leftOut: part,
  },
  {
    name: 'an answer without a page',
    from: 'RFC 9110, 204 No Content',
    line: combined('/a', { status: 204 }),
    leftOut: part,
  },
  {
    name: 'a news feed',
    from: 'uni-hamburg.de, Matomo LogFile Analytics',
    line: combined('/news/feed/'),
    leftOut: file,
  },
  {
    name: 'Googlebot',
    from: 'SigNoz/signoz.io#2432',
    line: combined('/a', { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
    leftOut: bot,
  },
  {
    name: 'a bot that few lists know',
    from: 'ibericode/koko-analytics#296',
    line: combined('/a', { agent: 'Mozilla/5.0 (compatible; SBInstitutionsBot/0.1)' }),
    leftOut: bot,
  },
  {
    name: 'a monitor',
    from: 'uc-cdis/gen3-helm#255',
    line: combined('/', { agent: 'Uptime-Kuma/1.23.13' }),
    leftOut: bot,
  },
  {
    name: 'Kubernetes',
    from: 'PostHog/posthog#4199',
    line: combined('/_health/', { agent: 'kube-probe/1.20+' }),
    leftOut: bot,
  },
  {
    name: 'a load balancer',
    from: 'aptible/docker-nginx#114',
    line: combined('/healthcheck', { agent: 'ELB-HealthChecker/2.0' }),
    leftOut: bot,
  },
  {
    name: 'a load balancer without an agent',
    from: 'censusreporter/censusreporter#94',
    line: combined('/', { agent: '-' }),
    leftOut: noAgent,
  },
  {
    name: 'Photon, which fetches pictures',
    from: 'allinurl/goaccess#2442',
    line: combined('/a', { agent: 'Photon/1.0' }),
    leftOut: bot,
  },
  {
    name: 'a scan for holes',
    from: 'allinurl/goaccess#2168',
    line: combined('/boaform/admin/formLogin', { status: 404 }),
    leftOut: status,
  },
  {
    name: 'a redirect',
    from: 'pantheon-systems/documentation#9304',
    line: combined('/a', { status: 301 }),
    leftOut: status,
  },
  {
    name: 'HEAD of a link checker',
    from: 'allinurl/goaccess#803',
    line: combined('/a', { method: 'HEAD' }),
    leftOut: method,
  },
  {
    name: 'a form that is sent',
    from: 'allinurl/goaccess#2343',
    line: combined('/a', { method: 'POST' }),
    leftOut: method,
  },
  { name: 'a download', from: 'osulp/Scholars-Archive#2045', line: combined('/theses/7.pdf'), leftOut: file },
]
