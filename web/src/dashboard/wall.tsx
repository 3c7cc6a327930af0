// Realtime to leave open: who is where, what came last, and from where, over the last 30 minutes. Fills the screen.
// Fetched when asked for.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { tabOf } from '../../../src/rules/catalogue.ts'
import { realtimeMinutes } from '../../../src/rules/windows.ts'
import * as text from '../../../src/rules/words/en/wall.ts'
import { useOnDemand } from '../parts/on-demand.ts'
import type { Body, Query, Row } from '../state/api.ts'
import { useDashboard } from '../state/dashboard.ts'
import { dateRange } from '../state/questions.ts'
import { amountOf, countryName, visible } from '../state/words.ts'
import { formatClock, wholeNumber } from '../text/format.ts'
import { say } from '../text/say.ts'
import { Flag } from './panels/flag.tsx'

const rowsShown = 10
const countriesMax = 300
/** As long as a dot shines (dashboard.css). */
const litMs = 4_000

const sourcesShown = 6

interface Seen {
  /** Visitors of each minute, the oldest first. */
  readonly minutes: readonly number[]
  readonly sources: readonly Row[]
  readonly pages: readonly Row[]
  readonly events: readonly Row[]
  readonly countries: readonly Row[]
}

const wordOf = (value: unknown): string => visible(String(value ?? ''))
const keyOf = ({ dimensions }: Row): string => dimensions.join('\0')
const countOf = ({ metrics }: Row): number => amountOf(metrics[0]) ?? 0

/** The countries of events that were not there the last time, or are more. */
function freshCountries(before: readonly Row[], now: readonly Row[]): string[] {
  const known = new Map(before.map((row) => [keyOf(row), countOf(row)]))
  const fresh = now.filter((row) => countOf(row) > (known.get(keyOf(row)) ?? 0))
  return [...new Set(fresh.map(({ dimensions }) => String(dimensions[2] ?? '')))].filter((code) => code !== '')
}

/** The frame fills the screen while it is there; leaving the screen closes it. */
function useFullScreen(onClose: () => void) {
  const frame = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = frame.current as HTMLDialogElement
    dialog.showModal()
    // A browser that does not let a page fill the screen shows it in its window.
    dialog.requestFullscreen?.().catch(() => undefined)
    const leave = () => {
      if (document.fullscreenElement === null) onClose()
    }
    document.addEventListener('fullscreenchange', leave)
    return () => {
      document.removeEventListener('fullscreenchange', leave)
      if (document.fullscreenElement) void document.exitFullscreen()
      dialog.close()
    }
  }, [])
  return frame
}

type Ask = (query: Omit<Query, 'date_range'>) => Promise<Body>

/** The number of each minute of an answer, also of minutes without a row. */
function minutesOf({ results, meta }: Body): number[] {
  const counts = new Map(results.map((row) => [String(row.dimensions[0]), countOf(row)]))
  return (meta.time_labels ?? []).map((label) => counts.get(label) ?? 0)
}

async function look(ask: Ask): Promise<Seen> {
  const metrics = ['visitors']
  const [minutes, sources, pages, events, countries] = await Promise.all([
    ask({ metrics, dimensions: ['time:minute'], include: { time_labels: true } }),
    ask({ metrics, dimensions: ['visit:source'], pagination: { limit: sourcesShown } }),
    ask({ metrics, dimensions: ['event:page'], pagination: { limit: rowsShown } }),
    ask({
      metrics: ['events'],
      dimensions: ['time:minute', 'event:page', 'visit:country', 'visit:source'],
      order_by: [['time:minute', 'desc']],
      pagination: { limit: rowsShown },
    }),
    ask({ metrics, dimensions: ['visit:country'], pagination: { limit: countriesMax } }),
  ])
  return {
    minutes: minutesOf(minutes),
    sources: sources.results,
    pages: pages.results,
    events: events.results,
    countries: countries.results,
  }
}

/** The last half hour, and the countries to light up for a while. */
function useSeen() {
  const { boxes, state, setting, settingAt } = useDashboard()
  const [seen, setSeen] = useState<Seen | null>(null)
  const [lit, setLit] = useState<readonly string[]>([])
  const last = useRef<readonly Row[] | null>(null)
  const { answer } = boxes.boxOf('totals').value

  // Anew with each answer of the totals: those are asked again when events were counted.
  useEffect(() => {
    const controller = new AbortController()
    const range = dateRange({ ...state.value, period: 'realtime' }, settingAt(Date.now()))
    look(async (query) => (await boxes.ask({ ...query, date_range: range }, controller.signal, true)).body).then(
      (now) => {
        if (last.current) setLit(freshCountries(last.current, now.events))
        last.current = now.events
        setSeen(now)
      },
      // The screen keeps its numbers until the next answer.
      () => undefined,
    )
    return () => controller.abort()
  }, [answer?.at, setting.value])

  useEffect(() => {
    if (lit.length === 0) return
    const timer = setTimeout(() => setLit([]), litMs)
    return () => clearTimeout(timer)
  }, [lit])
  return { seen, lit }
}

/** Shortened at its end where it does not fit, whole under the pointer. */
const Name = ({ of: name }: { of: string }) => (
  <bdi class="label" title={name}>
    {name}
  </bdi>
)

function EventLine({ dimensions: [time, path, country, source] }: Row) {
  return (
    <li>
      <time>{formatClock(String(time))}</time>
      <Name of={wordOf(path)} />
      <span class="soft wall-from" title={countryName(String(country ?? ''))}>
        {country ? <Flag code={String(country)} /> : null}
        <Name of={source ? wordOf(source) : ''} />
      </span>
    </li>
  )
}

/** A bar for each minute, the newest at the end. */
function Minutes({ counts }: { counts: readonly number[] }) {
  const top = Math.max(1, ...counts)
  return (
    <div class="wall-bars" aria-hidden="true">
      {counts.map((count, at) => (
        <span key={at} style={{ blockSize: `${((count / top) * 100).toFixed(1)}%` }} />
      ))}
    </div>
  )
}

interface ListProps {
  readonly name: string
  readonly look: string
  readonly rows: readonly Row[] | undefined
}

function List({ name, look, rows }: ListProps) {
  return (
    <section class={look} aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {rows?.map((row) => (
          <li key={keyOf(row)}>
            <Name of={wordOf(row.dimensions[0])} />
            <b>{wholeNumber(countOf(row))}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Wall({ onClose }: { onClose: () => void }) {
  const { site, current } = useDashboard()
  const frame = useFullScreen(onClose)
  const { seen, lit } = useSeen()
  const Picture = useOnDemand(() => import('./tabs/map.tsx').then(({ WallMap }) => WallMap))
  return (
    <dialog ref={frame} class="wall" aria-label={text.wall} onCancel={onClose}>
      <header>
        <h2>
          <bdi>{site.domain}</bdi>
        </h2>
        <p class="wall-count">
          <b>{wholeNumber(current.value ?? 0)}</b> {say(text.now, { count: current.value ?? 0 })}
        </p>
        <p class="soft">{say(text.range, { minutes: realtimeMinutes })}</p>
        <button type="button" class="button wall-close" onClick={onClose}>
          {text.leave}
        </button>
      </header>
      <List name={text.pages} look="wall-pages" rows={seen?.pages} />
      <section aria-label={text.graph}>
        <h3>{text.graph}</h3>
        {seen && <Minutes counts={seen.minutes} />}
      </section>
      <List name={tabOf('sources').label} look="wall-sources" rows={seen?.sources} />
      <section class="wall-map" aria-label={text.map}>
        {Picture && seen && <Picture rows={seen.countries} lit={lit} />}
      </section>
      <section aria-label={text.events}>
        <h3>{text.events}</h3>
        <ul>
          {seen?.events.map((row) => (
            <EventLine key={keyOf(row)} {...row} />
          ))}
        </ul>
      </section>
    </dialog>
  )
}
