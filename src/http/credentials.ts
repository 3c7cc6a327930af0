// Secrets of requests: the headers, cookies and parameters that hold them, and the memory of grants that were found by
// them.
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { minuteMs } from '../rules/durations.ts'
import type { RouteContext } from './route.ts'

// Changes of keys and memberships are heard of at once; this bounds how long a broken notification connection can hide
// one.
const grantFreshMs = 1_000
const grantsMax = 10_000
// The database keeps last use to five minutes; asking it more often is pointless.
const touchEveryMs = minuteMs

/** The parts of a request that say who is asking. */
export type Asking = Pick<RouteContext, 'method' | 'headers' | 'query'>

/** The text after `Bearer `, trimmed; undefined for another scheme (spec/management 6.3). */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  const match = /^bearer[ \t]+(.*)$/is.exec(headers.authorization ?? '')
  const secret = match?.[1]?.trim()
  return secret ? secret : undefined
}

/** The secret of `Basic`: the password, or all of it when there is no colon (spec/management 5). */
export function basicOf(headers: IncomingHttpHeaders): string | undefined {
  const match = /^basic[ \t]+([A-Za-z0-9+/_=-]+)[ \t]*$/i.exec(headers.authorization ?? '')
  if (!match?.[1]) return undefined
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

/** The slug of a shared link in the address; a key or session beside it does not count, and the other way round. */
export const slugOf = ({ headers, query }: Asking): string | undefined =>
  headers.authorization === undefined ? (query.get('auth') ?? undefined) : undefined

/**
 * Remembers grants for a moment, by digest: no secret outlives its request. A lookup that was under way when something
 * changed is not remembered.
 */
export function createGrantCache<T extends object>(from: {
  digest(secret: string): Buffer
  findGrant(digest: Buffer): Promise<T | undefined>
}) {
  const cache = new LRUCache<string, T>({ max: grantsMax, ttl: grantFreshMs })
  let generation = 0
  return {
    clear() {
      generation += 1
      cache.clear()
    },
    async get(secret: string): Promise<T | undefined> {
      const digest = from.digest(secret)
      const name = digest.toString('base64')
      const known = cache.get(name)
      if (known) return known
      const asked = generation
      const found = await from.findGrant(digest)
      if (found && asked === generation) cache.set(name, found)
      return found
    },
  }
}

/** Writes last use in the background, seldom: no answer waits for it. */
export function createToucher(touch: (id: number) => Promise<void>) {
  const touched = new LRUCache<number, true>({ max: grantsMax, ttl: touchEveryMs })
  return (id: number): void => {
    if (touched.has(id)) return
    touched.set(id, true)
    touch(id).catch(() => touched.delete(id))
  }
}
