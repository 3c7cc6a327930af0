// The panels: lists of what visitors did, each row a filter.

import Maximize from 'lucide/dist/esm/icons/maximize-2.mjs'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { type Panel as PanelOf, panels, type Tab, type TabKey, tabOf } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import type { Answer } from '../../data/boxes.ts'
import { Icon } from '../../parts/icon.tsx'
import { useOnDemand } from '../../parts/on-demand.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { isCampaign, isKnownPlace, shownTabs, tabLabel } from '../../state/panels.ts'
import { hasNeeds, panelRows } from '../../state/questions.ts'
import { say } from '../../text/say.ts'
import { Trouble } from '../trouble.tsx'
import { boxItems } from './box-menu.ts'
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

function MapOnDemand({ answer }: { answer: Answer }) {
  const [ref, isNear] = useNear<HTMLDivElement>()
  const Part = useOnDemand(() => import('../tabs/map.tsx').then(({ WorldMap }) => WorldMap), isNear)
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

/** The tabs of a panel, and the choice that some of them have beside them. */
function PanelTabs({ panel, id, children }: { panel: PanelOf; id: string; children?: ComponentChildren }) {
  const { state, openTab, properties, site } = useDashboard()
  const key = state.value.tabs[panel.key]
  const PropertyChooser = useOnDemand(
    () => import('../tabs/property.tsx').then((part) => part.PropertyChooser),
    key === 'props',
  )
  return (
    <>
      <Tabs
        name={say(text.panelViews, { panel: panel.label })}
        tabs={shownTabs(panel.key, state.value, site).map((one) => ({ key: one, label: tabLabel(one) }))}
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
      {key === 'props' && PropertyChooser && properties.length > 0 && <PropertyChooser />}
      {children}
    </>
  )
}

type FunnelPart = ComponentType<{ answer?: Answer }>

/** The content of a tab: its rows, or why they are missing. */
function PanelBody({ tab, isMissing, Funnel }: { tab: Tab; isMissing: boolean; Funnel: FunnelPart | undefined }) {
  const { key } = tab
  const { answer, problem, isLoading } = useDashboard().boxes.boxOf(key).value
  const Journeys = useOnDemand(() => import('../tabs/journeys.tsx').then((part) => part.Journeys), key === 'journeys')
  if (isMissing) return <MissingOnDemand key={key} tab={tab} />
  if (key === 'journeys' && Journeys) return <Journeys />
  if (problem && !isLoading) return <Trouble box={key} problem={problem} />
  if (!answer) return <div class="bones" aria-hidden="true" />
  if (answer.body.results.length === 0)
    return (
      <>
        <Table tab={tab} answer={answer} />
        <p class="panel-note">{text.noData}</p>
      </>
    )
  if (key === 'funnels' && Funnel) return <Funnel answer={answer} />
  return key === 'map' ? <MapOnDemand answer={answer} /> : <Table tab={tab} answer={answer} />
}

function PanelView({ panel }: { panel: PanelOf }) {
  const dashboard = useDashboard()
  const { state, boxes, go, site, setting } = dashboard
  const id = useId()
  const key = state.value.tabs[panel.key]
  const tab = tabOf(key)
  const { answer, problem, isLoading } = boxes.boxOf(key).value
  const missing = !isKnownPlace(tab, site) || !hasNeeds(tab, setting.value)
  const Funnel = useOnDemand(() => import('../tabs/funnel.tsx').then((part) => part.Funnel), key === 'funnels')
  const isBelow = answer !== null || problem !== null
  return (
    <PanelFrame
      id={id}
      title={panel.label}
      look={`panel-${panel.key}`}
      style={{ '--rows': (key === 'goals' && site.goals) || 9 }}
      menu={{ name: say(text.panelMenu, { panel: panel.label }), items: boxItems(dashboard, key) }}
      tabs={
        <PanelTabs panel={panel} id={id}>
          {key === 'funnels' && Funnel && <Funnel />}
        </PanelTabs>
      }
      tab={key}
      bodyLook={isLoading && isBelow ? 'is-old' : ''}
      isBusy={isLoading && !missing}
      foot={
        <footer class="panel-foot">
          {key !== 'funnels' && (
            <button
              type="button"
              class="button-quiet details-button"
              aria-label={say(text.details, { tab: tabLabel(key) })}
              disabled={missing || tab.isWhole}
              onClick={() => go({ details: tab.detailsIn ?? key, q: '', sort: null })}
            >
              <Icon of={Maximize} size={13} /> {text.detailsShort}
            </button>
          )}
        </footer>
      }
    >
      <PanelBody tab={tab} isMissing={missing} Funnel={Funnel} />
    </PanelFrame>
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
        void import('../later.ts').then(
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
