// Reads a page of a site as a browser would meet it: whether the script is there, for which domain, and whether the
// page's own policy lets script and events through (spec/ingestion 28.5).
import { domainKey } from './host.ts'
import type { PageFinding } from './page-findings.ts'
import { stripWww } from './url.ts'

/** A fault of a page. */
export interface PageSays {
  readonly finding: PageFinding
  /** The domain that the tag names, or the status of the answer; else empty. */
  readonly detail: string
}

interface Page {
  /** Its address, after redirects. */
  readonly url: string
  readonly html: string
  /** The header Content-Security-Policy. */
  readonly policy: string
}

interface Expected {
  readonly domain: string
  /** The address of the service. */
  readonly service: string
}

/** Tags that are looked at, and characters of one. */
const tagsMax = 500
const tagCharactersMax = 2_000
const detailCharactersMax = 100

interface Tag {
  readonly src: URL
  readonly domains: string | undefined
  readonly hasNonce: boolean
}

/**
 * The value of an attribute in the text of a tag.
 * @example attributeOf('script defer data-domain="a.test"', 'data-domain') // 'a.test'
 */
function attributeOf(tag: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  return double ?? single ?? bare
}

/** The texts of tags that begin so, in their order, without their last sign. */
function textsOf(html: string, beginning: '<script' | '<meta'): string[] {
  const lower = html.toLowerCase()
  const texts: string[] = []
  for (let at = lower.indexOf(beginning); at >= 0 && texts.length < tagsMax; at = lower.indexOf(beginning, at + 1)) {
    const end = html.indexOf('>', at)
    texts.push(html.slice(at, Math.min(end < 0 ? html.length : end, at + tagCharactersMax)))
  }
  return texts
}

/** The script tags of a page that have an address, in their order. */
const tagsOf = ({ html, url }: Page): Tag[] =>
  textsOf(html, '<script').flatMap((text) => {
    const address = attributeOf(text, 'src')
    const src = address === undefined ? null : URL.parse(address, url)
    const hasNonce = attributeOf(text, 'nonce') !== undefined
    return src ? [{ src, domains: attributeOf(text, 'data-domain'), hasNonce }] : []
  })

/** All policies of a page: of its header, and of its own tags. */
const policiesOf = ({ html, policy }: Page): string[] => [
  policy,
  ...textsOf(html, '<meta')
    .filter((text) => attributeOf(text, 'http-equiv')?.toLowerCase() === 'content-security-policy')
    .map((text) => attributeOf(text, 'content') ?? ''),
]

/** True for the script of the service, or for one that the site's own server carries. */
function isOwnTag({ src, domains }: Tag, page: Page, service: URL): boolean {
  if (src.host === service.host) return /\/js\/[\w.-]+\.js$/.test(src.pathname)
  return src.host === new URL(page.url).host && domains !== undefined && src.pathname.endsWith('/script.js')
}

type Policy = ReadonlyMap<string, readonly string[]>

/**
 * A policy by its directives; of several policies in one text the first counts.
 * @example policyOf("script-src 'self'").get('script-src') // ["'self'"]
 */
function policyOf(text: string): Policy {
  const [first = ''] = text.toLowerCase().split(',')
  return new Map(
    first
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .flatMap(([name, ...sources]) => (name ? [[name, sources] as const] : [])),
  )
}

/** True if a list of sources lets an address through, as far as it can be told; unknown words let it through. */
function allows(sources: readonly string[] | undefined, to: URL, page: URL): boolean {
  if (!sources) return true
  return sources.some((source) => {
    if (source === "'none'") return false
    if (source === "'self'") return to.origin === page.origin
    if (source === '*' || source === to.protocol) return true
    if (source.startsWith("'")) return false
    const [, scheme, host = ''] = /^(?:(https?|\*):\/\/)?([^/]+)/.exec(source) ?? []
    if (scheme !== undefined && scheme !== '*' && `${scheme}:` !== to.protocol) return false
    const bare = host.replace(/:(\d+|\*)$/, '')
    return bare.startsWith('*.') ? to.hostname.endsWith(bare.slice(1)) : bare === to.hostname
  })
}

/** The word of a policy on the script and on its events; undefined if both go through. */
function blockedBy(text: string, page: Page, tag: Tag, service: URL): PageFinding | undefined {
  const policy = policyOf(text)
  const at = new URL(page.url)
  const scripts = policy.get('script-src-elem') ?? policy.get('script-src') ?? policy.get('default-src')
  const isTrusted = tag.hasNonce || scripts?.includes("'strict-dynamic'") === true
  if (!isTrusted && !allows(scripts, tag.src, at)) return 'script_blocked'
  const events = tag.src.host === service.host ? service : tag.src
  return allows(policy.get('connect-src') ?? policy.get('default-src'), events, at) ? undefined : 'events_blocked'
}

const keyOf = (domain: string): string => domainKey(stripWww(domain.trim().toLowerCase()))

/** The fault of a page that keeps events of a site away; null for a page without one. */
export function readPage(page: Page, { domain, service }: Expected): PageSays | null {
  const at = new URL(service)
  const tag = tagsOf(page).find((one) => isOwnTag(one, page, at))
  if (!tag) return { finding: 'no_tag', detail: '' }
  const names = tag.domains?.split(',').map(keyOf)
  if (names && !names.includes(keyOf(domain)))
    return { finding: 'other_domain', detail: (tag.domains ?? '').slice(0, detailCharactersMax) }
  const [finding] = policiesOf(page).flatMap((policy) => blockedBy(policy, page, tag, at) ?? [])
  return finding ? { finding, detail: '' } : null
}
