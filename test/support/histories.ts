// Reads files of another product as an import does, without a database: events or sums, what is left out and why, and
// faults with their lines.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isEvent } from '../../src/imports/check.ts'
import type { Found } from '../../src/imports/convert.ts'
import { noContext } from '../../src/imports/import-context.ts'
import { parseImportLine } from '../../src/imports/line.ts'
import { readRecords } from '../../src/imports/reader.ts'
import { importReaders } from '../../src/imports/sources.ts'
import { isZip, openTexts } from '../../src/imports/texts.ts'
import type { Event } from '../../src/ingest/event.ts'
import type { ImportSourceName } from '../../src/rules/import-sources.ts'
import { dimensionColumns } from '../../src/rules/session.ts'

export interface ReadHistory {
  /** Events in the order of the files, with the facts that they have. */
  readonly events: readonly Readonly<Record<string, unknown>>[]
  readonly visitors: number
  /** Visitors by the values of a dimension, over all days. Totals have the name `days`, and days as values. */
  readonly sums: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly leftOut: Readonly<Record<string, number>>
  readonly lost: readonly string[]
  readonly faults: readonly string[]
  /** The message of a file that is refused. */
  readonly refused: string | undefined
}

const site = { id: 1, domain: 'shop.example', timezone: 'Etc/UTC' }
const now = Date.parse('2024-06-01T00:00:00Z') / 1000

function factsOf({ at, name, hostname, pathname, props, dimensions }: Event) {
  const values = dimensions()
  const named = dimensionColumns.flatMap((column, index) => (values[index] === null ? [] : [[column, values[index]]]))
  return {
    ...{ at: new Date(at * 1000).toISOString().replace('.000Z', 'Z'), name, hostname, path: pathname },
    ...(props === null ? {} : { props: JSON.parse(props) as unknown }),
    ...Object.fromEntries(named),
  }
}

async function* readByLine(source: ImportSourceName, path: string, name: string): AsyncGenerator<Found | Event> {
  const parse = importReaders[source].createParser!()
  for await (const { pieces } of openTexts([{ path, name }]))
    for await (const records of readRecords(pieces, { quoted: true, strict: true }))
      for (const { text, number } of records) {
        const found = parse(text, site, now)
        if (found === null) continue
        yield typeof found === 'string' ? { number, fault: found } : found
      }
  parse.end?.()
}

/** Reads files of a source, by their names. A problem that refuses all of them is in the answer. */
export async function readHistory(
  source: ImportSourceName,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<ReadHistory> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-history-'))
  const events: Record<string, unknown>[] = []
  const visitors = new Set<string>()
  const sums: Record<string, Record<string, number>> = {}
  const leftOut: Record<string, number> = {}
  const lost: string[] = []
  const faults: string[] = []
  let refused: string | undefined
  const add = (event: Event) => {
    visitors.add(event.visitorId ?? '')
    events.push(factsOf(event))
  }
  try {
    await mkdir(join(folder, 'files'))
    const sources = Object.keys(files).map((name) => ({ path: join(folder, 'files', name), name }))
    for (const { path, name } of sources) await writeFile(path, files[name]!)
    const { readSums, convert, createParser } = importReaders[source]
    const [first] = sources
    if (readSums) {
      const found = await readSums(sources, '2024-06-01')
      lost.push(...found.ignored, ...found.lost)
      for (const { day, dimension, value, sums: counted } of found.rows) {
        const name = dimension || 'days'
        const of = sums[name] ?? {}
        sums[name] = of
        const key = dimension === '' ? day : value
        of[key] = (of[key] ?? 0) + counted.visitors
      }
    } else {
      const isPlain = sources.length === 1 && !(await isZip(first!.path))
      const found =
        createParser && (isPlain || !convert)
          ? readByLine(source, first!.path, first!.name)
          : convert!(() => openTexts(sources), { site, context: noContext, key: Buffer.alloc(32) })
      for await (const one of found) {
        if ('leftOut' in one) leftOut[one.leftOut] = (leftOut[one.leftOut] ?? 0) + 1
        else if ('fault' in one) faults.push(`${one.number}: ${one.fault}`)
        else if (!('line' in one)) add(one)
        else {
          const event = parseImportLine(JSON.stringify(one.line), site, now)
          if (isEvent(event)) add(event)
          else faults.push(`${one.number}: ${event}`)
        }
      }
    }
  } catch (error) {
    refused = (error as Error).message
  } finally {
    await rm(folder, { recursive: true })
  }
  return { events, visitors: visitors.size, sums, leftOut, lost, faults, refused }
}
