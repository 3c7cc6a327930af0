// The body of POST /api/v1/events: a list of events, each read by itself, so that a wrong one costs none of the others
// (spec/ingestion 23.1). Reading is linear: the texts of a list's elements are cut out of it in one pass.
import { eventFailures, type FieldErrors } from '../failure.ts'
import type { BatchItem } from '../ingest/batch.ts'
import { isIp, normaliseIp } from '../rules/client-ip.ts'
import { hourMs, minuteMs } from '../rules/durations.ts'
import { readInstant } from '../rules/instant.ts'
import { parseSubmission } from '../rules/submission.ts'
import { isBlank } from '../rules/text.ts'

/** Bytes of a body, and events in it. */
export const sentBytesMax = 1024 * 1024
export const sentItemsMax = 1_000
const idCharactersMax = 64

/** How far the instant of an event may be in the past, and in the future. */
const pastMsMax = hourMs
const aheadMsMax = minuteMs

/** An event of the list: its text, and its fields as far as it is an object. */
export interface SentText {
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>> | undefined
}

const toFields = (value: unknown): SentText['fields'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined

/** The texts of the elements of a JSON list, which is known to be one. */
function elementTexts(list: string): string[] {
  const texts: string[] = []
  let depth = 0
  let start = 0
  let isInText = false
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at]
    if (isInText) {
      if (character === '\\') at += 1
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') {
      depth += 1
      if (depth === 1) start = at + 1
    } else if (character === ']' || character === '}') {
      depth -= 1
      if (depth === 0) texts.push(list.slice(start, at).trim())
    } else if (character === ',' && depth === 1) {
      texts.push(list.slice(start, at).trim())
      start = at + 1
    }
  }
  return texts
}

function readList(body: string): SentText[] {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch {
    throw eventFailures.noList()
  }
  if (!Array.isArray(list)) throw eventFailures.noList()
  if (list.length === 0 || list.length > sentItemsMax) throw eventFailures.number(sentItemsMax)
  return elementTexts(body).map((text, at) => ({ text, fields: toFields(list[at]) }))
}

function readLines(body: string): SentText[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0 || lines.length > sentItemsMax) throw eventFailures.number(sentItemsMax)
  const fieldsOf = (line: string): SentText['fields'] => {
    try {
      return toFields(JSON.parse(line))
    } catch {
      return undefined
    }
  }
  const read = lines.map((text) => ({ text, fields: fieldsOf(text) }))
  if (read.every(({ fields }) => fields === undefined)) throw eventFailures.noList()
  return read
}

/** The events of a body, by its type: a JSON list, or a JSON object a line. Throws the 400 Failure. */
export function readSent(body: string, contentType: string): SentText[] {
  const text = body.startsWith('\ufeff') ? body.slice(1) : body
  return /^\s*application\/(x-)?(ndjson|jsonl|json-?lines)\b/i.test(contentType) ? readLines(text) : readList(text)
}

/** An event of the list: ready to be taken, or its faults. */
export type ReadItem =
  | { readonly id: string | null; readonly item: BatchItem }
  | { readonly id: string | null; readonly errors: FieldErrors }
  | { readonly id: string | null; readonly errors: FieldErrors; readonly reason: 'not_found' }

/** A field that may be absent or null. */
const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null

function idErrors(id: unknown): string | undefined {
  if (isAbsent(id)) return `can't be blank`
  if (typeof id !== 'string') return 'is invalid'
  if (isBlank(id)) return `can't be blank`
  return [...id].length > idCharactersMax ? `should be at most ${idCharactersMax} character(s)` : undefined
}

/** The instant of an event, or its fault in words. */
function readAt(at: unknown, nowMs: number): number | string {
  if (isAbsent(at)) return nowMs
  const ms = readInstant(at)
  if (ms === undefined) return 'is invalid'
  if (ms < nowMs - pastMsMax) return 'should be at most 1 hour in the past'
  return ms > nowMs + aheadMsMax ? 'should be at most 1 minute in the future' : ms
}

/** The address of an item, null for none, or undefined for a text that is no address. */
function readIp(value: unknown): string | null | undefined {
  if (isAbsent(value)) return null
  const ip = typeof value === 'string' ? normaliseIp(value) : ''
  return isIp(ip) === 0 ? undefined : ip
}

/** Reads one event. `siteIdOf`: the id of a site that the sender may send to. */
export function readItem(
  { text, fields }: SentText,
  siteIdOf: (domain: string) => number | undefined,
  nowMs: number,
): ReadItem {
  if (!fields) return { id: null, errors: { request: ['Unable to parse request body as json'] } }
  const { id, site_id: domain, ip: sentIp, user_agent: agent, visit, at: sentAt } = fields
  const shown = typeof id === 'string' ? id : null
  const errors: FieldErrors = {}
  const wrongId = idErrors(id)
  if (wrongId !== undefined) errors['id'] = [wrongId]
  const ip = readIp(sentIp)
  if (ip === undefined) errors['ip'] = ['is invalid']
  if (!isAbsent(agent) && typeof agent !== 'string') errors['user_agent'] = ['is invalid']
  const at = readAt(sentAt, nowMs)
  if (typeof at === 'string') errors['at'] = [at]
  const isNamed = typeof domain === 'string' && domain.trim() !== ''
  const siteId = isNamed ? siteIdOf(domain) : undefined
  if (!isNamed) errors['site_id'] = [isAbsent(domain) || domain === '' ? `can't be blank` : 'is invalid']
  else if (siteId === undefined) errors['site_id'] = ['is unknown']
  if (Object.keys(errors).length > 0) {
    const atMs = typeof at === 'string' ? nowMs : at
    const parsed = parseSubmission(text, { userAgent: '', ip: '', ipType: null, receivedAtMs: atMs, domains: [''] })
    const all = parsed.ok ? errors : { ...parsed.errors, ...errors }
    return isNamed && siteId === undefined
      ? { id: shown, errors: all, reason: 'not_found' }
      : { id: shown, errors: all }
  }
  return {
    id: shown,
    item: {
      id: shown!,
      siteId: siteId!,
      text,
      ip: ip ?? null,
      userAgent: typeof agent === 'string' ? agent : null,
      visit: typeof visit === 'string' ? visit : null,
      atMs: at as number,
      takenAtMs: nowMs,
      isOrdered: true,
    },
  }
}
