// Which funnel the tab `Funnels` shows. Fetched when the tab is opened.
import { useDashboard } from '../state/dashboard.ts'
import { funnel as label } from '../text/en/dialogs.ts'

export function FunnelChoice() {
  const { site, funnel, go } = useDashboard()
  if (funnel.value === null) return null
  return (
    <select
      class="select-quiet"
      aria-label={label}
      value={funnel.value.id}
      onChange={(event) => go({ funnel: event.currentTarget.value })}
    >
      {site.funnels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
