// How a site's pages get the script, and the wait for its first event. Shown after adding a site, and in place of the
// dashboard of a site that never had an event.

import Copy from 'lucide/dist/esm/icons/copy.mjs'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Traffic } from '../../../src/http/contracts/traffic.ts'
import { shownFlags, type TrackerFlag, type TrackerFlags } from '../../../src/rules/tracker-options.ts'
import { install as words } from '../../../src/rules/words/en/install.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { signs } from '../../../src/rules/words/en/signs.ts'
import { snippet, type Way, ways } from '../copied/snippets.ts'
import { listen } from '../data/live.ts'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { dashboardPath } from '../service/links.ts'
import { request } from '../service/request.ts'
import { say } from '../text/say.ts'
import { droppedWords } from './dropped.ts'
import { Checkbox } from './form.tsx'
import { Icon } from './icon.tsx'
import { ArrivalSigns, arrivalSentences, askSigns, findPageFault } from './signs.tsx'
import { Tabs } from './tabs.tsx'
import { copy, refuse, toast, toastNext } from './toast.tsx'

const hintsAfterMs = 60_000
/** Reasons that can be known are asked for this often while somebody waits, and named at once. */
const reasonsEveryMs = 4_000
const faultEveryMs = 20_000

const sitePath = (domain: string) => `/api/v1/sites/${encodeURIComponent(domain)}` as const

/** Which flags are on; shown at once, taken back when the service refuses. */
function useTracker(domain: string, start: TrackerFlags | undefined) {
  const [config, setConfig] = useState<TrackerFlags | undefined>(start)
  const [hasScript, setScript] = useState(true)
  useEffect(() => {
    if (start) return
    request('GET', sitePath(domain)).then((site) => {
      setConfig(site.tracker_script_configuration)
      setScript(site.preset !== 'no_script')
    }, refuse)
  }, [])
  async function change(flag: TrackerFlag, isOn: boolean): Promise<void> {
    const set = (value: boolean) => setConfig((now) => ({ ...now, [flag]: value }))
    set(isOn)
    try {
      await request('PUT', sitePath(domain), { tracker_script_configuration: { [flag]: isOn } })
      toast(shared.saved)
    } catch (error) {
      set(!isOn)
      refuse(error)
    }
  }
  return { config, change, hasScript }
}

export function Snippets({ domain, start }: { domain: string; start?: TrackerFlags | undefined }) {
  const { config, change, hasScript } = useTracker(domain, start)
  const [way, setWay] = useState<Way>('html')
  const id = useId()
  const text = snippet(way, { domain, baseUrl: facts.base_url.replace(/\/+$/, ''), config: config ?? {} })
  if (!hasScript) return <p>{`${words.noScript} ${words.noScriptWhere}`}</p>
  return (
    <>
      <p>{say(words.lead, { domain })}</p>
      <div class="install-ways">
        <Tabs
          name={words.ways}
          tabs={ways.map((key) => ({ key, label: words[key] }))}
          selected={way}
          onSelect={setWay}
          panelId={id}
          follows
        />
        <div id={id} role="tabpanel" aria-labelledby={`${id}-${way}`} class="snippet">
          <p class="soft">{words[`${way}How`]}</p>
          <pre>
            <code>{text}</code>
          </pre>
          <button type="button" class="button" onClick={() => copy(text)}>
            <Icon of={Copy} />
            {words.copySnippet}
          </button>
        </div>
      </div>
      <fieldset class="checks" aria-busy={!config}>
        <legend>{words.measure}</legend>
        {shownFlags.map((flag) => (
          <Checkbox
            key={flag}
            label={words.options[flag]}
            hint={words.hints[flag]}
            isChecked={Boolean(config?.[flag])}
            isDisabled={!config}
            onChange={(isOn) => change(flag, isOn)}
          />
        ))}
      </fieldset>
    </>
  )
}

/** Of the last days; a site that waits for its first event has counted none. */
const askTraffic = (domain: string) =>
  request('GET', `/api/v1/stats/traffic?${new URLSearchParams({ site_id: domain })}`)

/** Reasons why a site waits for its first event, as far as they can be known. */
interface Reasons {
  readonly dropped: Traffic['dropped']
  readonly arrivals: readonly string[]
  /** The address of the script, if this browser is kept from it. */
  readonly blocked: string | undefined
}

/** The address of the script if a blocker keeps this browser from it, as it does from other visitors' browsers. */
async function findBlocked(): Promise<string | undefined> {
  const path = at('/js/script.js')
  const blocked = await fetch(path, { cache: 'no-store', referrerPolicy: 'no-referrer' }).then(
    () => false,
    () => navigator.onLine,
  )
  return blocked ? location.origin + path : undefined
}

async function findReasons(domain: string): Promise<Reasons | 'arrived'> {
  const { accepted, dropped } = await askTraffic(domain)
  if (accepted.total > 0) return 'arrived'
  const [found, blocked] = await Promise.all([askSigns(domain).catch(() => undefined), findBlocked()])
  return { dropped, arrivals: found ? arrivalSentences(found, domain, true) : [], blocked }
}

/** Calls a function at once, and again while the page is looked at. */
function useAgain(ask: () => void, everyMs: number): void {
  useEffect(() => {
    const askSeen = () => {
      if (!document.hidden) ask()
    }
    askSeen()
    const again = setInterval(askSeen, everyMs)
    return () => clearInterval(again)
  }, [])
}

/** Reasons why nothing was counted yet, asked for again and again; undefined until they are there. */
function useReasons(domain: string, onArrive: () => void) {
  const [reasons, setReasons] = useState<Reasons>()
  const [fault, setFault] = useState<string>()
  useAgain(() => {
    findReasons(domain).then(
      (found) => (found === 'arrived' ? onArrive() : setReasons(found)),
      () => {},
    )
  }, reasonsEveryMs)
  // The site's page may take its time, and the other reasons do not wait for it.
  useAgain(() => void findPageFault(domain).then(setFault), faultEveryMs)
  return reasons && { ...reasons, fault }
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <p>{title}</p>
      <ul class="bullets">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function Hints({ domain, isLong, onArrive }: { domain: string; isLong: boolean; onArrive: () => void }) {
  const reasons = useReasons(domain, onArrive)
  if (!reasons) return null
  const { dropped, arrivals, blocked, fault } = reasons
  const isKnown = dropped.length + arrivals.length > 0 || blocked !== undefined || fault !== undefined
  if (!isKnown && !isLong) return null
  return (
    <div class="install" role="status">
      {dropped.length > 0 && (
        <div class="notice notice-warn">
          <List title={words.droppedTitle} lines={dropped.map(({ reason, total }) => droppedWords(reason, total))} />
        </div>
      )}
      <ArrivalSigns sentences={arrivals} />
      {blocked !== undefined && <p class="notice notice-warn">{say(signs.blocked, { script: blocked })}</p>}
      {fault !== undefined && <p class="notice notice-warn">{fault}</p>}
      {!isKnown && (
        <div class="notice">
          <List title={words.causesTitle} lines={words.causes.map((cause) => say(cause, { domain }))} />
        </div>
      )}
    </div>
  )
}

function Waiting({ domain }: { domain: string }) {
  const [isLong, setLong] = useState(false)
  const [isThere, setThere] = useState(false)
  const isLeaving = useRef(false)
  // Told of by several: the page is left once.
  const arrive = () => {
    if (isLeaving.current) return
    isLeaving.current = true
    setThere(true)
    toastNext(words.received)
    location.assign(dashboardPath(domain, true))
  }
  useEffect(() => {
    const look = () =>
      askTraffic(domain).then(
        ({ accepted }) => accepted.total > 0 && arrive(),
        () => {},
      )
    const hush = listen({
      siteId: domain,
      auth: '',
      onCurrent: (visitors) => visitors > 0 && arrive(),
      onActivity: look,
      onReturn: look,
      onGone: () => location.reload(),
    })
    const timer = setTimeout(() => setLong(true), hintsAfterMs)
    return () => {
      hush()
      clearTimeout(timer)
    }
  }, [])
  return (
    <>
      <p role="status" class="waiting">
        <span class={isThere ? 'pulse pulse-there' : 'pulse'} aria-hidden="true" />
        {isThere ? words.received : words.waiting}
      </p>
      {!isThere && <Hints domain={domain} isLong={isLong} onArrive={arrive} />}
    </>
  )
}

interface InstallProps {
  readonly domain: string
  /** The tracker configuration, if it is known already. */
  readonly start?: TrackerFlags | undefined
  /** Shows the empty dashboard; without it the link just leads there. */
  readonly onShow?: () => void
}

export function Install({ domain, start, onShow }: InstallProps) {
  return (
    <section class="card install" aria-labelledby="install">
      <h2 id="install">{words.title}</h2>
      <Snippets domain={domain} start={start} />
      <Waiting domain={domain} />
      <p>
        <a
          href={`${dashboardPath(domain, true)}#dashboard`}
          onClick={(event) => {
            if (!onShow) return
            event.preventDefault()
            onShow()
          }}
        >
          {words.anyway}
        </a>
      </p>
    </section>
  )
}
