// Settings of a site: the list of pages, and the page that the address names, fetched on demand.
import type { FunctionComponent } from 'preact'
import { facts } from '../facts.ts'
import { dashboardPath, settingsPath } from '../links.ts'
// Most pages need these: they are fetched with the list, once.
import '../parts/form.tsx'
import '../parts/section.tsx'
import '../settings/kit.tsx'
import { isSettingsPage, type SettingsPage, settingsPages } from '../../../src/rules/settings-pages.ts'
import { useOnDemand } from '../parts/on-demand.ts'
import { startSignedIn } from '../signed-in.tsx'
import * as words from '../text/en/settings.ts'

const views: Readonly<Record<SettingsPage, () => Promise<{ View: FunctionComponent }>>> = {
  general: () => import('../settings/general.tsx'),
  installation: () => import('../settings/installation.tsx'),
  goals: () => import('../settings/goals.tsx'),
  funnels: () => import('../settings/funnels.tsx'),
  properties: () => import('../settings/properties.tsx'),
  shields: () => import('../settings/shields.tsx'),
  people: () => import('../settings/people.tsx'),
  sharing: () => import('../settings/sharing.tsx'),
  imports: () => import('../settings/imports.tsx'),
  tokens: () => import('../settings/tokens.tsx'),
  reports: () => import('../settings/reports.tsx'),
}

function Page({ page }: { page: SettingsPage }) {
  const Shown = useOnDemand(async () => (await views[page]()).View)
  return Shown ? <Shown /> : null
}

function Settings() {
  const page = facts.settings_page ?? ''
  const domain = facts.site?.domain ?? ''
  return (
    <div class="stack">
      <div class="page-head settings-head">
        <h1>{facts.heading}</h1>
        <a href={dashboardPath(domain)}>{words.back}</a>
      </div>
      <nav class="row settings-pages" aria-label={words.navigation}>
        {settingsPages.map((one) => (
          <a
            key={one}
            class="button-quiet"
            href={settingsPath(domain, one)}
            aria-current={one === page ? 'page' : undefined}
          >
            {words.pages[one]}
          </a>
        ))}
      </nav>
      {isSettingsPage(page) && <Page page={page} />}
    </div>
  )
}

startSignedIn(<Settings />, { width: 'narrow' })
