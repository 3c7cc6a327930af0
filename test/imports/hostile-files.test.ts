// Readers of files that are made to fill memory or time: every layer is read by pieces, one count of unpacked bytes
// holds for all of them, and each reader ends with an answer. None of these tests measures time: a reader that is not
// linear does not end within the time of the suite.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import t from 'tap'
import { createCsvReader, splitRecord } from '../../src/imports/csv.ts'
import { readJsonList } from '../../src/imports/json-list.ts'
import { createKeep } from '../../src/imports/keeping.ts'
import { readRecords } from '../../src/imports/reader.ts'
import { openTexts } from '../../src/imports/texts.ts'
import { createTimeSorter } from '../../src/imports/time-sorter.ts'
import { unpackLimits } from '../../src/imports/unpack.ts'
import { readZip } from '../../src/imports/zip.ts'
import { runs } from '../support/effort.ts'
import { packedZip } from '../support/zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'tidemark-hostile-'))
t.teardown(() => rm(folder, { recursive: true }))

t.setTimeout(200_000)

const mebibyte = 1024 ** 2

async function packed(files: Readonly<Record<string, Buffer>>): Promise<string> {
  const path = join(folder, 'a.zip')
  await writeFile(path, await packedZip(files))
  return path
}

/** Reads the texts of a file to their ends. */
async function measure(path: string) {
  let [bytes, largest] = [0, 0]
  for await (const { pieces } of openTexts([{ path, name: 'a' }]))
    for await (const piece of pieces) {
      bytes += piece.length
      largest = Math.max(largest, piece.length)
    }
  return { bytes, largest }
}

t.test('archives are read by pieces, in each layer', async (t) => {
  const text = Buffer.alloc(4 * mebibyte, 'a line\n')
  for (const content of [text, gzipSync(text)]) {
    const { bytes, largest } = await measure(await packed({ 'a.csv': content, 'b.csv': content }))
    t.equal(bytes, 2 * text.length)
    t.ok(largest <= 65_536, `${largest} bytes at once`)
  }
})

t.test('one count of unpacked bytes for all files and layers', async (t) => {
  const { bytesFree } = unpackLimits
  const refused = { status: 400, message: `the file has more than ${bytesFree} bytes unpacked` }
  const half = Buffer.alloc(bytesFree / 2)
  t.match(await measure(await packed({ a: half, b: half })), { bytes: bytesFree }, 'as much as a small file may have')
  await t.rejects(measure(await packed({ a: half, b: half, c: Buffer.from('x') })), refused, 'in one layer')
  const twice = gzipSync(half)
  await t.rejects(measure(await packed({ a: twice, b: twice, c: twice })), refused, 'packed twice')
  t.ok(twice.length < bytesFree / 1_000)
  // A file that is large by itself may have as much again for each of its bytes.
  const noise = Buffer.from(Array.from({ length: mebibyte }, (_, index) => (index * index * 31 + (index >> 7)) & 0xff))
  const large = await packed({ noise: Buffer.concat([noise, noise]), a: half, b: half, c: half })
  t.ok((await measure(large)).bytes > bytesFree)
})

t.test('an archive that is no plain zip is refused in words', async (t) => {
  const whole = await readFile(await packed({ 'a.csv': Buffer.from('x,y\n1,2\n') }))
  const cases: [name: string, change: (bytes: Buffer) => Buffer, message: string | RegExp][] = [
    ['cut off', (bytes) => bytes.subarray(0, -30), 'this is no zip archive'],
    [
      'a broken directory',
      (bytes) => bytes.fill(9, bytes.indexOf('PK\x01\x02'), bytes.indexOf('PK\x01\x02') + 4),
      'this is no zip archive',
    ],
    ['broken bytes', (bytes) => bytes.fill(0xff, 35, 45), /^a.csv of the archive cannot be unpacked/],
    [
      'encrypted',
      (bytes) => {
        bytes.writeUInt16LE(1, bytes.indexOf('PK\x01\x02') + 8)
        return bytes
      },
      /^a.csv of the archive cannot be unpacked/,
    ],
    [
      'another packing',
      (bytes) => {
        bytes.writeUInt16LE(93, bytes.indexOf('PK\x01\x02') + 10)
        return bytes
      },
      /^a.csv of the archive cannot be unpacked/,
    ],
  ]
  for (const [name, change, message] of cases) {
    const path = join(folder, 'b.zip')
    await writeFile(path, change(Buffer.from(whole)))
    await t.rejects(measure(path), { status: 400, message }, name)
  }
  const names = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, Buffer.alloc(0)]))
  await t.rejects(measure(await packed(names)), { message: 'the archive has more than 10000 files' })
  const { value: first } = await readZip(await packed({ ['n'.repeat(60_000)]: Buffer.alloc(0) })).next()
  t.equal(first?.name.length, 255)
})

/** Counts records of pieces that repeat a text. */
async function countRecords(
  piece: string,
  pieces: number,
  quoted: boolean,
): Promise<{ records: number; longest: number }> {
  const bytes = Buffer.from(piece)
  async function* all() {
    for (let index = 0; index < pieces; index++) yield bytes
  }
  let [records, longest] = [0, 0]
  for await (const found of readRecords(all(), { quoted }))
    for (const { text } of found) {
      records++
      longest = Math.max(longest, text.length)
    }
  return { records, longest }
}

t.test('lines of any length and number', async (t) => {
  const cases: [name: string, piece: string, records: number][] = [
    ['line ends', '\n'.repeat(65_536), 0],
    ['carriage returns', '\r\n'.repeat(32_768), 0],
    ['short lines', 'a\n'.repeat(32_768), 32_768 * 200],
    ['one line', 'a'.repeat(65_536), 1],
    ['zeros', '\0'.repeat(65_536), 1],
    ['blanks', ' '.repeat(65_536), 1],
  ]
  for (const [name, piece, records] of cases)
    for (const quoted of [false, true]) {
      const found = await countRecords(piece, 200, quoted)
      t.equal(found.records, records, name)
      t.ok(found.longest < 1_100_000, `${found.longest} characters are kept`)
    }
  for (const piece of ['"', '"\n', '""', '"a\n"b\n', ',"'])
    t.ok((await countRecords(piece.repeat(65_536 / piece.length), 100, true)).longest < 1_100_000, piece)
})

t.test('columns', async (t) => {
  const refuse = (fault: string): never => {
    throw new Error(fault)
  }
  const message = 'more than 1000 columns, or 100000 characters'
  for (const header of [','.repeat(1_000), ','.repeat(1_000_000), `"${'a'.repeat(100_000)}"`, '"",'.repeat(300_000)])
    t.throws(() => createCsvReader({ refuse })(header), { message })
  // Every later line would be a part of such a header, so the file is refused at once.
  for (const header of ['"path,visitors', 'path,"visitors', '"a"b,c', 'a,b"', '"'.repeat(999_999)])
    t.throws(() => createCsvReader({ refuse })(header), { message: 'a quote is left open' }, header.slice(0, 20))
  const read = createCsvReader({ refuse })
  t.equal(read(Array.from({ length: 1_000 }, (_, index) => `c${index}`).join(',')), null)
  t.equal(read(','.repeat(1_000_000)), 'more than 1000 fields')
  t.equal(read('"",'.repeat(300_000)), 'more than 1000 fields')
  t.equal(read('"'.repeat(999_999)), 'a quote is left open')
})

t.test('records are split as csv-parse splits them', async () => {
  const record = fc.array(fc.constantFrom('"', '""', ',', 'a', ' ', '\n', 'é'), { maxLength: 12 })
  fc.assert(
    fc.property(record, (signs) => {
      const text = signs.join('')
      // The reader gives records without line ends, but in quotes.
      fc.pre(text !== '' && !text.replace(/"(?:[^"]|"")*"?/g, '').includes('\n'))
      let other: string[] | undefined
      try {
        other = parse(text, { relax_column_count: true })[0]
      } catch {}
      return isDeepStrictEqual(splitRecord(text), other)
    }),
    { numRuns: 2_000 },
  )
})

t.test('elements of JSON: deep, long, many', async (t) => {
  const read = async (...texts: string[]) => {
    async function* pieces() {
      for (const text of texts) yield Buffer.from(text)
    }
    let count = 0
    for await (const _ of readJsonList(pieces())) count++
    return count
  }
  const deep = (levels: number) => `[${'['.repeat(levels)}${']'.repeat(levels)}]`
  t.equal(await read(deep(99)), 1)
  await t.rejects(read(deep(100)))
  await t.rejects(read('['.repeat(1_000_000)))
  await t.rejects(read('{"a":'.repeat(1_000_000)))
  await t.rejects(read('[', ...Array<string>(260).fill(' '.repeat(65_536))), 'blanks without an end')
  await t.rejects(read('["', ...Array<string>(260).fill('a'.repeat(65_536)), '"]'), 'a text without an end')
  t.equal(await read('[', ...Array<string>(3).fill('0,'.repeat(32_768)), '0]'), 98_305)
})

t.test('what a reader keeps is counted', (t) => {
  const keep = createKeep(10_000)
  for (let index = 0; index < 20; index++) keep(100)
  t.throws(() => keep(100), { status: 400, message: /more different values than an import has memory for/ })
  t.end()
})

t.test('lines are sorted by time, whatever the memory', async () => {
  const times = fc.array(fc.oneof(fc.nat(200_000), fc.nat(20), fc.constant(7)), { maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(times, fc.nat(300), fc.nat(300), async (all, waitingCharacters, sortedBytes) => {
      const place = await mkdtemp(join(folder, 'sort-'))
      const sorter = createTimeSorter(place, { waitingCharacters, sortedBytes })
      for (const [index, at] of all.entries()) sorter.add(at, `${index} line`)
      await sorter.write(join(place, 'lines'))
      const written = (await readFile(join(place, 'lines'), 'utf8')).split('\n').filter(Boolean)
      const sorted = [...all.entries()].sort((a, b) => a[1] - b[1]).map(([index]) => `${index} line`)
      return written.join() === sorted.join()
    }),
    { numRuns: runs(60) },
  )
})
