// A browser as far as HTTP goes: pages with their facts, and requests as a page of the service makes them.
import type { Facts } from '../../src/http/facts.ts'
import { type ApiAnswer, readAnswer } from './api.ts'
import { checkedFetch } from './contract.ts'

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly location: string | null
  readonly facts: Facts
}

/** Opens an address as a browser does, but stays where it is led elsewhere. */
export async function openPage(
  { url }: { url: string },
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const init = { headers: { accept: 'text/html,*/*;q=0.8', ...headers }, redirect: 'manual' } as const
  const response = await fetch(url + path, init)
  const text = await response.text()
  const json = /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(text)?.[1]
  const location = response.headers.get('location')
  return { status: response.status, headers: response.headers, text, location, facts: json && JSON.parse(json) }
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/** An answer to a page: the words of a refusal in its body, as all clients get them, and what pages get besides. */
export interface PageAnswer extends ApiAnswer {
  readonly told?: { readonly code: string; readonly field?: string; readonly gaps?: object }
}

/** Refusals of addresses without a route; no page asks for one. */
const withoutRoute = new Set(['Not found', 'Method not allowed'])

/** Sets the code of a refusal apart. Throws for a refusal to a session that has none. */
function readRefusal(answer: ApiAnswer, headers: Readonly<Record<string, string>>): PageAnswer {
  const { body, status } = answer
  if (typeof body !== 'object' || body === null || typeof body.error !== 'string') return answer
  const { code, field, gaps, ...rest } = body
  if (code !== undefined)
    return { ...answer, body: rest, told: { code, ...(field && { field }), ...(gaps && { gaps }) } }
  const isSession = /(^|; )(__Host-|__Secure-)?tidemark=/.test(headers['cookie'] ?? '') && !headers['authorization']
  if (status >= 400 && isSession && !withoutRoute.has(body.error)) throw new Error(`no code: ${body.error}`)
  return answer
}

/**
 * A request as a page of the service makes it, unless `headers` say otherwise; an empty header is left out. Answers are
 * held against OpenAPI; the code of a refusal is set apart.
 */
export async function send(
  { url }: { url: string },
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const all = {
    'sec-fetch-site': 'same-origin',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  const response = await checkedFetch(url + path, {
    method,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
  })
  return readRefusal(await readAnswer(response), all)
}

/** The cookie of an answer, as it is sent back. */
export const cookieOf = (answer: { headers: Headers }): string =>
  (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
