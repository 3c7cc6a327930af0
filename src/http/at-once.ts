// Work that a process does only so many times at once, with shares: the public cannot take the places of people and
// keys, and no asker all of them.
import { networkOf } from '../rules/client-ip.ts'
import type { Asker } from '../stats/stats.ts'
import type { Reply } from './route.ts'

/** Limits of work under way. */
export interface Places {
  readonly most: number
  /** Of these at most for shared links, so that the rest is there for people and keys. */
  readonly forLinks: number
  /** Of one shared link. */
  readonly ofLink: number
  /** Of one key or session. */
  readonly ofAsker: number
}

export interface AtOnce {
  /**
   * Takes a place for an asker at an address. Undefined if no place is free. The returned function gives the place
   * back, once however often it is called.
   */
  enter(asker: Asker, ip: string): (() => void) | undefined
}

/** Counts work under way. A shared link has one place for an address. */
export function createAtOnce({ most, forLinks, ofLink, ofAsker }: Places): AtOnce {
  const taken = new Map<string, number>()
  const change = (name: string, by: number): void => {
    const count = (taken.get(name) ?? 0) + by
    if (count === 0) taken.delete(name)
    else taken.set(name, count)
  }
  const sharesOf = ({ kind, name }: Asker, ip: string): [name: string, most: number][] =>
    kind === 'links'
      ? [
          ['links', forLinks],
          [name, ofLink],
          [`${name} at ${networkOf(ip)}`, 1],
        ]
      : [[name, ofAsker]]
  return {
    enter(asker, ip) {
      const shares: [name: string, most: number][] = [['all', most], ...sharesOf(asker, ip)]
      if (shares.some(([name, share]) => (taken.get(name) ?? 0) >= share)) return undefined
      for (const [name] of shares) change(name, 1)
      let isOver = false
      return () => {
        if (!isOver) for (const [name] of shares) change(name, -1)
        isOver = true
      }
    },
  }
}

/** The reply, with a place that is kept until its last byte is sent. A HEAD request gets no bytes. */
export function keepPlace(reply: Reply, leave: () => void, method: string): Reply {
  const { stream } = reply
  if (!stream || method === 'HEAD') {
    leave()
    return reply
  }
  return {
    ...reply,
    async stream(sink) {
      try {
        await stream(sink)
      } finally {
        leave()
      }
    },
  }
}
