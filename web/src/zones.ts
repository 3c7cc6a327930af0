// Time zones to choose from, and the browser's own as the first guess.

/** The service writes Greenwich's time so; browsers write it in several ways. */
const UTC = 'Etc/UTC'

export function zones(): string[] {
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
  return [...new Set([...all, zoneOfBrowser(), UTC])].sort()
}

export function zoneOfBrowser(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return !zone || zone === 'UTC' ? UTC : zone
}
