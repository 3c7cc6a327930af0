// The panels: lists of what visitors did, each row a filter.

import ArrowUpRight from 'lucide/dist/esm/icons/arrow-up-right.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import EllipsisVertical from 'lucide/dist/esm/icons/ellipsis-vertical.mjs'
import Maximize from 'lucide/dist/esm/icons/maximize-2.mjs'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import {
  type Column,
  type Panel as PanelOf,
  panels,
  type Tab,
  type TabKey,
  tabOf,
} from '../../../src/rules/catalogue.ts'
import { shownChange } from '../../../src/rules/shown-change.ts'
import type { Answer } from '../data/boxes.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { useOnDemand, withPart } from '../parts/on-demand.ts'
import { Tabs } from '../parts/tabs.tsx'
import { copy } from '../parts/toast.tsx'
import type { Row } from '../state/api.ts'
import { type Dashboard, useDashboard } from '../state/dashboard.ts'
import { isCampaign, shownTabs, tabLabel } from '../state/panels.ts'
import { panelRows } from '../state/questions.ts'
import { amountOf, countryName, showValue, valueWords, visible } from '../state/words.ts'
import * as text from '../text/en/dashboard.ts'
import { say } from '../text/say.ts'
import { boxItems, withAddresses } from './box-menu.ts'
import { Change, Figure, Label } from './cells.tsx'
import { Flag } from './flag.tsx'
import { Mark } from './mark.tsx'
import { Trouble } from './trouble.tsx'

export interface RowShown {
  readonly key: string
  /** The value of `f`. */
  readonly value: string
  readonly label: string
  /** The country of a region or city, the browser of a version, the hostname of a page. */
  readonly beside: string | null
  /** By URL: the host before the path. */
  readonly host: string | null
  readonly country: string | null
  /** The name that its mark is of. */
  readonly mark: string | null
  readonly href: string | null
}

const isPlace = ({ key }: Tab): boolean => key === 'regions' || key === 'cities'

/** A place in the web, where the value is one. */
function hrefOf(tab: Tab, value: string, hostname: string): string | null {
  if (tab.host) {
    if (!value.startsWith('/') || !/^[\p{L}\p{N}.-]+(:\d+)?$/u.test(hostname)) return null
    return `https://${hostname}${encodeURI(value).replaceAll('#', '%23')}`
  }
  if (tab.filter !== 'referrer' || value === text.direct) return null
  const address = /^https?:\/\//i.test(value) ? value : `https://${value}`
  return URL.canParse(address) && /^[\w.-]+\.[a-z]{2,}([/?#]|$)/i.test(value.replace(/^https?:\/\//i, ''))
    ? address
    : null
}

/** The parts of a row by its tab. */
function readRow(tab: Tab, row: Row, { site, names }: Pick<Dashboard, 'site' | 'names'>): RowShown {
  const [first, ...others] = row.dimensions
  const value = first === null || first === undefined ? '' : String(first)
  let beside: string | null = null
  let country: string | null = null
  let host: string | null = null
  let label = valueWords(tab.filter, value, names.value)
  if (tab.filter === 'country') country = value
  if (isPlace(tab)) {
    if (value !== '' && value !== '0' && others[0]) label = visible(String(others[0]))
    country = others[1] ? String(others[1]) : null
    beside = country ? countryName(country) : null
  } else if (tab.host && others[0]) {
    host = String(others[0])
    label = visible(host) + label
  } else if (others[0]) beside = visible(String(others[0]))
  if (tab.key === 'browser_versions' || tab.key === 'os_versions') {
    label = beside === null ? label : `${beside} ${label}`
    beside = null
  }
  const mark = tab.mark === undefined ? null : tab.mark === 'value' ? value : String(others[0] ?? '')
  const href = hrefOf(tab, value, host ?? site.domain.split('/')[0]!)
  return { key: row.dimensions.join('\0'), value, label, beside, host, country, mark, href }
}

/** Rows that name nothing cannot be opened or copied, but filtered by. */
const filterValue = (tab: Tab, value: string): string =>
  value === '' || (tab.filter === 'city' && value === '0') ? text.notSet : value

interface BodyProps {
  readonly tab: Tab
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** In details: the largest number of all rows; there compared values are shown too. */
  readonly first?: number
  /** Stands above the name of a row. */
  readonly leadOf?: (at: number) => ComponentChildren
}

/** The rows of a list, in a panel or in its details. */
export function Rows({ tab, columns, rows, first, leadOf }: BodyProps) {
  const dashboard = useDashboard()
  const top = first ?? (rows.length > 0 ? Math.max(...rows.map((row) => amountOf(row.metrics[0]) ?? 0)) : 0)
  return (
    <>
      {rows.map((row, at) => {
        const shown = readRow(tab, row, dashboard)
        const share = top > 0 ? (amountOf(row.metrics[0]) ?? 0) / top : 0
        return (
          <ListRow
            key={tab.key === 'funnels' ? at : shown.key}
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

interface ListRowProps {
  readonly tab: Tab
  readonly columns: readonly Column[]
  readonly row: Row
  readonly shown: RowShown
  readonly share: number
  readonly isWhole: boolean
  readonly lead?: ComponentChildren
  /** Share of the step before, for what was lost since. */
  readonly reached?: number | undefined
}

function ListRow({ tab, columns, row, shown, share, isWhole, lead, reached }: ListRowProps) {
  const dashboard = useDashboard()
  const { label, beside, host, country, mark, href } = shown
  const value = filterValue(tab, shown.value)
  const name = beside === null ? label : `${label}, ${beside}`
  // Filters of pages and of hosts stand apart: no set of them adds or leaves out a page of one host.
  const filter = (how: 'only' | 'add' | 'exclude') =>
    host === null
      ? dashboard.filterBy(tab, value, how)
      : void withAddresses(({ filterByAddress }) => filterByAddress(dashboard, tab, value, host))
  const isFiltered = (name: string, wanted: string) =>
    dashboard.state.value.filters.some(
      ({ operator, dimension, values }) => operator === 'is' && dimension === name && values.includes(wanted),
    )
  const isOn = isFiltered(tab.filter, value) && (host === null || isFiltered(tab.host!, host))
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
            aria-pressed={isOn || undefined}
            title={name}
            onClick={(event) => filter(event.altKey ? 'exclude' : event.shiftKey ? 'add' : 'only')}
            // Browsers press a button by Enter with Shift, but not with Alt.
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !event.altKey) return
              event.preventDefault()
              filter('exclude')
            }}
          >
            <Label>{label}</Label>
            {beside !== null && <span class="beside">{beside}</span>}
          </button>
          {href !== null && (
            <a
              class="row-link"
              href={href}
              target="_blank"
              rel="noreferrer"
              aria-label={say(text.openLabel, { label })}
            >
              <Icon of={ArrowUpRight} size={14} />
            </a>
          )}
          <Menu
            name={say(text.more, { label: name })}
            buttonClass="row-more"
            button={<Icon of={EllipsisVertical} size={14} />}
            items={[
              { label: text.onlyThis, act: () => filter('only') },
              ...(host === null ? [{ label: text.add, act: () => filter('add') }] : []),
              ...(host !== null || tab.filter === 'goal'
                ? []
                : [{ label: text.exclude, act: () => filter('exclude') }]),
              ...(dashboard.rights.write && tab.filter.endsWith('page') && host === null && shown.value.startsWith('/')
                ? [
                    {
                      label: text.makeGoal,
                      act: () =>
                        withPart(
                          () => import('./make-goal.ts'),
                          (part) => part.makeGoal(dashboard, shown.value),
                        ),
                    },
                  ]
                : []),
              ...(href === null ? [] : [{ label: text.open, act: () => open(href, '_blank', 'noopener') }]),
              {
                label: text.copyValue,
                isApart: true,
                act: () => void copy(shown.value === '' || host !== null ? label : shown.value),
              },
            ]}
          />
        </div>
      </th>
      {columns.map(({ metric, label: column }, index) => {
        const shownValue = showValue(metric, row.metrics[index] ?? null)
        const compared = row.comparison
        return (
          <td key={column} class={numClass(metric)} title={shownValue.full}>
            <Figure shown={shownValue} />
            {compared && (isWhole || index === 0) && (
              <span class="versus">
                {isWhole && <span aria-hidden="true">{showValue(metric, compared.metrics[index] ?? null).short} </span>}
                <Change
                  metric={metric}
                  change={
                    dashboard.isCompared.value
                      ? shownChange(
                          metric,
                          amountOf(row.metrics[index]),
                          amountOf(compared.metrics[index]),
                          compared.change[index],
                        )
                      : null
                  }
                  before={compared.metrics[index]}
                />
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

const widthOf = (share: number): string => `${(share * 100).toFixed(2)}%`

/** Amounts are the first to give way where names need the room. */
const numClass = (metric: string): string => (metric.endsWith('_revenue') ? 'num num-amount' : 'num')

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

const bones = [92, 74, 61, 55, 42, 36, 30, 24, 18]

function Skeleton() {
  return (
    <div class="bones" aria-hidden="true">
      {bones.map((width) => (
        <span key={width} class="bone" style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  )
}

function isMissing({ key }: Tab, { site, property, funnel }: Dashboard): boolean {
  if (key === 'funnels') return funnel.value === null
  if (key === 'goals') return !site.has_goals
  if (key === 'props') return property.value === null
  return (key === 'regions' && !site.has_regions) || (key === 'cities' && !site.has_cities)
}

function MissingOnDemand({ tab }: { tab: Tab }) {
  const Part = useOnDemand(() => import('./later.ts').then(({ Missing }) => Missing))
  return Part ? <Part tab={tab} /> : null
}

/** A part that is fetched when the panel comes near the window. */
export function useNear<T extends HTMLElement>(): [ref: { current: T | null }, isNear: boolean] {
  const ref = useRef<T>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setNear(true)
          watch.disconnect()
        }
      },
      { rootMargin: '200px' },
    )
    if (ref.current) watch.observe(ref.current)
    // On paper everything is near.
    const print = () => setNear(true)
    addEventListener('beforeprint', print)
    return () => {
      watch.disconnect()
      removeEventListener('beforeprint', print)
    }
  }, [])
  return [ref, isNear]
}

function MapOnDemand({ answer }: { answer: Answer }) {
  const [ref, isNear] = useNear<HTMLDivElement>()
  const Part = useOnDemand(() => import('./map.tsx').then(({ WorldMap }) => WorldMap), isNear)
  return (
    <div ref={ref} class="map-box">
      {Part && <Part answer={answer} />}
    </div>
  )
}

function Table({ tab, answer }: { tab: Tab; answer: Answer }) {
  const rows = answer.body.results
  const columns = answer.columns ?? []
  return (
    <table class={columns.length > 2 ? 'list list-crowded' : 'list'} aria-label={tabLabel(tab.key)}>
      <Head tab={answer.tab ?? tab} columns={columns} />
      <tbody>
        <Rows tab={answer.tab ?? tab} columns={columns} rows={rows.slice(0, panelRows)} />
      </tbody>
    </table>
  )
}

function PanelView({ panel }: { panel: PanelOf }) {
  const dashboard = useDashboard()
  const { state, boxes, go, openTab, properties, property, site } = dashboard
  const id = useId()
  const key = state.value.tabs[panel.key]
  const tab = tabOf(key)
  const { answer, problem, isLoading } = boxes.boxOf(key).value
  const label = tabLabel(key)
  const tabs = shownTabs(panel.key, state.value, site)
  const missing = isMissing(tab, dashboard)
  const Funnel = useOnDemand(() => import('./funnel.tsx').then((part) => part.Funnel), key === 'funnels')
  const Journeys = useOnDemand(() => import('./journeys.tsx').then((part) => part.Journeys), key === 'journeys')
  const isBelow = answer !== null || problem !== null
  return (
    <section class={`panel panel-${panel.key} card`} aria-labelledby={`${id}-name`}>
      <header class="panel-head">
        <h2 id={`${id}-name`}>{panel.label}</h2>
        <Menu
          name={say(text.panelMenu, { panel: panel.label })}
          buttonClass="button-quiet button-icon"
          button={<Icon of={Ellipsis} />}
          items={boxItems(dashboard, key)}
        />
      </header>
      <div class="panel-tabs">
        <Tabs
          name={say(text.panelViews, { panel: panel.label })}
          tabs={tabs.map((one) => ({ key: one, label: tabLabel(one) }))}
          selected={key}
          onSelect={(one) => openTab(panel.key, one)}
          panelId={id}
        />
        {isCampaign(key) && (
          <select
            class="select-quiet"
            aria-label={text.campaignField}
            value={key}
            onChange={(event) => openTab(panel.key, event.currentTarget.value as TabKey)}
          >
            {panel.tabs
              .filter((one) => isCampaign(one.key))
              .map((one) => (
                <option key={one.key} value={one.key}>
                  {one.label}
                </option>
              ))}
          </select>
        )}
        {key === 'props' && properties.length > 0 && (
          <select
            class="select-quiet"
            aria-label={text.property}
            value={property.value ?? ''}
            onChange={(event) => go({ prop: event.currentTarget.value })}
          >
            {properties.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
        {key === 'funnels' && Funnel && <Funnel />}
      </div>
      <div
        id={id}
        class={`panel-body ${isLoading && isBelow ? 'is-old' : ''}`}
        role="tabpanel"
        aria-labelledby={`${id}-${key}`}
        aria-busy={isLoading && !missing}
      >
        {missing ? (
          <MissingOnDemand key={key} tab={tab} />
        ) : key === 'journeys' && Journeys ? (
          <Journeys />
        ) : problem && !isLoading ? (
          <Trouble box={key} problem={problem} />
        ) : !answer ? (
          <Skeleton />
        ) : answer.body.results.length === 0 ? (
          <>
            <Table tab={tab} answer={answer} />
            <p class="panel-note">{text.noData}</p>
          </>
        ) : key === 'funnels' && Funnel ? (
          <Funnel answer={answer} />
        ) : key === 'map' ? (
          <MapOnDemand answer={answer} />
        ) : (
          <Table tab={tab} answer={answer} />
        )}
      </div>
      <footer class="panel-foot">
        {key !== 'funnels' && (
          <button
            type="button"
            class="button-quiet details-button"
            aria-label={say(text.details, { tab: label })}
            disabled={missing || tab.isWhole}
            onClick={() => go({ details: key === 'map' ? 'countries' : key, q: '', sort: null })}
          >
            <Icon of={Maximize} size={13} /> {text.detailsShort}
          </button>
        )}
      </footer>
    </section>
  )
}

/** Marks come after everything that a reader waits for. */
const marksAfterMs = 1_000

export function Panels({ children }: { children?: ComponentChildren }) {
  const { state, boxes } = useDashboard()
  const isBusy = boxes.isBusy.value
  useEffect(() => {
    if (isBusy) return
    const timer = setTimeout(
      () =>
        void import('./later.ts').then(
          ({ showMarks }) => showMarks(),
          () => undefined,
        ),
      marksAfterMs,
    )
    return () => clearTimeout(timer)
  }, [isBusy])
  return (
    <div class={state.value.period === 'realtime' ? 'panels is-realtime' : 'panels'}>
      {panels.map((panel) => (
        <PanelView key={panel.key} panel={panel} />
      ))}
      {children}
    </div>
  )
}
