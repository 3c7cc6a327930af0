// Words and numbers of a site that cards and the table of sites share.
import { dayMs, hourMs, minuteMs } from '../../../src/rules/durations.ts'
import { mayDo } from '../../../src/rules/roles.ts'
import { settingsRight } from '../../../src/rules/settings-pages.ts'
import { lookBackDays } from '../../../src/rules/windows.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { sites as words } from '../../../src/rules/words/en/sites.ts'
import { settingsPath } from '../service/links.ts'
import type { SiteCard } from '../service/overview.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'

const rate = new Intl.NumberFormat(locales, { style: 'percent', maximumFractionDigits: 0 })
const percent = (value: number): string => rate.format(value / 100)

/** The site as people read it: its domain in its letters, or the words of the view of all sites. */
export const nameOf = ({ domain, written, is_consolidated }: SiteCard): string =>
  is_consolidated ? shared.allSites : (written ?? domain)

/** The whole name for a name that may be cut, with the domain if its letters are written otherwise. */
export const titleOf = (site: SiteCard): string => {
  const name = nameOf(site)
  return name === site.domain ? name : `${name} · ${site.domain}`
}

/** True for a site that waits for its first event. */
export const isWaiting = ({ has_events, is_consolidated }: SiteCard): boolean => !has_events && !is_consolidated

/** In words, for people who cannot see the colour: `up 12%`. */
export function changeInWords(change: number): string {
  const size = Math.round(Math.abs(change))
  return size === 0 ? words.same : say(change > 0 ? words.up : words.down, { percent: percent(size) })
}

export function Change({ change }: { change: number }) {
  const size = Math.round(Math.abs(change))
  if (size === 0) return <span class="soft">{percent(0)}</span>
  return <span class={change > 0 ? 'good' : 'bad'}>{`${change > 0 ? '↑' : '↓'} ${percent(size)}`}</span>
}

/** A site that never had an event: no number, and the way to its script for people who may install it. */
export function Waiting({ site: { domain, role } }: { site: SiteCard }) {
  return (
    <p class="site-numbers">
      <span class="soft" aria-hidden="true">
        {words.waiting}
      </span>
      {mayDo(role, settingsRight) && (
        <a class="site-setup" href={settingsPath(domain, 'installation')}>
          {words.setUp}
        </a>
      )}
    </p>
  )
}

/** Against hours without visitors there is no change. */
export const shownChangeOf = ({
  visitors,
  visitors_before,
  change,
}: Pick<SiteCard, 'visitors' | 'visitors_before' | 'change'>): number | null =>
  visitors > 0 && visitors_before === 0 ? null : change

/** A site without an event for so many days is said to be silent. */
const silentDays = 2
const ago = new Intl.RelativeTimeFormat(locales, { numeric: 'always', style: 'short' })
const now = new Intl.RelativeTimeFormat(locales, { numeric: 'auto' }).format(0, 'second')

/** True if the last event is days away, or further than the service looks back. */
export const isSilentSince = (at: string | null): boolean =>
  at === null || Date.now() - Date.parse(at) >= silentDays * dayMs

/** When the last event came. A site that is silent for two days says so. */
export function lastEventWords(at: string | null): string {
  if (at === null) return say(words.silentLong, { days: lookBackDays })
  const past = Math.max(0, Date.now() - Date.parse(at))
  const days = Math.floor(past / dayMs)
  if (days >= silentDays) return say(words.silent, { count: days })
  if (past >= hourMs) return ago.format(-Math.floor(past / hourMs), 'hour')
  return past < minuteMs ? now : ago.format(-Math.floor(past / minuteMs), 'minute')
}
