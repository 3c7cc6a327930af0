// The sites as rows: less of a picture, more numbers. Below 768 px each row is an entry of a list, its name over its
// numbers.
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import { sites as words } from '../../../src/rules/words/en/sites.ts'
import { dashboardPath } from '../service/links.ts'
import type { SiteCard } from '../service/overview.ts'
import { shortNumber, wholeNumber } from '../text/format.ts'
import { Icon } from './icon.tsx'
import { Change, isSilentSince, isWaiting, lastEventWords, nameOf, titleOf, Waiting } from './site-numbers.tsx'
import { Sparkline } from './sparkline.tsx'

/** Keys of the order, each with the column that it sorts and the value that it compares. */
const orders = {
  name: ['site', () => 0],
  now: ['now', ({ table }) => table?.current ?? -1],
  visitors: ['day', ({ visitors }) => visitors],
  week: ['week', ({ table }) => table?.week ?? -1],
  change: ['change', ({ table }) => table?.week_change ?? Number.NEGATIVE_INFINITY],
  last: ['last', ({ table }) => Date.parse(table?.last_event ?? '') || 0],
} as const satisfies Readonly<
  Record<string, readonly [column: keyof typeof words.columns, numberOf: (site: SiteCard) => number]>
>

type Key = keyof typeof orders
const keys = Object.keys(orders) as Key[]

/** An order of the table: a key, with `-` before it the other way round. Names rise by themselves, numbers fall. */
export type Order = Key | `-${Key}`

export const isOrder = (text: string): text is Order => keys.includes(text.replace(/^-/, '') as Key)

/** Orders that the service knows: they hold for all pages of the list, and only in one direction. */
export const ordersOfAll: readonly string[] = ['visitors', 'name']

const keyOf = (order: Order): Key => order.replace(/^-/, '') as Key

/** The words of the column that an order sorts. */
export const orderWords = (order: Order): string => words.columns[orders[keyOf(order)][0]]

const compareNames = (a: SiteCard, b: SiteCard): number => (a.domain < b.domain ? -1 : 1)

/** The view of all sites and pinned sites stay first. Equal numbers stand by name. */
function sortSites(sites: readonly SiteCard[], order: Order): SiteCard[] {
  const key = keyOf(order)
  const [, numberOf] = orders[key]
  const sign = order === key ? 1 : -1
  const compare = (a: SiteCard, b: SiteCard) =>
    key === 'name' ? sign * compareNames(a, b) : sign * (numberOf(b) - numberOf(a)) || compareNames(a, b)
  return [...sites].sort(
    (a, b) =>
      Number(b.is_consolidated) - Number(a.is_consolidated) ||
      Number(b.is_pinned) - Number(a.is_pinned) ||
      compare(a, b),
  )
}

/** A number of the table, in full for screen readers and under the pointer. */
const Figure = ({ value, label }: { value: number; label: string }) => (
  <td class="num" title={wholeNumber(value)} data-label={label}>
    {shortNumber(value)}
  </td>
)

function Row({ site }: { site: SiteCard }) {
  const { domain, table, visitors } = site
  const { columns } = words
  return (
    <tr>
      <th scope="row">
        <a class="table-link" href={dashboardPath(domain, site.is_young)} title={titleOf(site)}>
          <bdi>{nameOf(site)}</bdi>
        </a>
      </th>
      {isWaiting(site) || !table ? (
        <td colSpan={6}>{isWaiting(site) && <Waiting site={site} />}</td>
      ) : (
        <>
          <Figure value={table.current} label={columns.now} />
          <Figure value={visitors} label={columns.day} />
          <Figure value={table.week} label={columns.week} />
          <td class="num" title={words.ofWeek}>
            {table.week_change !== null && <Change change={table.week_change} />}
          </td>
          <td class="table-line">
            <Sparkline values={site.hours} />
          </td>
          <td class={`table-last ${isSilentSince(table.last_event) ? 'warn' : 'soft'}`} data-label={columns.last}>
            {lastEventWords(table.last_event)}
          </td>
        </>
      )}
    </tr>
  )
}

interface HeaderProps {
  readonly column: keyof typeof words.columns
  readonly order: Order
  /** The list has further pages: only orders of all of them are offered. */
  readonly hasPages: boolean
  readonly onSort: (order: Order) => void
}

function Header({ column, order, hasPages, onSort }: HeaderProps) {
  const key = keys.find((one) => orders[one][0] === column)
  const isSorted = key === keyOf(order)
  const isRising = (key === 'name') === (order === key)
  const className = key && key !== 'name' && key !== 'last' ? 'num' : undefined
  const isOffered = key && (!hasPages || ordersOfAll.includes(key))
  return (
    <th scope="col" class={className} aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}>
      {isOffered ? (
        <button type="button" class="sort" onClick={() => onSort(order === key && !hasPages ? `-${key}` : key)}>
          {words.columns[column]}
          {isSorted && <Icon of={isRising ? ArrowUp : ArrowDown} size={13} />}
        </button>
      ) : (
        <span class="sort">{words.columns[column]}</span>
      )}
    </th>
  )
}

interface TableProps {
  readonly sites: readonly SiteCard[]
  readonly order: Order
  readonly hasPages: boolean
  readonly isDimmed: boolean
  readonly onSort: (order: Order) => void
}

export function SitesTable({ sites, isDimmed, ...sorting }: TableProps) {
  const rows = sorting.hasPages ? sites : sortSites(sites, sorting.order)
  return (
    <div class={`card ${isDimmed ? 'dimmed' : ''}`}>
      <table class="sites-table" aria-label={words.list}>
        <thead>
          <tr>
            {(Object.keys(words.columns) as (keyof typeof words.columns)[]).map((column) => (
              <Header key={column} column={column} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <Row key={one.domain} site={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
