// Decides which events are not kept. Order matters: the first rule that holds names the reason. Beside this table the
// operator's own list of spam hosts drops (ingest/accept), engagement without a visit (rules/session), and a record
// that the database refuses (ingest/record).
import { asciiHost, hasSpellings, writtenHost } from './host.ts'
import { compilePattern, type Matcher } from './pattern.ts'
import type { Submission } from './submission.ts'
import { spamHosts } from './tables/spam-hosts.ts'
import { verificationAgent } from './tables/verification-agent.ts'

/** Why an event is not kept (spec/ingestion 8); counted for operators, never told to the sender. */
export type DropReason =
  | 'spam_referrer'
  | 'not_found'
  | 'verification_agent'
  | 'dc_ip'
  | 'threat_ip'
  | 'site_hostname_allowlist'
  | 'site_page_blocklist'
  | 'site_ip_blocklist'
  | 'site_country_blocklist'
  | 'bot'
  | 'invalid'

/** The knowledge a rule needs: the request alone, the site too, the facts that a thread found out. */
export type DropStage = 'submission' | 'site' | 'facts'

/** A site's own rules (spec/ingestion 9): addresses as canonical text, countries in upper case, hostnames to allow. */
export type SiteShields = {
  readonly hostnames: readonly string[]
  readonly pages: readonly string[]
  readonly ips: ReadonlySet<string>
  readonly countries: ReadonlySet<string>
}

/** The part of a Submission the rules look at. */
export type DropSubmission = Pick<
  Submission,
  'name' | 'referrerHost' | 'userAgent' | 'ip' | 'ipType' | 'receivedAtMs'
> & { readonly url: Pick<Submission['url'], 'hostname' | 'pathname'> }

/** Everything known so far; a stage asks only for what it needs. `site: undefined` at its stage is an unknown site. */
export type Candidate = {
  submission: DropSubmission
  site?: { readonly shields: SiteShields; readonly isConsolidated?: boolean } | undefined
  facts?: { readonly country: string | null; readonly isBot: boolean } | undefined
}

export type DropRule = { reason: DropReason; needs: DropStage; holds: (candidate: Candidate) => boolean }

type CompiledShields = { hostnames: readonly Matcher[]; pages: readonly Matcher[] }

// A shields object never changes: a change of rules makes a new site view, so its patterns are compiled once.
const compiledShields = new WeakMap<SiteShields, CompiledShields>()

function compile(shields: SiteShields): CompiledShields {
  let compiled = compiledShields.get(shields)
  if (!compiled) {
    compiled = {
      hostnames: shields.hostnames.map((hostname) => compilePattern(hostname.toLowerCase())),
      pages: shields.pages.map((page) => compilePattern(page)),
    }
    compiledShields.set(shields, compiled)
  }
  return compiled
}

function isHostnameAllowed(shields: SiteShields, hostname: string): boolean {
  if (shields.hostnames.length === 0) return true
  const spellings = hasSpellings(hostname) ? [asciiHost(hostname), writtenHost(hostname)] : [hostname]
  return compile(shields).hostnames.some((matches) => spellings.some(matches))
}

function isPageBlocked(shields: SiteShields, pathname: string): boolean {
  return shields.pages.length > 0 && compile(shields).pages.some((matches) => matches(pathname))
}

/** The last check before a record is made; cannot normally hold after parseSubmission. */
function isComplete({ name, url, receivedAtMs }: DropSubmission): boolean {
  return name !== '' && url.hostname !== '' && url.pathname !== '' && Number.isSafeInteger(receivedAtMs)
}

export const dropRules: readonly DropRule[] = [
  {
    reason: 'spam_referrer',
    needs: 'submission',
    holds: ({ submission }) => spamHosts.has(asciiHost(submission.referrerHost)),
  },
  // A consolidated view has the events of its sites, never its own (spec/ingestion 7).
  { reason: 'not_found', needs: 'site', holds: ({ site }) => site === undefined || site.isConsolidated === true },
  {
    reason: 'verification_agent',
    needs: 'site',
    holds: ({ submission }) => submission.userAgent === verificationAgent,
  },
  { reason: 'dc_ip', needs: 'site', holds: ({ submission }) => submission.ipType === 'dc_ip' },
  { reason: 'threat_ip', needs: 'site', holds: ({ submission }) => submission.ipType === 'threat_ip' },
  {
    reason: 'site_hostname_allowlist',
    needs: 'site',
    holds: ({ site, submission }) => site !== undefined && !isHostnameAllowed(site.shields, submission.url.hostname),
  },
  {
    reason: 'site_page_blocklist',
    needs: 'site',
    holds: ({ site, submission }) => site !== undefined && isPageBlocked(site.shields, submission.url.pathname),
  },
  {
    reason: 'site_ip_blocklist',
    needs: 'site',
    holds: ({ site, submission }) => site?.shields.ips.has(submission.ip) === true,
  },
  {
    reason: 'site_country_blocklist',
    needs: 'facts',
    holds: ({ site, facts }) =>
      typeof facts?.country === 'string' && site?.shields.countries.has(facts.country) === true,
  },
  { reason: 'bot', needs: 'facts', holds: ({ facts }) => facts?.isBot === true },
  { reason: 'invalid', needs: 'facts', holds: ({ submission }) => !isComplete(submission) },
]

const rulesByStage = new Map<DropStage, readonly DropRule[]>(
  (['submission', 'site', 'facts'] as const).map((stage) => [stage, dropRules.filter((rule) => rule.needs === stage)]),
)

/** The first rule that holds at this stage, or undefined: the event is kept so far (spec/ingestion 8). */
export function findDrop(stage: DropStage, candidate: Candidate): DropRule | undefined {
  return rulesByStage.get(stage)?.find((rule) => rule.holds(candidate))
}
