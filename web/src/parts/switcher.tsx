// From one site to another.
import { useState } from 'preact/hooks'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { recent } from '../browser/recent.ts'
import { facts } from '../service/facts.ts'
import { dashboardPath } from '../service/links.ts'
import { search } from '../typed/fuzzy.ts'
import { Dialog } from './dialog.tsx'
import { OptionList } from './option-list.tsx'
import { useSites } from './use-sites.ts'

export function Switcher({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const sites = useSites(typed)
  const [lately] = useState(() => recent('sites'))
  const here = facts.site?.domain
  const rank = (domain: string) => (lately.includes(domain) ? lately.indexOf(domain) : lately.length)
  const ordered = [...sites].sort((a, b) => rank(a.domain) - rank(b.domain))
  const options = search(ordered, typed, ({ domain }) => domain)
    .filter(({ domain }) => domain !== here || typed !== '')
    .map(({ domain, is_consolidated, is_young }) => ({
      key: domain,
      href: dashboardPath(domain, is_young),
      label: is_consolidated ? shared.allSites : domain,
    }))
  return (
    <Dialog title={shared.switchTitle} look="bare" onClose={onClose}>
      <OptionList
        role="searchbox"
        fieldName={shared.searchSites}
        listName={shared.sites}
        typed={typed}
        onType={setTyped}
        options={options}
        onChoose={({ href }) => location.assign(href)}
        empty={shared.noSites}
      />
    </Dialog>
  )
}
