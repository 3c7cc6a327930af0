// Messages of JSON-RPC 2.0 as clients of assistants write them: one, or a list of them, with ids of any size. What many
// clients send for "nothing" (`null`) is read as nothing (spec/assistants 1.6).
import { fieldsOf, mayBeRounded, parseExactly } from './exact-json.ts'
import { isDeeperThan } from './json-depth.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A message. A request is answered, a notification and an answer of the client are not. */
export interface RpcMessage {
  readonly kind: 'request' | 'notification' | 'answer'
  readonly method: string
  readonly params: JsonObject | undefined
  /** The id of a request as it was written, as JSON; `null` for the others. */
  readonly id: string
}

/** The fault of a text that is no valid message. `id` is its id if it has one that can be echoed. */
export interface RpcFault {
  readonly kind: 'fault'
  readonly code: number
  readonly message: string
  readonly id: string
}

export interface RpcText {
  readonly isBatch: boolean
  readonly messages: readonly (RpcMessage | RpcFault)[]
}

export const rpcCodes = { parse: -32_700, invalidRequest: -32_600, invalidParams: -32_602 } as const

/** No message nests nearly as deep. */
const depthMax = 100

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same value without members that are null, at any depth of objects; elements of lists stay. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
  )
}

/** The id as it was written. Undefined for a value that no id may have. */
function idText(id: unknown, exact: () => unknown): string | undefined {
  if (typeof id === 'string') return JSON.stringify(id)
  if (typeof id !== 'number') return undefined
  return mayBeRounded(id) ? String(exact()) : JSON.stringify(id)
}

const fault = (code: number, message: string, id = 'null'): RpcFault => ({ kind: 'fault', code, message, id })

/** Reads one value; `exact` parses the same value without rounding. */
function readMessage(value: unknown, exact: () => unknown): RpcMessage | RpcFault {
  if (!isObject(value)) return fault(rpcCodes.invalidRequest, 'A message must be an object.')
  const { jsonrpc, method, params } = value
  const id = idText(value['id'], () => fieldsOf(exact()).get('id'))
  if (jsonrpc !== '2.0') return fault(rpcCodes.invalidRequest, 'jsonrpc must be "2.0".', id)
  if (method === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')))
    return { kind: 'answer', method: '', params: undefined, id: 'null' }
  if (typeof method !== 'string') return fault(rpcCodes.invalidRequest, 'method must be a text.', id)
  const isNotification = value['id'] === undefined || (value['id'] === null && method.startsWith('notifications/'))
  if (!isNotification && id === undefined) return fault(rpcCodes.invalidRequest, 'id must be a text or a number.')
  if (params !== undefined && params !== null && !isObject(params))
    return fault(rpcCodes.invalidParams, `${method.slice(0, 100)}: params must be an object.`, id)
  const given = isObject(params) ? (withoutNulls(params) as JsonObject) : undefined
  return { kind: isNotification ? 'notification' : 'request', method, params: given, id: id ?? 'null' }
}

/** Reads a text of JSON-RPC. Undefined for a text that is no JSON, or nests too deep. Linear in the text. */
export function readRpc(text: string): RpcText | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (isDeeperThan(value, depthMax)) return undefined
  let parsed: unknown
  const exact = () => {
    parsed ??= parseExactly(text)
    return parsed
  }
  if (!Array.isArray(value)) return { isBatch: false, messages: [readMessage(value, exact)] }
  const messages = value.map((item, index) => readMessage(item, () => (exact() as unknown[])[index]))
  return { isBatch: true, messages }
}

/**
 * An error as JSON, with an id that is JSON already.
 *
 * @example rpcError('7', -32602, 'No.') === '{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"No."}}'
 */
export const rpcError = (id: string, code: number, message: string, data?: unknown): string =>
  `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}}`
