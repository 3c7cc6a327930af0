// All rows of a tab with all columns: sorted, searched, page by page. Fetched when first opened.

import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { TabKey } from '../../../src/rules/catalogue.ts'
import { BatchRefusal } from '../data/batch.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Row } from '../state/api.ts'
import { useDashboard } from '../state/dashboard.ts'
import { detailsQuestion } from '../state/more-questions.ts'
import { tabLabel } from '../state/panels.ts'
import type { Question } from '../state/questions.ts'
import { amountOf, countryName } from '../state/words.ts'
import * as text from '../text/en/dialogs.ts'
import { say } from '../text/say.ts'
import { tabCsvHref } from './export.ts'
import { Rows } from './rows.tsx'

const searchMs = 200

interface Loaded {
  readonly question: Question
  readonly rows: readonly Row[]
  readonly total: number
}

export function Details({ tab: key, onClose }: { tab: TabKey; onClose: () => void }) {
  const dashboard = useDashboard()
  const { state, setting, boxes, go, learn } = dashboard
  const view = state.value
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [message, setMessage] = useState('')
  const [isLoading, setLoading] = useState(true)
  const [typed, setTyped] = useState(view.q)
  const [attempts, setAttempts] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const more = useRef<HTMLButtonElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const isCountry = key === 'countries'
  const question = useMemo(
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
        scroll.current?.scrollTo({ top: 0 })
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        setMessage(error instanceof BatchRefusal && error.status === 503 ? text.timeout : (error as Error).message)
        setLoading(false)
      })
    return () => controller.abort()
  }, [JSON.stringify(question?.query), attempts])

  async function loadMore(): Promise<void> {
    if (!loaded || isLoading) return
    setLoading(true)
    const next = detailsQuestion(key, view, setting.value, loaded.rows.length)!
    try {
      const { body } = await boxes.ask(next.query, AbortSignal.timeout(60_000))
      learn(body, next.query.dimensions)
      setLoaded({ ...loaded, rows: [...loaded.rows, ...body.results] })
    } catch (error) {
      setMessage((error as Error).message)
    }
    setLoading(false)
  }

  const hasMore = loaded !== null && loaded.rows.length < loaded.total
  // Further rows come by scrolling too.
  useEffect(() => {
    if (!more.current || !scroll.current) return
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void loadMore(),
      { root: scroll.current, rootMargin: '200px' },
    )
    watch.observe(more.current)
    return () => watch.disconnect()
  }, [loaded, isLoading])

  const columns = loaded?.question.columns ?? question?.columns ?? []
  const tab = loaded?.question.tab ?? question?.tab
  const [sorted = '', direction] = question?.query.order_by?.[0] ?? []
  const isDescending = direction === 'desc'
  // A sort that no column has is dropped from the address.
  const isImpossible = view.sort !== null && question !== null && view.sort !== (isDescending ? '-' : '') + sorted
  useEffect(() => {
    if (isImpossible) go({ sort: null }, { replace: true })
  }, [isImpossible])
  // Names of countries are the browser's own: they are searched here.
  const rows =
    loaded === null
      ? []
      : isCountry && view.q !== ''
        ? loaded.rows.filter(({ dimensions }) =>
            countryName(String(dimensions[0] ?? ''))
              .toLowerCase()
              .includes(view.q.toLowerCase()),
          )
        : loaded.rows
  const total = isCountry ? rows.length : (loaded?.total ?? 0)
  const title = tabLabel(key)
  return (
    <Dialog title={title} onClose={onClose} look="wide" class="details">
      <div class="details-tools">
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
          <button type="button" class="button" onClick={() => setAttempts(attempts + 1)}>
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
        {tab && (
          <table class="list list-wide" aria-label={title}>
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
              <Rows
                tab={tab}
                columns={columns}
                rows={rows}
                first={Math.max(0, ...(loaded?.rows ?? []).map((row) => amountOf(row.metrics[0]) ?? 0))}
              />
            </tbody>
          </table>
        )}
        {loaded && rows.length === 0 && <p class="panel-note">{text.noData}</p>}
        {hasMore && (
          <button
            ref={more}
            type="button"
            class="button load-more"
            disabled={isLoading}
            onClick={() => void loadMore()}
          >
            {text.loadMore}
          </button>
        )}
      </div>
    </Dialog>
  )
}
