// Settings of a site: the list of pages, and the page that the address names, fetched on demand.
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import { facts } from '../service/facts.ts'
import { dashboardPath, settingsPath } from '../service/links.ts'
// Most pages need these: they are fetched with the list, once.
import '../parts/form.tsx'
import '../parts/section.tsx'
import '../settings/kit.tsx'
import {
  isSettingsPage,
  rightTo,
  type SettingsGroup,
  type SettingsPage,
  settingsGroups,
} from '../../../src/rules/settings-pages.ts'
import * as words from '../../../src/rules/words/en/settings.ts'
import { Icon } from '../parts/icon.tsx'
import { useOnDemand } from '../parts/on-demand.ts'
import { startSignedIn } from '../signed-in.tsx'
import { say } from '../text/say.ts'

/** The view of a page: each has a file of its name in `settings/`. */
const load = (page: SettingsPage): Promise<{ View: FunctionComponent }> => import(`../settings/${page}.tsx`)

function Page({ page }: { page: SettingsPage }) {
  const Shown = useOnDemand(async () => (await load(page)).View)
  return Shown ? <Shown /> : null
}

const groups = Object.entries(settingsGroups) as readonly [SettingsGroup, readonly SettingsPage[]][]
/** Pages that the reader's role opens. */
const mayOpen = (page: SettingsPage): boolean => facts.site?.rights.includes(rightTo(page)) ?? false

/** The sections: a column beside the page, and on a phone a list that a button opens. */
function Sections({ page, domain }: { page: SettingsPage; domain: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <nav class="settings-pages" aria-label={words.navigation}>
      <button
        type="button"
        class="button settings-chooser"
        aria-expanded={isOpen}
        aria-label={say(words.section, { page: words.pages[page] })}
        onClick={() => setOpen(!isOpen)}
      >
        {words.pages[page]}
        <Icon of={ChevronDown} />
      </button>
      <div class={isOpen ? 'settings-list' : 'settings-list is-closed'}>
        {groups.map(([group, pages]) => (
          <div key={group}>
            <p class="settings-group">{words.groups[group]}</p>
            {pages.filter(mayOpen).map((one) => (
              <a key={one} href={settingsPath(domain, one)} aria-current={one === page ? 'page' : undefined}>
                {words.pages[one]}
              </a>
            ))}
          </div>
        ))}
      </div>
    </nav>
  )
}

function Settings() {
  const page = facts.settings_page ?? ''
  const domain = facts.site?.domain ?? ''
  if (!isSettingsPage(page)) return null
  return (
    <div class="settings">
      <div class="page-head settings-head">
        <h1>{facts.heading}</h1>
        <a class="back" href={dashboardPath(domain)}>
          {words.back}
        </a>
      </div>
      <Sections page={page} domain={domain} />
      <div class="stack settings-page">
        <Page page={page} />
      </div>
    </div>
  )
}

startSignedIn(<Settings />)
