// Writes .mmdb files (MaxMind DB format 2.0): a binary tree over the bits of an address, with records as leaves.

/** A record's content; numbers are whole and below 2^32. */
export type MmdbValue = string | number | { readonly [key: string]: MmdbValue } | readonly MmdbValue[]

const types = { text: 2, map: 7, array: 11, integer: 6 } as const

/** Bytes between the tree and the records. */
const separatorBytes = 16

function head(type: number, length: number): Buffer {
  const size = length < 29 ? [length] : [29, length - 29]
  const [first = 0, ...more] = size
  return Buffer.from(type < 8 ? [(type << 5) | first, ...more] : [first, type - 7, ...more])
}

function encode(value: MmdbValue): Buffer {
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

/** Addresses that begin with the same bits. */
export interface Network {
  /** 16 bytes; an IPv4 address stands in the last four. */
  readonly address: Uint8Array
  /** How many bits count, 0 to 128. */
  readonly bits: number
  /** Which of the records answers: its index. */
  readonly record: number
}

// A branch is the number of a node, `nothing`, or the complement of a record's index, which is negative.
const nothing = 0

/** The tree as pairs of branches; node 0 is the root, which no branch leads to. */
class Tree {
  branches = new Int32Array(1 << 16)
  nodes = 1

  #addNode(both: number): number {
    if (2 * this.nodes === this.branches.length) {
      const larger = new Int32Array(2 * this.branches.length)
      larger.set(this.branches)
      this.branches = larger
    }
    this.branches.fill(both, 2 * this.nodes, 2 * this.nodes + 2)
    return this.nodes++
  }

  /** Puts a record under all of a network; what lay there before is gone. */
  insert({ address, bits, record }: Network): void {
    let node = 0
    for (let bit = 0; ; bit++) {
      const branch = 2 * node + (((address[bit >> 3] as number) >> (7 - (bit & 7))) & 1)
      if (bit >= bits - 1) {
        this.branches[branch] = ~record
        return
      }
      const next = this.branches[branch] as number
      // A wider network that was there already stays around the narrower one.
      if (next <= nothing) this.branches[branch] = this.#addNode(next)
      node = this.branches[branch] as number
    }
  }
}

/** A file's description of itself. */
export interface MmdbFacts {
  readonly type: string
  readonly description: string
  /** Of when the data is. */
  readonly date: Date
  /** 4 for a file that answers no address of IPv6. */
  readonly ipVersion: 4 | 6
}

const metadataMark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

function encodeMetadata(facts: MmdbFacts, nodeCount: number): Buffer {
  return encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Math.floor(facts.date.getTime() / 1000),
    database_type: facts.type,
    description: { en: facts.description },
    ip_version: facts.ipVersion,
    languages: ['en'],
    node_count: nodeCount,
    record_size: 32,
  })
}

/**
 * The bytes of a file that answers addresses of these networks with these records; of networks within each other the
 * narrowest answers. The tree has 128 bits, and `::/96` holds the addresses of IPv4, as readers expect.
 */
export function makeMmdb(records: readonly MmdbValue[], networks: Iterable<Network>, facts: MmdbFacts): Buffer {
  const tree = new Tree()
  for (const network of [...networks].sort((a, b) => a.bits - b.bits)) tree.insert(network)
  const encoded = records.map(encode)
  let end = separatorBytes
  const starts = encoded.map((bytes) => {
    const start = end
    end += bytes.length
    return start
  })
  const bytes = Buffer.alloc(8 * tree.nodes)
  for (let index = 0; index < 2 * tree.nodes; index++) {
    const branch = tree.branches[index] as number
    const value = branch > nothing ? branch : tree.nodes + (branch === nothing ? 0 : (starts[~branch] as number))
    bytes.writeUInt32BE(value, 4 * index)
  }
  const metadata = encodeMetadata(facts, tree.nodes)
  return Buffer.concat([bytes, Buffer.alloc(separatorBytes), ...encoded, metadataMark, metadata])
}
