// The archive of an export of Umami: website_event.csv, and event_data.csv with the properties of events.
import { fileFailures } from '../failure.ts'
import { clickIds } from '../rules/source.ts'
import type { Converter, Found } from './convert.ts'
import { createCsvReader } from './csv.ts'
import { createKeep, type Keep, ownText } from './keeping.ts'
import type { ImportSite } from './line.ts'
import type { OneSite } from './one-site.ts'
import { readRecords } from './reader.ts'
import type { TextFile } from './texts.ts'
import { createUmamiReader, createWebsites, umamiLeftOut, umamiLine, umamiQuery } from './umami.ts'

const baseOf = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').toLowerCase()
const eventsFile = /^website_event.*\.csv(?:\.gz)?$/
const isEvents = ({ name }: TextFile): boolean => eventsFile.test(baseOf(name))
const isData = ({ name }: TextFile): boolean => /^event_data.*\.csv(?:\.gz)?$/.test(baseOf(name))

/** The files that Umami's page packs: totals of a range, without days. */
const totals = new Set(['events.csv', 'pages.csv', 'referrers.csv', 'browsers.csv', 'os.csv', 'devices.csv'])

type Props = Record<string, string>

/** Umami's type of numbers, which it writes with four decimals. */
const numberType = '2'
const decimals = /^-?\d{1,30}\.\d{1,10}$/

/** The value of a property as the site sent it: a number without the zeros that Umami adds. */
function propertyValue(row: Readonly<Record<string, string>>): string | undefined {
  const value = row.string_value ?? row.number_value ?? row.date_value
  const isNumber = row['data_type'] === undefined ? row.number_value !== undefined : row['data_type'] === numberType
  return isNumber && value !== undefined && decimals.test(value) ? value.replace(/\.?0+$/, '') : value
}

/** Adds the properties of a file to those of their events. Finds the faults of its rows. */
async function* addData({ pieces }: TextFile, events: Map<string, Props>, keep: Keep): AsyncGenerator<Found> {
  const read = createCsvReader()
  for await (const records of readRecords(pieces, { quoted: true, strict: true }))
    for (const { text, number } of records) {
      const row = read(text)
      if (row === null) continue
      // The tables of a database have other names than the files of the cloud, and had others before version 2.10.
      const [event, key] =
        typeof row === 'string' ? [] : [row.event_id ?? row.website_event_id, row.data_key ?? row.event_key]
      if (typeof row === 'string') yield { number, fault: `event_data: ${row}` }
      else if (!event || !key) yield { number, fault: 'event_data: there is no event_id or no data_key' }
      else addProperty(events, keep, { event, key, value: propertyValue(row) })
    }
}

function addProperty(
  events: Map<string, Props>,
  keep: Keep,
  { event, key, value }: { readonly event: string; readonly key: string; readonly value: string | undefined },
): void {
  if (value === undefined) return
  const known = events.get(event)
  const props = known ?? {}
  keep(event.length + key.length + value.length)
  props[ownText(key)] = ownText(value)
  if (!known) events.set(ownText(event), props)
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

/** Facts of all files of an import. */
interface Archive {
  readonly site: ImportSite
  readonly data: ReadonlyMap<string, Props>
  readonly websites: OneSite
  /** True for an event that another file had. */
  readonly isRepeated: (event: string | undefined) => boolean
}

/** Remembers the events of files, so that exports of ranges that overlap count each event once. */
function createSeen(keep: Keep): Archive['isRepeated'] {
  const seen = new Set<string>()
  return (event) => {
    if (event === undefined) return false
    if (seen.has(event)) return true
    keep(event.length)
    seen.add(ownText(event))
    return false
  }
}

async function* readEvents(file: TextFile, { site, data, websites, isRepeated }: Archive): AsyncGenerator<Found> {
  const read = createUmamiReader()
  for await (const records of readRecords(file.pieces, { quoted: true, strict: true }))
    for (const { text, number } of records) {
      const row = read(text)
      if (row === null) continue
      if (typeof row === 'string') yield { number, fault: row }
      else {
        websites.count(row['website_id'])
        const leftOut = isRepeated(row.event_id) ? 'events that another file has too' : umamiLeftOut(row)
        yield leftOut ? { leftOut } : { number, line: lineOf(row, site, data.get(row.event_id ?? '')) }
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
    if (isData(file)) yield* addData(file, data, keep)
  }
  const websites = createWebsites()
  const isOnly = names.length === 1
  // The rows of one file have an id each. Remembering them all would limit the size of a file for nothing.
  const isRepeated = names.filter((name) => eventsFile.test(name)).length > 1 ? createSeen(keep) : () => false
  const archive: Archive = { site, data, websites, isRepeated }
  let isFound = false
  for await (const file of texts()) {
    if (isEvents(file) || (isOnly && !isData(file))) {
      isFound = true
      yield* readEvents(file, archive)
    } else if (!isData(file)) yield { leftOut: `file ${baseOf(file.name)}` }
  }
  websites.refuseSeveral()
  if (isFound) return
  if (names.some((name) => totals.has(name)))
    throw fileFailures.unusable([
      'this archive has totals of a range and no days, so nothing of it can be counted by day; ' +
        'export website_event.csv, from Umami Cloud or with the command of docs/migrate-from-umami.md',
    ])
  throw fileFailures.noFile('website_event.csv')
}
