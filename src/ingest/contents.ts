// The content of a submission as items of batches have it: whole, or without campaigns for sites that want consent
// first (spec/ingestion 26.3).
import type { SiteView } from '../registry/directory.ts'
import { withoutCampaign } from '../rules/campaign.ts'
import type { Submission } from '../rules/submission.ts'
import type { WireItem } from './wire.ts'

/** The parts of an event that a site's preset decides. */
interface Content extends Pick<WireItem, 'pathname' | 'props' | 'query'> {
  /** True if the path of the page that linked here is left out. */
  readonly isReferrerCut: boolean
}

function contentOf({ url, props }: Submission, isReferrerCut: boolean): Content {
  const query = url.query.size === 0 ? null : JSON.stringify([...url.query])
  return { pathname: url.pathname, props: toJson(props), query, isReferrerCut }
}

/** Makes the function that gives the content of a submission for a site. Each kind of content is made once. */
export function createContents(submission: Submission): (site: Pick<SiteView, 'settings'>) => Content {
  let whole: Content | undefined
  let without: Content | undefined
  return ({ settings }) => {
    if (settings.preset === 'no_campaigns' && !submission.hasConsent) {
      without ??= contentOf(withoutCampaign(submission), true)
      return without
    }
    whole ??= contentOf(submission, false)
    return whole
  }
}

function toJson(props: Submission['props']): string | null {
  for (const _ in props) return JSON.stringify(props)
  return null
}
