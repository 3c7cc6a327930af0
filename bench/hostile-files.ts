// Files that are made to fill memory or time, one or two for each source of imports.
import { gzipSync } from 'node:zlib'
import { createZip } from '../src/http/zip.ts'
import type { ImportSourceName } from '../src/rules/import-sources.ts'

export interface HostileFile {
  readonly source: ImportSourceName
  readonly name: string
  readonly content: Buffer
}

async function zip(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const archive = createZip()
  const parts: Buffer[] = []
  for (const [name, content] of Object.entries(files))
    for await (const piece of archive.add(name, [content])) parts.push(piece)
  return Buffer.concat([...parts, archive.end()])
}

/** Rows that have no value in common: a reader of sums has to keep all of them. */
const rows = (header: string, row: (index: number) => string, count: number): Buffer =>
  gzipSync([header, ...Array.from({ length: count }, (_, index) => row(index))].join('\n'))

export async function makeHostileFiles(): Promise<HostileFile[]> {
  const ends = gzipSync(Buffer.alloc(300_000_000, '\n'))
  const blanks = gzipSync(gzipSync(Buffer.alloc(480_000_000, ' ')))
  const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.log`, blanks]))
  const sums = 'date,visitors,pageviews,page\n'
  return [
    { source: 'umami', name: 'line ends', content: await zip({ 'event_data.csv.gz': ends }) },
    {
      source: 'plausible',
      name: 'line ends',
      content: await zip({ 'imported_pages.csv': Buffer.alloc(60_000_000, '\n') }),
    },
    {
      source: 'plausible',
      name: 'different values',
      content: await zip({
        'imported_pages.csv': Buffer.from(
          sums + Array.from({ length: 3_000_000 }, (_, index) => `2024-01-01,1,1,/${index.toString(36)}`).join('\n'),
        ),
      }),
    },
    { source: 'google-analytics', name: 'line ends', content: ends },
    { source: 'web-log', name: 'packed twice', content: await zip(twelve) },
    { source: 'web-log', name: 'quotes', content: gzipSync(Buffer.alloc(30_000_000, '"\\" ')) },
    { source: 'matomo', name: 'deep lists', content: gzipSync(Buffer.alloc(60_000_000, '[')) },
    { source: 'matomo', name: 'a long visit', content: gzipSync(`[[${'0,'.repeat(7_900_000)}0]]`) },
    { source: 'goatcounter', name: 'commas', content: gzipSync(Buffer.alloc(60_000_000, ',')) },
    {
      source: 'umami',
      name: 'quotes',
      content: rows('created_at,session_id,url_path', () => '"2024-01-01","s","/a""', 1_000_000),
    },
    { source: 'events', name: 'no JSON', content: gzipSync(Buffer.alloc(20_000_000, '{"a":[\n')) },
  ]
}
