// The archive of an export of Umami: website_event.csv, and event_data.csv with the properties of events.
import { fileFailures } from '../failure.ts'
import { clickIds } from '../rules/source.ts'
import type { Converter, Found } from './convert.ts'
import { createCsvReader } from './csv.ts'
import { createKeep, type Keep, ownText } from './keeping.ts'
import type { ImportSite } from './line.ts'
import { readRecords } from './reader.ts'
import type { TextFile } from './texts.ts'
import { createUmamiReader, umamiLeftOut, umamiLine, umamiQuery } from './umami.ts'

const baseOf = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').toLowerCase()
const isEvents = ({ name }: TextFile): boolean => /^website_event.*\.csv(?:\.gz)?$/.test(baseOf(name))
const isData = ({ name }: TextFile): boolean => /^event_data.*\.csv(?:\.gz)?$/.test(baseOf(name))

/** The files that Umami's page packs: totals of a range, without days. */
const totals = new Set(['events.csv', 'pages.csv', 'referrers.csv', 'browsers.csv', 'os.csv', 'devices.csv'])

type Props = Record<string, string>

/** Adds the properties of a file to those of their events. */
async function addData({ pieces }: TextFile, events: Map<string, Props>, keep: Keep): Promise<void> {
  const read = createCsvReader({ needs: ['event_id', 'data_key'] })
  for await (const records of readRecords(pieces, { quoted: true }))
    for (const { text } of records) {
      const row = read(text)
      if (row === null || typeof row === 'string' || !row.event_id || !row.data_key) continue
      const value = row.string_value ?? row.number_value ?? row.date_value
      const known = events.get(row.event_id)
      const props = known ?? {}
      keep(row.event_id.length + row.data_key.length + (value?.length ?? 0))
      if (value !== undefined) props[ownText(row.data_key)] = ownText(value)
      if (!known) events.set(ownText(row.event_id), props)
    }
}

/** The line of a row, with what its address and its properties say. */
function lineOf(row: Readonly<Record<string, string>>, site: ImportSite, props: Props | undefined) {
  const line = umamiLine(row, site)
  const query = umamiQuery(row)
  const tag = (name: string) => line[name] ?? query.get(name)
  return {
    ...line,
    utm_source: tag('utm_source') ?? query.get('source') ?? query.get('ref'),
    utm_medium: tag('utm_medium'),
    utm_campaign: tag('utm_campaign'),
    utm_content: tag('utm_content'),
    utm_term: tag('utm_term'),
    click_id: line['click_id'] ?? clickIds.find((name) => query.has(name)),
    ...(props ? { props } : {}),
  }
}

async function* readEvents(file: TextFile, site: ImportSite, data: Map<string, Props>): AsyncGenerator<Found> {
  const read = createUmamiReader()
  for await (const records of readRecords(file.pieces, { quoted: true }))
    for (const { text, number } of records) {
      const row = read(text)
      if (row === null) continue
      if (typeof row === 'string') yield { number, fault: row }
      else {
        const leftOut = umamiLeftOut(row)
        yield leftOut ? { leftOut } : { line: lineOf(row, site, data.get(row.event_id ?? '')) }
      }
    }
}

/** Reads the files of an export. Throws a 400 Failure where none of them holds events. */
export const convertUmami: Converter = async function* (texts, { site }): AsyncGenerator<Found> {
  const data = new Map<string, Props>()
  const keep = createKeep()
  const names: string[] = []
  for await (const file of texts()) {
    names.push(baseOf(file.name))
    if (isData(file)) await addData(file, data, keep)
  }
  let isFound = false
  for await (const file of texts()) {
    const isOnly = names.length === 1
    if (isEvents(file) || (isOnly && !isData(file))) {
      isFound = true
      yield* readEvents(file, site, data)
    } else if (!isData(file)) yield { leftOut: `file ${baseOf(file.name)}` }
  }
  if (isFound) return
  if (names.some((name) => totals.has(name)))
    throw fileFailures.unusable([
      'this archive has totals of a range and no days, so nothing of it can be counted by day; ' +
        'export website_event.csv, from Umami Cloud or with the command of docs/migrate-from-umami.md',
    ])
  throw fileFailures.noFile('website_event.csv')
}
