// The smallest .mmdb file there is: one record for every address.
import { type MmdbValue, makeMmdb as make } from '../../src/ingest/mmdb.ts'

/** A database that answers every address with this record: IPv4 and IPv6, or IPv4 alone. */
export const makeMmdb = (record: MmdbValue, ipVersion: 4 | 6 = 6): Buffer =>
  make(
    [record],
    [0x00, 0x80].map((first) => ({ address: new Uint8Array(16).fill(first, 0, 1), bits: 1, record: 0 })),
    { type: 'Test', description: 'one record', date: new Date(1_700_000_000_000), ipVersion },
  )
