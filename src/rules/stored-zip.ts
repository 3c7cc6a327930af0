// A zip archive of files as they are, not compressed: the same files make the same bytes, in a browser and here. Pages
// send the files of an export so, and the command knows a set of files by it (spec/dashboard 11.1).

export interface StoredFile {
  readonly name: string
  readonly size: number
  /** Its CRC-32. */
  readonly crc: number
}

const version = 20
const utf8Name = 0x0800
/** 1 January 1980, the first day of a zip's calendar. */
const day = 0x21

/** Archives above need another format. */
export const storedBytesMax = 2 ** 31

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The CRC-32 of bytes. `before` is the CRC-32 of the bytes in front of them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before
  for (let at = 0; at < bytes.length; at++) value = table[(value ^ bytes[at]!) & 0xff]! ^ (value >>> 8)
  return ~value >>> 0
}

/** Bytes of numbers, each of two or four bytes, least first, with a name behind them. */
function record(fields: readonly (readonly [size: 2 | 4, value: number])[], name = new Uint8Array()) {
  const length = fields.reduce((sum, [size]) => sum + size, 0)
  const bytes = new Uint8Array(length + name.length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  bytes.set(name, at)
  return bytes
}

const encode = (name: string) => new TextEncoder().encode(name)

/** Fields that a file's own header and its entry in the directory have in common. */
const headOf = ({ size, crc }: StoredFile, name: Uint8Array) =>
  [
    [2, version],
    [2, utf8Name],
    [2, 0],
    [2, 0],
    [2, day],
    [4, crc],
    [4, size],
    [4, size],
    [2, name.length],
    [2, 0],
  ] as const

/** The header before a file's bytes. */
export function headerOfStored(file: StoredFile) {
  const name = encode(file.name)
  return record([[4, 0x04034b50], ...headOf(file, name)], name)
}

/** The directory and end record behind the last file. */
export function endOfStored(files: readonly StoredFile[]) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  let length = 0
  for (const file of files) {
    const name = encode(file.name)
    const entry = record(
      [[4, 0x02014b50], [2, version], ...headOf(file, name), [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]],
      name,
    )
    parts.push(entry)
    length += entry.length
    offset += headerOfStored(file).length + file.size
  }
  const { length: count } = files
  parts.push(
    record([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, length],
      [4, offset],
      [2, 0],
    ]),
  )
  return parts
}

/** The order in which files are stored: by their names. */
export const inStoredOrder = <T extends { readonly name: string }>(files: readonly T[]): T[] =>
  files.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
