// Files of other products -> lines of an import in a temporary file, in order of time: their own order may be any. The
// import then reads that file as it reads its own (imports/import).
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { faultsReportedMax, ImportFault, isEvent, type LineFault } from './check.ts'
import type { ExportSource } from './export-files.ts'
import type { ImportContext } from './import-context.ts'
import { type ImportSite, parseImportLine } from './line.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { digestTexts, openTexts, type TextFile } from './texts.ts'
import { createTimeSorter, type TimeSorter } from './time-sorter.ts'

/** A record of a file: the line it becomes, the kind of rows it is left out with, or its fault. */
export type Found =
  | { readonly line: Readonly<Record<string, unknown>>; readonly number?: number }
  | { readonly leftOut: string }
  | { readonly number: number; readonly fault: string }

/** A reader of files. The key is known to somebody with the files only: visitors are made with it. */
export type Converter = (
  texts: () => AsyncIterable<TextFile>,
  about: { readonly site: ImportSite; readonly context: ImportContext; readonly key: Buffer },
) => AsyncIterable<Found>

export interface Converted {
  /** The temporary file. */
  readonly path: string
  readonly fingerprint: string
  /** Records of the files. */
  readonly records: number
  readonly leftOut: Readonly<Record<string, number>>
  readonly faults: readonly LineFault[]
  readonly faultCount: number
  dispose(): Promise<void>
}

/** Sorts what a converter finds into lines, kinds that are left out, and faults. */
async function collect(found: AsyncIterable<Found>, sorter: TimeSorter, site: ImportSite, now: Date) {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const faults: LineFault[] = []
  const leftOut: Record<string, number> = {}
  let faultCount = 0
  let records = 0
  const fail = (line: number, message: string): void => {
    faultCount++
    if (faults.length < faultsReportedMax) faults.push({ line, message })
  }
  for await (const one of found) {
    records++
    if ('leftOut' in one) leftOut[one.leftOut] = (leftOut[one.leftOut] ?? 0) + 1
    else if ('fault' in one) fail(one.number, one.fault)
    else {
      const text = JSON.stringify(one.line)
      const event = parseImportLine(text, site, nowSeconds)
      if (isEvent(event)) sorter.add(event.at, text)
      else fail(one.number ?? records, typeof event === 'string' ? event : 'no event')
    }
  }
  return { records, leftOut, faults, faultCount }
}

/**
 * Converts files. With bad records nothing is imported (an ImportFault), unless they may be skipped. The caller
 * disposes of what is returned.
 */
export async function convertFiles(
  sources: readonly ExportSource[],
  convert: Converter,
  { site, context, now, skipInvalid }: { site: ImportSite; context: ImportContext; now: Date; skipInvalid: boolean },
): Promise<Converted> {
  const folder = await makeTemporaryFolder()
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const { fingerprint, key } = await digestTexts(sources)
    const sorter = createTimeSorter(folder)
    const found = convert(() => openTexts(sources), { site, context, key })
    const collected = await collect(found, sorter, site, now)
    if (collected.faultCount > 0 && !skipInvalid) throw new ImportFault(collected.faults, collected.faultCount)
    const path = join(folder, 'lines')
    await sorter.write(path)
    return { path, fingerprint, ...collected, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}
