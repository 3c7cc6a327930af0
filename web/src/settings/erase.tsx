// Deleting statistics of a site: chosen, counted, confirmed by the number; deletions under way and done.
import { useEffect, useState } from 'preact/hooks'
import { dimensionEntries } from '../../../src/rules/catalogue.ts'
import { type ErasureKind, erasesVisits, erasureWaitMinutes } from '../../../src/rules/erasure.ts'
import { filterToApi, parseFilter, parseViewState, type ViewFilter } from '../../../src/rules/view-state.ts'
import * as words from '../../../src/rules/words/en/erase.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Form, Select } from '../parts/form.tsx'
import { DialogFoot } from '../parts/form-dialog.tsx'
import { Card, Entries, Entry } from '../parts/section.tsx'
import { refuse, toast } from '../parts/toast.tsx'
import { Refusal, request } from '../service/request.ts'
import { filterWords } from '../state/words.ts'
import { formatDay, formatInstant, formatTime } from '../text/format.ts'
import { say } from '../text/say.ts'
import { domain, useAnswer, useSeen, type Values } from './kit.tsx'

const path = '/api/v1/sites/erasures' as const
/** How often it is asked how far a deletion is. */
const pollMs = 2_000

interface Scope {
  readonly kind: ErasureKind
  readonly from?: string
  readonly to?: string
  readonly page?: string
  readonly event?: string
  readonly filters?: readonly unknown[]
}

const site = new URLSearchParams({ site_id: domain })

/** The query of a count. */
function queryOf({ filters, ...scope }: Scope): string {
  const query = new URLSearchParams({ site_id: domain, ...scope })
  if (filters) query.set('filters', JSON.stringify(filters))
  return query.toString()
}

const askCount = (scope: Scope) => request('GET', `/api/v1/sites/erasures/count?${queryOf(scope)}`)
const askErasures = async () => (await request('GET', `/api/v1/sites/erasures?${site}`)).erasures

type Counted = Awaited<ReturnType<typeof askCount>>
type Erasure = Awaited<ReturnType<typeof askErasures>>[number]

/** Visits that the dashboard was about when it led here: its filters, and its days. */
interface Handed {
  readonly filters: readonly ViewFilter[]
  /** The id of a segment that was on. */
  readonly segment: string | null
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Reads the address: the dashboard's own parameters, and its days in `erase`. */
function readHanded(search: string): Handed | undefined {
  const given = new URLSearchParams(search)
  const days = given.get('erase')
  if (days === null) return undefined
  const [from, to] = days.split(',')
  const today = new Date().toISOString().slice(0, 10)
  const { filters, segment } = parseViewState(given, { today, firstDay: null })
  return { filters, segment, from: from || undefined, to: to || undefined }
}

/** The scope of the dashboard's filters and days. */
function scopeOfHanded({ filters, segment, from, to }: Handed): Scope {
  const clauses = [...filters.map(filterToApi), ...(segment === null ? [] : [['is', 'segment', [Number(segment)]]])]
  const days = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  return clauses.length === 0 ? { kind: 'days', ...days } : { kind: 'filters', filters: clauses, ...days }
}

const noNames: ReadonlyMap<string, string> = new Map()

/** A clause of the API as the dashboard has it; null for one that it does not make. */
function toViewFilter(clause: unknown): ViewFilter | null {
  if (!Array.isArray(clause)) return null
  const [operator, second, third] = clause as [string, unknown, unknown]
  const [api, values] = Array.isArray(second) ? [second[1], second[2]] : [second, third]
  if (typeof api !== 'string' || !Array.isArray(values)) return null
  const known = Object.entries(dimensionEntries).find(([, entry]) => entry.api === api)?.[0]
  const dimension = known ?? (api.startsWith('event:props:') ? api.slice('event:'.length) : undefined)
  if (dimension === undefined) return null
  const written = [operator, dimension, ...values.map(String)].map((text) => text.replace(/[\\,]/g, '\\$&')).join(',')
  return parseFilter(written)
}

/** Names of the site's segments by their ids, once a segment was handed over. */
const segmentNames = new Map<number, string>()

async function learnSegments(): Promise<void> {
  const { segments } = await request('GET', `/api/v1/sites/segments?${site}`)
  for (const { id, name } of segments) segmentNames.set(id, name)
}

function segmentWords(clause: unknown): string | undefined {
  if (!Array.isArray(clause) || clause[1] !== 'segment') return undefined
  const [id] = clause[2] as [number]
  return say(words.segmentIs, { name: segmentNames.get(id) ?? String(id) })
}

/** Filters of the API in words; those that the dashboard does not make stay as they are written. */
const clausesWords = (filters: unknown): string =>
  Array.isArray(filters)
    ? filters
        .map((clause) => {
          const filter = toViewFilter(clause)
          return filter ? filterWords(filter, noNames) : (segmentWords(clause) ?? JSON.stringify(clause))
        })
        .join(' · ')
    : String(filters)

function daysWords(from: string | null | undefined, to: string | null | undefined): string {
  if (!from && !to) return words.allDays
  if (from === to) return formatDay(from ?? '', 'long')
  return say(words.between, { from: from ? formatDay(from, 'long') : '…', to: to ? formatDay(to, 'long') : '…' })
}

/** The name of a deletion: its days, page, event or filters. */
function nameOf({ kind, from, to, page, event, filters }: Omit<Erasure, 'id'> | Scope): string {
  if (kind === 'everything') return words.kinds.everything
  if (kind === 'days') return daysWords(from, to)
  const thing = page ?? event ?? clausesWords(filters)
  return from || to ? `${thing} · ${daysWords(from, to)}` : thing
}

/** The count in sentences. */
function sentencesOf(kind: ErasureKind, counted: Counted): string[] {
  const { visits, events, days, imported_days, summed_days } = counted
  const gaps = {
    visits: say(words.visits, { count: visits }),
    events: say(words.events, { count: events }),
    days: say(words.days, { count: days }),
  }
  const isWhole = erasesVisits({ kind })
  const first = isWhole
    ? say(words.sentenceVisits, { ...gaps, count: visits })
    : say(words.sentenceEvents, { ...gaps, count: events })
  const sums = imported_days + summed_days
  const sumsWords = kind === 'filters' ? words.sumsStay : isWhole ? words.sumsGo : words.sumsLose
  return [...(visits + events > 0 ? [first] : []), ...(sums > 0 ? [say(sumsWords, { count: sums })] : [])]
}

interface AskProps {
  readonly scope: Scope
  readonly counted: Counted
  readonly onRecount: () => Promise<void>
  readonly onMade: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for the number, and deletes. */
function Ask({ scope, counted, onRecount, onMade, onClose }: AskProps) {
  const { confirm, until } = counted
  const question = say(words.typeNumber, { number: String(confirm) })
  async function send({ typed }: Values): Promise<void> {
    if ((typed ?? '').replace(/[^\d]/g, '') !== String(confirm)) throw new Refusal(0, question, { field: 'typed' })
    try {
      await request('POST', path, { site_id: domain, ...scope, until, confirm })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'erasureChanged') await onRecount()
      throw error
    }
    toast(say(words.waits, { minutes: erasureWaitMinutes }))
    await onMade()
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>
        <strong>{nameOf(scope)}</strong>
      </p>
      {sentencesOf(scope.kind, counted).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>{say(words.later, { minutes: erasureWaitMinutes })}</p>
      <Form onSend={send}>
        {({ fields, isSending }) => (
          <>
            <Field name="typed" label={question} error={fields['typed']} autocomplete="off" isFocused />
            <DialogFoot action={words.remove} isBad isSending={isSending} onClose={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** A deletion, and the button that stops it while it waits. */
function ErasureEntry({ erasure, onStop }: { erasure: Erasure; onStop: () => Promise<void> }) {
  const { id, kind, state, visits, events, days, progress, made_at, made_by, begins_at } = erasure
  const name = nameOf(erasure)
  const counts = [
    erasesVisits({ kind }) ? say(words.visits, { count: visits }) : '',
    say(words.events, { count: events }),
    say(words.days, { count: days }),
  ]
  const when = formatInstant(made_at)
  const who = made_by ? say(words.by, { name: made_by, time: when }) : when
  async function stop(): Promise<void> {
    await request('DELETE', `${path}/${id}?${site}`).then(() => toast(words.stopped), refuse)
    await onStop()
  }
  return (
    <Entry
      title={name}
      badge={say(words.states[state], { time: formatTime(begins_at) })}
      detail={[...counts.filter(Boolean), who].join(' · ')}
    >
      {state === 'running' && <progress aria-label={say(words.progressOf, { name })} max={1} value={progress} />}
      {state === 'waiting' && (
        <button type="button" class="button" aria-label={say(words.stopOf, { name })} onClick={stop}>
          {words.stop}
        </button>
      )}
    </Entry>
  )
}

const isMoving = ({ state }: Erasure): boolean => state === 'waiting' || state === 'running'

/** The list, asked for again while a deletion waits or runs. */
function useErasures() {
  const { answer: first, load: loadFirst } = useAnswer(askErasures)
  const [newer, setNewer] = useState<readonly Erasure[]>()
  const answer = newer ?? first
  const load = async (): Promise<void> => setNewer(await askErasures())
  useEffect(() => {
    if (!answer?.some(isMoving)) return
    const timer = setTimeout(() => void load().catch(() => setNewer([...answer])), pollMs)
    return () => clearTimeout(timer)
  }, [answer])
  return { answer, load: () => (answer ? load() : loadFirst()) }
}

interface KindFieldsProps {
  readonly kind: ErasureKind
  readonly handed: Handed | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** The fields of a kind. */
function KindFields({ kind, handed, fields }: KindFieldsProps) {
  const pages = useSeen('event:page')
  const events = useSeen('event:name')
  switch (kind) {
    case 'filters':
      return (
        <>
          <p>
            <strong>{handed && nameOf(scopeOfHanded(handed))}</strong>
          </p>
          <p class="field-hint">{words.filtersHint}</p>
        </>
      )
    case 'days':
      return (
        <>
          <Field name="from" type="date" label={words.firstDay} error={fields['from']} start={handed?.from ?? ''} />
          <Field
            name="to"
            type="date"
            label={words.lastDay}
            error={fields['to']}
            hint={words.daysHint}
            start={handed?.to ?? ''}
          />
        </>
      )
    case 'page':
      return (
        <Field
          name="page"
          label={words.page}
          hint={words.pageHint}
          error={fields['page']}
          suggestions={pages}
          autocomplete="off"
        />
      )
    case 'event':
      return (
        <Field
          name="event"
          label={words.event}
          hint={words.eventHint}
          error={fields['event']}
          suggestions={events}
          autocomplete="off"
        />
      )
    case 'everything':
      return <p class="field-hint">{words.everythingHint}</p>
  }
}

function scopeOfForm(kind: ErasureKind, values: Values, handed: Handed | undefined): Scope {
  if (kind === 'filters' && handed) return scopeOfHanded(handed)
  const fields = { days: ['from', 'to'], page: ['page'], event: ['event'], everything: [], filters: [] }[kind]
  const given = fields.map((name) => [name, (values[name] ?? '').trim()] as const)
  return { kind, ...Object.fromEntries(given.filter(([, value]) => value !== '')) }
}

const kinds: readonly ErasureKind[] = ['days', 'page', 'event', 'everything']

/** The deletion that the number is asked for. Handed over by the dashboard, it is counted at once. */
function useAsking(handed: Handed | undefined) {
  const [asking, setAsking] = useState<{ scope: Scope; counted: Counted }>()
  async function count(scope: Scope): Promise<void> {
    const counted = await askCount(scope)
    if (counted.confirm > 0) return setAsking({ scope, counted })
    setAsking(undefined)
    toast([words.nothing, ...sentencesOf(scope.kind, counted)].join(' '))
  }
  useEffect(() => {
    if (!handed) return
    const learned = handed.segment === null ? Promise.resolve() : learnSegments()
    void learned.then(() => count(scopeOfHanded(handed))).catch(refuse)
  }, [])
  return { asking, count, end: () => setAsking(undefined) }
}

/** The card of the settings: a form that counts, and the list of deletions. */
export function EraseCard() {
  const [handed] = useState(() => readHanded(location.search))
  const start = handed ? scopeOfHanded(handed).kind : 'days'
  const [kind, setKind] = useState<ErasureKind>(start)
  const { asking, count, end } = useAsking(handed)
  const { answer, load } = useErasures()
  const offered = (start === 'filters' ? (['filters', ...kinds] as const) : kinds).map(
    (name) => [name, words.kinds[name]] as const,
  )
  return (
    <Card title={words.title} lead={words.lead}>
      <Form onSend={(values) => count(scopeOfForm(kind, values, handed))}>
        {({ fields, isSending }) => (
          <>
            <Select
              name="kind"
              label={words.what}
              value={kind}
              options={offered}
              onChange={(name) => setKind(name as ErasureKind)}
            />
            <KindFields kind={kind} handed={handed} fields={fields} />
            <div>
              <button type="submit" class="button" aria-disabled={isSending}>
                {words.count}
              </button>
            </div>
          </>
        )}
      </Form>
      {answer && answer.length > 0 && (
        <Entries rows={answer} name={words.list}>
          {(erasure) => <ErasureEntry key={erasure.id} erasure={erasure} onStop={load} />}
        </Entries>
      )}
      {asking && (
        <Ask
          {...asking}
          onRecount={() => count(asking.scope)}
          onMade={async () => {
            end()
            await load()
          }}
          onClose={end}
        />
      )}
    </Card>
  )
}
