// Fetches the first page of a site that waits for its first event, to say why none comes: from public addresses alone,
// little of it, one at a time for a domain (spec/ingestion 28.5).
import { LRUCache } from 'lru-cache'
import { hostOfDomain } from '../rules/host.ts'
import { readPage } from '../rules/page-check.ts'
import type { PageFinding } from '../rules/page-findings.ts'
import { verificationAgent } from '../rules/tables/verification-agent.ts'
import { sendGuarded } from './guard.ts'

interface Checked {
  /** The page that was read; null if none was. */
  readonly page: string | null
  readonly finding: PageFinding | null
  readonly detail: string
}

interface Options {
  readonly pageChecks: boolean
  readonly webhooksToPrivate: boolean
  readonly baseUrl: string
}

const limits = { waitMs: 4_000, bytesMax: 262_144, agent: verificationAgent }
/** Pages lead elsewhere this often at most: to https, to www, to a language. */
const redirectsMax = 4
/** The answer for a domain is good for this long: somebody mends the page and looks again. */
const keptMs = 15_000
const keptMax = 1_000
/** Pages under way in a process; a further one is not fetched. */
const atOnceMax = 4

const nothing: Checked = { page: null, finding: null, detail: '' }

/** Names that no name server of the internet knows (RFC 2606, RFC 6762 and 8375). */
const isOwnName = (host: string): boolean =>
  !host.includes('.') || /\.(test|example|invalid|localhost|local|internal|lan|home\.arpa|onion)$/.test(host)

/** True for an address of the web that a redirect may lead to: of the usual port, without a name and a password. */
const isUsual = ({ protocol, username, password, port }: URL, allowsPrivate: boolean): boolean =>
  /^https?:$/.test(protocol) && username === '' && password === '' && (port === '' || allowsPrivate)

/** The page at an address, after its redirects. Throws if nothing answers. */
export async function fetchPage(address: string, allowsPrivate: boolean) {
  let url = address
  for (let count = 0; ; count += 1) {
    const request = { method: 'GET' as const, url, headers: { accept: 'text/html' }, body: Buffer.alloc(0) }
    const { status, headers, text } = await sendGuarded(request, allowsPrivate, limits)
    const to = status >= 300 && status < 400 ? URL.parse(String(headers['location'] ?? ''), url) : null
    if (!to || count >= redirectsMax || !isUsual(to, allowsPrivate))
      return { url, status, html: text, policy: String(headers['content-security-policy'] ?? '') }
    url = to.href
  }
}

/** Reads the page at an address, and says what keeps script and events from it. */
export async function checkAddress(
  address: string,
  { domain, service, allowsPrivate }: { domain: string; service: string; allowsPrivate: boolean },
): Promise<Checked> {
  const page = await fetchPage(address, allowsPrivate)
  if (page.status !== 200) return { page: page.url, finding: 'no_answer', detail: String(page.status) }
  return { page: page.url, finding: null, detail: '', ...readPage(page, { domain, service }) }
}

/** Makes the function that reads the first page of a domain. */
export function createPageChecks({ pageChecks, webhooksToPrivate, baseUrl }: Options) {
  const kept = new LRUCache<string, Promise<Checked>>({ max: keptMax, ttl: keptMs })
  let underWay = 0
  async function check(domain: string): Promise<Checked> {
    underWay += 1
    const options = { domain, service: baseUrl, allowsPrivate: webhooksToPrivate }
    try {
      // A site without https leads nowhere there. An address that cannot be reached from here says nothing of visitors.
      return await checkAddress(`https://${domain}`, options).catch(() => checkAddress(`http://${domain}`, options))
    } catch {
      return nothing
    } finally {
      underWay -= 1
    }
  }
  return (domain: string): Promise<Checked> => {
    if (!pageChecks || isOwnName(hostOfDomain(domain))) return Promise.resolve(nothing)
    const known = kept.get(domain)
    if (known) return known
    if (underWay >= atOnceMax) return Promise.resolve(nothing)
    const checked = check(domain)
    kept.set(domain, checked)
    return checked
  }
}
