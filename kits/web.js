// Tidemark for servers that speak the web's own Request and Response: Next, Nuxt, SvelteKit, Astro, Hono, Cloudflare
// Workers, Vercel, Netlify, Deno, Bun. No dependencies. `tidemark kit show --kit <name>` prints it with a site's values.
//
// carry(request, { ip })            answers the script and the events of a page, under the site's own address; undefined
//                                   for any other request
// count(request, response, { ip })  counts the page that is served, where no script is wanted; never waited for. With
//                                   `coverage` it tells the service how many pages were served beside the script
//
// visit(request, { ip })             a visit token of the visitor: an event of yours that brings it joins the visit
//
// The secret is for the server alone. It signs the visitor's address, so that the service needs to trust no proxy.

export const settings = {
  service: '{{service}}',
  domain: '{{domain}}',
  secret: '{{secret}}',
  script: '{{script}}',
  /** Under which path of the site the script (`/script.js`) and the events (`/event`) are. */
  path: '{{path}}',
  /** True beside the script: `count` then reports page requests, which are no events and no visitors. */
  coverage: false,
}

const eventBytesMax = 1_000_000
const scriptKeptMs = 3_600_000
const timeoutMs = 5_000
const waitingMax = 100

/** How many events were left out: more than a hundred were on their way, or the service was away. */
export let dropped = 0
let waiting = 0

const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')

/** The visitor's address and agent, signed, good for a minute. */
async function signed(ip, userAgent) {
  const text = new TextEncoder()
  const sent = JSON.stringify({ ip, user_agent: userAgent, at: Math.floor(Date.now() / 1000) })
  const payload = base64url(text.encode(sent))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(settings.secret), hmac, false, ['sign'])
  return `v1 ${payload}.${base64url(await crypto.subtle.sign('HMAC', key, text.encode(payload)))}`
}

/** The query of an event's address that says that the visitor agreed to campaign data, or nothing. */
const consentOf = (query) => (/[?&](c|consent)=(1|true)(&|$)/.test(query) ? '?c=1' : '')

/** Sends an event to the service, as this visitor. */
async function send(body, ip, userAgent, consent = '') {
  const headers = { 'content-type': 'text/plain', 'user-agent': userAgent }
  if (ip) headers['x-tidemark-client'] = await signed(ip, userAgent)
  const signal = AbortSignal.timeout(timeoutMs)
  return fetch(`${settings.service}/api/event${consent}`, { method: 'POST', headers, body, signal })
}

/** A visit token of the visitor, good until the day (UTC) ends; undefined while there is none. */
export async function visit(request, { ip } = {}) {
  try {
    const asked = JSON.stringify({ n: ['visit'], d: settings.domain, u: request.url })
    const answer = await send(asked, ip, request.headers.get('user-agent') ?? '')
    const token = await answer.text()
    return answer.status === 200 ? token : undefined
  } catch {
    return undefined
  }
}

const plain = (status, body = null, headers = {}) =>
  new Response(body, { status, headers: { 'cache-control': 'no-store', ...headers } })

let script

/** The script, kept for an hour, and longer while the service is away. */
async function carryScript(request) {
  if (!script || Date.now() - script.at > scriptKeptMs) {
    try {
      const found = await fetch(settings.service + settings.script, { signal: AbortSignal.timeout(timeoutMs) })
      if (found.ok) script = { at: Date.now(), body: await found.text(), etag: found.headers.get('etag') ?? '' }
      else await found.body?.cancel()
    } catch {
      // The script that is kept is good enough.
    }
  }
  if (!script) return plain(503)
  const headers = { 'cache-control': 'public, max-age=3600', ...(script.etag && { etag: script.etag }) }
  if (script.etag && request.headers.get('if-none-match') === script.etag)
    return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : script.body, {
    headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
}

async function carryEvent(request, ip) {
  if (Number(request.headers.get('content-length') ?? 0) > eventBytesMax) return plain(413)
  const body = await request.arrayBuffer()
  if (body.byteLength > eventBytesMax) return plain(413)
  try {
    const consent = consentOf(new URL(request.url).search)
    const answer = await send(body, ip, request.headers.get('user-agent') ?? '', consent)
    const headers = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }
    for (const name of ['x-service-dropped', 'retry-after'])
      if (answer.headers.has(name)) headers[name] = answer.headers.get(name)
    return plain(answer.status, await answer.text(), headers)
  } catch {
    dropped += 1
    return plain(503, null, { 'retry-after': '60' })
  }
}

/** Answers the script and the events; undefined for requests that are the site's own. */
export function carry(request, { ip } = {}) {
  const { pathname } = new URL(request.url)
  if (pathname === `${settings.path}/script.js`)
    return ['GET', 'HEAD'].includes(request.method) ? carryScript(request) : Promise.resolve(plain(405))
  if (pathname === `${settings.path}/event`)
    return request.method === 'POST' ? carryEvent(request, ip) : Promise.resolve(plain(405))
  return undefined
}

/** Headers of requests for a part of a page: Next, SvelteKit, Turbo, htmx, pjax, Inertia, Unpoly, and ranges. */
const parts = [
  ...['next-router-prefetch', 'x-middleware-prefetch', 'rsc', 'x-nextjs-data', 'x-sveltekit-invalidated'],
  ...['turbo-frame', 'hx-request', 'x-pjax', 'x-inertia', 'x-up-version', 'range'],
]

/** True for a page that a person opens: no part of a page, nothing fetched ahead, no redirect and no error. */
export function isPage(request, response) {
  const { headers, method } = request
  const ahead = ['sec-purpose', 'x-sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/.test(headers.get(name) ?? ''),
  )
  const isPart = parts.some((name) => headers.has(name)) || headers.get('x-requested-with') === 'XMLHttpRequest'
  const goal = headers.get('sec-fetch-dest')
  if (method !== 'GET' || ahead || isPart || (goal && goal !== 'document')) return false
  if (!response) return (headers.get('accept') ?? '').includes('text/html')
  const type = response.headers.get('content-type') ?? ''
  const isWhole = response.ok && ![204, 205, 206].includes(response.status)
  return (isWhole && /^(text\/html|application\/xhtml\+xml)/i.test(type)) || response.status === 304
}

/**
 * Counts a page that is served. `response` may be left out where it is not known yet. `waitUntil` keeps a worker alive.
 * Nothing of it is waited for, and nothing of it throws.
 */
export function count(request, response, { ip, waitUntil } = {}) {
  if (!isPage(request, response)) return
  if (waiting >= waitingMax) {
    dropped += 1
    return
  }
  const { headers, url } = request
  const kind = settings.coverage ? 'request' : 'page'
  const event = { n: 'pageview', k: kind, u: url, d: settings.domain, r: headers.get('referer') ?? null }
  waiting += 1
  const sent = send(JSON.stringify(event), ip, headers.get('user-agent') ?? '')
    .then((answer) => answer.body?.cancel())
    .catch(() => {
      dropped += 1
    })
    .finally(() => {
      waiting -= 1
    })
  waitUntil?.(sent)
}
