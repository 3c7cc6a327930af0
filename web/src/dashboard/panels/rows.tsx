// Rows of a list, each of them a filter.
import ArrowUpRight from 'lucide/dist/esm/icons/arrow-up-right.mjs'
import EllipsisVertical from 'lucide/dist/esm/icons/ellipsis-vertical.mjs'
import type { ComponentChildren } from 'preact'
import { blankValues } from '../../../../src/rules/blank-values.ts'
import { type Column, isMoney, kindOf, type Tab } from '../../../../src/rules/catalogue.ts'
import { pageChange } from '../../../../src/rules/shown-change.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import type { Row } from '../../state/api.ts'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import type { Press } from '../../state/filter-by.ts'
import { amountOf, showValue } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { useMenus } from '../bar/use-menus.ts'
import { Change, Figure, Label } from './cells.tsx'
import { Flag } from './flag.tsx'
import { withAddresses } from './loads.ts'
import { Mark } from './mark.tsx'
import { filterValue, type RowShown, readRow } from './row-shown.ts'

interface BodyProps {
  readonly tab: Tab
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** In details: the largest number of all rows; there compared values are shown too. */
  readonly first?: number
  /** Stands above the name of a row. */
  readonly leadOf?: (at: number) => ComponentChildren
}

/** True for the events that do not have the property of the list. */
const isNone = (tab: Tab, { dimensions: [value] }: Row): boolean =>
  Boolean(kindOf(tab).isOfProperty) && value === blankValues.none

/** The number whose bar is full: the largest, save of the events without the property, which most often are most. */
export const topOf = (tab: Tab, rows: readonly Row[]): number =>
  Math.max(0, ...rows.filter((row) => !isNone(tab, row)).map((row) => amountOf(row.metrics[0]) ?? 0))

/** The rows of a list, in a panel or in its details. In a panel, events without the property come last. */
export function Rows({ tab, columns, rows, first, leadOf }: BodyProps) {
  const dashboard = useDashboard()
  const top = first ?? topOf(tab, rows)
  const last = (row: Row) => Number(first === undefined && isNone(tab, row))
  return (
    <>
      {rows
        .toSorted((a, b) => last(a) - last(b))
        .map((row, at) => {
          const shown = readRow(tab, row, dashboard)
          const share = top > 0 ? Math.min(1, (amountOf(row.metrics[0]) ?? 0) / top) : 0
          return (
            <ListRow
              // Steps are told apart by their place: a funnel may have one goal twice.
              key={leadOf ? at : shown.key}
              tab={tab}
              columns={columns}
              row={row}
              shown={shown}
              share={share}
              lead={leadOf?.(at)}
              reached={leadOf && at > 0 ? (amountOf(rows[at - 1]!.metrics[0]) ?? 0) / (top || 1) : undefined}
              isWhole={first !== undefined}
            />
          )
        })}
    </>
  )
}

/** A row of a list, with its values as they are shown. */
export interface RowOf {
  readonly tab: Tab
  readonly row: Row
  readonly shown: RowShown
}

export type Filter = (how: Press) => void

/** Filters by a row. Pages and hosts stand apart: no set of them adds or leaves out a page of one host. */
function filterOf(dashboard: Dashboard, { tab, shown: { value, host } }: RowOf): Filter {
  const wanted = filterValue(tab, value)
  return (how) =>
    host === null
      ? dashboard.filterBy(tab, wanted, how)
      : void withAddresses(({ filterByAddress }) => filterByAddress(dashboard, tab, wanted, host))
}

/** True for a row that the list is filtered by. */
function isOn({ state }: Dashboard, { tab, shown: { value, host } }: RowOf): boolean {
  const isFiltered = (name: string, wanted: string) =>
    state.value.filters.some(
      ({ operator, dimension, values }) => operator === 'is' && dimension === name && values.includes(wanted),
    )
  return isFiltered(tab.filter, filterValue(tab, value)) && (host === null || isFiltered(tab.host!, host))
}

interface ListRowProps extends RowOf {
  readonly columns: readonly Column[]
  readonly share: number
  readonly isWhole: boolean
  readonly lead?: ComponentChildren
  /** Share of the step before, to show the loss since then. */
  readonly reached?: number | undefined
}

function ListRow({ columns, share, isWhole, lead, reached, ...of }: ListRowProps) {
  const dashboard = useDashboard()
  const { label, path, beside, country, mark, href } = of.shown
  const name = beside === null ? label : `${label}, ${beside}`
  const filter = filterOf(dashboard, of)
  const { menus, onToggle } = useMenus()
  return (
    <tr>
      <th scope="row">
        {lead}
        <div
          class="cell"
          style={{ '--share': widthOf(share), '--reached': reached === undefined ? undefined : widthOf(reached) }}
        >
          {country !== null && <Flag code={country} />}
          {mark !== null && <Mark of={mark} />}
          <button
            type="button"
            class="row-button"
            aria-label={name}
            aria-pressed={isOn(dashboard, of) || undefined}
            title={name}
            onClick={(event) => filter(event.altKey ? 'exclude' : event.shiftKey ? 'add' : 'only')}
            // Browsers press a button by Enter with Shift, but not with Alt.
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !event.altKey) return
              event.preventDefault()
              filter('exclude')
            }}
          >
            {/* The eye has a mark in place of the words before the path of a goal. */}
            {path !== null && path !== label && (
              <>
                <i class="page-mark" />
                <span class="sr">{label.slice(0, label.indexOf(path))}</span>
              </>
            )}
            <Label isPath={path !== null}>{path ?? label}</Label>
            {beside !== null && <span class="beside">{beside}</span>}
          </button>
          {href !== null && <RowLink href={href} label={label} />}
          <Menu
            name={say(text.more, { label: name })}
            buttonClass="row-more"
            button={<Icon of={EllipsisVertical} size={14} />}
            items={menus?.rowEntries(dashboard, of, filter).items ?? []}
            onToggle={(isOpen) => onToggle(isOpen, (part) => part.rowEntries(dashboard, of, filter).onToggle?.(true))}
          />
        </div>
      </th>
      {columns.map(({ metric, label: column }, index) => (
        <Cell key={column} row={of.row} {...{ metric, index, isWhole }} />
      ))}
    </tr>
  )
}

/** For the pointer. By keyboard the row's menu has it: one stop less in each row. */
const RowLink = ({ href, label }: { href: string; label: string }) => (
  <a
    class="row-link"
    href={href}
    target="_blank"
    rel="noreferrer"
    tabIndex={-1}
    aria-label={say(text.openLabel, { label })}
  >
    <Icon of={ArrowUpRight} size={14} />
  </a>
)

interface CellProps {
  readonly row: Row
  readonly metric: string
  readonly index: number
  readonly isWhole: boolean
}

/** A number and its change. Details show the change in every column, panels in the first. */
function Cell({ row: { metrics, comparison }, metric, index, isWhole }: CellProps) {
  const { isCompared } = useDashboard()
  const shown = showValue(metric, metrics[index] ?? null)
  const before = comparison?.metrics[index]
  const change =
    comparison && isCompared.value
      ? pageChange(metric, amountOf(metrics[index]), amountOf(before), comparison.change[index])
      : null
  return (
    <td class={numClass(metric)} title={shown.full}>
      <Figure shown={shown} />
      {comparison && (isWhole || index === 0) && (
        <span class="versus">
          {isWhole && change !== null && (
            <span class="before" aria-hidden="true">
              {showValue(metric, before ?? null).short}{' '}
            </span>
          )}
          <Change metric={metric} change={change} before={before} />
        </span>
      )}
    </td>
  )
}

const widthOf = (share: number): string => `${(share * 100).toFixed(2)}%`

/** Amounts are the first to give way where names need the room. */
const numClass = (metric: string): string => (isMoney(metric) ? 'num num-amount' : 'num')

/** Headings may wrap, but not within a word. */
const longestWord = (label: string): number => Math.max(...label.split(' ').map((word) => word.length))

export function Head({
  tab,
  columns,
  children,
}: {
  tab: Tab
  columns: readonly Column[]
  children?: ComponentChildren
}) {
  return (
    <thead>
      <tr>
        <th scope="col">{tab.header}</th>
        {columns.map(({ metric, label }) => (
          <th key={label} scope="col" class={numClass(metric)} style={{ '--letters': longestWord(label) }}>
            {label}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  )
}
