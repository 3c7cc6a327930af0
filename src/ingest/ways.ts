// The lanes that a submission goes by. Traffic that lies in one database has one way for all its domains; on a cluster
// each part of the traffic has a way of its own (docs/scale.md).
import { ownPart, type Part } from '../db/parts.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import type { Settle, Way } from './lanes.ts'

/** One way of a submission, with the domains whose events take it. */
export interface DomainsWay extends Way {
  readonly domains: readonly string[]
}

/** The part that holds a site's visitors of this stripe; null if traffic is not divided. */
export function partOf(
  directory: Pick<Directory, 'layout'>,
  site: Pick<SiteView, 'id' | 'stripeParts'> | undefined,
  stripe: number,
): Part {
  const layout = directory.layout()
  return layout.length === 0 ? null : (site?.stripeParts[stripe] ?? ownPart(layout, site?.id ?? 0))
}

/**
 * The ways of a submission: one, or one for each part that holds its sites. Domains without a site take the first, so
 * that their drops are counted once.
 */
export function waysOf(
  directory: Pick<Directory, 'find' | 'layout'>,
  domains: readonly string[],
  stripe: number,
): readonly DomainsWay[] {
  const layout = directory.layout()
  if (layout.length === 0) return [{ lane: stripe, part: null, domains }]
  const byPart = new Map<Part, string[]>()
  const unknown: string[] = []
  for (const domain of domains) {
    const site = directory.find(domain)
    if (!site) {
      unknown.push(domain)
      continue
    }
    const part = partOf(directory, site, stripe)
    const known = byPart.get(part)
    if (known) known.push(domain)
    else byPart.set(part, [domain])
  }
  if (byPart.size === 0) byPart.set(layout[0]!, [])
  return Array.from(byPart, ([part, own], index) => ({
    lane: layout.indexOf(part!),
    part,
    domains: index === 0 ? [...own, ...unknown] : own,
  }))
}

/** Settles a submission once all its ways have settled: with the sum of its drops, or as refused if one refused it. */
export function settleOnce(ways: number, settle: Settle): Settle {
  if (ways === 1) return settle
  let sum = 0
  let isRefused = false
  let left = ways
  return (outcome) => {
    if (outcome === 'refused') isRefused = true
    else sum += outcome
    left -= 1
    if (left === 0) settle(isRefused ? 'refused' : sum)
  }
}
