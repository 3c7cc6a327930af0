// The first reading of a file: every line is checked, before anything of it is stored.
import { createHash } from 'node:crypto'
import { fileFailures } from '../failure.ts'
import type { Event } from '../ingest/event.ts'
import { openFile } from './file.ts'
import { type ImportSite, lineCharactersMax, parseImportLine } from './line.ts'
import { readRecords } from './reader.ts'

/** Bad lines that are named: enough to mend a file by, few enough for the memory. */
export const faultsReportedMax = 1_000

export interface LineFault {
  readonly line: number
  readonly message: string
}

/** The file has bad lines and nothing of it was imported. */
export class ImportFault extends Error {
  readonly faults: readonly LineFault[]
  readonly count: number

  constructor(faults: readonly LineFault[], count: number) {
    super(
      [`${count} bad line${count === 1 ? '' : 's'}; nothing was imported`, ...describeFaults(faults, count)].join('\n'),
    )
    this.faults = faults
    this.count = count
  }
}

/** The bad lines as text, one each; the last says how many more there are. */
export function describeFaults(faults: readonly LineFault[], count: number): string[] {
  const described = faults.map(({ line, message }) => `line ${line}: ${message}`)
  return count > faults.length ? [...described, `… and ${count - faults.length} more`] : described
}

/** A row that is no event of the site: what such rows are, in the plural, for people. */
export interface LeftOut {
  readonly leftOut: string
}

/** A line's text to an event, its fault, or why it is left out; null for a header. Other formats bring their own. */
export interface LineParser {
  (text: string, site: ImportSite, nowSeconds: number): Event | LeftOut | string | null
  /** Throws a 400 Failure for a file that is refused only once all of it is read. */
  readonly end?: () => void
}

/** True for what is to be stored. */
export const isEvent = (read: ReturnType<LineParser>): read is Event =>
  read !== null && typeof read !== 'string' && !('leftOut' in read)

/** Arguments of a reading of the file. */
export interface Reading {
  readonly site: ImportSite
  readonly now: () => Date
  readonly onProgress?: (progress: { phase: 'checking' | 'importing'; bytes: number; events: number }) => void
  /** Makes a parser for one reading of the file (a CSV's header differs from its lines). */
  readonly createParser?: () => LineParser
  /** A record goes on over the lines while a quote is open (CSV). */
  readonly quoted?: boolean
}

/**
 * A parser for one reading of the file that takes no line too long: what the reader kept of it may look like a whole
 * one.
 */
export function createLineParser({ createParser }: Reading): LineParser {
  const parse: LineParser = createParser?.() ?? parseImportLine
  const parseWhole: LineParser = (text, site, nowSeconds) => {
    const event = parse(text, site, nowSeconds)
    return text.length > lineCharactersMax && typeof event !== 'string'
      ? `longer than ${lineCharactersMax} characters`
      : event
  }
  return parse.end ? Object.assign(parseWhole, { end: parse.end }) : parseWhole
}

/** When the first and the last event of a file were, in epoch seconds. */
export interface Range {
  readonly first: number
  readonly last: number
}

interface Checked {
  readonly fingerprint: string
  readonly lines: number
  readonly faults: readonly LineFault[]
  readonly faultCount: number
  /** Rows that are no events of the site, by kind. */
  readonly leftOut: Readonly<Record<string, number>>
  /** Undefined for a file without events. */
  readonly range: Range | undefined
}

/**
 * Reads every line, and stores nothing: a file with bad lines is refused whole. Throws a 400 Failure for a CSV without
 * a header.
 */
export async function checkFile(options: Reading, path: string): Promise<Checked> {
  const digest = createHash('sha256')
  const nowSeconds = Math.floor(options.now().getTime() / 1000)
  const parse = createLineParser(options)
  const faults: LineFault[] = []
  let faultCount = 0
  const leftOut: Record<string, number> = {}
  let lines = 0
  let isEmpty = true
  let range: { first: number; last: number } | undefined
  const file = await openFile(path)
  // Of what is unpacked: packed once more it is the same history.
  for await (const records of readRecords(file.pieces, { digest, quoted: options.quoted ?? false, strict: true })) {
    for (const { text, number } of records) {
      const event = parse(text, options.site, nowSeconds)
      isEmpty = false
      if (event === null) continue
      lines++
      if (typeof event === 'string') {
        faultCount++
        if (faults.length < faultsReportedMax) faults.push({ line: number, message: event })
      } else if ('leftOut' in event) {
        leftOut[event.leftOut] = (leftOut[event.leftOut] ?? 0) + 1
      } else {
        range ??= { first: event.at, last: event.at }
        range.first = Math.min(range.first, event.at)
        range.last = Math.max(range.last, event.at)
      }
    }
    options.onProgress?.({ phase: 'checking', bytes: file.position(), events: lines })
  }
  parse.end?.()
  if (isEmpty && options.quoted) throw fileFailures.noHeader('the file is empty')
  return { fingerprint: digest.digest('hex'), lines, faults, faultCount, leftOut, range }
}
