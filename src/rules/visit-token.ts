// Visit tokens: a visitor of a site, sealed for one UTC day (spec/ingestion 23.2). A program hands one back with an
// event, and the event joins the visit. A token holds no address, and each one reads differently. Only the service
// opens it, with the day's salt, and nobody does once the salt is gone.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A visitor of a site, as a token holds it. */
export interface TokenVisitor {
  readonly siteId: number
  /** Signed 64-bit numbers as decimal text, under the salts of the day and of the day before. */
  readonly id: string
  readonly previousId: string | null
  readonly stripe: number
}

const ivBytes = 12
const tagBytes = 16
// The site, two ids, whether there is a previous one, the stripe.
const bodyBytes = 8 + 8 + 8 + 1 + 1
const tokenBytes = ivBytes + bodyBytes + tagBytes
const tokenLength = Math.ceil((tokenBytes * 4) / 3)

/** The key of a day's tokens, made from its salt (hex). */
const keyOf = (salt: string): Buffer => Buffer.from(hkdfSync('sha256', Buffer.from(salt, 'hex'), '', 'visit token', 32))

/** Remembers the key of the salt that was asked for last: a day has one. */
function createKeys(): (salt: string) => Buffer {
  let known: { readonly salt: string; readonly key: Buffer } | undefined
  return (salt) => {
    if (known?.salt !== salt) known = { salt, key: keyOf(salt) }
    return known.key
  }
}
const keyUnder = createKeys()

/** Seals a visitor under the salt of the day. */
export function sealVisit(salt: string, { siteId, id, previousId, stripe }: TokenVisitor): string {
  const body = Buffer.alloc(bodyBytes)
  body.writeBigUInt64BE(BigInt(siteId), 0)
  body.writeBigInt64BE(BigInt(id), 8)
  body.writeBigInt64BE(BigInt(previousId ?? 0), 16)
  body.writeUInt8(previousId === null ? 0 : 1, 24)
  body.writeUInt8(stripe, 25)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyUnder(salt), iv, { authTagLength: tagBytes })
  const sealed = Buffer.concat([iv, cipher.update(body), cipher.final()])
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
}

/** A token that is worth nothing, and cannot be told from the others. */
export const worthlessToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** Opens a token of the site under the salt of the day; undefined for any other text, also a token of another site. */
export function openVisit(salt: string, token: string, siteId: number): TokenVisitor | undefined {
  if (token.length !== tokenLength || !/^[\w-]+$/.test(token)) return undefined
  const sealed = Buffer.from(token, 'base64url')
  if (sealed.length !== tokenBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyUnder(salt), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(ivBytes + bodyBytes))
  let body: Buffer
  try {
    body = Buffer.concat([decipher.update(sealed.subarray(ivBytes, ivBytes + bodyBytes)), decipher.final()])
  } catch {
    return undefined
  }
  if (body.readBigUInt64BE(0) !== BigInt(siteId)) return undefined
  return {
    siteId,
    id: body.readBigInt64BE(8).toString(),
    previousId: body.readUInt8(24) === 1 ? body.readBigInt64BE(16).toString() : null,
    stripe: body.readUInt8(25),
  }
}
