// Secrets: how they are made, which digest of them is stored, and how a secret that the service has to read again is
// encrypted.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const tokenPrefix = 'tidemark-plugin-'

/** A fresh plugin token, its stored digest and its hint (spec/management 5). */
export function makeToken(): { token: string; digest: Buffer; hint: string } {
  const token = tokenPrefix + randomBytes(30).toString('base64')
  return { token, digest: digestToken(token), hint: token.slice(-4) }
}

/** The stored digest of a plugin token, a browser session's or a one-time link's token. */
export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Random URL-safe text that no command line takes for an option. */
function makeKeyText(): string {
  const text = randomBytes(48).toString('base64url')
  return text.startsWith('-') ? makeKeyText() : text
}

/** A fresh API key, its stored digest and its prefix (spec/management 6.1). */
export function makeKey(secretKey: string): { key: string; digest: Buffer; prefix: string } {
  const key = makeKeyText()
  return { key, digest: digestKey(secretKey, key), prefix: key.slice(0, 6) }
}

/** The stored digest of an API key, as lower-case hex: SHA-256 over the server's secret and the key. */
export const digestKey = (secretKey: string, key: string): Buffer =>
  createHash('sha256').update(secretKey).update(key).digest()

/**
 * True when the stored digest is the presented one. The index has found it already. Comparing once more, in constant
 * time, leaves nothing of the answer to how an index or a cache compares.
 */
export const isSameDigest = (stored: Uint8Array, presented: Uint8Array): boolean =>
  stored.length === presented.length && timingSafeEqual(stored, presented)

/** The token of a browser session or a one-time link: 256 random bits. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** An identifier of 21 URL-safe characters: tracker configurations and shared links. */
export const makePublicId = (): string => randomBytes(16).toString('base64url').slice(0, 21)

const nonceBytes = 12
const tagBytes = 16

/** The key that encrypts secrets of one purpose, made of SECRET_KEY. */
export const vaultKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))

/** Encrypts a secret: nonce, tag and text. */
export function encrypt(key: Buffer, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Decrypts a secret. Throws if it was encrypted with another key. */
export function decrypt(key: Buffer, kept: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, nonceBytes))
  decipher.setAuthTag(kept.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(kept.subarray(nonceBytes + tagBytes)), decipher.final()])
}
