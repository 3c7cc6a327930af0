// Identifies the visitor of an event without remembering anybody: a 64-bit keyed hash. Its key is thrown away after two
// days.
import { tldts } from '../on-demand.ts'
import { asciiHost } from './host.ts'

const saltBytes = 16

// Text is hashed as UTF-8 from one reused buffer; 16 KB is Node's limit for all headers together, so nothing sent by
// HTTP is cut.
const messageBytesMax = 64 * 1024
const message = Buffer.allocUnsafe(messageBytesMax)
const result = new BigInt64Array(1)
const halves = new Int32Array(result.buffer)

/**
 * The registrable domain of a hostname, private suffixes included; an address, `(none)` or a bare suffix stands for
 * itself (spec/ingestion 18.1). In ASCII, so that spellings of a host are one. Costs a microsecond: callers cache it.
 * @example rootDomain('app.example.co.uk') // 'example.co.uk'
 */
export function rootDomain(hostname: string): string {
  const host = asciiHost(hostname)
  return tldts().getDomain(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }) ?? host
}

/**
 * SipHash-2-4 under the day's salt over user agent + address + domain + root domain of the hostname, as a signed 64-bit
 * integer (spec/ingestion 18.1). `root` spares the look-up when the caller knows it already.
 */
export function visitorId(
  salt: Buffer,
  userAgent: string,
  ip: string,
  domain: string,
  hostname: string,
  root = rootDomain(hostname),
): bigint {
  return sipHash(salt, userAgent + ip + domain + root)
}

/**
 * SipHash-2-4 of a text's UTF-8 bytes with a 16-byte key, in 32-bit halves: exact, without big integers in the loop.
 */
export function sipHash(key: Uint8Array, text: string): bigint {
  if (key.length !== saltBytes) throw new RangeError(`a salt has ${saltBytes} bytes, not ${key.length}`)
  const length = message.write(text, 0, messageBytesMax - 8, 'utf8')
  const k0l = word(key, 0)
  const k0h = word(key, 4)
  const k1l = word(key, 8)
  const k1h = word(key, 12)
  // "somepseudorandomlygeneratedbytes", as the algorithm's authors chose
  let v0h = k0h ^ 0x736f6d65
  let v0l = k0l ^ 0x70736575
  let v1h = k1h ^ 0x646f7261
  let v1l = k1l ^ 0x6e646f6d
  let v2h = k0h ^ 0x6c796765
  let v2l = k0l ^ 0x6e657261
  let v3h = k1h ^ 0x74656462
  let v3l = k1l ^ 0x79746573
  const blocks = (length >> 3) + 1
  const padded = blocks * 8
  message.fill(0, length, padded)
  message[padded - 1] = length & 255
  for (let block = 0; block <= blocks; block += 1) {
    const isLast = block === blocks
    const ml = isLast ? 0 : word(message, block * 8)
    const mh = isLast ? 0 : word(message, block * 8 + 4)
    v3l ^= ml
    v3h ^= mh
    if (isLast) v2l ^= 0xff
    for (let round = isLast ? 4 : 2; round > 0; round -= 1) {
      let sum = (v0l >>> 0) + (v1l >>> 0)
      v0h = (v0h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0
      v0l = sum | 0
      sum = (v2l >>> 0) + (v3l >>> 0)
      v2h = (v2h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0
      v2l = sum | 0
      let high = (v1h << 13) | (v1l >>> 19)
      let low = (v1l << 13) | (v1h >>> 19)
      v1h = high ^ v0h
      v1l = low ^ v0l
      high = (v3h << 16) | (v3l >>> 16)
      low = (v3l << 16) | (v3h >>> 16)
      v3h = high ^ v2h
      v3l = low ^ v2l
      high = v0h
      v0h = v0l
      v0l = high
      sum = (v2l >>> 0) + (v1l >>> 0)
      v2h = (v2h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0
      v2l = sum | 0
      sum = (v0l >>> 0) + (v3l >>> 0)
      v0h = (v0h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0
      v0l = sum | 0
      high = (v1h << 17) | (v1l >>> 15)
      low = (v1l << 17) | (v1h >>> 15)
      v1h = high ^ v2h
      v1l = low ^ v2l
      high = (v3h << 21) | (v3l >>> 11)
      low = (v3l << 21) | (v3h >>> 11)
      v3h = high ^ v0h
      v3l = low ^ v0l
      high = v2h
      v2h = v2l
      v2l = high
    }
    v0l ^= ml
    v0h ^= mh
  }
  halves[0] = v0l ^ v1l ^ v2l ^ v3l
  halves[1] = v0h ^ v1h ^ v2h ^ v3h
  return result[0] as bigint
}

/** Four bytes as a little-endian word. */
function word(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  )
}
