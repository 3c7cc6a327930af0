// Requests of pages and beside pages, for the kits of all languages.

/**
 * Requests that frameworks make beside pages, as public reports and documentation have them: vercel/examples 180, next.js
 * docs (prefetch, RSC), SvelteKit's data, MDN on Sec-Purpose, Purpose and X-Moz, jitsucom/nextlytics 45, Turbo's handbook
 * (prefetch, frames), htmx's reference (request headers), Inertia's protocol, Unpoly's headers.
 */
export const beside: readonly [name: string, headers: Record<string, string>, isPage: boolean][] = [
  ['a page by address', { accept: 'text/html,application/xhtml+xml' }, true],
  ['a page by Chrome', { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }, true],
  ['a program without fetch metadata', { accept: 'text/html' }, true],
  ['Next, prefetch by the router', { accept: '*/*', rsc: '1', 'next-router-prefetch': '1' }, false],
  ['Next, a soft navigation', { accept: 'text/html', rsc: '1' }, false],
  ['Next, prefetch through middleware', { accept: 'text/html', 'x-middleware-prefetch': '1' }, false],
  ['Next, data of the pages router', { accept: 'text/html', 'x-nextjs-data': '1' }, false],
  ['SvelteKit, data', { accept: 'text/html', 'x-sveltekit-invalidated': '11' }, false],
  ['Chrome, speculation rules', { accept: 'text/html', 'sec-purpose': 'prefetch;prerender' }, false],
  ['Chrome before, and Safari', { accept: 'text/html', purpose: 'prefetch' }, false],
  ['Safari, preview', { accept: 'text/html', 'x-purpose': 'preview' }, false],
  ['Firefox', { accept: 'text/html', 'x-moz': 'prefetch' }, false],
  ['Turbo 8, prefetch on hover', { accept: 'text/html', 'x-sec-purpose': 'prefetch' }, false],
  ['Turbo, a frame', { accept: 'text/html', 'turbo-frame': 'cart' }, false],
  ['htmx', { accept: 'text/html', 'hx-request': 'true' }, false],
  ['pjax', { accept: 'text/html', 'x-pjax': 'true' }, false],
  ['Inertia', { accept: 'text/html', 'x-inertia': 'true' }, false],
  ['Unpoly', { accept: 'text/html', 'x-up-version': '3.8.0' }, false],
  ['jQuery load()', { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' }, false],
  ['an app with a web view', { accept: 'text/html', 'x-requested-with': 'com.example.shop' }, true],
  ['a part of a file', { accept: 'text/html', range: 'bytes=0-99' }, false],
  ['a frame', { accept: 'text/html', 'sec-fetch-dest': 'iframe' }, false],
  ['fetch() of a script', { accept: '*/*', 'sec-fetch-dest': 'empty' }, false],
  ['a picture', { accept: 'image/webp', 'sec-fetch-dest': 'image' }, false],
]

/** Answers to a request for a page: its status, its type, and whether it is a page. */
export const answers: readonly [status: number, type: string, isPage: boolean][] = [
  [200, 'text/html; charset=utf-8', true],
  [200, 'TEXT/HTML', true],
  [200, 'application/xhtml+xml', true],
  [203, 'text/html', true],
  [304, '', true],
  [200, 'application/json', false],
  [200, 'text/x-component', false],
  [200, 'text/vnd.turbo-stream.html', false],
  [200, '', false],
  ...[204, 205, 206, 301, 302, 307, 400, 401, 403, 404, 410, 429, 500, 503].map((status): [number, string, boolean] => [
    status,
    'text/html',
    false,
  ]),
]
