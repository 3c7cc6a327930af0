// Reads the text of a log as an import does, without a database: pageviews with the addresses of their visitors, what is
// left out and why, and faults with their lines.

import { isEvent } from '../../src/imports/check.ts'
import { noContext } from '../../src/imports/import-context.ts'
import { parseImportLine } from '../../src/imports/line.ts'
import { convertWebLog } from '../../src/imports/web-log.ts'

export interface ReadLog {
  /** Path, address of the visitor, source; in the order of the log. */
  readonly pages: readonly {
    readonly at: string
    readonly path: string
    readonly ip: string
    readonly referrer: string
  }[]
  readonly visitors: number
  readonly leftOut: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

const site = { id: 1, domain: 'shop.example', timezone: 'Etc/UTC' }

async function* piecesOf(content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Reads a log of the site shop.example, in pieces of `size` bytes. */
export async function readLog(content: string | Buffer, size = 65_536): Promise<ReadLog> {
  let asked = ''
  const context = {
    ...noContext,
    placeOf: (ip: string) => {
      asked = ip
      return noContext.placeOf(ip)
    },
  }
  const texts = async function* () {
    yield { name: 'access.log', pieces: piecesOf(content, size) }
  }
  const pages: ReadLog['pages'][number][] = []
  const visitors = new Set<unknown>()
  const leftOut: Record<string, number> = {}
  const faults: string[] = []
  for await (const found of convertWebLog(texts, { site, context, key: Buffer.from('key') })) {
    if ('leftOut' in found) leftOut[found.leftOut] = (leftOut[found.leftOut] ?? 0) + 1
    else if ('fault' in found) faults.push(`${found.number}: ${found.fault}`)
    else {
      const { line } = found
      const event = parseImportLine(JSON.stringify(line), site, 2_000_000_000)
      if (!isEvent(event)) {
        faults.push(`${found.number}: ${event}`)
        continue
      }
      visitors.add(line.visitor)
      const [referrer] = event.dimensions()
      pages.push({ at: String(line.timestamp), path: event.pathname, ip: asked, referrer: String(referrer ?? '') })
    }
  }
  return { pages, visitors: visitors.size, leftOut, faults }
}
