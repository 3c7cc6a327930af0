// Requests to addresses that people typed: to public addresses alone unless the operator says otherwise, no redirect is
// followed, nothing waits long, and little of an answer is read.
import { lookup as lookUp } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Answer, ShapedRequest } from './shapes/shape.ts'

const waitMs = 15_000
/** Bytes of an answer that are read; the rest is dropped. */
const answerBytesMax = 16_384

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/** Finds public addresses only, which the connection then goes to: a name cannot change in between. */
const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    const usable = (found ?? []).filter(({ address }) => isPublic(address))
    const [one] = usable
    if (error || !one) callback(error ?? new Error(`${hostname} is no public address`), '', 0)
    else if (options.all) callback(null, usable)
    else callback(null, one.address, one.family)
  })

/** How long an answer is waited for, how much of it is read, and how the request calls itself. */
interface Limits {
  readonly waitMs: number
  readonly bytesMax: number
  readonly agent: string
}

const usualLimits: Limits = { waitMs, bytesMax: answerBytesMax, agent: 'Tidemark' }

/** Reads the beginning of an answer. */
async function readAnswer(response: http.IncomingMessage, bytesMax: number): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= bytesMax) break
  }
  return { status, headers, text: Buffer.concat(chunks).subarray(0, bytesMax).toString() }
}

/** Sends a request and answers what came back, whatever its status. Throws if nothing did. */
export async function sendGuarded(
  request: Omit<ShapedRequest, 'method'> & { readonly method: ShapedRequest['method'] | 'GET' },
  allowsPrivate: boolean,
  limits: Limits = usualLimits,
): Promise<Answer> {
  const url = new URL(request.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A written address is not looked up. URL has read all its spellings: 0x7f.1 and 2130706433 are 127.0.0.1 by now.
  if (!allowsPrivate && ipaddr.isValid(host) && !isPublic(host)) throw new Error(`${host} is no public address`)
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      headers: { ...request.headers, 'content-length': request.body.length, 'user-agent': limits.agent },
      signal: AbortSignal.timeout(limits.waitMs),
      // A connection of its own: one that is kept was checked by somebody else.
      agent: false,
      ...(!allowsPrivate && { lookup: publicLookup }),
    })
    sent.once('error', reject)
    sent.once('response', resolve)
    sent.end(request.body)
  })
  return await readAnswer(response, limits.bytesMax)
}
