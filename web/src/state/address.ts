// The dashboard's address: reads it into a state, and writes a state into it.
import type { Facts, SiteFacts } from '../../../src/http/facts.ts'
import { panelKeys, type TabKey, tabKeys } from '../../../src/rules/catalogue.ts'
import type { Calendar } from '../../../src/rules/view-range.ts'
import { parseViewState, type ViewState, writeParams, writeViewState } from '../../../src/rules/view-state.ts'

/** Parameters of shared links, which stay through every click. */
const kept = ['auth', 'embed', 'theme', 'background', 'width', 'lang']

/** The parameters of an address that every later address carries too. */
export function heldParams(search: string): URLSearchParams {
  const given = new URLSearchParams(search)
  return new URLSearchParams(
    kept.filter((name) => given.has(name)).map((name): [string, string] => [name, given.get(name)!]),
  )
}

/** The parameter that opens a shared link's data, for requests; nothing elsewhere. */
export const authOf = (held: URLSearchParams): string =>
  held.has('auth') ? `auth=${encodeURIComponent(held.get('auth')!)}` : ''

/** The allowed properties; where all are, those that are named somewhere. */
export const propertiesOf = (site: Pick<SiteFacts, 'custom_properties' | 'properties_seen'>): readonly string[] =>
  site.custom_properties ?? site.properties_seen

interface Reader {
  readonly user: Pick<NonNullable<Facts['user']>, 'pages_by'> | null
  readonly site: Pick<SiteFacts, 'custom_properties'>
}

/** The state that an address says. A property that the site does not allow counts as not said. */
export function readAddress(search: string, calendar: Calendar, { user, site }: Reader): ViewState {
  const given = parseViewState(new URLSearchParams(search), calendar)
  const read = { ...given, pagesBy: given.pagesBy ?? user?.pages_by ?? null }
  return site.custom_properties && !site.custom_properties.includes(read.prop!) ? { ...read, prop: null } : read
}

/** The address of a state below `path`. */
export function addressOf(path: string, state: ViewState, held: URLSearchParams, calendar: Calendar): string {
  const written = [writeViewState(state, calendar), writeParams(held)].filter((part) => part !== '').join('&')
  return written === '' ? path : `${path}?${written}`
}

/** A state with some changes; a choice that they make impossible falls away. */
export const changed = (state: ViewState, changes: Partial<ViewState>, calendar: Calendar): ViewState =>
  parseViewState(new URLSearchParams(writeViewState({ ...state, ...changes }, calendar)), calendar)

/** The open tabs as parameters, without each panel's first. */
export function tabParams(tabs: Readonly<Record<string, TabKey>>): string {
  const chosen = panelKeys
    .filter((key) => tabs[key] !== tabKeys[key][0])
    .map((key): [string, string] => [key, tabs[key]!])
  return writeParams(new URLSearchParams(chosen))
}

/** The day of an instant by the clock of a time zone. */
export function localDay(timeZone: string): (instant: number) => string {
  // `en-CA` writes years, months and days as ISO 8601 does.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (instant) => format.format(instant)
}
