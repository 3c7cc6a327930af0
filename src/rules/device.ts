// Browser, system and device of a visitor, from the User-Agent header. spec/ingestion 11 lists the stored names. The
// time is bounded for any text.
import { type CrawlerAgent, crawlerAgents, userAgentParser } from '../on-demand.ts'
import { findReader } from './crawlers.ts'
import { browserNames, desktopSystems, inAppBrowsers, systemNames, tabletModels } from './tables/devices.ts'
import { cleanText } from './text.ts'

export type Device = {
  browser: string | null
  browserVersion: string | null
  os: string | null
  osVersion: string | null
  device: 'Mobile' | 'Tablet' | 'Desktop' | null
  isBot: boolean
}

/** Longer user agents are cut before parsing: real ones have 100 to 300 characters, 8 KB of junk must cost no more. */
export const userAgentLengthMax = 512

const unknown: Device = Object.freeze({
  browser: null,
  browserVersion: null,
  os: null,
  osVersion: null,
  device: null,
  isBot: false,
})

/**
 * Every known bot in one expression; plain HTTP libraries are no bots: servers must be able to post (spec/ingestion 8).
 */
interface Known {
  readonly bots: RegExp
  readonly libraries: RegExp
}

const isLibrary = (crawler: CrawlerAgent) => crawler.tags?.includes('http-library') === true
const anyOf = (list: readonly CrawlerAgent[]) => new RegExp(list.map((crawler) => crawler.pattern).join('|'))

function readKnown(): Known {
  const all = crawlerAgents()
  return { bots: anyOf(all.filter((crawler) => !isLibrary(crawler))), libraries: anyOf(all.filter(isLibrary)) }
}

let known: Known | undefined

/** HeadlessChrome, HeadlessEdg and their kin. */
const headless = /\bHeadless[A-Z]/

/** Agents that call themselves a bot without being on a list. CUBOT makes phones. */
const selfDeclaredBot = /(?:(?<!\bcu)bot|crawler|spider)(?![a-z])/i

/** True for crawlers, monitors and headless browsers (spec/ingestion 8). */
export function isBot(userAgent: string): boolean {
  const text = cut(userAgent)
  known ??= readKnown()
  const { bots, libraries } = known
  return (
    headless.test(text) ||
    bots.test(text) ||
    (selfDeclaredBot.test(text) && !libraries.test(text)) ||
    findReader(text) !== undefined
  )
}

/** Browsers begin so, and programs that claim to be one. */
const browserAgent = /^(?:Mozilla|Opera)\//

/**
 * True for agents that may run a script.
 * @example isBrowserAgent('curl/8.5.0') // false
 */
export const isBrowserAgent = (userAgent: string): boolean => browserAgent.test(userAgent)

function cut(userAgent: string): string {
  return userAgent.length > userAgentLengthMax ? userAgent.slice(0, userAgentLengthMax) : userAgent
}

/** Browser, system, device class and whether it is a bot (spec/ingestion 11). Callers cache it by user agent. */
export function parseDevice(userAgent: string): Device {
  const text = cleanText(cut(userAgent))
  if (text === '') return unknown
  const { UAParser } = userAgentParser()
  const parsed = new UAParser(text)
  const system = parsed.getOS()
  const os = systemOf(text, system.name)
  const { name, version } = browserOf(text, parsed.getBrowser(), os)
  return {
    browser: name,
    browserVersion: name === mobileApp ? null : twoComponents(version),
    os,
    osVersion: os === null || system.version === 'TV' ? null : twoComponents(system.version),
    device: classOf(text, parsed.getDevice().type, os),
    isBot: isBot(text),
  }
}

const mobileApp = 'Mobile App'

function browserOf(
  text: string,
  browser: { name?: string | undefined; version?: string | undefined },
  os: string | null,
): { name: string | null; version: string | undefined } {
  const { name, version } = browser
  if (name === undefined) return { name: /\bFB(?:AN|AV)\//.test(text) ? mobileApp : null, version: undefined }
  if (inAppBrowsers.has(name.toLowerCase())) return { name: mobileApp, version: undefined }
  // The engine alone: on iOS that is an app's web view, elsewhere nothing is known.
  if (name.toLowerCase() === 'webkit') return { name: os === 'iOS' ? mobileApp : null, version: undefined }
  const mapped = browserNames.get(name.toLowerCase())
  return { name: mapped === undefined ? name : mapped, version: mapped === null ? undefined : version }
}

function systemOf(text: string, name: string | undefined): string | null {
  if (name === undefined || text.includes('J2ME/')) return null
  return systemNames.get(name.toLowerCase()) ?? name
}

/** `70.0.3538.110` -> `70.0`, `16` -> `16` (spec/ingestion 11). */
function twoComponents(version: string | undefined): string | null {
  if (!version) return null
  const first = version.indexOf('.')
  const second = first < 0 ? -1 : version.indexOf('.', first + 1)
  return second < 0 ? version : version.slice(0, second)
}

const classes: ReadonlyMap<string, Device['device']> = new Map([
  ['mobile', 'Mobile'],
  ['wearable', 'Mobile'],
  ['tablet', 'Tablet'],
  ['console', 'Desktop'],
  ['smarttv', 'Desktop'],
])

function classOf(text: string, type: string | undefined, os: string | null): Device['device'] {
  if (/\bSmart-?TV\b/i.test(text)) return 'Desktop'
  // Of embedded devices only cars have a class.
  if (type === 'embedded') return /\btesla\b/i.test(text) ? 'Tablet' : null
  // Tablets ask for the pages of phones by the word Mobile; their model tells them apart (spec/ingestion 11.5).
  if (os === 'Android' && tabletModels.test(/\(([^)]*)/.exec(text)?.[1] ?? '')) return 'Tablet'
  if (type !== undefined) return classes.get(type) ?? null
  if (os === null) return null
  if (os === 'Android') return /\bMobile\b/.test(text) ? 'Mobile' : 'Tablet'
  return desktopSystems.has(os) ? 'Desktop' : null
}
