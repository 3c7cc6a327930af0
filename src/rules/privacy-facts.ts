// Facts about how a site is counted, for its privacy statement: which ones hold follows from its settings. No legal
// advice. The sentences are in words/<language>/privacy-facts.ts; docs/privacy.md explains them.
import { hourMs } from './durations.ts'
import { saltLifeMs } from './lifetimes.ts'
import type { Preset } from './presets.ts'
import { hostingValue, type ShieldType } from './shield-types.ts'
import type { TrackerFlag, TrackerFlags } from './tracker-options.ts'
import { lookBackDays } from './windows.ts'
import type * as english from './words/en/privacy-facts.ts'
import { isForms, type Text, wordsOf } from './words.ts'

/** How exactly the service knows the place of an address. */
export type PlaceDetail = 'none' | 'country' | 'city'

/** A site with all settings that decide which data about its visitors is stored. */
export interface CountedSite {
  readonly domain: string
  /** The address of the service, without a slash at its end. */
  readonly service: string
  readonly preset: Preset
  readonly pixel: boolean
  readonly retentionMonths: number | null
  readonly place: PlaceDetail
  readonly measured: TrackerFlags
  /** Names of properties: the site's own list, and the names in its newest events. */
  readonly properties: readonly string[]
  /** Names of events whose revenue is stored. */
  readonly revenueEvents: readonly string[]
  readonly shields: Readonly<Record<ShieldType, readonly string[]>>
  /** True if the service has a file of networks. */
  readonly knowsNetworks: boolean
}

export type FactSection = keyof typeof english.sections
type Sentence = keyof typeof english.facts

/** A sentence, and the values of its gaps. A number chooses the form of the sentence. */
interface Fact {
  readonly sentence: Sentence
  readonly count?: number
  readonly names?: readonly string[]
}

/** Measurements of the script besides pages, each with a sentence if it is turned on. */
const measuredFlags = [
  'outbound_links',
  'file_downloads',
  'form_submissions',
  'tagged_events',
  'track_404_pages',
] as const satisfies readonly TrackerFlag[]

const plain = (...sentences: readonly Sentence[]): Fact[] => sentences.map((sentence) => ({ sentence }))
const named = (sentence: Sentence, names: readonly string[]): Fact[] =>
  names.length === 0 ? [] : [{ sentence, names }]
const onlyIf = (holds: boolean, ...sentences: readonly Sentence[]): Fact[] => (holds ? plain(...sentences) : [])

function storedFacts({ preset, place, measured, properties, revenueEvents }: CountedSite): Fact[] {
  const hasScript = preset !== 'no_script'
  const needsConsent = preset === 'no_campaigns'
  return [
    ...plain('page'),
    ...onlyIf(hasScript && measured.hash_based_routing === true, 'fragment'),
    ...plain(needsConsent ? 'referrerHost' : 'referrer', needsConsent ? 'campaignsAgreed' : 'campaigns'),
    ...onlyIf(place !== 'none', place === 'city' ? 'city' : 'country'),
    ...plain('device'),
    ...onlyIf(hasScript, 'engagement'),
    ...measuredFlags.flatMap((flag) => onlyIf(hasScript && measured[flag] === true, flag)),
    ...(properties.length === 0
      ? [{ sentence: 'noProperties', count: lookBackDays } as const]
      : named('properties', properties)),
    ...named('revenue', revenueEvents),
    ...plain('number'),
  ]
}

function leftOutFacts({ preset, place, shields, knowsNetworks }: CountedSite): Fact[] {
  const { ip, country, network, page, hostname } = shields
  return [
    ...plain('address', 'query', 'screen', 'people'),
    ...onlyIf(preset === 'no_campaigns', 'campaignsRefused'),
    ...onlyIf(place === 'none', 'noPlace'),
    ...(ip.length === 0 ? [] : [{ sentence: 'shieldIp', count: ip.length } as const]),
    ...named('shieldCountry', country),
    ...(knowsNetworks
      ? [
          ...named(
            'shieldNetwork',
            network.filter((value) => value !== hostingValue),
          ),
          ...onlyIf(network.includes(hostingValue), 'shieldHosting'),
          ...onlyIf(network.length > 0, 'networkForgotten'),
        ]
      : []),
    ...named('shieldPage', page),
    ...named('shieldHostname', hostname),
  ]
}

const browserFacts = ({ preset, pixel }: CountedSite): Fact[] =>
  preset === 'no_script'
    ? plain('noScript', 'scriptDropped', 'nothingKept')
    : [...plain('script'), ...onlyIf(pixel, 'pixel'), ...plain('nothingKept', 'optOut')]

/** The sentences of each section that hold for a site. */
const factsOf = (site: CountedSite): readonly (readonly [FactSection, readonly Fact[]])[] => [
  ['stored', storedFacts(site)],
  ['leftOut', leftOutFacts(site)],
  ['browser', browserFacts(site)],
  ['apart', plain('id', 'salt', 'days')],
  [
    'kept',
    [
      site.retentionMonths === null
        ? { sentence: 'forever' }
        : ({ sentence: 'months', count: site.retentionMonths } as const),
      ...plain('deletion'),
    ],
  ],
  ['receivers', plain('receiver', 'noOthers')],
]

/** The facts of a site in a language. */
export interface PrivacyFacts {
  readonly title: string
  readonly note: string
  readonly sections: readonly { readonly title: string; readonly facts: readonly string[] }[]
}

/** Writes the facts of a site in a language. */
export function writePrivacyFacts(site: CountedSite, language: string): PrivacyFacts {
  const { title, note, sections, facts } = wordsOf(language).privacyFacts
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const plural = new Intl.PluralRules(language)
  const gaps = {
    domain: site.domain,
    host: new URL(site.service).host,
    url: `${site.service}/ignore/${site.domain}`,
    hours: String(saltLifeMs / hourMs),
  }
  const fill = (text: string, more: Readonly<Record<string, string>>): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...gaps, ...more })[name] ?? '')
  const formOf = (forms: Text, count: number): string => {
    if (!isForms(forms)) return String(forms)
    const { other, ...rest } = forms as Readonly<Record<string, string>>
    return rest[plural.select(count)] ?? other ?? ''
  }
  const say = ({ sentence, count = 0, names = [] }: Fact): string =>
    fill(formOf(facts[sentence], count), { count: String(count), names: list.format(names) })
  return {
    title: fill(title, {}),
    note,
    sections: factsOf(site).map(([section, all]) => ({ title: sections[section], facts: all.map(say) })),
  }
}

/** Characters that Markdown would take for its own signs. */
const markdownSign = /[\\`*_{}[\]<>#|~]/g

/**
 * The facts as Markdown, with headings of the first and second level. Names that people chose cannot change its form.
 * @example markdownOf({ title: 'a_b', note: 'c', sections: [] }) // '# a\\_b\n\nc\n'
 */
export function markdownOf({ title, note, sections }: PrivacyFacts): string {
  const plainText = (text: string): string => text.replace(/\s+/g, ' ').replace(markdownSign, '\\$&')
  const parts = sections.map(
    (section) => `## ${plainText(section.title)}\n\n${section.facts.map((fact) => `- ${plainText(fact)}`).join('\n')}`,
  )
  return `${[`# ${plainText(title)}`, plainText(note), ...parts].join('\n\n')}\n`
}

/**
 * The facts as text without signs of a format.
 * @example textOf({ title: 'Facts', note: 'No advice.', sections: [] }) // 'Facts\n\nNo advice.\n'
 */
export function textOf({ title, note, sections }: PrivacyFacts): string {
  const parts = sections.map((section) => `${section.title}\n${section.facts.join('\n')}`)
  return `${[title, note, ...parts].join('\n\n')}\n`
}
