// All rows of a tab with all columns: sorted, searched, page by page. Fetched when first opened.

import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Column, type Tab, type TabKey, tabOf } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { BatchRefusal } from '../../data/batch.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { saidBy } from '../../parts/said.tsx'
import type { Row } from '../../state/api.ts'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import { detailsQuestion } from '../../state/more-questions.ts'
import { tabLabel } from '../../state/panels.ts'
import type { Question } from '../../state/questions.ts'
import { countryName } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { tabCsvHref } from './export.ts'
import { Rows, topOf } from './rows.tsx'

const searchMs = 200
const patienceMs = 60_000

interface Loaded {
  readonly question: Question
  readonly rows: readonly Row[]
  readonly total: number
}

/** The question of the dialog, anew where something changed that it depends on. */
function useQuestion(key: TabKey, { state, setting }: Dashboard): Question | null {
  const view = state.value
  return useMemo(
    () => detailsQuestion(key, view, setting.value),
    [
      key,
      view.q,
      view.sort,
      view.filters,
      view.period,
      view.date,
      view.from,
      view.to,
      view.compare,
      view.segment,
      setting.value,
    ],
  )
}

/** The rows that were loaded, and the ways to load more of them or all anew. */
function useLoaded(key: TabKey, question: Question | null, onLoaded: () => void) {
  const { state, setting, boxes, learn } = useDashboard()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [message, setMessage] = useState('')
  const [isLoading, setLoading] = useState(true)
  const [attempts, setAttempts] = useState(0)

  useEffect(() => {
    if (!question) return
    const controller = new AbortController()
    setLoading(true)
    setMessage('')
    boxes
      .ask(question.query, controller.signal)
      .then(({ body }) => {
        learn(body, question.query.dimensions)
        setLoaded({ question, rows: body.results, total: body.meta.total_rows ?? body.results.length })
        setLoading(false)
        onLoaded()
      })
      .catch(async (error: unknown) => {
        const said = error instanceof BatchRefusal && error.status === 503 ? text.timeout : await saidBy(error)
        if (controller.signal.aborted) return
        setMessage(said)
        setLoading(false)
      })
    return () => controller.abort()
  }, [JSON.stringify(question?.query), attempts])

  async function loadMore(): Promise<void> {
    if (!loaded || isLoading) return
    setLoading(true)
    const next = detailsQuestion(key, state.value, setting.value, loaded.rows.length)!
    try {
      const { body } = await boxes.ask(next.query, AbortSignal.timeout(patienceMs))
      learn(body, next.query.dimensions)
      setLoaded({ ...loaded, rows: [...loaded.rows, ...body.results] })
    } catch (error) {
      setMessage(await saidBy(error))
    }
    setLoading(false)
  }
  return { loaded, message, isLoading, loadMore, retry: () => setAttempts(attempts + 1) }
}

/** The rows that a search leaves. Names of countries are the browser's own: they are searched here. */
function searched(key: TabKey, rows: readonly Row[], search: string): readonly Row[] {
  if (tabOf(key).filter !== 'country' || search === '') return rows
  const wanted = search.toLowerCase()
  return rows.filter(({ dimensions }) =>
    countryName(String(dimensions[0] ?? ''))
      .toLowerCase()
      .includes(wanted),
  )
}

interface Order {
  readonly sorted: string
  readonly isDescending: boolean
}

/** The order of the rows. A sort that no column has is dropped from the address. */
function useOrder(question: Question | null): Order {
  const { state, go } = useDashboard()
  const { sort } = state.value
  const [sorted = '', direction] = question?.query.order_by?.[0] ?? []
  const isDescending = direction === 'desc'
  const isImpossible = sort !== null && question !== null && sort !== (isDescending ? '-' : '') + sorted
  useEffect(() => {
    if (isImpossible) go({ sort: null }, { replace: true })
  }, [isImpossible])
  return { sorted, isDescending }
}

export function Details({ tab: key, onClose }: { tab: TabKey; onClose: () => void }) {
  const dashboard = useDashboard()
  const scroll = useRef<HTMLDivElement>(null)
  const question = useQuestion(key, dashboard)
  const { loaded, message, isLoading, loadMore, retry } = useLoaded(key, question, () =>
    scroll.current?.scrollTo({ top: 0 }),
  )
  const order = useOrder(question)
  const { tab, columns = [] } = loaded?.question ?? question ?? {}
  const rows = searched(key, loaded?.rows ?? [], dashboard.state.value.q)
  const total = tabOf(key).filter === 'country' ? rows.length : (loaded?.total ?? 0)
  const title = tabLabel(key)
  return (
    <Dialog title={title} onClose={onClose} look="wide" class="details">
      <div class="details-tools">
        <Search />
        <span class="soft" role="status">
          {loaded ? say(text.rows, { count: total }) : ''}
        </span>
        <button type="button" class="button" onClick={() => location.assign(tabCsvHref(dashboard, key)!)}>
          <Icon of={Download} size={14} /> {text.downloadCsv}
        </button>
      </div>
      {message !== '' && (
        <div class="trouble" role="alert">
          <p>{message}</p>
          <button type="button" class="button" onClick={retry}>
            {text.retry}
          </button>
        </div>
      )}
      <div
        ref={scroll}
        class={`details-rows ${isLoading && loaded ? 'is-old' : ''}`}
        aria-busy={isLoading}
        tabIndex={-1}
      >
        {tab && <DetailsTable {...{ title, tab, columns, order, rows }} all={loaded?.rows ?? []} />}
        {loaded && rows.length === 0 && <p class="panel-note">{text.noData}</p>}
        {loaded && loaded.rows.length < loaded.total && <More {...{ scroll, loaded, isLoading, loadMore }} />}
      </div>
    </Dialog>
  )
}

/** The search, which is in the address. */
function Search() {
  const { state, go } = useDashboard()
  const [typed, setTyped] = useState(state.value.q)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  return (
    <input
      type="search"
      aria-label={text.search}
      placeholder={text.search}
      value={typed}
      onInput={(event) => {
        const { value } = event.currentTarget
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => go({ q: value.trim() }, { replace: true }), searchMs)
      }}
    />
  )
}

interface DetailsTableProps {
  readonly title: string
  readonly tab: Tab
  readonly columns: readonly Column[]
  readonly order: Order
  readonly rows: readonly Row[]
  /** Rows that the search leaves out as well: bars are shares of the largest. */
  readonly all: readonly Row[]
}

function DetailsTable({ title, tab, columns, order: { sorted, isDescending }, rows, all }: DetailsTableProps) {
  const { go } = useDashboard()
  return (
    <table class={rows[0]?.comparison ? 'list list-wide is-compared' : 'list list-wide'} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{tab.header}</th>
          {columns.map(({ metric, label }) => (
            <th
              key={label}
              scope="col"
              class="num"
              aria-sort={metric === sorted ? (isDescending ? 'descending' : 'ascending') : undefined}
            >
              <button
                type="button"
                class="sort"
                onClick={() => go({ sort: metric === sorted && isDescending ? metric : `-${metric}` })}
              >
                {label}
                {metric === sorted && <Icon of={isDescending ? ArrowDown : ArrowUp} size={13} />}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Rows tab={tab} columns={columns} rows={rows} first={topOf(tab, all)} />
      </tbody>
    </table>
  )
}

interface MoreProps {
  readonly scroll: { readonly current: HTMLElement | null }
  readonly loaded: Loaded
  readonly isLoading: boolean
  readonly loadMore: () => Promise<void>
}

/** The button for further rows, which come by scrolling too. */
function More({ scroll, loaded, isLoading, loadMore }: MoreProps) {
  const more = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!more.current || !scroll.current) return
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void loadMore(),
      { root: scroll.current, rootMargin: '200px' },
    )
    watch.observe(more.current)
    return () => watch.disconnect()
  }, [loaded, isLoading])
  return (
    <button ref={more} type="button" class="button load-more" disabled={isLoading} onClick={() => void loadMore()}>
      {text.loadMore}
    </button>
  )
}
