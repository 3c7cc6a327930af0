// Takes the traces of campaigns out of an event: tags, click ids, and the path of the page that linked here. Sites with
// the preset `no_campaigns` store events without them, unless the visitor agreed (spec/ingestion 26.3).
import type { Referrer } from './source.ts'
import type { Submission } from './submission.ts'
import { noQuery } from './url.ts'

/** Parameters by which products of advertising and mail mark links: families by their first letters, and names. */
const families = ['utm_', 'mtm_', 'pk_', 'piwik_', 'matomo_', 'hsa_', 'gad_', 'mc_', 'oly_', '_hs'] as const
const names: ReadonlySet<string> = new Set([
  ...['source', 'ref', 'gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'srsltid', 'msclkid', 'fbclid', 'igshid'],
  ...['twclid', 'ttclid', 'yclid', 'ysclid', 'li_fat_id', 'rdt_cid', 'epik', 'sccid', 'vero_id', 'mkt_tok'],
])

/** True for a parameter of a link that names a campaign, an advertisement or a click. */
function isCampaignParameter(written: string): boolean {
  const name = written.trim().toLowerCase()
  return names.has(name) || families.some((family) => name.startsWith(family))
}

/**
 * A stored path without the campaign's parameters. In hash mode they can stand in the fragment, and in any mode behind
 * a `?` or `&` that a mail program encoded.
 * @example pathWithoutCampaign('/#/shop?utm_source=mail&page=2') // '/#/shop?page=2'
 */
function pathWithoutCampaign(path: string): string {
  // The sign of a parameter that was left out, for the next parameter to stand behind.
  let owed = ''
  return path.replace(/([?#&;])([^?#&;]*)/g, (_, sign: string, text: string) => {
    const end = text.indexOf('=')
    if (end >= 0 && isCampaignParameter(text.slice(0, end))) {
      if (sign === '?' || sign === '#') owed ||= sign
      return ''
    }
    const before = sign === '&' && owed !== '' ? owed : sign
    owed = ''
    return before + text
  })
}

/** The site that linked here, without the page. */
const hostAlone = (referrer: Referrer): Referrer => ({ text: referrer.host, host: referrer.host, path: '' })

/** The event without the traces of campaigns. The property `path` of its own page follows the page. */
export function withoutCampaign(submission: Submission): Submission {
  const { url, props, referrer } = submission
  const pathname = pathWithoutCampaign(url.pathname)
  return {
    ...submission,
    url: { ...url, pathname, query: noQuery },
    referrer: referrer && hostAlone(referrer),
    props: props['path'] === url.pathname ? { ...props, path: pathname } : props,
  }
}
