// Changes of the first settings page of a site, in one transaction (spec/dashboard 11).
import { changeDomain, readTimezone } from '../registry/sites.ts'
import type { Store } from '../registry/store.ts'
import { keepMonths } from './retention.ts'
import { getSiteById } from './sites.ts'
import { changeZone } from './timezone.ts'

export interface SettingsChanges {
  readonly domain?: unknown
  readonly timezone?: string | undefined
  /** Null keeps raw rows for ever. */
  readonly retentionMonths?: number | null | undefined
}

/** Changes what is given, all of it or nothing; what the zone decides of the history follows in the background. */
export async function changeSettings(
  store: Store,
  siteId: number,
  { domain, timezone, retentionMonths }: SettingsChanges,
): Promise<void> {
  await store.write(async (tx) => {
    if (domain !== undefined) await changeDomain(tx, siteId, domain)
    const site = await getSiteById(tx, siteId)
    const zone = timezone === undefined ? site.timezone : await readTimezone(tx, timezone)
    if (zone !== site.timezone) await changeZone(tx, site, zone)
    if (retentionMonths !== undefined) await keepMonths(tx, siteId, retentionMonths)
  })
}
