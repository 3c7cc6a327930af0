// Requests of forms and buttons: JSON in, JSON out, refusals as one error with the server's words. The dashboard's
// questions have their own way (data/).
import * as shared from './text/en/shared.ts'
import { say } from './text/say.ts'

export class Refusal extends Error {
  readonly status: number
  /** Messages by field, where the refusal names fields. */
  readonly fields: Readonly<Record<string, string>>
  readonly body: unknown

  constructor(
    status: number,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    body: unknown = undefined,
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.body = body
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

function refusalOf(status: number, body: unknown): Refusal {
  const { error, errors } = (body ?? {}) as { error?: unknown; errors?: unknown }
  const fields: Record<string, string> = {}
  if (errors && typeof errors === 'object') {
    for (const [name, message] of Object.entries(errors)) fields[name] = [message].flat().join(', ')
  }
  const message = typeof error === 'string' ? error : Object.values(fields)[0]
  return new Refusal(status, message ?? say(shared.unreadable, { status }), fields, body)
}

/** The sign-in page, and back here afterwards. */
export function signInAgain(): void {
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Throws a `Refusal`; its status is 0 where no answer came. An end of the session leads to the sign-in page. */
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
  const response = await fetch(path, init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Refusal(0, shared.offline)
  })
  const text = await response.text()
  let answer: unknown
  try {
    answer = text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new Refusal(response.status, say(shared.unreadable, { status: response.status }))
  }
  if (response.ok) return answer as Answer
  throw refusalOf(response.status, answer)
}
