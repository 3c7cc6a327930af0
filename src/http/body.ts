// Reads a request body up to a limit, and as JSON.
import type { IncomingMessage } from 'node:http'
import { commonFailures } from '../failure.ts'
import { isDeeperThan } from '../rules/json-depth.ts'

/**
 * Largest JSON body of the management and statistics endpoints, as of an event. 8 goals with full names and props are
 * 56,160 characters (spec/management 2.3): 337 kB written as \uXXXX, 674 kB where each is such a pair.
 */
const jsonBytesMax = 1_000_000
/** No request of this service nests nearly as deep. */
const jsonDepthMax = 100

/** Reads the whole body; a longer one than `bytesMax` is a 413 Failure and is not buffered further. */
function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > bytesMax) {
        request.removeAllListeners('data')
        request.resume()
        reject(commonFailures.bodyTooLarge())
        return
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new ClientGone()))
  })
}

/** The client closed the connection before its request was complete, so no answer is sent. */
export class ClientGone extends Error {}

/** The pieces of a body of any length. Who stops early can still be answered. */
export async function* readPieces(request: IncomingMessage): AsyncGenerator<Buffer> {
  const pieces = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const next = await pieces.next().catch((cause: unknown) => {
      throw new ClientGone('', { cause })
    })
    if (next.done) return
    yield next.value
  }
}

/** Types of forms. Programs that bring a key may send a body of plain texts as one (spec/management 2.3). */
const formType = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i

/**
 * The fields of a form, the last of each name. Undefined for a body that is no form: curl calls JSON a form unless it
 * is told otherwise.
 */
async function readForm({ headers }: IncomingMessage, body: Buffer): Promise<Record<string, unknown> | undefined> {
  const type = headers['content-type'] ?? ''
  if (headers.authorization === undefined || !formType.test(type) || !/^(?:--|[^\s{}[\]"=&]+=)/.test(String(body)))
    return undefined
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  return form && Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw commonFailures.invalidJson(error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isDeeperThan(value, jsonDepthMax))
    throw commonFailures.invalidJson()
  return value as Record<string, unknown>
}

/** Reads the body as text in UTF-8. */
export const readText = async (request: IncomingMessage): Promise<string> =>
  (await readBody(request, jsonBytesMax)).toString('utf8')

/**
 * Reads the body as a JSON object, or as a form of a program with a key. Anything else is 400 `Invalid JSON body`
 * (spec/management 2.3).
 */
export async function readJsonObject(request: IncomingMessage, optional: boolean): Promise<Record<string, unknown>> {
  const body = await readBody(request, jsonBytesMax)
  if (optional && body.length === 0) return {}
  return (await readForm(request, body)) ?? parseObject(body.toString('utf8'))
}
