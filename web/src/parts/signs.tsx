// Says that visitors of a site are counted wrongly, and what to do about it: on the dashboard and under Installation.
// Fetched after the numbers.
import { useEffect, useState } from 'preact/hooks'
import type { PageCheckAnswer, SignsAnswer } from '../../../src/http/contracts/signs.ts'
import { isKitName, kits } from '../../../src/rules/kits.ts'
import { arrivalSentence, pageSentence, signAdvice, signSentence } from '../../../src/rules/sign-words.ts'
import { signs as words } from '../../../src/rules/words/en/signs.ts'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { settingsPath } from '../service/links.ts'
import { readText } from '../service/read.ts'
import { say } from '../text/say.ts'

type Address = SignsAnswer['addresses'][number]

const call = facts.call ?? 'tidemark'

const askEveryMs = 20_000

/** Asks in the background: the end of a session is left for the reader's next press to find out. */
async function askQuietly<Answer>(domain: string, what: 'signs' | 'page-check'): Promise<Answer> {
  const response = await fetch(at(`/api/sites/${encodeURIComponent(domain)}/${what}`))
  if (!response.ok) throw new Error(`${what}: ${response.status}`)
  return readText<Answer>(await response.text())
}

export const askSigns = (domain: string): Promise<SignsAnswer> => askQuietly(domain, 'signs')

/** The fault of the site's first page, as the service finds it; undefined without one. */
export async function findPageFault(domain: string): Promise<string | undefined> {
  const checked = await askQuietly<PageCheckAnswer>(domain, 'page-check').catch(() => undefined)
  return checked && pageSentence(checked, { domain, service: facts.base_url }, say)
}

/** The signs about a site, asked again while the page is looked at; undefined until they are there. */
export function useSigns(domain: string): SignsAnswer | undefined {
  const [answer, setAnswer] = useState<SignsAnswer>()
  useEffect(() => {
    // Without an answer the page stays as it is: its numbers say more.
    const ask = () => {
      if (!document.hidden) askSigns(domain).then(setAnswer, () => {})
    }
    ask()
    const again = setInterval(ask, askEveryMs)
    return () => clearInterval(again)
  }, [domain])
  return answer
}

interface SignsProps {
  readonly domain: string
  readonly addresses: readonly Address[]
  /** Shows a kit on this page; without it a link leads to Installation. */
  readonly onKit?: (kit: string) => void
}

function KitButton({ domain, sign, onKit }: Pick<SignsProps, 'domain' | 'onKit'> & { sign: Address }) {
  const kit = sign.kit ?? ''
  const label = isKitName(kit) ? say(words.showKit, { kit: kits[kit].title }) : words.chooseKit
  if (sign.kind === 'no_country') return null
  return onKit ? (
    <button type="button" class="button" onClick={() => onKit(kit)}>
      {label}
    </button>
  ) : (
    <a class="button" href={`${settingsPath(domain, 'installation')}${kit === '' ? '' : `?kit=${kit}`}#kits`}>
      {label}
    </a>
  )
}

/** The signs about addresses, each with its cause and its remedy; nothing without any. */
export function AddressSigns({ domain, addresses, onKit }: SignsProps) {
  if (addresses.length === 0) return null
  return (
    <div role="status" aria-label={words.name}>
      {addresses.map((sign) => (
        <div key={sign.kind} class={`notice ${sign.level === 'warning' ? 'notice-warn' : ''}`}>
          <p>{signSentence(sign, call, say)}</p>
          <p>{signAdvice(sign, say)}</p>
          <KitButton domain={domain} sign={sign} {...(onKit && { onKit })} />
        </div>
      ))}
    </div>
  )
}

/** The warnings above the numbers of the dashboard. */
export function DashboardSigns({ domain }: { domain: string }) {
  const addresses = useSigns(domain)?.addresses.filter(({ level }) => level === 'warning')
  if (!addresses?.length) return null
  return (
    <div style={{ marginBlockEnd: 'var(--gap-4)' }}>
      <AddressSigns domain={domain} addresses={addresses} />
    </div>
  )
}

/**
 * Requests that did not become events, each as a sentence. A script without an event is told while the site waits, and
 * nothing nearer to an event is known.
 */
export function arrivalSentences(answer: SignsAnswer, domain: string, isWaiting: boolean): string[] {
  const nearer = answer.arrivals.filter(({ kind }) => kind !== 'script')
  const told = nearer.length > 0 || !isWaiting ? nearer : answer.arrivals
  const sentences = told.map((arrival) => arrivalSentence(arrival, { domain, service: facts.base_url }, say))
  return [...new Set(answer.is_local && isWaiting ? [...sentences, words.local] : sentences)]
}

/** The list of such requests; nothing without any. */
export function ArrivalSigns({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div class="notice notice-warn">
      <p>{words.arrivals}</p>
      <ul class="bullets">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
