// Counts of dropped crawlers by site, local day, name and page, gathered from the threads and written beside the
// batches, which never wait for it. A process that is killed loses the counts of the last seconds.
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Log } from '../log.ts'
import { cutBytes } from '../rules/text.ts'

/** How often one crawler asked for one page on one local day of a site. */
export interface CrawlerCount {
  readonly siteId: number
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly crawler: string
  readonly page: string
  readonly count: number
}

/** The pages of a site and a day that have counts of their own; further ones are counted as the page ''. */
export const crawlerPagesMax = 500
/** Bytes of a page's path that are kept. */
const pageBytesMax = 500
/** Counts that wait to be written; while there are so many, further pages are counted as ''. */
const waitingMax = 10_000
const writeEveryMs = 2_000

export interface CrawlerCounts {
  readonly add: (counts: readonly CrawlerCount[]) => void
  /** Writes the counts taken so far, as far as they can be written now. */
  flush(): Promise<void>
  /** Writes for the last time. */
  stop(): Promise<void>
}

type Waiting = Map<string, { -readonly [Field in keyof CrawlerCount]: CrawlerCount[Field] }>

function addTo(waiting: Waiting, { siteId, day, crawler, page, count }: CrawlerCount): void {
  const own = cutBytes(page, pageBytesMax)
  let key = `${siteId} ${day} ${crawler} ${own}`
  let known = waiting.get(key)
  if (!known && waiting.size >= waitingMax) {
    key = `${siteId} ${day} ${crawler} `
    known = waiting.get(key)
    // One for each site, day and name of the list: no sender makes more of them.
    if (!known) waiting.set(key, { siteId, day, crawler, page: '', count })
  } else if (!known) waiting.set(key, { siteId, day, crawler, page: own, count })
  if (known) known.count += count
}

export function createCrawlerCounts({ db, log }: { db: Database | undefined; log: Log }): CrawlerCounts {
  const waiting: Waiting = new Map()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    if (!db || waiting.size === 0) return
    const counts = [...waiting.values()]
    waiting.clear()
    try {
      await db.write.query(statement('crawlers.count'), [
        counts.map(({ siteId }) => siteId),
        counts.map(({ day }) => day),
        counts.map(({ crawler }) => crawler),
        counts.map(({ page }) => page),
        counts.map(({ count }) => count),
        crawlerPagesMax,
      ])
    } catch (error) {
      // With the next counts they are tried again.
      for (const count of counts) addTo(waiting, count)
      log.warn({ err: error }, 'counts of crawlers could not be written')
    }
  }

  const flush = (): Promise<void> => {
    writing = (writing ?? Promise.resolve()).then(write)
    return writing
  }
  const timer = setInterval(() => void flush(), writeEveryMs)
  timer.unref()

  return {
    add: (counts) => {
      for (const count of counts) addTo(waiting, count)
    },
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}
