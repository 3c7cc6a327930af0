// Lines of the common and the combined log format, and what servers make of them: hosts, chains of proxies and further
// fields before the time and behind the user agent; the format of Nginx Proxy Manager. Each line is read once from left
// to right: what stands in it comes from strangers.
import {
  isAddress,
  isRequest,
  type LoggedRequest,
  lineKinds,
  type ReadLine,
  readChain,
  readTime,
  splitRequest,
  undoEscapes,
  visitorOf,
} from './log-request.ts'

const unknownLine = 'no line of a log that is known'

/** The longest time between brackets. */
const timeLengthMax = 40
const zone = /(?:Z|[+-]\d\d:?\d\d)$/

/** The first text in brackets that is a time with its zone: where the brackets begin and end, and the time. */
function findTime(line: string): { from: number; to: number; at: number } | undefined {
  for (let from = line.indexOf('['); from >= 0; from = line.indexOf('[', from + 1)) {
    const to = line.slice(from, from + timeLengthMax).indexOf(']')
    const text = to < 0 ? '' : line.slice(from + 1, from + to)
    const at = zone.test(text) ? readTime(text) : undefined
    if (at !== undefined) return { from, to: from + to + 1, at }
  }
  return undefined
}

const quote = 0x22
const backslash = 0x5c

/** The index of the quote that closes the text from `from` on; -1 without a closing quote. */
function endOfQuotes(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
  return -1
}

interface Quoted {
  readonly text: string
  /** The text between the quotes before and these. */
  readonly before: string
  /** The place behind the closing quote. */
  readonly to: number
}

/** Texts in quotes from `from` on, with their escapes; an open quote ends the reading. More than `max` are not read. */
function readQuoted(line: string, from: number, max: number): readonly Quoted[] {
  const found: Quoted[] = []
  for (let at = from; found.length < max; ) {
    const begin = line.indexOf('"', at)
    const end = begin < 0 ? -1 : endOfQuotes(line, begin)
    if (end < 0) break
    found.push({ text: line.slice(begin + 1, end), before: line.slice(at, begin), to: end + 1 })
    at = end + 1
  }
  return found
}

/** The value of a field: `-` stands for nothing. */
const valueIn = (text: string): string => (text === '-' ? '' : undoEscapes(text))

const wordsMax = 40
const hostText = /^[\p{L}\d_](?:[\p{L}\p{M}\d._-]*)(?::\d{1,5})?:?$/u

/** True for a word that can only be a host: with a dot or a port, and with a letter. */
const isHost = (word: string): boolean =>
  word.length <= 262 &&
  hostText.test(word) &&
  /\p{L}/u.test(word) &&
  (word.includes('.') || word === 'localhost' || /:\d/.test(word))

/** Ports of servers: an address with one of them is where a request went, not where it came from. */
const isServerPort = (word: string): boolean => {
  const port = /^(?:[\d.]{7,15}|\[[\da-f:.]{2,45}\]):(\d{1,5})$/i.exec(word)?.[1]
  return port !== undefined && (Number(port) < 1_024 || ['8000', '8080', '8443', '8888'].includes(port))
}

interface Word {
  readonly text: string
  /** It stands in brackets, or follows a word that does and that does not close them. */
  readonly isWrapped: boolean
}

const opening = /^[("[]+/
const closing = /[)"\]]+$/

/** The words before the time. Brackets and quotes may hold several words. */
function readWords(text: string): readonly Word[] | undefined {
  const words: Word[] = []
  let isOpen = false
  for (const sent of text.split(' ')) {
    if (sent === '' || sent === 'client' || sent === '[client') {
      isOpen ||= sent === '[client'
      continue
    }
    if (words.length === wordsMax) return undefined
    if (isAddress(sent)) {
      words.push({ text: sent, isWrapped: isOpen || sent.endsWith(']') })
      continue
    }
    const inner = sent.replace(opening, '')
    const bare = inner.replace(closing, '')
    isOpen ||= inner !== sent
    words.push({ text: bare, isWrapped: isOpen })
    if (bare !== inner) isOpen = false
  }
  return words
}

/** The addresses of a word, which may be a part of a list; undefined for a word that is no part of one. */
function addressesOf(word: string, next: string | undefined): readonly string[] | undefined {
  const chain = readChain(word)
  if (chain) return chain
  // A proxy passes on whatever a client sends: texts in the list that are no address are passed over.
  return word.endsWith(',') && next !== undefined ? [] : undefined
}

/** Host and addresses that stand before the time. */
interface Before {
  readonly host: string
  /** The address that connected; empty if only a list of addresses is known. */
  readonly peer: string
  /** Addresses that proxies name. */
  readonly chain: readonly string[]
}

/** The virtual host that stands before the address, with its port. */
function hostBefore([first, second, third]: readonly Word[]): string {
  const next = second?.text === '-' ? third : second
  if (first === undefined || next === undefined || addressesOf(next.text, '') === undefined) return ''
  return isHost(first.text) || isServerPort(first.text) ? first.text.replace(/:$/, '') : ''
}

/** The host that some formats have between address and user: `1.2.3.4 shop.example - [`. */
function hostBehind(words: readonly string[]): string {
  const [first = '', second = '', third = ''] = words
  if ((words.length === 2 || words.length === 3) && isHost(first)) return first
  return words.length === 4 && first === '-' && isHost(second) && isHost(third) ? third : ''
}

/** True for a dash among addresses: a field that is empty, and not yet the name of a user. */
function isBetween(words: readonly Word[], at: number, found: number): boolean {
  const [next, behind] = [words[at + 1], words[at + 2]]
  // A user's name may be an address; one word has to be left for the user.
  return found === 0 || next?.isWrapped === true || (next !== undefined && behind !== undefined && isAddress(next.text))
}

/** Reads the words before the time. A text is a fault. */
function readBefore(text: string): Before | { leftOut: string } | string {
  const words = readWords(text)
  if (!words) return unknownLine
  const host = hostBefore(words)
  const plain: string[] = []
  const wrapped: string[] = []
  let wrappedFirst = false
  let at = host === '' ? 0 : 1
  for (; at < words.length; at++) {
    const { text: word, isWrapped } = words[at]!
    const next = words[at + 1]
    const found =
      word === '-' && isBetween(words, at, plain.length + wrapped.length) ? [] : addressesOf(word, next?.text)
    if (!found) break
    if (isWrapped) {
      wrappedFirst ||= plain.length === 0
      wrapped.push(...found)
    } else plain.push(...found)
  }
  if (plain.length + wrapped.length === 0) return withoutAddress(words.map((word) => word.text))
  const behind = words.slice(at).map((word) => word.text)
  const hostAfter = hostBehind(behind)
  // Of more words than a name and a user, only a user's may be several.
  if (behind.length > 2 && behind[0] !== '-' && hostAfter === '') return unknownLine
  const known = { host: host || hostAfter }
  // A list that stands first was put there because of it; one in brackets behind an address is that peer's word.
  if (wrapped.length > 0 && !wrappedFirst) return { ...known, peer: plain.at(-1)!, chain: wrapped }
  const all = [...wrapped, ...plain]
  return all.length === 1 ? { ...known, peer: all[0]!, chain: [] } : { ...known, peer: '', chain: all }
}

/** A line without an address: its visitor is a name that was looked up, nothing, or not to be found. */
function withoutAddress(words: readonly string[]): Before | { leftOut: string } | string {
  const [first = '', second = ''] = words
  if (first === 'unix:') return { host: '', peer: first, chain: [] }
  if (isHost(first) && second === 'unix:') return { host: first, peer: second, chain: [] }
  if (words.length > 0 && words.every((word) => /^(?:-|unknown)$/i.test(word))) return { leftOut: lineKinds.noAddress }
  if (words.some(isAddress)) return `${unknownLine}: "${first.slice(0, 40)}" before the address`
  const isName = words.length <= 4 && (isHost(first) || (second === '-' && /^\w[\w-]*$/.test(first)))
  return isName ? { leftOut: lineKinds.named } : `${unknownLine}: no address before the time`
}

/** Fields between time and request that say nothing of a page: durations, numbers. */
const isNumeric = (word: string): boolean => /^[-\d.,()s]*$/.test(word)

/** Browsers begin so; no referrer does. */
const isBrowser = (text: string): boolean => /^(?:Mozilla|Opera)\//.test(text)

/** Referrer and user agent among the texts behind the status; undefined if it is not plain which is which. */
function readAgents(quoted: readonly Quoted[]): { referrer: string; userAgent: string } | undefined {
  const [first, second] = quoted
  if (first === undefined) return { referrer: '', userAgent: '' }
  const isFirstAgent = isBrowser(first.text)
  if (second !== undefined && !second.before.split(' ').every(isNumeric)) return undefined
  if (second === undefined)
    return isFirstAgent
      ? { referrer: '', userAgent: valueIn(first.text) }
      : { referrer: valueIn(first.text), userAgent: '' }
  // Some formats have them the other way round.
  const isTurned = isFirstAgent && !isBrowser(second.text)
  const [referrer, userAgent] = isTurned ? [second, first] : [first, second]
  return { referrer: valueIn(referrer.text), userAgent: valueIn(userAgent.text) }
}

/** The addresses of a field behind the user agent, which proxies named. */
function chainBehind(quoted: readonly Quoted[]): readonly string[] {
  for (const { text } of quoted.slice(2)) {
    const chain = readChain(undoEscapes(text))
    if (chain && !chain.some(isServerPort)) return chain
  }
  return []
}

interface Found {
  readonly at: number
  readonly before: string
  readonly between: string
  readonly request: string
  readonly status: number
  readonly quoted: readonly Quoted[]
}

/** How many fields in quotes are looked at. */
const quotedMax = 24

function findParts(line: string): Found | undefined {
  const time = findTime(line)
  if (!time) return undefined
  const quoted = readQuoted(line, time.to, quotedMax)
  // Addresses of proxies may stand in quotes before the request.
  const index = quoted.findIndex(({ to }) => /^ \d{3}(?: |$)/.test(line.slice(to, to + 5)))
  if (index < 0) return undefined
  const request = quoted[index]!
  const head = quoted.slice(0, index).map(({ before, text }) => `${before}"${text}"`)
  const rest = quoted.slice(index + 1)
  // Sizes and durations, and nothing else, stand between the status and the referrer.
  const sizes = rest[0]?.before
  if (sizes !== undefined && !(sizes.endsWith(' ') && sizes.split(' ').every(isNumeric))) return undefined
  // Without quotes an agent cannot be told from other fields.
  if (
    rest.length < 2 &&
    !line
      .slice((rest[0] ?? request).to)
      .split(' ')
      .slice(rest.length === 0 ? 2 : 0)
      .every(isNumeric)
  )
    return undefined
  return {
    at: time.at,
    before: line.slice(0, time.from),
    between: [...head, request.before].join(''),
    request: request.text,
    status: Number(line.slice(request.to + 1, request.to + 4)),
    quoted: rest,
  }
}

/** Host and addresses: before the time, or behind it if the line begins with the time. */
function readWho({ before, between }: Found): Before | { leftOut: string } | string {
  if (before.trim() === '') return readBefore(between)
  const who = readBefore(before)
  if (typeof who === 'string' || 'leftOut' in who) return who
  const [word, ...others] = between.split(' ').filter((one) => !isNumeric(one))
  if (word === undefined) return who
  const host = word.replace(/^"|"$/g, '')
  if (others.length > 0 || !isHost(host)) return `${unknownLine}: "${word.slice(0, 40)}" before the request`
  return { ...who, host: who.host || host }
}

/** A line of the combined format, with further fields or fewer. */
function readCombined(line: string): ReadLine | undefined {
  const found = findParts(line)
  if (!found) return undefined
  const who = readWho(found)
  if (typeof who === 'string' || 'leftOut' in who) return who
  const request = splitRequest(undoEscapes(found.request))
  const agents = readAgents(found.quoted)
  if (!agents) return undefined
  if (!request) return { leftOut: lineKinds.other }
  const chain = who.chain.length > 0 ? who.chain : chainBehind(found.quoted)
  const ip = visitorOf(who.peer, { 'x-forwarded-for': chain.join(',') })
  return { at: found.at, ip, host: who.host, ...request, status: found.status, ...agents, type: '' }
}

/** `- GET https shop.example "/path" [Client 203.0.113.5] … "agent" "referrer"`, which Nginx Proxy Manager writes. */
function readProxyManager(line: string): LoggedRequest | undefined {
  const time = findTime(line)
  const quoted = time && readQuoted(line, time.to, 3)
  if (!quoted || quoted.length < 3 || line.slice(0, time.from).trim() !== '') return undefined
  const [target, agent, referrer] = quoted as [Quoted, Quoted, Quoted]
  const [host, scheme, method, dash, status] = target.before.trim().split(' ').reverse()
  const ip = /^ \[Client ([^\s\]]{1,60})\] \[Length /.exec(agent.before)?.[1]
  if (ip === undefined || dash !== '-' || !/^https?$/.test(scheme ?? '') || !/^\d{3}$/.test(status ?? ''))
    return undefined
  return {
    at: time.at,
    ip: visitorOf(ip, {}),
    host: host!,
    method: method!,
    target: undoEscapes(target.text),
    status: Number(status),
    referrer: valueIn(referrer.text),
    userAgent: valueIn(agent.text),
    type: '',
  }
}

/** A time of HAProxy and of formats that people wrote. */
const localTime = /\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?:\.\d{1,9})?\]/

/** Reads a line that has a time in brackets. */
export function readBracketed(line: string): ReadLine {
  const read = readCombined(line) ?? readProxyManager(line)
  if (read === undefined) return localTime.test(line.slice(0, 2_000)) ? 'the time has no time zone' : unknownLine
  return isRequest(read) && read.ip === '' ? { leftOut: lineKinds.noAddress } : read
}
