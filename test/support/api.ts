// Requests of the management tests: JSON in, status, body and headers out. Every answer is held against OpenAPI.
import { checkedFetch } from './contract.ts'

export type ApiAnswer = Awaited<ReturnType<typeof readAnswer>>

export type Call = (method: string, path: string, body?: unknown, token?: string | null) => Promise<ApiAnswer>

/** Calls of one service with a default Bearer token; `null` sends none. A string body is sent as it is. */
export function createCall(url: string, defaultToken: string): Call {
  return async (method, path, body, token = defaultToken) => {
    const response = await checkedFetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: /^(basic|bearer|token) /i.test(token) ? token : `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return readAnswer(response)
  }
}

/** An answer with its body read: JSON parsed, anything else as text. */
export async function readAnswer(response: Response) {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}
