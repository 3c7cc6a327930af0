// From a submission to entries of lanes: for each of its sites an event, or the reason why it is dropped.
import type { SiteView } from '../registry/directory.ts'
import { findDrop } from '../rules/drops.ts'
import { convertAmount } from '../rules/revenue.ts'
import type { Submission } from '../rules/submission.ts'
import { createContents } from './contents.ts'
import { type EventRevenue, hourOf } from './event.ts'
import type { SpelledHosts } from './host-spellings.ts'
import type { Intake } from './intake.ts'
import type { Entry } from './lanes.ts'
import type { OperatorFiles } from './operator-files.ts'
import type { SentItem } from './wire.ts'

export type Spelled = ReadonlyMap<number, SpelledHosts>

/** The hosts of a submission as each of its sites spells them, by the site's id. */
export async function spellFor({ directory, spellings }: Intake, submission: Submission): Promise<Spelled> {
  const hosts = { hostname: submission.url.hostname, referrer: submission.referrer }
  const sites = new Set(submission.domains.flatMap((domain) => directory.find(domain) ?? []))
  const spelled = Array.from(sites, async (site) => [site.id, await spellings.spellAll(site, hosts)] as const)
  return new Map(await Promise.all(spelled))
}

/**
 * Adds to an entry, for each of these domains of the submission, its event or the reason why the event is dropped.
 * `sent`: a program sent it, for the one site of its domains.
 */
export function addEvents(
  { directory, files }: Intake,
  submission: Submission,
  stripe: number,
  domains: readonly string[],
  entry: Entry,
  spelled: Spelled | undefined,
  sent?: SentItem,
): void {
  const at = submission.receivedAtMs / 1000
  const drop =
    findDrop('submission', { submission })?.reason ??
    (files.isSpamHost(submission.referrerHost) ? 'spam_referrer' : undefined)
  const contents = createContents(submission)
  for (const domain of domains) {
    const site = directory.find(domain)
    const reason = drop ?? findDrop('site', { submission, site })?.reason
    if (reason !== undefined || site === undefined) {
      entry.addDrop(site?.id ?? 0, hourOf(at), reason ?? 'not_found')
      continue
    }
    const { pathname, props, query, isReferrerCut } = contents(site)
    const { hostname, referrer } = spelled?.get(site.id) ?? {
      hostname: submission.url.hostname,
      referrer: submission.referrer,
    }
    entry.addItem(site, {
      stripe,
      at,
      name: submission.name,
      hostname,
      pathname,
      domain,
      props,
      interactive: submission.interactive,
      scrollDepth: submission.scrollDepth,
      engagementTimeMs: submission.engagementTimeMs,
      userAgent: submission.userAgent,
      ip: submission.ip,
      ipType: submission.ipType,
      referrerHost: referrer?.host ?? null,
      referrerPath: isReferrerCut ? '' : (referrer?.path ?? ''),
      query,
      revenue: revenueOf(submission, site, files),
      report: submission.report,
      ...(sent && { sent }),
    })
  }
}

/** The revenue of an event when the site has a goal that says so (spec/ingestion 17). */
function revenueOf(
  { revenue, name }: Submission,
  site: SiteView,
  files: Pick<OperatorFiles, 'currencyRates'>,
): EventRevenue | null {
  const currency = revenue === null ? undefined : site.revenueGoals.get(name)
  if (revenue === null || currency === undefined) return null
  const amount = convertAmount(revenue.amount, revenue.currency, currency, files.currencyRates())
  return {
    sourceAmount: revenue.amount,
    sourceCurrency: revenue.currency,
    amount,
    currency: amount === null ? null : currency,
  }
}
