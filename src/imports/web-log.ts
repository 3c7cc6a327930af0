// Access logs of web servers -> pageviews, with the filters of ingestion (spec/ingestion 8) and those that a script
// makes needless: a script runs in browsers only, on pages only.
import { createHmac, hash } from 'node:crypto'
import { type Device, isBrowserAgent, parseDevice, userAgentLengthMax } from '../rules/device.ts'
import { findDrop } from '../rules/drops.ts'
import { daySeconds } from '../rules/durations.ts'
import { asciiHost, hostOfDomain } from '../rules/host.ts'
import { idleSeconds } from '../rules/lifetimes.ts'
import { lateFacts } from '../rules/shields.ts'
import { readReferrer } from '../rules/source.ts'
import { urlBytesMax } from '../rules/submission.ts'
import { exceedsBytes } from '../rules/text.ts'
import { hostOf, noHostname, type SplitUrl, splitUrl, stripWww } from '../rules/url.ts'
import type { LeftOut } from './check.ts'
import type { Converter, Found } from './convert.ts'
import type { ImportContext } from './import-context.ts'
import { ownText } from './keeping.ts'
import type { ImportSite } from './line.ts'
import { createLogReader } from './log-formats.ts'
import { isRequest, type LoggedRequest, lineKinds, type ReadLine } from './log-request.ts'
import { readRecords } from './reader.ts'
import { refuseUtf16 } from './strict-decoder.ts'

/** Kinds of requests that are no pageviews, in the plural, for people. */
const kinds = {
  method: 'requests with other methods than GET',
  status: 'errors and redirects',
  file: 'requests of files that are no pages',
  noAgent: 'requests without a user agent',
  bot: 'requests of bots and programs',
  host: 'requests of other hosts',
  shield: 'requests that a shield blocks',
  spam: 'requests with a referrer of spam',
  long: 'requests of addresses above 2,000 bytes',
} as const

/** Endings of files that browsers fetch for a page, or that people download. */
const fileEndings: ReadonlySet<string> = new Set(
  `7z aac apk atom avi avif bin bmp bz2 css csv deb dmg doc docx eot exe flac gif gz icns ico iso jpeg jpg js json m4a
  m4v map mjs mkv mov mp3 mp4 msi oga ogg ogv otf pdf png ppt pptx rar rpm rss svg svgz swf tar tgz tif tiff ttf txt
  wasm wav webm webmanifest webp woff woff2 xls xlsx xml xz yml zip`.split(/\s+/),
)
const ending = /\.([a-z0-9]+)$/
/** Addresses that no person opens. */
const machineFolder = /^\/(?:\.well-known|_next|api|cdn-cgi|feed|graphql|wp-(?:admin|content|includes|json))(?:\/|$)/
const machineFile = /\/(?:feed\/?|wp-login\.php|wp-cron\.php|xmlrpc\.php)$/

function isFile(pathname: string): boolean {
  const path = pathname.toLowerCase()
  return fileEndings.has(ending.exec(path)?.[1] ?? '') || machineFolder.test(path) || machineFile.test(path)
}

/** Agents that were parsed, under their text: a log repeats them. */
function createDevices(): (userAgent: string) => Device {
  const known = new Map<string, Device>()
  return (userAgent) => {
    // Longer ones are cut there, and 10,000 of them must not fill the memory.
    const key = userAgent.slice(0, userAgentLengthMax)
    const found = known.get(key)
    if (found) return found
    const device = parseDevice(key)
    if (known.size >= 10_000) known.clear()
    known.set(ownText(key), device)
    return device
  }
}

/**
 * Visitors as live traffic has them: an address and an agent on a day of UTC, under a key that is never stored. A visit
 * that goes on over midnight keeps its visitor.
 */
function createVisitors(key: Buffer) {
  const seen = new Map<string, { day: number; at: number }>()
  const idOf = (who: string, day: number) => createHmac('sha256', key).update(`${day} ${who}`).digest('base64url')
  let swept = 0
  return (ip: string, userAgent: string, at: number): string => {
    const sent = `${ip} ${userAgent}`
    const who = sent.length > userAgentLengthMax ? hash('sha256', sent, 'base64url') : sent
    const today = Math.floor(at / daySeconds)
    const last = seen.get(who)
    const goesOn = last !== undefined && last.day === today - 1 && Math.abs(at - last.at) <= idleSeconds
    const day = goesOn ? last.day : today
    seen.set(who, { day, at })
    if (today > swept) {
      for (const [one, { at: then }] of seen) if (at - then > idleSeconds) seen.delete(one)
      swept = today
    }
    return idOf(who, day)
  }
}

const isOfSite = (hostname: string, home: string): boolean => {
  const host = asciiHost(hostname)
  return host === home || host.endsWith(`.${home}`)
}

/** The kind of requests that this one is left out with, as far as the line alone says. */
function sortRequest({ method, status, userAgent, type }: LoggedRequest, url: SplitUrl): string | undefined {
  if (method !== 'GET') return kinds.method
  if ((status < 200 || status > 299) && status !== 304) return kinds.status
  if (type !== '' && !/^(?:text\/html|application\/xhtml)/i.test(type)) return kinds.file
  if (isFile(url.pathname)) return kinds.file
  if (userAgent === '') return kinds.noAgent
  return undefined
}

/** The kind that the rules of ingestion leave it out with. */
function dropOf(
  { ip, referrer, userAgent }: LoggedRequest,
  { url, at, device, context }: { url: SplitUrl; at: number; device: Device; context: ImportContext },
): string | undefined {
  const { host } = readReferrer(referrer, url.hostname)
  const { shields } = context
  const submission = { name: 'pageview', url, referrerHost: host, userAgent, ip, ipType: null, receivedAtMs: at * 1000 }
  if (context.isSpamHost(asciiHost(host)) || findDrop('submission', { submission })) return kinds.spam
  if (findDrop('site', { submission, site: { shields } })) return kinds.shield
  const facts = lateFacts(device, context.placeOf(ip))
  const drop = findDrop('facts', { submission, site: { shields }, facts })
  if (drop?.reason === 'bot' || !isBrowserAgent(userAgent)) return kinds.bot
  return drop && kinds.shield
}

const hasScheme = /^[a-z][a-z0-9+.-]{0,30}:\/\//i
const isWeb = /^https?:\/\//i

/** The address of the page; undefined for a target that is no page, such as `*` or a host and a port. */
function addressOf({ host, target }: LoggedRequest, home: string): string | undefined {
  if (isWeb.test(target)) return target
  if (!target.startsWith('/')) return undefined
  return `https://${host === '' ? home : hostOf(host) || noHostname}${target}`
}

/** Zeros stand where a file was cut while its server wrote on (copytruncate). They are no part of a line. */
async function* withoutZeros(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) refuseUtf16(piece)
    isFirst = false
    if (!piece.includes(0)) yield piece
    else yield piece.filter((byte) => byte !== 0) as Buffer
  }
}

/** Longer lines are not read: a request line and its headers take some kilobytes. */
const lineBytesMax = 65_536

/** A line that is no request: the kind that it is left out with, or its fault. */
export type NoRequest = LeftOut | { readonly number: number; readonly fault: string }

/** Reads the lines of a log; gives what `convert` makes of each request. */
export async function* readLog<Item>(
  pieces: AsyncIterable<Buffer>,
  convert: (request: LoggedRequest, number: number) => Item,
): AsyncGenerator<Item | NoRequest> {
  const read = createLogReader()
  const toItem = (line: ReadLine, number: number): Item | NoRequest | undefined => {
    if (line === null) return undefined
    if (typeof line === 'string') return { number, fault: line }
    return isRequest(line) ? convert(line, number) : line
  }
  for await (const records of readRecords(withoutZeros(pieces)))
    for (const { text, number } of records) {
      const isTooLong = exceedsBytes(text, lineBytesMax)
      const item = isTooLong ? { leftOut: lineKinds.tooLong } : toItem(read(text), number)
      if (item !== undefined) yield item
    }
}

/** A request that is a pageview. */
export interface LoggedPage {
  readonly address: string
  readonly url: SplitUrl
  readonly device: Device
}

/** Makes the function that tells pageviews of a site from all other requests. */
export function createPages({ site, context }: { site: Pick<ImportSite, 'domain'>; context: ImportContext }) {
  const deviceOf = createDevices()
  const home = asciiHost(stripWww(hostOfDomain(site.domain)))
  return (request: LoggedRequest): LoggedPage | LeftOut => {
    const address = addressOf(request, home)
    if (address === undefined) return { leftOut: request.method === 'GET' ? lineKinds.other : kinds.method }
    const url = splitUrl(address)
    const leftOut = isOfSite(url.hostname, home) ? sortRequest(request, url) : kinds.host
    if (leftOut) return { leftOut }
    if (exceedsBytes(address, urlBytesMax)) return { leftOut: kinds.long }
    const device = deviceOf(request.userAgent)
    const dropped = dropOf(request, { url, at: request.at, device, context })
    return dropped ? { leftOut: dropped } : { address, url, device }
  }
}

/** Reads access logs. */
export const convertWebLog: Converter = async function* (texts, { site, context, key }): AsyncGenerator<Found> {
  const visitorOf = createVisitors(key)
  const pageOf = createPages({ site, context })
  const convert = (request: LoggedRequest, number: number): Found => {
    const { at, ip, userAgent } = request
    const page = pageOf(request)
    if ('leftOut' in page) return page
    const { address, device } = page
    const { country, region, city } = context.placeOf(ip)
    return {
      number,
      line: {
        timestamp: new Date(at * 1000).toISOString(),
        name: 'pageview',
        visitor: visitorOf(ip, userAgent, at),
        url: address,
        // A stored referrer has no scheme. A referrer that was sent without one does not count, as in live traffic.
        referrer: hasScheme.test(request.referrer) ? request.referrer : undefined,
        ...{ country, region, city, device: device.device, browser: device.browser, os: device.os },
        ...{ browser_version: device.browserVersion, os_version: device.osVersion },
      },
    }
  }
  for await (const { pieces } of texts()) yield* readLog(pieces, convert)
}
