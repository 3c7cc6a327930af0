// All sites one may see, pinned ones first, each with its last 24 hours. The search text stands in the address.

import { signal } from '@preact/signals'
import Pin from 'lucide/dist/esm/icons/pin.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { useEffect, useId } from 'preact/hooks'
import { minuteMs } from '../../../src/rules/durations.ts'
import { inviterWords, placeWords } from '../../../src/rules/invited.ts'
import * as names from '../../../src/rules/words/en/invitations.ts'
import { roles } from '../../../src/rules/words/en/roles.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { sites as words } from '../../../src/rules/words/en/sites.ts'
import { beginWork, isBusy } from '../main.tsx'
import { Select } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import {
  Change,
  changeInWords,
  isSilentSince,
  isWaiting,
  lastEventWords,
  nameOf,
  shownChangeOf,
  titleOf,
  Waiting,
} from '../parts/site-numbers.tsx'
import { isOrder, type Order, ordersOfAll, orderWords, SitesTable } from '../parts/sites-table.tsx'
import { Sparkline } from '../parts/sparkline.tsx'
import { teamName } from '../parts/team-name.ts'
import { attempt, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { dashboardPath } from '../service/links.ts'
import {
  askOverview,
  type Invitation,
  type Overview,
  type OverviewQuestion,
  type SiteCard,
} from '../service/overview.ts'
import { Refusal } from '../service/request.ts'
import { startSignedIn } from '../signed-in.tsx'
import { fill } from '../text/fill.ts'
import { formatTime, shortNumber } from '../text/format.ts'
import { say } from '../text/say.ts'

const refreshMs = minuteMs
const typingMs = 200
const retryMaxMs = 30_000

const sorts = ['visitors', 'name'] as const

interface Question extends Required<Omit<OverviewQuestion, 'details'>> {
  readonly sort: Order
}

function readAddress(): Question {
  const query = new URLSearchParams(location.search)
  const sort = query.get('sort')
  return {
    q: query.get('q') ?? '',
    sort: sort && isOrder(sort) ? sort : 'visitors',
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
    const { sort } = question.value
    const known = ordersOfAll.includes(sort) ? sort : 'visitors'
    overview.value = await askOverview({ ...question.value, sort: known, details: true }, stop)
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

async function pin({ domain, is_pinned }: SiteCard): Promise<void> {
  const path = '/api/v1/sites/pin'
  const isDone = is_pinned
    ? await attempt('DELETE', `${path}?site_id=${encodeURIComponent(domain)}`)
    : await attempt('PUT', path, { site_id: domain })
  if (isDone) await load()
}

/** Numbers of a card: visitors of 24 hours with their change, or for how long no event came. */
function Numbers({ site, change, silence }: { site: SiteCard; change: number | null; silence: string }) {
  const { visitors } = site
  return (
    <p class="site-numbers" aria-hidden="true" title={say(words.visitors, { count: visitors })}>
      <strong>{shortNumber(visitors)}</strong>
      <span class="soft">{say(words.inDay, { count: visitors })}</span>
      {silence ? <span class="warn">{silence}</span> : change !== null && <Change change={change} />}
    </p>
  )
}

function Card({ site }: { site: SiteCard }) {
  const { domain, visitors, last_event: last = null } = site
  const change = shownChangeOf(site)
  const id = useId()
  const pinName = say(site.is_pinned ? words.unpin : words.pin, { domain })
  const silence =
    visitors === 0 && site.has_events && !site.is_locked && isSilentSince(last) ? lastEventWords(last) : ''
  const described = isWaiting(site)
    ? [words.waiting]
    : [say(words.visitors, { count: visitors }), silence || (change === null ? '' : changeInWords(change))]
  return (
    <li class="site card">
      <div class="site-head">
        <a
          class="site-link"
          href={dashboardPath(domain, site.is_young)}
          aria-label={site.is_consolidated ? shared.allSites : domain}
          aria-describedby={id}
          title={titleOf(site)}
        >
          <bdi>{nameOf(site)}</bdi>
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
      {isWaiting(site) ? <Waiting site={site} /> : <Numbers site={site} change={change} silence={silence} />}
      <span id={id} class="sr">
        {described.filter(Boolean).join(', ')}
      </span>
    </li>
  )
}

/** How many sites were found, and the visitors of all of them. */
function Sum() {
  const { total = 0, sum } = overview.value ?? {}
  if (!sum || total < 2) return null
  const change = shownChangeOf(sum)
  return (
    <p class="sites-sum soft">
      {say(words.total, { count: total })}
      {' · '}
      {say(words.visitors, { count: sum.visitors })}
      {change !== null && sum.visitors > 0 && (
        <>
          {' '}
          <span aria-hidden="true">
            <Change change={change} />
          </span>
          <span class="sr">{changeInWords(change)}</span>
        </>
      )}
    </p>
  )
}

/** The place of an invitation: a team without a name is known by its sites. */
const placeOf = ({ domain, team, place }: Invitation): string =>
  domain ?? ((place && placeWords(place, names, fill)) || team)

function Invitations({ list }: { list: readonly Invitation[] }) {
  if (list.length === 0) return null
  async function answer(invitation: Invitation, isAccepted: boolean) {
    if (!(await attempt(isAccepted ? 'POST' : 'DELETE', `/api/account/invitations/${invitation.id}`))) return
    toast(isAccepted ? say(words.accepted, { domain: placeOf(invitation) }) : words.declined)
    await load()
  }
  return (
    <ul class="invitations" aria-label={words.invitations}>
      {list.map((invitation) => {
        const { id, role, by } = invitation
        const domain = placeOf(invitation)
        const gaps = { domain, role: roles[role].one }
        return (
          <li key={id} class="notice row">
            <p class="grow">
              {by ? say(words.invitedBy, { who: inviterWords(by, names, fill), ...gaps }) : say(words.invited, gaps)}
            </p>
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
  const teamOptions = teams.map((one) => [one.id, teamName(one)] as const)
  const options: (readonly [string, string])[] = sorts.map((one) => [one, words.sorts[one]])
  // A press on a column may have chosen another order.
  if (!ordersOfAll.includes(sort)) options.push([sort, orderWords(sort)])
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
        />
      )}
      <Select
        name="view"
        label={words.view}
        value={question.value.view}
        options={Object.entries(words.views)}
        onChange={(view) => ask({ view, ...(view === 'cards' && !ordersOfAll.includes(sort) && { sort: 'visitors' }) })}
      />
      <Select
        name="sort"
        label={words.sortBy}
        value={sort}
        options={options}
        onChange={(next) => ask({ sort: next as Order })}
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
        <SitesTable
          sites={answer.sites}
          order={question.value.sort}
          hasPages={answer.pages > 1}
          isDimmed={isBusy.value}
          onSort={(sort) => {
            // The service knows two orders. Any other one is made here, of the sites that are on the page.
            if (ordersOfAll.includes(sort)) ask({ sort })
            else {
              question.value = { ...question.value, sort }
              history.pushState(null, '', addressOf(question.value))
            }
          }}
        />
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
      <Sum />
      <Invitations list={overview.value?.invitations ?? []} />
      <List />
    </>
  )
}

void load()
startSignedIn(<Sites />)
