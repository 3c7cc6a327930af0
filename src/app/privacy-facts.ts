// Collects the settings that decide the facts for a site's privacy statement: its own, the tracker's, its shields, its
// properties, and the database of places.

import type { Config } from '../config.ts'
import { findPlaceDetail } from '../ingest/place-detail.ts'
import type { Registry } from '../registry/registry.ts'
import type { CountedSite } from '../rules/privacy-facts.ts'
import { shieldTypeNames } from '../rules/shield-types.ts'
import { createPropertyKeys } from '../stats/live/property-keys.ts'

type Reading = Parameters<typeof createPropertyKeys>[0]

export interface PrivacyFactsOptions extends Reading {
  readonly registry: Pick<Registry, 'sites' | 'trackerConfigs' | 'shields' | 'goals'>
  readonly config: Pick<Config, 'baseUrl' | 'geoDatabase' | 'asnDatabase' | 'dataDir'>
}

/** Makes the function that describes a site by its id, as its settings are now. */
export function createCountedSites(options: PrivacyFactsOptions): (siteId: number) => Promise<CountedSite> {
  const { registry, config } = options
  const findKeys = createPropertyKeys(options)
  return async (siteId) => {
    const [site, measured, shields, goals, keys, place] = await Promise.all([
      registry.sites.record(siteId),
      registry.trackerConfigs.get(siteId),
      registry.shields.list(siteId),
      registry.goals.list(siteId),
      findKeys({ memberSiteIds: [siteId] }, { kind: 'people', name: 'privacy facts' }),
      findPlaceDetail(config),
    ])
    const revenue = goals.filter(({ currency }) => currency !== null)
    return {
      domain: site.domain,
      service: config.baseUrl.replace(/\/+$/, ''),
      preset: site.preset,
      pixel: site.pixel,
      retentionMonths: site.retention_months,
      place,
      measured,
      properties: [...new Set([...site.custom_properties, ...keys])],
      revenueEvents: [...new Set(revenue.map(({ eventName }) => eventName ?? ''))],
      shields: Object.fromEntries(
        shieldTypeNames.map((type) => [type, shields.filter((one) => one.type === type).map(({ value }) => value)]),
      ) as unknown as CountedSite['shields'],
      knowsNetworks: config.asnDatabase !== undefined,
    }
  }
}
