// Requests that came from pages of a site and did not become events: what a site that waits for its first event can be
// told (spec/ingestion 28).
import type { FieldErrors } from '../failure.ts'
import type { ArrivalKind } from './arrival-kinds.ts'
import { isIp } from './client-ip.ts'
import { asciiHost, isLoopbackName, stripRootDot } from './host.ts'
import { cutBytes } from './text.ts'
import { stripWww } from './url.ts'

/** Details of a kind of a site with counts of their own. */
export const arrivalDetailsMax = 5
const detailBytesMax = 100

/** The labels of a host that are taken off, one after the other, to find the site that it is below. */
const labelsMax = 6

/** Letters and digits of any script, and the marks of an address without a query. */
const domainLike = /^[\p{L}\p{N}._:/-]+$/u

/**
 * A domain of a stranger as it is kept: short, and shaped like one. Anything else, addresses of computers too, is
 * empty.
 * @example detailOf('https://www.example.com/') // 'https://www.example.com/'
 */
export function detailOf(text: string): string {
  const trimmed = text.trim()
  const isKept = domainLike.test(trimmed) && isIp(trimmed) === 0
  return isKept ? cutBytes(trimmed, detailBytesMax) : ''
}

/**
 * A host and the domains above it, nearest first; the last has two labels.
 * @example hostsAbove('a.shop.example.com') // ['a.shop.example.com', 'shop.example.com', 'example.com']
 */
export function hostsAbove(host: string): string[] {
  const labels = asciiHost(stripRootDot(stripWww(host.toLowerCase()))).split('.')
  const first = Math.max(0, labels.length - labelsMax)
  const starts = labels.slice(first, Math.max(first + 1, labels.length - 1))
  return starts.map((_, index) => labels.slice(first + index).join('.'))
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const headerCharactersMax = 2_000

/**
 * The host of the page that a request came from, by `Origin`, else by `Referer`; undefined without a page of the web.
 * @example pageHostOf({ origin: 'https://shop.example.com' }) // 'shop.example.com'
 */
export function pageHostOf({ origin, referer }: Headers): string | undefined {
  for (const text of [origin, referer]) {
    if (typeof text !== 'string' || text.length > headerCharactersMax || !/^https?:\/\//i.test(text)) continue
    const url = URL.parse(text)
    if (url) return url.hostname
  }
  return undefined
}

/** True for a page on the machine of the person who looks at it. */
export const isLocalHost = (host: string): boolean => isLoopbackName(host)

/** Names the mistake of a body that was no event. */
export function refusedKind(body: Uint8Array, errors: FieldErrors): { kind: ArrivalKind; detail: string } {
  if (body.length === 0) return { kind: 'empty_body', detail: '' }
  const [field = 'request'] = Object.keys(errors)
  return field === 'request' ? { kind: 'cut_body', detail: '' } : { kind: 'bad_event', detail: field }
}
