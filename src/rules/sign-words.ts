// Sentences of the signs about a site, for pages and for the operator tool: a text of the words with the values of its
// gaps, and what to do about it.
import type { AddressSign } from './address-signs.ts'
import { type KitName, kits } from './kits.ts'
import { signs as words } from './words/en/signs.ts'

type Gaps = Readonly<Record<string, string | number>>

/** A text of the words, and the values of its gaps. */
export type Sentence = readonly [text: string, gaps: Gaps]

type Sign = Pick<AddressSign, 'kind' | 'carrier' | 'visitors' | 'of'> & {
  readonly cause: string | null
  readonly kit: string | null
}

const has = <Words extends object>(list: Words, key: string | null): key is keyof Words & string =>
  key !== null && Object.hasOwn(list, key)

const isKit = (name: string | null): name is KitName => has(kits, name)

/** Fills the gaps of a text. */
type Fill = (...sentence: Sentence) => string

/** Why an address looks as it does. `call` is how the operator calls the tool. */
function whyOf({ kind, cause }: Sign, call: string, fill: Fill): string {
  if (kind !== 'no_country') return has(words.causes, cause) ? words.causes[cause] : ''
  return has(words.placeless, cause) ? fill(words.placeless[cause], { command: `${call} data countries` }) : ''
}

/** The sentence of a sign about addresses. */
export function signSentence(sign: Sign, call: string, fill: Fill): string {
  const { kind, carrier, visitors, of } = sign
  const gaps = { visitors, of, carrier: carrier ?? '', why: whyOf(sign, call, fill) }
  if (kind === 'forwarded') return fill(carrier === null ? words.forwarded : words.forwardedBy, gaps)
  if (kind === 'kit_refused') return fill(words.kit_refused, gaps)
  return fill(kind === 'no_country' ? words.no_country : words.shared_address, gaps)
}

/** The remedy of a sign about addresses; empty if the sentence has it. */
export function signAdvice({ kind, carrier, kit }: Sign, fill: Fill): string {
  if (kind === 'no_country') return ''
  if (kind === 'kit_refused') return words.adviceRefused
  return carrier === null || !isKit(kit) ? words.advice : fill(words.adviceKit, { carrier, kit: kits[kit].title })
}

/** The sentence of a request that did not become an event. `service` is the address of the service. */
export function arrivalSentence(
  { kind, detail }: { readonly kind: string; readonly detail: string },
  { domain, service }: { readonly domain: string; readonly service: string },
  fill: Fill,
): string {
  if (kind === 'other_domain' && detail === '') return fill(words.otherDomains, { domain })
  const known = { other_domain: words.other_domain, script: words.script, bad_event: words.bad_event } as const
  if (has(known, kind)) return fill(known[kind], { domain, service, detail: detail === '' ? domain : detail })
  return kind === 'empty_body' ? words.empty_body : words.cut_body
}

/** The sentence of a fault of a page; undefined for a page without one. */
export function pageSentence(
  { page, finding, detail }: { readonly page: string | null; readonly finding: string | null; readonly detail: string },
  { domain, service }: { readonly domain: string; readonly service: string },
  fill: Fill,
): string | undefined {
  return page !== null && has(words.page, finding)
    ? fill(words.page[finding], { page, domain, service, detail })
    : undefined
}
