// The panels: lists of what visitors did, each row a filter.

import { signal } from '@preact/signals'
import Maximize from 'lucide/dist/esm/icons/maximize-2.mjs'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { kindOf, type Panel as PanelOf, panels, type Tab, tabOf } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { lastRows } from '../../browser/list-rows.ts'
import type { Answer } from '../../data/boxes.ts'
import { Icon } from '../../parts/icon.tsx'
import { useOnDemand } from '../../parts/on-demand.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { isKnownPlace, rowsOf, shownTabs, tabLabel } from '../../state/panels.ts'
import { hasNeeds, panelRows } from '../../state/questions.ts'
import { say } from '../../text/say.ts'
import { useMenus } from '../bar/use-menus.ts'
import { type TabPart, useTabPart } from '../tabs/kinds.ts'
import { Trouble } from '../trouble.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { Head, Rows } from './rows.tsx'

function MissingOnDemand({ tab }: { tab: Tab }) {
  const Part = useOnDemand(() => import('../later.ts').then(({ Missing }) => Missing))
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

/** The tabs of a panel, and the choice that some of them have beside them. */
function PanelTabs({ panel, id, Choice }: { panel: PanelOf; id: string; Choice: ComponentType | undefined }) {
  const { state, openTab, site } = useDashboard()
  const key = state.value.tabs[panel.key]
  return (
    <>
      <Tabs
        name={say(text.panelViews, { panel: panel.label })}
        tabs={shownTabs(panel.key, state.value, site).map((one) => ({ key: one, label: tabLabel(one) }))}
        selected={key}
        onSelect={(one) => openTab(panel.key, one)}
        panelId={id}
      />
      {Choice && <Choice />}
    </>
  )
}

const Bones = () => <div class="bones" aria-hidden="true" />

interface PanelBodyProps {
  readonly tab: Tab
  readonly isMissing: boolean
  readonly Body: TabPart['Body']
}

/** The content of a tab: its rows, or why they are missing. */
function PanelBody({ tab, isMissing, Body }: PanelBodyProps) {
  const { key } = tab
  const { asksItself, isPicture } = kindOf(tab)
  const { answer, problem, isLoading } = useDashboard().boxes.boxOf(key).value
  if (isMissing) return <MissingOnDemand key={key} tab={tab} />
  if (Body && asksItself) return <Body />
  if (problem && !isLoading) return <Trouble box={key} problem={problem} />
  if (!answer) return <Bones />
  if (answer.body.results.length === 0)
    return (
      <>
        <Table tab={tab} answer={answer} />
        <p class="panel-note">{text.noData}</p>
      </>
    )
  if (Body) return <Body answer={answer} />
  return isPicture ? <Bones /> : <Table tab={tab} answer={answer} />
}

/** Every list of a pair has room for so many rows. */
const rowsMin = 5

/**
 * The rows that a panel has room for; the taller of two decides for both. On the first view of the page the room is
 * `kept` from the last load, so that nothing moves when rows come. Later views keep their room until they have rows.
 */
function useRoom(tab: Tab, answer: Answer | null, kept = panelRows): number {
  const { state } = useDashboard()
  const [first] = useState(state.value)
  const room = useRef(kept)
  if (answer && answer.state !== first) room.current = rowsOf(tab, answer)
  return Math.max(rowsMin, room.current)
}

function PanelView({ panel, kept }: { panel: PanelOf; kept: number | undefined }) {
  const dashboard = useDashboard()
  const { menus, onToggle } = useMenus()
  const { state, boxes, go, site, setting } = dashboard
  const id = useId()
  const key = state.value.tabs[panel.key]
  const tab = tabOf(key)
  const { answer, problem, isLoading } = boxes.boxOf(key).value
  const missing = !isKnownPlace(tab, site) || !hasNeeds(tab, setting.value)
  const { isWhole, asksItself, isPicture, countedBy } = kindOf(tab)
  const [ref, isNear] = useNear<HTMLDivElement>()
  const { Body, Choice } = useTabPart(tab.kind, isNear || !isPicture)
  const room = useRoom(tab, answer, kept)
  const Company = company.value
  const isBelow = answer !== null || problem !== null
  const hasMore = !missing && !asksItself
  return (
    <PanelFrame
      id={id}
      bodyRef={ref}
      title={panel.label}
      look={`panel-${panel.key} ${isPicture ? 'is-picture' : ''}`}
      style={{ '--rows': missing ? 0 : countedBy ? site[countedBy] : room }}
      menu={{
        name: say(text.panelMenu, { panel: panel.label }),
        items: menus?.boxItems(dashboard, key) ?? [],
        onToggle,
      }}
      tabs={<PanelTabs {...{ panel, id, Choice }} />}
      tab={key}
      bodyLook={isLoading && isBelow ? 'is-old' : ''}
      isBusy={isLoading && hasMore}
      foot={
        <footer class="panel-foot">
          {!isWhole && (
            <button
              type="button"
              class={hasMore ? 'button-quiet details-button' : 'sr'}
              aria-label={say(text.details, { tab: tabLabel(key) })}
              disabled={!hasMore}
              onClick={() => go({ details: tab.detailsIn ?? key, q: '', sort: null })}
            >
              <Icon of={Maximize} size={13} /> {text.detailsShort}
            </button>
          )}
        </footer>
      }
    >
      <PanelBody tab={tab} isMissing={missing} Body={Body} />
      {Company && answer && <Company panel={panel.key} answer={answer} />}
    </PanelFrame>
  )
}

/** The lists beside a short one; null until all numbers are on the screen. */
export const company = signal<typeof import('./companions.tsx').Companions | null>(null)

/** Marks come after everything that a reader waits for. */
const marksAfterMs = 1_000

export function Panels({ children }: { children?: ComponentChildren }) {
  const dashboard = useDashboard()
  const { state, boxes } = dashboard
  const [kept] = useState(lastRows)
  const isBusy = boxes.isBusy.value
  useEffect(() => {
    if (isBusy) return
    const timer = setTimeout(
      () =>
        void import('./show-marks.ts').then(
          ({ showMarks, noteView }) => {
            showMarks()
            noteView(dashboard)
          },
          () => undefined,
        ),
      marksAfterMs,
    )
    return () => clearTimeout(timer)
  }, [isBusy])
  return (
    <div class={state.value.period === 'realtime' ? 'panels is-realtime' : 'panels'}>
      {panels.map((panel, at) => (
        <PanelView key={panel.key} panel={panel} kept={kept[at]} />
      ))}
      {children}
    </div>
  )
}
