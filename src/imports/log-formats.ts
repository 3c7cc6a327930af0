// Lines of access logs -> requests: the combined format of nginx and Apache, JSON of Caddy, and the fields of
// CloudFront and IIS. Only formats are known here; which requests are pageviews is in imports/web-log.
import { isIp, isPrivateIp } from '../rules/client-ip.ts'
import { decodePercent } from '../rules/url.ts'

/** A request of a log. Texts that a log does not have are empty. */
export interface LoggedRequest {
  /** ISO 8601. */
  readonly time: string
  readonly ip: string
  readonly host: string
  readonly method: string
  /** Path and query, or an address. */
  readonly target: string
  readonly status: number
  readonly referrer: string
  readonly userAgent: string
  /** The media type of the answer. */
  readonly type: string
}

/** A reader of one file's lines: a request, null for a line that is none, or the line's fault. */
export type LogReader = (line: string) => LoggedRequest | null | string

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const logTime = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/

function timeOf(text: string): string | undefined {
  const [, day, name, year, clock, hours, minutes] = logTime.exec(text) ?? []
  const month = months.indexOf(name ?? '') + 1
  return month === 0 ? undefined : `${year}-${String(month).padStart(2, '0')}-${day}T${clock}${hours}:${minutes}`
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' }

/** A quoted field, its escapes undone; `-` stands for nothing. */
function unquote(text: string): string {
  if (text === '-') return ''
  return text.replace(/\\(?:x([0-9A-Fa-f]{2})|(.))/g, (whole, hex: string | undefined, letter: string) =>
    hex === undefined ? (escapes[letter] ?? whole) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** The address of the visitor: a proxy of the machine's own network names it in the field after the user agent. */
function addressOf(ip: string, forwarded: string): string {
  if (forwarded === '' || !isPrivateIp(ip)) return ip
  const named = forwarded.split(',').map((one) => one.trim())
  return named.findLast((one) => isIp(one) !== 0 && !isPrivateIp(one)) ?? ip
}

const combined = /^([^[]*)\[([^\]]*)\] "((?:[^"\\]|\\.)*)" (\d{3}) (?:\d+|-)(.*)$/s
const quoted = /"((?:[^"\\]|\\.)*)"/g

/** A line of the combined format, with the host before it or without. */
function readCombined(line: string): LoggedRequest | string {
  const [, before, when, request = '', status, after = ''] = combined.exec(line) ?? []
  const time = when === undefined ? undefined : timeOf(when)
  if (before === undefined || time === undefined) return 'no line of a log that is known'
  const names = before.trim().split(' ')
  const hasHost = names.length > 3 && isIp(names[0]!) === 0 && isIp(names[1]!) !== 0
  const [referrer = '', userAgent = '', forwarded = ''] = [...after.matchAll(quoted)].map(([, text]) => unquote(text!))
  const [method = '', target = ''] = unquote(request).split(' ')
  return {
    time,
    ip: addressOf(names[hasHost ? 1 : 0] ?? '', forwarded),
    host: hasHost ? names[0]! : '',
    method,
    target,
    status: Number(status),
    referrer,
    userAgent,
    type: '',
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The first value of a header, whatever its letter case. */
function header(headers: unknown, name: string): string {
  if (typeof headers !== 'object' || headers === null) return ''
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return text(Array.isArray(found) ? found[0] : found)
}

function caddyTime(value: unknown): string {
  if (typeof value === 'number' && value > 0 && value < 1e11) return new Date(value * 1000).toISOString()
  return text(value)
}

/** A line of Caddy. Other lines of its log, without a request, are none. */
function readCaddy(line: Readonly<Record<string, unknown>>): LoggedRequest | null | string {
  const { request, ts, status, resp_headers: answered } = line
  if (typeof request !== 'object' || request === null) return null
  const { client_ip, remote_ip, remote_addr, method, host, uri, headers } = request as Record<string, unknown>
  if (typeof status !== 'number') return null
  return {
    time: caddyTime(ts),
    ip: text(client_ip) || text(remote_ip) || text(remote_addr).replace(/:\d+$/, ''),
    host: text(host),
    method: text(method),
    target: text(uri),
    status,
    referrer: header(headers, 'referer'),
    userAgent: header(headers, 'user-agent'),
    type: header(answered, 'content-type'),
  }
}

type Fields = (name: string) => string

/** Fields by the names of the W3C format, which CloudFront and IIS write. */
function readFields(field: Fields, isEncoded: boolean): LoggedRequest {
  const query = field('cs-uri-query')
  const agent = field('cs(user-agent)')
  return {
    time: `${field('date')}T${field('time')}Z`,
    ip: field('c-ip'),
    host: field('x-host-header') || field('cs-host') || field('cs(host)'),
    method: field('cs-method'),
    target: query === '' ? field('cs-uri-stem') : `${field('cs-uri-stem')}?${query}`,
    status: Number(field('sc-status')),
    referrer: decodePercent(field('cs(referer)')),
    // CloudFront encodes a blank, and once more what is encoded; IIS writes a plus.
    userAgent: isEncoded ? decodePercent(decodePercent(agent)) : agent.replaceAll('+', ' '),
    type: field('sc-content-type'),
  }
}

/** The fields of CloudFront, for a file that lacks its first lines. */
const cloudFront =
  'date time x-edge-location sc-bytes c-ip cs-method cs(host) cs-uri-stem sc-status cs(referer) ' +
  'cs(user-agent) cs-uri-query'

function createFieldsReader() {
  let names = cloudFront.split(' ')
  return (line: string): LoggedRequest | null | string => {
    if (line.startsWith('#')) {
      if (/^#Fields:/i.test(line)) names = line.slice(8).trim().toLowerCase().split(/\s+/)
      return null
    }
    const isTabbed = line.includes('\t')
    const values = line.split(isTabbed ? '\t' : ' ')
    if (values.length < Math.min(names.length, 12)) return 'fewer fields than the log names'
    const at = new Map(names.map((name, index) => [name, values[index] === '-' ? '' : (values[index] ?? '')]))
    return readFields((name) => at.get(name) ?? '', isTabbed)
  }
}

function readJson(line: string): LoggedRequest | null | string {
  let found: unknown
  try {
    found = JSON.parse(line)
  } catch {
    return 'not JSON'
  }
  if (typeof found !== 'object' || found === null) return 'not a JSON object'
  const entry = found as Readonly<Record<string, unknown>>
  if (typeof entry['c-ip'] !== 'string') return readCaddy(entry)
  const lower = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]))
  return readFields((name) => lower.get(name)?.replace(/^-$/, '') ?? '', true)
}

/** A reader for the lines of one file. Each line says by its beginning which format it has. */
export function createLogReader(): LogReader {
  const readFieldsLine = createFieldsReader()
  return (line) => {
    if (line.startsWith('{')) return readJson(line)
    if (line.startsWith('#') || /^\d{4}-\d\d-\d\d[\t ]\d\d:\d\d:\d\d[\t ]/.test(line)) return readFieldsLine(line)
    return readCombined(line)
  }
}
