// Types of shields: a site's own rules about events that are not counted (spec/ingestion 9, spec/management 10). Pages
// read this table too, so it holds plain data; how each type checks a value and an event is in shields.ts.

interface ShieldTypeEntry {
  /** Most rules of the type at a site. */
  readonly max: number
  /** `allow` drops events that no rule names, `deny` those that one names. */
  readonly action: 'allow' | 'deny'
  /** Why its events are dropped; the words for people are in words/en/drops.ts. */
  readonly reason: string
  /** `site`: the request says enough. `facts`: a thread looks the event's place up first. */
  readonly needs: 'site' | 'facts'
  /** A value, in the help of the command. */
  readonly help: string
}

/** The order of tabs and lists. Events meet the rules in the opposite order: the first that holds names the reason. */
export const shieldTypes = {
  ip: { max: 30, action: 'deny', reason: 'site_ip_blocklist', needs: 'site', help: 'one address' },
  country: { max: 30, action: 'deny', reason: 'site_country_blocklist', needs: 'facts', help: 'ISO code, ZZ: unknown' },
  network: {
    max: 30,
    action: 'deny',
    reason: 'site_network_blocklist',
    needs: 'facts',
    help: 'AS number, or hosting for data centres',
  },
  page: {
    max: 30,
    action: 'deny',
    reason: 'site_page_blocklist',
    needs: 'site',
    help: 'starts with /, * and ** match any characters',
  },
  hostname: {
    max: 10,
    action: 'allow',
    reason: 'site_hostname_allowlist',
    needs: 'site',
    help: 'an allow list; without one every hostname counts',
  },
} as const satisfies Readonly<Record<string, ShieldTypeEntry>>

export type ShieldType = keyof typeof shieldTypes
export type ShieldReason = (typeof shieldTypes)[ShieldType]['reason']

export const shieldTypeNames = Object.keys(shieldTypes) as readonly ShieldType[]

/** The value of a rule about all networks of data centres. */
export const hostingValue = 'hosting'

/** The value of a rule about addresses without a country, as CLDR calls an unknown region. */
export const unknownCountry = 'ZZ'
