// All sites one may see, pinned ones first, each with its last 24 hours. The search text stands in the address.

import { signal } from '@preact/signals'
import Pin from 'lucide/dist/esm/icons/pin.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { useEffect, useId } from 'preact/hooks'
import { dayMs, hourMs, minuteMs } from '../../../src/rules/durations.ts'
import { mayDo } from '../../../src/rules/roles.ts'
import { settingsRight } from '../../../src/rules/settings-pages.ts'
import { lookBackDays } from '../../../src/rules/windows.ts'
import { roles } from '../../../src/rules/words/en/roles.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { sites as words } from '../../../src/rules/words/en/sites.ts'
import { beginWork, isBusy } from '../main.tsx'
import { Select } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Sparkline } from '../parts/sparkline.tsx'
import { attempt, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { dashboardPath, settingsPath } from '../service/links.ts'
import {
  askOverview,
  type Invitation,
  type Overview,
  type OverviewQuestion,
  type SiteCard,
} from '../service/overview.ts'
import { Refusal } from '../service/request.ts'
import { startSignedIn } from '../signed-in.tsx'
import { formatTime, shortNumber, wholeNumber } from '../text/format.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'

const refreshMs = minuteMs
const typingMs = 200
const retryMaxMs = 30_000

const sorts = ['visitors', 'name'] as const
type Question = Required<OverviewQuestion>

function readAddress(): Question {
  const query = new URLSearchParams(location.search)
  const sort = query.get('sort')
  return {
    q: query.get('q') ?? '',
    sort: sort === 'name' ? sort : 'visitors',
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    team: query.get('team') ?? '',
    view: query.get('view') === 'table' ? 'table' : 'cards',
  }
}

function addressOf({ q, sort, page, team, view }: Question): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (sort !== 'visitors') query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  if (team) query.set('team', team)
  if (view !== 'cards') query.set('view', view)
  const text = query.toString()
  return at(text ? `/sites?${text}` : '/sites')
}

const question = signal(readAddress())
const overview = signal<Overview | undefined>(undefined)
const problem = signal('')
/** The service is away: numbers stay, and the same is asked again after 1, 2, 4 … 30 s. */
const isAway = signal(false)
let answeredAt: number | undefined
let asking: AbortController | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let attempts = 0

async function load(): Promise<void> {
  asking?.abort()
  asking = new AbortController()
  clearTimeout(retry)
  const stop = asking.signal
  const end = beginWork()
  try {
    overview.value = await askOverview(question.value, stop)
    answeredAt = Date.now()
    attempts = 0
    isAway.value = false
    problem.value = ''
  } catch (error) {
    if (stop.aborted) return
    isAway.value = error instanceof Refusal && error.status === 0
    if (isAway.value) retry = setTimeout(load, Math.min(retryMaxMs, 1000 * 2 ** attempts++))
    else problem.value = error instanceof Error ? error.message : String(error)
  } finally {
    end()
  }
}

function Away() {
  return (
    <div role="status" class={isAway.value ? 'notice notice-warn' : 'sr'}>
      {isAway.value && (
        <p>
          {words.away}{' '}
          {answeredAt !== undefined && <span class="soft">{say(words.asOf, { time: formatTime(answeredAt) })}</span>}
        </p>
      )}
    </div>
  )
}

function ask(change: Partial<Question>, { isTyping = false } = {}): void {
  question.value = { ...question.value, page: 1, ...change }
  const address = addressOf(question.value)
  if (isTyping) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  void load()
}

/** In words, for who cannot see the colour: `up 12%`. */
function changeInWords(change: number): string {
  const percent = Math.round(Math.abs(change))
  return percent === 0 ? words.same : say(change > 0 ? words.up : words.down, { percent })
}

function Change({ change }: { change: number }) {
  const percent = Math.round(Math.abs(change))
  if (percent === 0) return <span class="soft">0%</span>
  return <span class={change > 0 ? 'good' : 'bad'}>{`${change > 0 ? '↑' : '↓'} ${shortNumber(percent)}%`}</span>
}

async function pin({ domain, is_pinned }: SiteCard): Promise<void> {
  const path = '/api/v1/sites/pin'
  const isDone = is_pinned
    ? await attempt('DELETE', `${path}?site_id=${encodeURIComponent(domain)}`)
    : await attempt('PUT', path, { site_id: domain })
  if (isDone) await load()
}

/** A site that never had an event: no number, and the way to its script for people who may install it. */
function Waiting({ site: { domain, role } }: { site: SiteCard }) {
  return (
    <p class="site-numbers">
      <span class="soft" aria-hidden="true">
        {words.waiting}
      </span>
      {mayDo(role, settingsRight) && (
        <a class="site-setup" href={settingsPath(domain, 'installation')}>
          {words.setUp}
        </a>
      )}
    </p>
  )
}

/** Against hours without visitors there is no change. */
const shownChangeOf = ({ visitors, visitors_before, change }: SiteCard): number | null =>
  visitors > 0 && visitors_before === 0 ? null : change

function Card({ site }: { site: SiteCard }) {
  const { domain, visitors } = site
  const change = shownChangeOf(site)
  const id = useId()
  const isWaiting = !site.has_events && !site.is_consolidated
  const pinName = say(site.is_pinned ? words.unpin : words.pin, { domain })
  const described = isWaiting
    ? [words.waiting]
    : [say(words.visitors, { count: visitors }), change === null ? '' : changeInWords(change)]
  return (
    <li class="site card">
      <div class="site-head">
        <a
          class="site-link"
          href={dashboardPath(domain, site.is_young)}
          aria-label={site.is_consolidated ? shared.allSites : domain}
          aria-describedby={id}
        >
          <bdi>{site.is_consolidated ? shared.allSites : domain}</bdi>
        </a>
        {!site.is_consolidated && (
          <button
            type="button"
            class={`button-quiet button-icon pin ${site.is_pinned ? 'pin-on' : ''}`}
            aria-label={pinName}
            title={pinName}
            onClick={() => pin(site)}
          >
            <Icon of={Pin} />
          </button>
        )}
      </div>
      <Sparkline values={site.hours} />
      {isWaiting ? (
        <Waiting site={site} />
      ) : (
        <p class="site-numbers" aria-hidden="true" title={described[0]}>
          <strong>{shortNumber(visitors)}</strong>
          <span class="soft">{say(words.inDay, { count: visitors })}</span>
          {change !== null && <Change change={change} />}
        </p>
      )}
      <span id={id} class="sr">
        {described.filter(Boolean).join(', ')}
      </span>
    </li>
  )
}

/** A site without an event for so many days is said to be silent. */
const silentDays = 2
const ago = new Intl.RelativeTimeFormat(locales, { numeric: 'always', style: 'short' })

/** When the last event came. A site that is silent for two days says so. */
function lastEventWords(at: string | null): string {
  if (at === null) return say(words.silentLong, { days: lookBackDays })
  const past = Math.max(0, Date.now() - Date.parse(at))
  const days = Math.floor(past / dayMs)
  if (days >= silentDays) return say(words.silent, { count: days })
  if (past >= hourMs) return ago.format(-Math.floor(past / hourMs), 'hour')
  return ago.format(-Math.floor(past / minuteMs), 'minute')
}
/** A number of the table, in full for screen readers and under the pointer. */
const Figure = ({ value }: { value: number }) => <td title={wholeNumber(value)}>{shortNumber(value)}</td>

function Row({ site }: { site: SiteCard }) {
  const { domain, table, visitors, is_consolidated } = site
  const isWaiting = !site.has_events && !is_consolidated
  const isSilent = table?.last_event == null || Date.now() - Date.parse(table.last_event) >= silentDays * dayMs
  return (
    <tr>
      <th scope="row">
        <a class="table-link" href={dashboardPath(domain, site.is_young)} title={domain}>
          <bdi>{is_consolidated ? shared.allSites : domain}</bdi>
        </a>
      </th>
      {isWaiting || !table ? (
        <td colSpan={6}>{isWaiting && <Waiting site={site} />}</td>
      ) : (
        <>
          <Figure value={table.current} />
          <Figure value={visitors} />
          <Figure value={table.week} />
          <td title={words.ofWeek}>{table.week_change !== null && <Change change={table.week_change} />}</td>
          <td class="table-line">
            <Sparkline values={site.hours} />
          </td>
          <td class={isSilent ? 'warn' : 'soft'}>{lastEventWords(table.last_event)}</td>
        </>
      )}
    </tr>
  )
}

/** The sites as rows: less of a picture, more numbers. */
function Table({ sites }: { sites: readonly SiteCard[] }) {
  const { site, ...numbers } = words.columns
  return (
    <div class={`card scroll-x ${isBusy.value ? 'dimmed' : ''}`}>
      <table class="sites-table" aria-label={words.list}>
        <thead>
          <tr>
            <th scope="col">{site}</th>
            {Object.values(numbers).map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sites.map((one) => (
            <Row key={one.domain} site={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Invitations({ list }: { list: readonly Invitation[] }) {
  if (list.length === 0) return null
  async function answer({ id, domain, team }: Invitation, isAccepted: boolean) {
    if (!(await attempt(isAccepted ? 'POST' : 'DELETE', `/api/account/invitations/${id}`))) return
    toast(isAccepted ? say(words.accepted, { domain: domain ?? team }) : words.declined)
    await load()
  }
  return (
    <ul class="invitations" aria-label={words.invitations}>
      {list.map((invitation) => {
        const { id, role } = invitation
        const domain = invitation.domain ?? invitation.team
        return (
          <li key={id} class="notice row">
            <p class="grow">{say(words.invited, { domain, role: roles[role].one })}</p>
            <button
              type="button"
              class="button-main"
              aria-label={say(words.acceptInvitation, { domain })}
              onClick={() => answer(invitation, true)}
            >
              {words.accept}
            </button>
            <button
              type="button"
              class="button"
              aria-label={say(words.declineInvitation, { domain })}
              onClick={() => answer(invitation, false)}
            >
              {words.decline}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The first, the last, and those around the present one. */
function pagesShown(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages]
  return [...new Set(near)].filter((one) => one >= 1 && one <= pages).sort((a, b) => a - b)
}

function Pages({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null
  const shown = pagesShown(page, pages)
  return (
    <nav class="row pages" aria-label={words.pages}>
      {shown.map((one, index) => (
        <>
          {one - (shown[index - 1] ?? one) > 1 && <span aria-hidden="true">…</span>}
          <a
            key={one}
            class="button-quiet button-icon"
            href={addressOf({ ...question.value, page: one })}
            aria-label={say(words.page, { page: one })}
            aria-current={one === page ? 'page' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              ask({ page: one })
              scrollTo({ top: 0 })
            }}
          >
            {one}
          </a>
        </>
      ))}
    </nav>
  )
}

let typing: ReturnType<typeof setTimeout> | undefined
/** The text of the search. An answer that comes while a person types leaves it alone. */
const typed = signal<string | undefined>(undefined)

function Tools() {
  const { q, sort, team } = question.value
  const teams = overview.value?.teams ?? []
  const teamOptions = teams.map(({ id, name }) => [id, name] as const)
  return (
    <div class="tools">
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={typed.value ?? q}
        spellcheck={false}
        onInput={({ currentTarget: { value } }) => {
          typed.value = value
          clearTimeout(typing)
          typing = setTimeout(() => ask({ q: value.trim() }, { isTyping: true }), typingMs)
        }}
      />
      {teams.length > 1 && (
        <Select
          name="team"
          label={words.team}
          value={team}
          options={[['', words.allTeams], ...teamOptions]}
          onChange={(next) => ask({ team: next })}
          isLabelHidden
        />
      )}
      <Select
        name="view"
        label={words.view}
        value={question.value.view}
        options={Object.entries(words.views)}
        onChange={(view) => ask({ view })}
        isLabelHidden
      />
      <Select
        name="sort"
        label={words.sortBy}
        value={sort}
        options={sorts.map((one) => [one, words.sorts[one]])}
        onChange={(next) => ask({ sort: next })}
        isLabelHidden
      />
    </div>
  )
}

const cardsWhileLoading = 6

function List() {
  const answer = overview.value
  if (problem.value) {
    return (
      <div class="notice notice-bad" role="alert">
        <p>{problem.value}</p>
        <button type="button" class="button" onClick={load}>
          {shared.retry}
        </button>
      </div>
    )
  }
  if (!answer) {
    return (
      <div class="sites" aria-hidden="true">
        {Array.from({ length: cardsWhileLoading }, (_, index) => (
          <div key={index} class="site card skeleton" />
        ))}
      </div>
    )
  }
  if (answer.sites.length === 0) {
    if (question.value.q) return <p class="empty">{say(words.notFound, { search: question.value.q })}</p>
    return (
      <div class="empty">
        <p>
          <strong>{words.none}</strong>
        </p>
        <p class="soft">{words.noneLead}</p>
      </div>
    )
  }
  return (
    <>
      {question.value.view === 'table' ? (
        <Table sites={answer.sites} />
      ) : (
        <ul class={`sites ${isBusy.value ? 'dimmed' : ''}`} aria-label={words.list}>
          {answer.sites.map((site) => (
            <Card key={site.domain} site={site} />
          ))}
        </ul>
      )}
      <Pages page={answer.page} pages={answer.pages} />
    </>
  )
}

function Sites() {
  useEffect(() => {
    const goBack = () => {
      clearTimeout(typing)
      typed.value = undefined
      question.value = readAddress()
      void load()
    }
    const comeBack = () => {
      if (isAway.value) void load()
    }
    addEventListener('popstate', goBack)
    addEventListener('online', comeBack)
    const refresh = setInterval(() => {
      if (document.visibilityState === 'visible' && !isBusy.value) void load()
    }, refreshMs)
    return () => {
      removeEventListener('popstate', goBack)
      removeEventListener('online', comeBack)
      clearInterval(refresh)
    }
  }, [])
  return (
    <>
      <div class="page-head">
        <h1>{facts.heading}</h1>
        <Tools />
        <a class="button-main" href={at('/sites/new')}>
          <Icon of={Plus} />
          {words.add}
        </a>
      </div>
      <Away />
      <Invitations list={overview.value?.invitations ?? []} />
      <List />
    </>
  )
}

void load()
startSignedIn(<Sites />)
