// How a box's numbers were counted: a sentence a metric, the range, the filters, the tables that were read. Fetched
// when opened.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { metricWord, type Tab, type TabKey, type TabKind, tabOf } from '../../../../src/rules/catalogue.ts'
import { idleMinutes } from '../../../../src/rules/lifetimes.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { whatTheyMean } from '../../../../src/rules/words/en/later.ts'
import { meanings } from '../../../../src/rules/words/en/metrics.ts'
import type { Answer } from '../../data/boxes.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { at as pathAt } from '../../service/at.ts'
import type { Body } from '../../state/api.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { tabLabel } from '../../state/panels.ts'
import { filterWords } from '../../state/words.ts'
import { locales } from '../../text/language.ts'
import { say } from '../../text/say.ts'
import { type TabPart, useTabPart } from '../tabs/kinds.ts'

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

/** The kind of a box's tab. A box that is no tab of a panel is called after its kind. */
function kindOfBox(box: string): TabKind | undefined {
  const tab = tabOf(box as TabKey) as Tab | undefined
  return tab ? tab.kind : (box as TabKind)
}

export function Explain({ box, onClose }: { box: string; onClose: () => void }) {
  const { answer } = useDashboard().boxes.boxOf(box).value
  const { own, meanings } = useTabPart(kindOfBox(box))
  if (!own && !answer) return null
  return (
    <Dialog title={box === 'totals' ? whatTheyMean : text.howCounted} onClose={onClose} class="explain">
      {own && <p class="soft">{own.name}</p>}
      {own?.counted.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {!own && answer && <Meanings answer={answer} own={meanings} />}
      {!own && answer && box !== 'totals' && <Reading box={box} answer={answer} />}
      <Docs at={own?.at} />
    </Dialog>
  )
}

/** The tables behind an answer, asked for when they are of interest: the same question, once more. */
function useSource({ query }: Answer) {
  const { boxes } = useDashboard()
  const [traced, setTraced] = useState<Body | null>(null)
  useEffect(() => {
    const closing = new AbortController()
    boxes.ask({ ...query, include: { ...query.include, source: true } }, closing.signal).then(
      ({ body }) => setTraced(body),
      // The rest of the dialog is true without it.
      () => undefined,
    )
    return () => closing.abort()
  }, [])
  return traced?.meta.source
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface AnswerProps {
  readonly box: string
  readonly answer: Answer
}

interface MeaningsProps extends Pick<AnswerProps, 'answer'> {
  /** Sentences of the tab's kind, in place of the usual ones. */
  readonly own: TabPart['meanings']
}

/** The meaning of each number of a box. */
function Meanings({ answer: { columns, query }, own = meanings }: MeaningsProps) {
  const labels = new Map(columns?.map(({ metric, label }) => [metric, label]))
  return (
    <dl class="explain-metrics">
      {query.metrics.map((metric) => (
        <Fact key={metric} name={labels.get(metric) ?? metricWord(metric)}>
          {say(own[metric] ?? '', { minutes: idleMinutes })}
        </Fact>
      ))}
    </dl>
  )
}

/** The range, the filters and the tables behind the numbers of a panel or of the graph. */
function Reading({ box, answer }: AnswerProps) {
  const { site, names, segment } = useDashboard()
  const source = useSource(answer)
  const { body, state, ms } = answer
  const [from, to] = body.query.date_range
  const words = [
    ...state.filters.map((filter) => filterWords(filter, names.value)),
    ...(segment.value ? [`${text.segmentWord} ${segment.value.name}`] : []),
  ]
  const span = (zone: string) => `${instant(from, zone)} – ${instant(to, zone)}`
  return (
    <>
      <p class="soft">{box === 'graph' ? text.graph : tabLabel(box as TabKey)}</p>
      <dl class="explain-facts">
        <Fact name={say(text.rangeLocal, { zone: site.timezone })}>{span(site.timezone)}</Fact>
        {span('UTC') !== span(site.timezone) && <Fact name={text.rangeUtc}>{span('UTC')}</Fact>}
        <Fact name={text.filters}>
          {words.length === 0
            ? text.noFilters
            : words.map((word) => (
                <p key={word}>
                  <bdi>{word}</bdi>
                </p>
              ))}
        </Fact>
        <Fact name={text.readFrom}>
          {source ? listed.format(source.relations.map((name) => text.sources[name])) || text.nothingRead : '…'}
        </Fact>
        <Fact name={text.imported}>
          {body.meta.imports_warning ?? (body.meta.imports_included ? text.importedIncluded : text.importedNone)}
        </Fact>
        <Fact name={text.answeredIn}>
          {say(text.milliseconds, { count: source?.milliseconds ?? Math.round(ms) })}
          {source && ` · ${source.exact ? text.exact : text.notExact}`}
        </Fact>
      </dl>
    </>
  )
}
