// Everything by name: sites, the page's own commands, settings, themes. Lists the best matches, or recent choices.

import { useState } from 'preact/hooks'
import { rightTo, settingsPages } from '../../../src/rules/settings-pages.ts'
import { palette as words } from '../../../src/rules/words/en/palette.ts'
import * as settings from '../../../src/rules/words/en/settings.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { noteRecent, recent } from '../browser/recent.ts'
import { setTheme, themes } from '../browser/theme.ts'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { dashboardPath, settingsPath } from '../service/links.ts'
import { signOut } from '../service/session.ts'
import { say } from '../text/say.ts'
import { search } from '../typed/fuzzy.ts'
import { type Command, commandSources } from './commands.ts'
import { Dialog } from './dialog.tsx'
import { OptionList } from './option-list.tsx'
import { useSites } from './use-sites.ts'

/** More would be scrolled past, not read. */
const shownMax = 60

function commandsOfEveryPage(): readonly Command[] {
  const { site } = facts
  const pages = settingsPages().filter((page) => site?.rights.includes(rightTo(page)))
  return [
    { label: say(words.go, { page: words.sites }), href: at('/sites') },
    { label: say(words.go, { page: words.addSite }), href: at('/sites/new') },
    { label: say(words.go, { page: words.account }), href: at('/account') },
    ...pages.map((page) => ({
      label: say(words.settings, { page: settings.pages[page] }),
      href: settingsPath(site?.domain ?? '', page),
    })),
    ...themes.map((theme) => ({
      label: say(words.theme, { theme: shared.themes[theme] }),
      run: () => setTheme(theme),
    })),
    { label: words.signOut, run: () => void signOut() },
  ]
}

export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [lately] = useState(() => recent('commands'))
  const sites = useSites(typed).map(
    ({ domain, is_consolidated, is_young }): Command => ({
      label: is_consolidated ? shared.allSites : domain,
      detail: words.site,
      href: dashboardPath(domain, is_young),
    }),
  )
  const all = [...commandSources.value.flatMap((source) => source(typed)), ...sites, ...commandsOfEveryPage()]
  const rank = ({ label }: Command) => (lately.includes(label) ? lately.indexOf(label) : lately.length)
  const found = search(
    [...all].sort((a, b) => rank(a) - rank(b)),
    typed,
    ({ label }) => label,
  )
  const options = found.slice(0, shownMax).map((command) => ({
    key: `${command.detail ?? ''} ${command.label}`,
    label: command.label,
    detail: command.detail,
    command,
  }))
  return (
    <Dialog title={words.title} look="bare" onClose={onClose}>
      <OptionList
        role="combobox"
        fieldName={words.field}
        listName={words.title}
        typed={typed}
        onType={setTyped}
        options={options}
        onChoose={({ command }) => {
          noteRecent('commands', command.label)
          onClose()
          if (command.href !== undefined) location.assign(command.href)
          // After the dialog has gone, since the command may open a dialog itself.
          else setTimeout(() => command.run?.())
        }}
        empty={words.none}
      />
    </Dialog>
  )
}
