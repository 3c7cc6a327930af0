// Requests of forms and buttons: JSON in, JSON out, refusals as one error with the server's words. The dashboard's
// questions have their own way (data/).

import type { AnswerAt } from '../../../src/http/contracts/answers.ts'
import type { Refused } from '../../../src/http/schemas.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import type { Told } from '../parts/refusal-sentences.ts'
import { say } from '../text/say.ts'
import { at } from './at.ts'
import { facts } from './facts.ts'
import { readText } from './read.ts'

export class Refusal extends Error implements Told {
  readonly status: number
  declare readonly code?: Told['code']
  declare readonly field?: Told['field']
  declare readonly gaps?: Told['gaps']

  constructor(status: number, message: string, { code, field, gaps }: Told = {}) {
    super(message)
    this.status = status
    Object.assign(this, { code, field, gaps })
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The refusal that an answer is. */
export const refusalOf = (status: number, body: Refused | null | undefined): Refusal =>
  new Refusal(status, body?.error ?? say(shared.unreadable, { status }), body ?? {})

/** The sign-in page, and back here afterwards. */
export function signInAgain(): void {
  location.assign(at(`/login?next=${encodeURIComponent(location.pathname + location.search)}`))
}

/**
 * Throws a `Refusal`; its status is 0 if no answer came. An end of the session leads to the sign-in page. The answer has
 * the type that the service declares for the address.
 */
export async function request<Of extends Method, Path extends string>(
  method: Of,
  path: Path,
  body?: unknown,
  signal?: AbortSignal,
): Promise<AnswerAt<Of, Path>>
/** The same for the `ask` functions, which know the answer by its contract. */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer>
export async function request<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const init: RequestInit = { method, headers: { accept: 'application/json' }, signal: signal ?? null }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { accept: 'application/json', 'content-type': 'application/json' }
  }
  const response = await fetch(at(path), init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Refusal(0, shared.offline)
  })
  const { status, ok } = response
  const text = await response.text()
  let refusal: Refusal
  try {
    if (ok) return readText<Answer>(text)
    refusal = refusalOf(status, readText<Refused | null>(text))
  } catch {
    throw refusalOf(status, null)
  }
  // The session has ended while the page was open.
  if (status === 401 && facts.user && !refusal.field) signInAgain()
  throw refusal
}
