// Requests of the management tests: JSON in, status, body and headers out. Every answer is held against OpenAPI.
import { type Contract, loadContract } from './contract.ts'

const contracts = new Map<string, Promise<Contract>>()

export interface ApiAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as plain data
  readonly body: any
  readonly headers: Headers
}

export type Call = (method: string, path: string, body?: unknown, token?: string | null) => Promise<ApiAnswer>

/** Calls of one service with a default Bearer token; `null` sends none. A string body is sent as it is. */
export function createCall(url: string, defaultToken: string): Call {
  return async (method, path, body, token = defaultToken) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: /^(basic|bearer|token) /i.test(token) ? token : `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const contract = contracts.get(url) ?? loadContract(url)
    contracts.set(url, contract)
    const problem = (await contract)(method, path, response.status, isJson ? JSON.parse(text) : text)
    if (problem) throw new Error(problem)
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
}
