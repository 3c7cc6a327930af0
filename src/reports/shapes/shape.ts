// The shape of a service: the requests it is sent, and the measures that shapes share. The limits stand
// in the files of the services, as their public documentation has them.
import type { ChannelTarget } from '../../rules/channel-target.ts'
import { calm, type Post } from '../letter.ts'

/** A request to a service. */
export interface ShapedRequest {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A report or notice on its way: its number is the same each time it is tried. */
export interface Outgoing {
  readonly post: Post
  readonly id: number
  readonly now: Date
  /** Signs the messages of a webhook. */
  readonly signingSecret: string
}

/** The answer of a service, as far as it is read. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** How a service is spoken to. */
export interface Shape {
  /** Its name in sentences about failures. */
  readonly title: string
  /** The request, and one to try if the first is refused with a picture in it. */
  write(target: ChannelTarget, outgoing: Outgoing): readonly ShapedRequest[]
  /** The service's own words about a failure, as far as its documentation has them; undefined: none. */
  reason?(answer: Answer): string | undefined
  /** True if an answer means that nothing will ever arrive again. 404 and 410 always do. */
  isGone?(answer: Answer): boolean
  /** Milliseconds that a 429 asks for; undefined: the header Retry-After says. */
  retryAfterMs?(answer: Answer): number | undefined
  /** True if the next request of `write` is worth a try after this answer. */
  takesLess?(answer: Answer): boolean
}

/** Longest name in a list, in code units. */
const nameMax = 60

/**
 * A text cut to a number of code units, between two characters, with an ellipsis.
 * @example cut('abcdef', 4) // 'abc…'
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end = most - 1
  const isInside = /[\ud800-\udbff]/.test(text[end - 1] ?? '')
  return `${text.slice(0, isInside ? end - 1 : end)}…`
}

/** Rows as lines, their second column aligned. */
function table(rows: readonly (readonly [string, string, string?])[]): string {
  const names = rows.map(([name]) => cut(calm(name), nameMax))
  const width = Math.max(...names.map((name) => name.length), 0)
  const numbers = rows.map(([, number]) => number)
  const digits = Math.max(...numbers.map((number) => number.length), 0)
  return rows
    .map(([, number, more = ''], index) =>
      `${(names[index] ?? '').padEnd(width)}  ${number.padStart(digits)}  ${more}`.trimEnd(),
    )
    .join('\n')
}

const steps = [...'▁▂▃▄▅▆▇█']

/**
 * A graph of characters: a bar for each value, from zero.
 * @example bars([0, 5, 10]) // '▁▅█'
 */
function bars(values: readonly number[]): string {
  const most = Math.max(...values, 1)
  return values.map((value) => steps[Math.round((value / most) * (steps.length - 1))]).join('')
}

/** A part of a post with a title of its own, its lines in columns. */
export interface Block {
  readonly title: string
  readonly text: string
}

/** The parts of a post behind its title: totals, the graph of characters if there is no picture, lists. */
export function blocksOf({ post }: Outgoing, hasPicture: boolean): readonly Block[] {
  const { totals, days, daily, lists } = post
  return [
    ...(totals.length > 0
      ? [{ title: '', text: table(totals.map(({ label, value, change }) => [label, value, change])) }]
      : []),
    ...(days.length > 0 && !hasPicture ? [{ title: daily, text: bars(days) }] : []),
    ...lists.map(({ title, rows }) => ({ title, text: table(rows.map(([name, number]) => [name, number])) })),
  ]
}

/** As many of the first parts as fit into a limit, by what each one takes. */
export function fitting<Part>(parts: readonly Part[], most: number, sizeOf: (part: Part) => number): readonly Part[] {
  let left = most
  const end = parts.findIndex((part) => {
    left -= sizeOf(part)
    return left < 0
  })
  return end < 0 ? parts : parts.slice(0, end)
}

export const jsonRequest = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ShapedRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
})

interface Part {
  readonly name: string
  readonly content: string | Buffer
  readonly type?: string
  readonly filename?: string
}

/** A form with files (RFC 7578). Names and file names are of ours. */
export function formRequest(url: string, parts: readonly Part[], boundary: string): ShapedRequest {
  const pieces = parts.flatMap(({ name, content, type, filename }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"` +
        `${filename ? `; filename="${filename}"` : ''}\r\n` +
        `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return {
    method: 'POST',
    url,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** A text that no part holds: it begins no line of ours. */
export const boundaryOf = ({ id, now }: Outgoing): string => `tidemark-${id}-${now.getTime()}-graph`

/** A member of an answer in JSON, if it is a text: the service's own words. */
export function wordsIn({ text }: Answer, member: string): string | undefined {
  try {
    const value: unknown = (JSON.parse(text) as Record<string, unknown>)[member]
    return typeof value === 'string' ? cut(value.replace(/[\p{Cc}\p{Cf}]/gu, ' '), 200) : undefined
  } catch {
    return undefined
  }
}

/** A number in an answer in JSON, below one or two names. */
export function numberIn({ text }: Answer, ...path: readonly string[]): number | undefined {
  try {
    let value: unknown = JSON.parse(text)
    for (const name of path) value = (value as Record<string, unknown> | null)?.[name]
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  } catch {
    return undefined
  }
}
