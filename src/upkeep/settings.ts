// Changes of the first settings page of a site, in one transaction (spec/dashboard 11).
import { changeDomain, readTimezone } from '../registry/sites.ts'
import type { Store } from '../registry/store.ts'
import type { SettingsChanges } from '../rules/site-settings.ts'
import { getSiteById, writeSettings } from './sites.ts'
import { changeZone } from './timezone.ts'

/** Changes the given settings, all or none. After a change of zone, the history follows in the background. */
export async function changeSettings(
  store: Store,
  siteId: number,
  { domain, timezone, ...settings }: SettingsChanges,
): Promise<void> {
  await store.write(async (tx) => {
    if (domain !== undefined) await changeDomain(tx, siteId, domain)
    const site = await getSiteById(tx, siteId)
    const zone = timezone === undefined ? site.timezone : await readTimezone(tx, timezone)
    if (zone !== site.timezone) await changeZone(tx, site, zone)
    await writeSettings(tx, siteId, settings)
  })
}
