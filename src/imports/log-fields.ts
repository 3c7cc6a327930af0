// Lines of fields: the W3C format, which names them in a line of its own (CloudFront, IIS, IIS Advanced Logging), and
// the access logs of AWS load balancers, whose fields have fixed places.
import { decodePercent } from '../rules/url.ts'
import {
  type LoggedRequest,
  lineKinds,
  type ReadLine,
  readTime,
  splitRequest,
  undoEscapes,
  visitorOf,
} from './log-request.ts'

/** The value of a field by its name in lower case; empty for a field that the log does not have. */
export type Fields = (name: string) => string

/** Fields that a request needs, each with other names of it. */
const needed: readonly (readonly string[])[] = [
  ['date'],
  ['time'],
  ['c-ip', 'x-forwarded-for', 'cs(x-forwarded-for)'],
  ['cs-method'],
  ['cs-uri-stem', 'cs-uri'],
  ['sc-status'],
  ['cs(user-agent)'],
]

const missingField = (name: string): string =>
  name === 'date' || name === 'time'
    ? `the log has no field ${name} in UTC (fields with “local” have no time zone)`
    : `the log has no field ${name}`

/** The first field of a log that a request needs and that is not among the names; undefined if all are there. */
function findMissing(names: readonly string[]): string | undefined {
  return needed.find((group) => !group.some((name) => names.includes(name)))?.[0]
}

/** Older logs of CloudFront have user agents encoded twice; no agent has `%20` and no blank by itself. */
function agentOf(text: string): string {
  return text.includes('%20') && !text.includes(' ') ? decodePercent(text) : text
}

/** IIS writes a plus for a blank; in a quoted value of Advanced Logging blanks stay. */
const withBlanks = (text: string): string => (text.includes(' ') ? text : text.replaceAll('+', ' '))

/** The address of the visitor; for CloudFront `x-forwarded-for` is the client of a proxy that connected. */
function addressOf(field: Fields, isCloudFront: boolean): string {
  const chain = (field('x-forwarded-for') || field('cs(x-forwarded-for)')).replace(/[+\\]/g, '')
  const peer = field('c-ip').replaceAll('\\', '')
  const all = isCloudFront && chain !== '' ? `${chain},${peer}` : chain
  return visitorOf(isCloudFront && chain !== '' ? '' : peer, {
    'x-forwarded-for': all,
    'x-real-ip': field('x-real-ip') || field('cs(x-real-ip)'),
  })
}

/** A request by the names of the W3C format. */
export function readFields(raw: Fields, isCloudFront: boolean): ReadLine {
  // CloudFront encodes blanks, quotes and percent signs of every field: each loses one layer.
  const field: Fields = isCloudFront ? (name) => decodePercent(raw(name)) : raw
  const at = readTime(`${field('date')}T${field('time')}Z`)
  if (at === undefined) return 'the time of the request cannot be read'
  const ip = addressOf(field, isCloudFront)
  if (ip === '') return { leftOut: lineKinds.noAddress }
  const stem = field('cs-uri-stem') || field('cs-uri')
  const query = field('cs-uri-query').replace(/^\?/, '')
  const agent = field('cs(user-agent)')
  return {
    at,
    ip,
    host: field('x-host-header') || field('cs-host') || field('cs(host)'),
    method: field('cs-method'),
    target: query === '' ? stem : `${stem}?${query}`,
    status: Number(field('sc-status')),
    referrer: isCloudFront ? field('cs(referer)') : withBlanks(field('cs(referer)')),
    userAgent: isCloudFront ? agentOf(agent) : withBlanks(agent),
    type: field('sc-content-type'),
  }
}

/** The fields of CloudFront, for a file that lacks its first lines. */
const cloudFront =
  'date time x-edge-location sc-bytes c-ip cs-method cs(host) cs-uri-stem sc-status cs(referer) ' +
  'cs(user-agent) cs-uri-query'

/** Values between blanks; those in quotes may hold blanks, and doubled quotes. */
function splitBlanks(line: string): string[] {
  const values: string[] = []
  for (let at = 0; at < line.length; ) {
    if (line[at] === ' ') at++
    else if (line[at] === '"') {
      let end = line.indexOf('"', at + 1)
      while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2)
      if (end < 0) end = line.length
      values.push(line.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      const blank = line.indexOf(' ', at)
      const end = blank < 0 ? line.length : blank
      values.push(line.slice(at, end))
      at = end
    }
  }
  return values
}

export interface FieldsReader {
  /** Reads a line that begins with `#`. */
  readDirective(line: string): ReadLine
  /** Reads a line of values. */
  read(line: string): ReadLine
  /** True below a line that names fields. */
  isNamed(): boolean
}

/** Reads one file: the names hold until another line names fields. */
export function createFieldsReader(): FieldsReader {
  let names: readonly string[] | undefined
  let canRead = true
  const readValues = (line: string, known: readonly string[], isTabbed: boolean): ReadLine => {
    const values = isTabbed ? line.split('\t') : splitBlanks(line)
    if (values.length < known.length) return 'fewer fields than the log names'
    if (!isTabbed && values.length > known.length) return 'more fields than the log names'
    const at = new Map(known.map((name, index) => [name, values[index] === '-' ? '' : values[index]!]))
    return readFields((name) => at.get(name) ?? '', isTabbed || known.some((name) => name.startsWith('x-edge-')))
  }
  return {
    isNamed: () => names !== undefined,
    readDirective(line) {
      if (!/^#Fields:/i.test(line)) return null
      names = line.slice(8).trim().toLowerCase().split(/\s+/)
      const missing = findMissing(names)
      canRead = missing === undefined
      return missing === undefined ? null : missingField(missing)
    },
    read(line) {
      if (!canRead) return { leftOut: lineKinds.unnamed }
      const isTabbed = line.includes('\t')
      if (names === undefined && !isTabbed) return 'no line “#Fields:” names the fields of this line'
      return readValues(line, names ?? cloudFront.split(' '), isTabbed)
    },
  }
}

/** The time and the load balancer, before which newer logs have the kind of the connection. */
export const balancerLine =
  /^(?:(?:https?|h2|grpcs|wss?) )?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z [^\s"]{1,255} [^\s"]{1,60}:\d{1,5} /

/** A line of an Application or a Classic Load Balancer of AWS. It has no referrer. */
export function readBalancer(line: string): ReadLine {
  const open = line.indexOf('"')
  const places = (open < 0 ? line : line.slice(0, open)).trim().split(' ')
  const [time, , client = '', , , , , status] = /^\d/.test(line) ? places : places.slice(1)
  const close = open < 0 ? -1 : line.indexOf('" "', open + 1)
  const end = close < 0 ? -1 : line.indexOf('"', close + 3)
  const at = readTime(time)
  if (at === undefined || end < 0) return 'no line of a load balancer that is known'
  const request = splitRequest(undoEscapes(line.slice(open + 1, close)))
  if (!request) return { leftOut: lineKinds.other }
  const agent = undoEscapes(line.slice(close + 3, end))
  const found: LoggedRequest = {
    at,
    ip: visitorOf(client, {}),
    host: '',
    ...request,
    status: Number(status),
    referrer: '',
    userAgent: agent === '-' ? '' : agent,
    type: '',
  }
  return found.ip === '' ? { leftOut: lineKinds.noAddress } : found
}
