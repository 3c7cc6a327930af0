// Lines of JSON: the access log of Caddy, the fields of CloudFront, and flat objects as people configure them for nginx
// and as Traefik, Cloudflare and Google's load balancer write them.
import { type Fields, readFields } from './log-fields.ts'
import {
  type ForwardedHeaders,
  forwardedNames,
  isAddress,
  lineKinds,
  type ReadLine,
  readTime,
  splitRequest,
  textOfBytes,
  visitorOf,
} from './log-request.ts'

type Entry = Readonly<Record<string, unknown>>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A text, or a number as text; `-` stands for nothing. */
function plain(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return value === '-' ? '' : text(value)
}

/** Keys in lower case. */
const lowered = (entry: Entry): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(entry).map(([key, value]) => [key.toLowerCase(), value]))

/** The value of a header, whatever its letter case; several of one name are a list. */
function header(headers: unknown, name: string): string {
  const found = isEntry(headers) ? lowered(headers).get(name) : undefined
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string').join(', ') : text(found)
}

const unreadableTime = 'the time of the request cannot be read'

/** Other parts of Caddy write of requests too: each would count twice. */
const isOtherLogger = ({ logger }: Entry): boolean =>
  typeof logger === 'string' && !logger.startsWith('http.log.access')

/** A line of Caddy, whose time may stand before it. Other lines of its log are no requests. */
function readCaddy(entry: Entry, time: unknown = entry.ts ?? entry.time ?? entry.timestamp): ReadLine {
  const { request, status, resp_headers: answered } = entry
  if (!isEntry(request) || isOtherLogger(entry)) return { leftOut: lineKinds.other }
  if (typeof request.uri !== 'string') return 'the line has no field request.uri'
  if (typeof status !== 'number') return { leftOut: lineKinds.other }
  const { client_ip, remote_ip, remote_addr, method, host, uri, headers } = request
  const at = readTime(time)
  if (at === undefined) return unreadableTime
  const forwarded: ForwardedHeaders = Object.fromEntries(forwardedNames.map((name) => [name, header(headers, name)]))
  const ip = visitorOf(text(client_ip) || text(remote_ip) || text(remote_addr), forwarded)
  if (ip === '') return { leftOut: lineKinds.noAddress }
  return {
    at,
    ip,
    host: text(host),
    method: text(method),
    target: text(uri),
    status,
    referrer: header(headers, 'referer'),
    userAgent: header(headers, 'user-agent'),
    type: header(answered, 'content-type'),
    purpose: purposeNames.map((name) => header(headers, name)).join(' '),
    goal: header(headers, 'sec-fetch-dest'),
  }
}

/** Headers by which browsers, and scripts of pages, say that they fetch a page ahead. */
const purposeNames = ['sec-purpose', 'x-sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Names of fields in flat objects, in lower case; the first that has a value counts. */
const names = {
  time: [
    ...['startutc', 'edgestarttimestamp', 'time_iso8601', '@timestamp', 'timestamp', 'time', 'time_local', 'msec'],
    ...['date', 'datetime', 'when_iso', 'ts'],
  ],
  ip: [
    ...['remote_addr', 'remoteaddr', 'client_ip', 'clientip', 'remote_ip', 'remoteip', 'clienthost', 'clientaddr'],
    ...['client', 'remote', 'ip'],
  ],
  forwarded: [
    'http_x_forwarded_for',
    'x_forwarded_for',
    'x-forwarded-for',
    'xff',
    'request_x-forwarded-for',
    'forwardedfor',
  ],
  host: ['http_host', 'vhost', 'host', 'requesthost', 'clientrequesthost', 'server_name'],
  method: ['request_method', 'requestmethod', 'clientrequestmethod', 'method', 'verb'],
  target: ['request_uri', 'requesturi', 'requestpath', 'requesturl', 'clientrequesturi', 'uri', 'path', 'url'],
  query: ['query_string', 'args', 'query'],
  line: ['request'],
  status: ['status', 'status_code', 'downstreamstatus', 'edgeresponsestatus', 'response_code', 'response', 'code'],
  referrer: [...['http_referer', 'http_referrer', 'referer', 'referrer', 'request_referer', 'clientrequestreferer']],
  agent: [
    ...['http_user_agent', 'user_agent', 'useragent', 'request_user-agent', 'clientrequestuseragent', 'agent', 'ua'],
  ],
  purpose: ['http_sec_purpose', 'sec_purpose', 'http_purpose', 'http_x_purpose', 'http_x_moz'],
  goal: ['http_sec_fetch_dest', 'sec_fetch_dest'],
  type: ['sent_http_content_type', 'content_type', 'downstream_content-type', 'edgeresponsecontenttype'],
} as const

/** Objects inside which some logs have their fields. */
const inner = ['httprequest', '@nginx_fields', 'nginx']

/** A line of the server about itself. */
const isMessage = ({ level, msg, message }: Entry): boolean => level !== undefined && (msg ?? message) !== undefined

/** A flat object. One that names neither a path nor a status is no request. */
function readFlat(entry: Entry): ReadLine {
  const outer = lowered(entry)
  const nested = inner.map((name) => outer.get(name)).find(isEntry)
  const values = nested ? new Map([...outer, ...lowered(nested)]) : outer
  const find = (key: keyof typeof names): string => {
    for (const name of names[key]) {
      const value = plain(values.get(name))
      if (value !== '') return value
    }
    return ''
  }
  const request = splitRequest(find('line'))
  const target = find('target') || (request?.target ?? '')
  const method = find('method') || (request?.method ?? '')
  const status = find('status')
  const missing = target === '' ? 'target' : status === '' ? 'status' : method === '' ? 'method' : undefined
  // One of the three alone makes no request; nor does a message of the server with an address in it.
  const isOther = [target, status, method].filter((value) => value !== '').length < 2 || isMessage(entry)
  if (missing) return isOther ? { leftOut: lineKinds.other } : lacking(missing)
  const time = find('time')
  if (time === '') return lacking('time')
  const at = readTime(time)
  if (at === undefined) return unreadableTime
  const named = plain(values.get('host'))
  const sent = find('ip') || (values.has('vhost') && isAddress(named) ? named : '')
  if (sent === '' && !names.ip.some((name) => values.has(name))) return lacking('ip')
  const ip = visitorOf(sent, { 'x-forwarded-for': find('forwarded') })
  if (ip === '') return { leftOut: lineKinds.noAddress }
  const query = find('query').replace(/^\?/, '')
  return {
    at,
    ip,
    host: find('host').replace(/^_$/, ''),
    method,
    target: query === '' || target.includes('?') ? target : `${target}?${query}`,
    status: Number(status),
    referrer: find('referrer'),
    userAgent: find('agent'),
    type: find('type'),
    purpose: find('purpose'),
    goal: find('goal'),
  }
}

/** The fault of a line that lacks a field: what it is called in the log of nginx. */
function lacking(key: 'target' | 'status' | 'method' | 'time' | 'ip'): string {
  const called = {
    target: 'request_uri',
    status: 'status',
    method: 'request_method',
    time: 'time_iso8601',
    ip: 'remote_addr',
  }
  return `the line has no field ${called[key]}`
}

const commonTime = /\[\d\d\/[A-Z][a-z]{2}\/\d{4}:/

const bytesInJson = /(?:\\x[0-9A-Fa-f]{2})+/g

/** nginx escapes bytes in its own way unless it is told to write JSON. */
const mendBytes = (line: string): string =>
  line.replace(bytesInJson, (run) => JSON.stringify(textOfBytes(run)).slice(1, -1))

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const wrappers = ['log', 'message', 'MESSAGE'] as const

/** The line that Docker, journald or a collector put into an object: one with a time, or an object itself. */
function wrappedIn(entry: Entry): string | undefined {
  if (entry.status !== undefined || entry.request !== undefined) return undefined
  const line = wrappers
    .map((name) => entry[name])
    .find((value) => typeof value === 'string')
    ?.trimEnd()
  return line !== undefined &&
    (entry.stream !== undefined || commonTime.test(line.slice(0, 1_000)) || line.startsWith('{'))
    ? line
    : undefined
}

/** A line of JSON, or the line that a container engine wrapped in it, as text. */
export function readJson(line: string, readWrapped: (line: string) => ReadLine): ReadLine {
  const found = parse(line) ?? (line.includes('\\x') ? parse(mendBytes(line)) : undefined)
  if (found === undefined) return 'not JSON'
  if (!isEntry(found)) return 'not a JSON object'
  const wrapped = wrappedIn(found)
  if (wrapped !== undefined) return readWrapped(wrapped)
  if (typeof found['c-ip'] === 'string') {
    const fields = lowered(found)
    const field: Fields = (name) => plain(fields.get(name))
    return readFields(field, true)
  }
  return isEntry(found.request) ? readCaddy(found) : readFlat(found)
}

/** Caddy's log for people: time, level, logger and message between tabs, then an object. */
export const caddyConsole = /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?)\t[^{]{1,300}\t\{/

/** A line that `caddyConsole` holds for. */
export function readCaddyConsole(line: string): ReadLine {
  const time = caddyConsole.exec(line)?.[1]
  const found = parse(line.slice(line.indexOf('{')))
  return isEntry(found) ? readCaddy(found, time) : 'not JSON'
}
