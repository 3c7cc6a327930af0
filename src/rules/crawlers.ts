// Names of crawlers, from their user agents (spec/ingestion 22). The list is bounded: a name that is not on it is
// `other`, so nothing that a sender writes is kept.
import { type CrawlerKind, crawlerKinds, crawlersByKind, otherCrawler } from './tables/crawlers.ts'

interface Named {
  readonly name: string
  readonly kind: CrawlerKind
  readonly pattern: RegExp
}

const quote = (token: string): string => token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Answers of assistants and their training first: some of them carry a search engine's name too. */
const order: readonly CrawlerKind[] = ['ai_answering', 'ai_training', 'monitoring', 'other', 'search']

const named: readonly Named[] = order.flatMap((kind) =>
  crawlersByKind[kind].map(([name, ...tokens]) => ({
    name,
    kind,
    pattern: new RegExp(
      `(?<![a-z0-9-])(?:${(tokens.length > 0 ? tokens : [name]).map(quote).join('|')})(?![a-z0-9-])`,
      'i',
    ),
  })),
)
const any = new RegExp(named.map(({ pattern }) => pattern.source).join('|'), 'i')
const kinds = new Map(named.map(({ name, kind }) => [name, kind]))

/** The entry of a user agent, of 512 characters at most. */
const find = (userAgent: string): Named | undefined =>
  any.test(userAgent) ? named.find(({ pattern }) => pattern.test(userAgent)) : undefined

/**
 * The name of a crawler that reads for artificial intelligence, whatever lists of bots say; else undefined.
 * @example findReader('Meta-ExternalAgent/1.1') // 'Meta-ExternalAgent'
 */
export function findReader(userAgent: string): string | undefined {
  const found = find(userAgent)
  return found?.kind === 'ai_training' || found?.kind === 'ai_answering' ? found.name : undefined
}

/**
 * The name of a bot.
 * @example nameCrawler('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)') // 'bingbot'
 */
export const nameCrawler = (userAgent: string): string => find(userAgent)?.name ?? otherCrawler

/** The kind of a name. */
export const kindOfCrawler = (name: string): CrawlerKind => kinds.get(name) ?? 'other'

/** True for the name of a kind. */
export const isCrawlerKind = (text: string): text is CrawlerKind => (crawlerKinds as readonly string[]).includes(text)
