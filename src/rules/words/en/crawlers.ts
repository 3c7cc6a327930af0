// Dropped crawlers, in the panel Traffic quality.
import type { CrawlerKind } from '../../tables/crawlers.ts'

export const crawlers = 'Crawlers'
export const lead = 'Programs that read this site. They count nowhere else.'
export const crawler = 'Crawler'
export const kind = 'Kind'
export const page = 'Page'
export const events = 'Events'
export const allCrawlers = 'All crawlers'
export const otherCrawlers = 'Other crawlers'
export const otherPages = 'Other pages'
export const show = 'Pages of {name}'
export const none = 'No crawlers were dropped in this period.'
export const kinds: Readonly<Record<CrawlerKind, string>> = {
  search: 'Search',
  ai_training: 'AI training',
  ai_answering: 'AI answers',
  monitoring: 'Monitoring',
  other: 'Other',
}
