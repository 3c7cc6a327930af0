// A row of a list as it is shown: its words, the mark or flag before it, the address that it leads to.
import { blankValues } from '../../../../src/rules/blank-values.ts'
import type { Tab } from '../../../../src/rules/catalogue.ts'
import { pageOfGoal } from '../../../../src/rules/goal-kinds.ts'
import type { Row } from '../../state/api.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import { countryName, valueWords, visible } from '../../state/words.ts'
import { goalName } from '../../text/goal-name.ts'

export interface RowShown {
  readonly key: string
  /** The value of `f`. */
  readonly value: string
  readonly label: string
  /** The path that stands for the label: of a page, and of a goal that is one. */
  readonly path: string | null
  /** The country of a region or city, the browser of a version, the hostname of a page. */
  readonly beside: string | null
  /** By URL: the host before the path. */
  readonly host: string | null
  readonly country: string | null
  /** The name that its mark is of. */
  readonly mark: string | null
  readonly href: string | null
}

/** A place in the web, where the value is one. */
function hrefOf(tab: Tab, value: string, hostname: string): string | null {
  if (tab.host) {
    if (!value.startsWith('/') || !/^[\p{L}\p{N}.-]+(:\d+)?$/u.test(hostname)) return null
    return `https://${hostname}${encodeURI(value).replaceAll('#', '%23')}`
  }
  if (tab.filter !== 'referrer' || value === blankValues.direct) return null
  const address = /^https?:\/\//i.test(value) ? value : `https://${value}`
  return URL.canParse(address) && /^[\w.-]+\.[a-z]{2,}([/?#]|$)/i.test(value.replace(/^https?:\/\//i, ''))
    ? address
    : null
}

/** The parts of a row by its tab. */
export function readRow(tab: Tab, row: Row, { site, names }: Pick<Dashboard, 'site' | 'names'>): RowShown {
  const [first, ...others] = row.dimensions
  const value = first === null || first === undefined ? '' : String(first)
  let beside: string | null = null
  let country: string | null = null
  let host: string | null = null
  let label = valueWords(tab.filter, value, names.value)
  if (tab.filter === 'country') country = value
  if (tab.knownBy) {
    if (value !== '' && value !== '0' && others[0]) label = visible(String(others[0]))
    country = others[1] ? String(others[1]) : null
    beside = country ? countryName(country) : null
  } else if (tab.host && others[0]) {
    host = String(others[0])
    label = visible(host) + label
  } else if (others[0]) beside = visible(String(others[0]))
  if (tab.mark === 'beside') {
    label = beside === null ? label : `${beside} ${label}`
    beside = null
  }
  const goalPage = tab.filter === 'goal' ? pageOfGoal(value) : null
  if (goalPage !== null) label = goalName(visible(value))
  const path = goalPage !== null ? visible(goalPage) : tab.host ? label : null
  const mark = tab.mark === undefined ? null : tab.mark === 'value' ? value : String(others[0] ?? '')
  const href = hrefOf(tab, value, host ?? site.domain.split('/')[0]!)
  return { key: row.dimensions.join('\0'), value, label, path, beside, host, country, mark, href }
}

/** Rows that name nothing cannot be opened or copied, but filtered by. */
export const filterValue = (tab: Tab, value: string): string =>
  value === '' || (tab.filter === 'city' && value === '0') ? blankValues.notSet : value
