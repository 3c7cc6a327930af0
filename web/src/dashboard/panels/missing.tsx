// The text of a panel that its site cannot fill. Comes after the first numbers.

import type { SiteFacts } from '../../../../src/http/facts.ts'
import type { Tab } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/missing.ts'
import { at } from '../../service/at.ts'
import { useDashboard } from '../../state/dashboard.ts'

interface Lack {
  readonly words: string
  /** The settings page that mends it, for readers who may open it. */
  readonly page?: string
  readonly action: string
  /** A feature that the team's plan may lack, and the sentence about that. */
  readonly sold?: { readonly feature: SiteFacts['features'][number]; readonly words: string }
}

/** By what a tab needs of its site, or of the service. */
const lacks: Readonly<Record<NonNullable<Tab['needs'] | Tab['knownBy']>, Lack>> = {
  hasGoals: { words: text.noGoals, page: 'goals', action: text.addGoal },
  property: { words: text.noProperties, page: 'properties', action: text.aboutProperties },
  funnel: {
    words: text.noFunnels,
    page: 'funnels',
    action: text.addFunnel,
    sold: { feature: 'funnels', words: text.noFunnelsPlan },
  },
  has_regions: { words: text.noRegions, action: text.aboutPlaces },
  has_cities: { words: text.noCities, action: text.aboutPlaces },
}

export function Missing({ tab }: { tab: Tab }) {
  const { site, rights } = useDashboard()
  const { words, page, action, sold } = lacks[(tab.needs ?? tab.knownBy)!]
  if (sold && !site.features.includes(sold.feature)) return <p class="panel-note">{sold.words}</p>
  return (
    <p class="panel-note">
      {words}{' '}
      {page === undefined ? (
        <a href={at('/docs/privacy#place')} target="_blank" rel="noopener">
          {action}
        </a>
      ) : (
        rights.openSettings && <a href={at(`/sites/${encodeURIComponent(site.domain)}/settings/${page}`)}>{action}</a>
      )}
    </p>
  )
}
