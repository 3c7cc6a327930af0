// The first line of the page: the site, who is there now, filters, range, comparison, options.
import Bolt from 'lucide/dist/esm/icons/bolt.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import { settingsPath } from '../../service/links.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { say } from '../../text/say.ts'
import { FilterLine, Filters } from '../filters/filters.tsx'
import { CompareMenu, RangeBar, rangeChange } from './range.tsx'
import { useMenus } from './use-menus.ts'

const realtime = { period: 'realtime', date: null, from: null, to: null } as const

function Current() {
  const { current, hrefOf, stateWith, go } = useDashboard()
  const count = current.value
  return (
    <a
      class={`current ${count === null ? 'is-unknown' : ''}`}
      data-room={say(text.currentVisitors, { count: 88 })}
      href={hrefOf(stateWith(rangeChange(realtime)))}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go(rangeChange(realtime))
      }}
    >
      <span class={`pulse ${count ? 'is-live' : ''}`} aria-hidden="true" />
      {say(text.currentVisitors, { count: count ?? 0 })}
    </a>
  )
}

function Options() {
  const dashboard = useDashboard()
  const { menus, onToggle } = useMenus()
  const items = menus?.optionItems(dashboard) ?? []
  return (
    <Menu
      name={text.options}
      buttonClass="button button-icon"
      button={<Icon of={Ellipsis} />}
      items={items}
      onToggle={onToggle}
    />
  )
}

/** `isBare`: of a site without any event, which has nothing to filter or to compare. */
export function Bar({ isBare = false }: { isBare?: boolean }) {
  const { site, rights } = useDashboard()
  const name = site.is_consolidated ? text.allSites : site.domain
  return (
    <>
      <div class="bar">
        <div class="bar-inside">
          <h1 class="bar-name" title={name}>
            <bdi>{name}</bdi>
          </h1>
          {site.is_demo && (
            <span class="demo" title={text.demoWhy}>
              {text.demo}
            </span>
          )}
          {isBare ? (
            rights.openSettings && (
              <a class="button" href={settingsPath(site.domain, 'general')}>
                {text.settings}
              </a>
            )
          ) : (
            <>
              <Current />
              <Filters />
              <div class="bar-controls">
                <RangeBar />
                <CompareMenu />
                {rights.openSettings && (
                  <a
                    class="button button-icon"
                    href={settingsPath(site.domain, 'general')}
                    aria-label={text.settings}
                    title={text.settings}
                  >
                    <Icon of={Bolt} />
                  </a>
                )}
                <Options />
              </div>
            </>
          )}
        </div>
      </div>
      {!isBare && <FilterLine />}
    </>
  )
}
