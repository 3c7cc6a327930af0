// How a box's numbers were counted: a sentence a metric, the range, the filters, what was read. Fetched when opened.

import { useEffect, useState } from 'preact/hooks'
import { metricEntry, type TabKey } from '../../../src/rules/catalogue.ts'
import { at as pathAt } from '../at.ts'
import { Dialog } from '../parts/dialog.tsx'
import type { Body } from '../state/api.ts'
import { useDashboard } from '../state/dashboard.ts'
import { tabLabel } from '../state/panels.ts'
import { filterWords } from '../state/words.ts'
import * as text from '../text/en/dialogs.ts'
import * as journeys from '../text/en/journeys.ts'
import { meanings, meaningsOfSteps } from '../text/en/metrics.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'

const instant = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(iso))

const listed = new Intl.ListFormat(locales, { type: 'conjunction' })

const Docs = ({ at = '' }: { at?: string }) => (
  <p>
    <a href={pathAt(`/docs/how-we-count${at}`)} target="_blank" rel="noopener">
      {text.docs}
    </a>
  </p>
)

export function Explain({ box, onClose }: { box: string; onClose: () => void }) {
  const { boxes, site, names, segment } = useDashboard()
  const { answer } = boxes.boxOf(box).value
  const [traced, setTraced] = useState<Body | null>(null)
  // The tables behind the answer are asked for when they are of interest: the same question, once more.
  useEffect(() => {
    if (!answer) return
    const { query } = answer
    const closing = new AbortController()
    boxes.ask({ ...query, include: { ...query.include, source: true } }, closing.signal).then(
      ({ body }) => setTraced(body),
      // The rest of the dialog is true without it.
      () => undefined,
    )
    return () => closing.abort()
  }, [])
  if (box === 'quality')
    return (
      <Dialog title={text.howCounted} onClose={onClose} class="explain">
        <p class="soft">{text.quality}</p>
        <p>{text.qualityCounted}</p>
        <Docs at="#what-is-not-counted" />
      </Dialog>
    )
  if (box === 'journeys')
    return (
      <Dialog title={text.howCounted} onClose={onClose} class="explain">
        <p class="soft">{tabLabel(box)}</p>
        <p>{journeys.counted}</p>
        <p>{journeys.countedShare}</p>
        <Docs at="#journeys" />
      </Dialog>
    )
  if (!answer) return null
  const [from, to] = answer.body.query.date_range
  const labels = new Map(answer.columns?.map(({ metric, label }) => [metric, label]))
  const words = [
    ...answer.state.filters.map((filter) => filterWords(filter, names.value)),
    ...(segment.value ? [`${text.segmentWord} ${segment.value.name}`] : []),
  ]
  const source = traced?.meta.source
  const span = (zone: string) => `${instant(from, zone)} – ${instant(to, zone)}`
  return (
    <Dialog title={text.howCounted} onClose={onClose} class="explain">
      <p class="soft">{box === 'graph' ? text.graph : box === 'totals' ? text.totals : tabLabel(box as TabKey)}</p>
      <dl class="explain-metrics">
        {answer.query.metrics.map((metric) => (
          <div key={metric}>
            <dt>{labels.get(metric) ?? metricEntry(metric).word}</dt>
            <dd>{(box === 'funnels' ? meaningsOfSteps : meanings)[metric] ?? ''}</dd>
          </div>
        ))}
      </dl>
      <dl class="explain-facts">
        <div>
          <dt>{say(text.rangeLocal, { zone: site.timezone })}</dt>
          <dd>{span(site.timezone)}</dd>
        </div>
        <div>
          <dt>{text.rangeUtc}</dt>
          <dd>{span('UTC')}</dd>
        </div>
        <div>
          <dt>{text.filters}</dt>
          <dd>
            {words.length === 0
              ? text.noFilters
              : words.map((word) => (
                  <p key={word}>
                    <bdi>{word}</bdi>
                  </p>
                ))}
          </dd>
        </div>
        <div>
          <dt>{text.readFrom}</dt>
          <dd>
            {source ? listed.format(source.relations.map((name) => text.sources[name])) || text.nothingRead : '…'}
          </dd>
        </div>
        <div>
          <dt>{text.imported}</dt>
          <dd>
            {answer.body.meta.imports_warning ??
              (answer.body.meta.imports_included ? text.importedIncluded : text.importedNone)}
          </dd>
        </div>
        <div>
          <dt>{text.answeredIn}</dt>
          <dd>
            {say(text.milliseconds, { count: source?.milliseconds ?? Math.round(answer.ms) })}
            {source && ` · ${source.exact ? text.exact : text.notExact}`}
          </dd>
        </div>
      </dl>
      <Docs />
    </Dialog>
  )
}
