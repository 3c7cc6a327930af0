// Secrets of callers: how they are made and which digest is stored.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

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
