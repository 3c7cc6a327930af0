// Reports and notices as they would arrive now, for a look before they do: to be shown, or sent to oneself.
import type { SiteView } from '../registry/directory.ts'
import type { Language } from '../rules/languages.ts'
import { isNotice, isReport, noticeKinds, type ReportKind } from '../rules/report-kinds.ts'
import type { Stats } from '../stats/stats.ts'
import { type Letter, type Post, postNotice, postReport, writeNotice, writeReport } from './letter.ts'
import { countPeriod } from './numbers.ts'
import { pictureId } from './picture.ts'
import { viewOf } from './reports.ts'
import { latestPeriod } from './schedule.ts'

/** The wait for the numbers of a sample. */
const waitMs = 20_000

/** A report or notice as it would arrive now: as a mail, and as a post of a channel. */
export interface Samples {
  readonly letter: Letter
  readonly post: Post
}

/**
 * Makes the writer of samples: the latest report that was due, with the site's numbers, or a notice at its usual
 * threshold. Its links lead to the settings.
 */
export function createSamples(options: { stats: Stats; now: () => Date; baseUrl: string }) {
  const { stats, now, baseUrl } = options
  return async (site: SiteView, kind: ReportKind, language: Language): Promise<Samples> => {
    const page = `${baseUrl}/sites/${encodeURIComponent(site.domain)}`
    const settings = `${page}/settings/reports`
    const period = isReport(kind) ? latestPeriod(kind, site.timezone, now().getTime()) : undefined
    const message = {
      id: 0,
      recipientId: 0,
      siteId: site.id,
      domain: site.domain,
      kind,
      address: '',
      channelId: null,
      occasion: period?.from ?? now().toISOString(),
      facts: isNotice(kind) ? { [noticeKinds[kind].counts]: noticeKinds[kind].usual } : {},
      attempts: 0,
      rule: null,
      language,
    }
    if (!period || !isReport(kind)) {
      const ways = { dashboard: page, settings, unsubscribe: settings }
      return { letter: writeNotice(message, ways), post: postNotice(message, ways) }
    }
    const signal = AbortSignal.timeout(waitMs)
    const numbers = await countPeriod(stats, { site, siteIds: [site.id] }, period, signal)
    const ways = { dashboard: page + viewOf(kind, period), settings, unsubscribe: settings }
    return { letter: writeReport(message, period, numbers, ways), post: postReport(message, period, numbers, ways) }
  }
}

/** The HTML of a letter by itself, with its picture inside. */
export const wholeHtml = ({ html, picture }: Letter): string =>
  picture ? html.replace(`cid:${pictureId}`, `data:image/png;base64,${picture.toString('base64')}`) : html
