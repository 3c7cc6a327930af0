// The visitor's address and agent as a kit of the site says them, signed: no proxy needs to be trusted, and a stranger
// cannot claim an address (spec/ingestion 6.6).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIp, normaliseIp } from './client-ip.ts'
import { readInstant } from './instant.ts'

/** The header of the request that a kit passes on, or makes. */
export const kitClientHeader = 'x-tidemark-client'

/** Seconds that a signature is good for, either way. */
const kitClientSeconds = 60

/** No kit writes more: the longest agent that is read, an address and an instant. */
const headerLengthMax = 8_192

/** The visitor behind a kit. */
export interface KitClient {
  readonly ip: string
  readonly userAgent: string
}

export interface SignedClient extends KitClient {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** The text that was signed, and its signature. */
  readonly payload: string
  readonly signature: Buffer
}

/** Epoch milliseconds of `at`: seconds since the epoch, or an instant with its offset; undefined for anything else. */
const readAt = (at: unknown): number | undefined =>
  typeof at === 'number' && Number.isFinite(at) ? at * 1000 : readInstant(at)

function readJson(payload: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads `v1 <base64url of {"ip", "user_agent", "at"}>.<base64url of its HMAC-SHA256>`. Undefined for anything else: the
 * request then counts as one without the header.
 */
export function readKitClient(header: string): SignedClient | undefined {
  if (header.length > headerLengthMax) return undefined
  const found = /^v1 ([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/.exec(header.trim())
  if (!found) return undefined
  const [, payload = '', mac = ''] = found
  const sent = readJson(payload)
  const atMs = readAt(sent?.['at'])
  if (!sent || atMs === undefined || typeof sent['ip'] !== 'string') return undefined
  const ip = normaliseIp(sent['ip'])
  const userAgent = sent['user_agent'] ?? ''
  if (isIp(ip) === 0 || typeof userAgent !== 'string') return undefined
  return { ip, userAgent, atMs, payload, signature: Buffer.from(mac, 'base64url') }
}

/** The signature of a payload by a kit secret, whose text is the key. */
export const signKitPayload = (secret: string, payload: string): Buffer =>
  createHmac('sha256', secret).update(payload).digest()

/** True if the secret signed it, at most a minute from now. */
export function isSignedBy(secret: string, { atMs, payload, signature }: SignedClient, nowMs: number): boolean {
  if (Math.abs(nowMs - atMs) > kitClientSeconds * 1000) return false
  return timingSafeEqual(signKitPayload(secret, payload), signature)
}

/**
 * The header of a visitor, as kits write it.
 * @example writeKitClient('secret', { ip: '192.0.2.1', userAgent: '' }, 1_764_000_000_000).startsWith('v1 ') // true
 */
export function writeKitClient(secret: string, { ip, userAgent }: KitClient, nowMs: number): string {
  const sent = JSON.stringify({ ip, user_agent: userAgent, at: Math.floor(nowMs / 1000) })
  const payload = Buffer.from(sent).toString('base64url')
  return `v1 ${payload}.${signKitPayload(secret, payload).toString('base64url')}`
}
