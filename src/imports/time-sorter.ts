// Sorts lines by their time in files of a folder, with the memory of a few megabytes: a file for each day, and one for
// each hour, minute and second of a day with too many lines.
import { appendFileSync, statfsSync } from 'node:fs'
import { appendFile, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFailures } from '../failure.ts'
import { daySeconds } from '../rules/durations.ts'
import { readRecords } from './reader.ts'
import { readPieces } from './unpack.ts'

/** Characters of lines that wait in memory. */
const waitingMax = 16_000_000
/** The largest file that is sorted in memory, in bytes. */
const sortedBytesMax = 32_000_000
/** Left free on the disk: a full disk would stop the database too, where both lie on one. */
const freeBytesLeast = 1024 ** 3
/** Seconds of a span, and of the spans that it is divided into. */
const narrower: Readonly<Record<number, number>> = { [daySeconds]: 3_600, 3600: 60, 60: 1 }

export interface TimeSorter {
  /** Takes a line with its time, in epoch seconds. Throws a 507 Failure when the disk is full. */
  add(at: number, line: string): void
  /** Writes all lines in order of time. Lines of one second keep their order. */
  write(path: string): Promise<void>
}

const timeOf = (line: string): number => Number.parseInt(line, 10)
const textOf = (line: string): string => line.slice(line.indexOf(' ') + 1)

/** Puts lines into a file for each span of so many seconds. */
function createSpans(folder: string, seconds: number, waitingCharacters: number) {
  const waiting = new Map<number, string[]>()
  const spans = new Set<number>()
  let characters = 0
  const fileOf = (span: number) => join(folder, `${seconds}s${span}`)
  const flush = (): void => {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < freeBytesLeast) throw uploadFailures.noRoom()
    for (const [span, lines] of waiting) appendFileSync(fileOf(span), `${lines.join('\n')}\n`)
    waiting.clear()
    characters = 0
  }
  return {
    /** Takes a line that begins with its time and a blank. */
    add(at: number, line: string): void {
      const span = Math.floor(at / seconds)
      spans.add(span)
      const lines = waiting.get(span)
      if (lines) lines.push(line)
      else waiting.set(span, [line])
      characters += line.length
      if (characters > waitingCharacters) flush()
    },
    /** The files, in order of time. */
    files(): string[] {
      flush()
      return [...spans].sort((a, b) => a - b).map(fileOf)
    },
  }
}

/** Makes a sorter that writes below the folder. The caller removes the folder. */
export function createTimeSorter(
  folder: string,
  { waitingCharacters = waitingMax, sortedBytes = sortedBytesMax } = {},
): TimeSorter {
  const days = createSpans(folder, daySeconds, waitingCharacters)

  async function append(to: string, file: string, seconds: number): Promise<void> {
    const isSmall = (await stat(file)).size <= sortedBytes
    const divided = narrower[seconds]
    if (isSmall || divided === undefined) {
      if (isSmall) {
        const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
        const timed = lines.map((line) => [timeOf(line), textOf(line)] as const)
        timed.sort((a, b) => a[0] - b[0])
        await appendFile(to, `${timed.map(([, line]) => line).join('\n')}\n`)
      } else
        for await (const records of readRecords(readPieces(file)))
          if (records.length > 0) await appendFile(to, `${records.map(({ text }) => textOf(text)).join('\n')}\n`)
      return await rm(file)
    }
    const spans = createSpans(folder, divided, waitingCharacters)
    for await (const records of readRecords(readPieces(file)))
      for (const { text } of records) spans.add(timeOf(text), text)
    await rm(file)
    for (const part of spans.files()) await append(to, part, divided)
  }

  return {
    add: (at, line) => days.add(at, `${at} ${line}`),
    async write(path) {
      await appendFile(path, '')
      for (const file of days.files()) await append(path, file, daySeconds)
    },
  }
}
