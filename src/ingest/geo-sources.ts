// Addresses from which `tidemark data update` takes a geolocation database: MaxMind with an account, or any address,
// with the month in it where it changes by month (docs/operate.md).

export interface GeoSettings {
  readonly geoUpdateUrl: string | undefined
  readonly maxmind: { readonly accountId: string; readonly licenseKey: string; readonly edition: string } | undefined
}

export interface GeoSource {
  /** Tried one after the other while the answer is 404. */
  readonly urls: readonly string[]
  /** Sent to the host of the address alone, never to one that it redirects to. */
  readonly authorization?: string
}

/** Mark in an address for the month, as 2026-11. */
const monthMark = /\{month\}/g

const monthOf = (time: Date, back: number): string =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - back)).toISOString().slice(0, 7)

/** The source of the settings, an address of the operator's own first. Undefined where nothing is set. */
export function geoSourceOf({ geoUpdateUrl, maxmind }: GeoSettings, now: Date): GeoSource | undefined {
  if (geoUpdateUrl !== undefined) {
    // A month's file appears in its first days.
    const months = monthMark.test(geoUpdateUrl) ? [monthOf(now, 0), monthOf(now, 1)] : ['']
    return {
      urls: months.map((month) => geoUpdateUrl.replaceAll(monthMark, month)),
      ...authorizationOf(maxmind, geoUpdateUrl),
    }
  }
  if (!maxmind) return undefined
  const url = `https://${maxmindHost}/geoip/databases/${encodeURIComponent(maxmind.edition)}/download?suffix=tar.gz`
  return { urls: [url], ...authorizationOf(maxmind, url) }
}

const maxmindHost = 'download.maxmind.com'

/** The account's own address alone gets its key. An address of the operator with MaxMind's path is a mirror. */
function authorizationOf(maxmind: GeoSettings['maxmind'], url: string): { authorization?: string } {
  if (!maxmind || !/^https?:\/\/[^/]+\/geoip\/databases\//.test(url)) return {}
  const { accountId, licenseKey } = maxmind
  return { authorization: `Basic ${Buffer.from(`${accountId}:${licenseKey}`).toString('base64')}` }
}
