// Makes the smallest .mmdb file there is: one record for every address (MaxMind DB format 2.0).

type Value = string | number | { readonly [key: string]: Value } | readonly Value[]

const types = { text: 2, map: 7, array: 11, integer: 6 } as const

function head(type: number, length: number): Buffer {
  const size = length < 29 ? [length] : [29, length - 29]
  const [first = 0, ...more] = size
  return Buffer.from(type < 8 ? [(type << 5) | first, ...more] : [first, type - 7, ...more])
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(types.text, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([head(types.integer, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([head(types.array, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    head(types.map, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ])
}

/** A database that answers every address with this record: IPv4 and IPv6, or IPv4 alone. */
export function makeMmdb(record: Value, ipVersion: 4 | 6 = 6): Buffer {
  // One node whose both branches lead to the record: 16 bytes separate tree and data, and the count of nodes is added.
  const pointer = [0, 0, 1 + 16]
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test',
    description: { en: 'one record' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: 1,
    record_size: 24,
  }
  return Buffer.concat([
    Buffer.from([...pointer, ...pointer]),
    Buffer.alloc(16),
    encode(record),
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    encode(metadata),
  ])
}
