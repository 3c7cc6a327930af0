// The text of a panel that its site cannot fill. Comes after the first numbers.
import type { Tab } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/missing.ts'
import { at } from '../../service/at.ts'
import { useDashboard } from '../../state/dashboard.ts'

interface Lack {
  readonly words: string
  /** The settings page that mends it, for readers who may open it. */
  readonly page?: string
  readonly action: string
}

const lacks: Readonly<Record<string, Lack>> = {
  goals: { words: text.noGoals, page: 'goals', action: text.addGoal },
  props: { words: text.noProperties, page: 'properties', action: text.aboutProperties },
  funnels: { words: text.noFunnels, page: 'funnels', action: text.addFunnel },
  regions: { words: text.noRegions, action: text.aboutPlaces },
  cities: { words: text.noCities, action: text.aboutPlaces },
}

export function Missing({ tab }: { tab: Tab }) {
  const { site, rights } = useDashboard()
  if (tab.key === 'funnels' && !site.features.includes('funnels')) return <p class="panel-note">{text.noFunnelsPlan}</p>
  const { words, page, action } = lacks[tab.key]!
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
