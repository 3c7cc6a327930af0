// Decides which events are not kept. Order matters: the first rule that holds names the reason. Beside this table the
// operator's own list of spam hosts drops (ingest/accept), engagement without a visit (rules/session), and a record
// that the database refuses (ingest/record).
import { isBrowserAgent } from './device.ts'
import type { DropReason } from './drop-reasons.ts'
import { asciiHost } from './host.ts'
import type { Preset } from './presets.ts'
import { shieldTypeNames, shieldTypes } from './shield-types.ts'
import { isShielded, type LateFacts, type SiteShields } from './shields.ts'
import type { Submission } from './submission.ts'
import { spamHosts } from './tables/spam-hosts.ts'
import { verificationAgent } from './tables/verification-agent.ts'

/** The knowledge a rule needs: the request alone, the site too, the facts that a thread found out. */
export type DropStage = 'submission' | 'site' | 'facts'

/** The part of a Submission the rules look at. */
export type DropSubmission = Pick<
  Submission,
  'name' | 'referrerHost' | 'userAgent' | 'ip' | 'ipType' | 'receivedAtMs'
> &
  Partial<Pick<Submission, 'isPixel' | 'claim' | 'report' | 'isFromBrowser'>> & {
    readonly url: Pick<Submission['url'], 'hostname' | 'pathname'>
  }

/**
 * Everything known so far; a stage reads only the facts it needs. `site: undefined` at its stage is an unknown site.
 */
export type Candidate = {
  submission: DropSubmission
  site?:
    | {
        readonly shields: SiteShields
        readonly isConsolidated?: boolean
        readonly settings?: { readonly pixel: boolean; readonly preset?: Preset }
      }
    | undefined
  facts?: LateFacts | undefined
}

export type DropRule = { reason: DropReason; needs: DropStage; holds: (candidate: Candidate) => boolean }

/** The last check before a record is made; cannot normally hold after parseSubmission. */
function isComplete({ name, url, receivedAtMs }: DropSubmission): boolean {
  return name !== '' && url.hostname !== '' && url.pathname !== '' && Number.isSafeInteger(receivedAtMs)
}

export const dropRules: readonly DropRule[] = [
  {
    reason: 'unsigned_request',
    needs: 'submission',
    holds: ({ submission: { claim, report } }) => claim === 'request' && report === null,
  },
  {
    reason: 'spam_referrer',
    needs: 'submission',
    holds: ({ submission }) => spamHosts.has(asciiHost(submission.referrerHost)),
  },
  // A consolidated view has the events of its sites, never its own (spec/ingestion 7).
  { reason: 'not_found', needs: 'site', holds: ({ site }) => site === undefined || site.isConsolidated === true },
  // Nothing of a browser counts, whoever left a script on a page (spec/ingestion 26.2).
  {
    reason: 'script_off',
    needs: 'site',
    holds: ({ submission, site }) => submission.isFromBrowser === true && site?.settings?.preset === 'no_script',
  },
  {
    reason: 'pixel_off',
    needs: 'site',
    holds: ({ submission, site }) => submission.isPixel === true && site?.settings?.pixel !== true,
  },
  {
    reason: 'verification_agent',
    needs: 'site',
    holds: ({ submission }) => submission.userAgent === verificationAgent,
  },
  { reason: 'dc_ip', needs: 'site', holds: ({ submission }) => submission.ipType === 'dc_ip' },
  { reason: 'threat_ip', needs: 'site', holds: ({ submission }) => submission.ipType === 'threat_ip' },
  ...shieldTypeNames.toReversed().map(
    (type): DropRule => ({
      reason: shieldTypes[type].reason,
      needs: shieldTypes[type].needs,
      holds: (candidate) => candidate.site !== undefined && isShielded(candidate.site.shields, type, candidate),
    }),
  ),
  {
    reason: 'bot',
    needs: 'facts',
    // Programs that run no scripts are left out of the requests that the script misses.
    holds: ({ submission: { report, userAgent }, facts }) =>
      facts?.isBot === true || (report === 'request' && !isBrowserAgent(userAgent)),
  },
  { reason: 'invalid', needs: 'facts', holds: ({ submission }) => !isComplete(submission) },
]

const rulesByStage = new Map<DropStage, readonly DropRule[]>(
  (['submission', 'site', 'facts'] as const).map((stage) => [stage, dropRules.filter((rule) => rule.needs === stage)]),
)

/** The first rule that holds at this stage, or undefined: the event is kept so far (spec/ingestion 8). */
export function findDrop(stage: DropStage, candidate: Candidate): DropRule | undefined {
  return rulesByStage.get(stage)?.find((rule) => rule.holds(candidate))
}
