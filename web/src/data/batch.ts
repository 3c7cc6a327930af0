// One request for many questions, answered line by line as each is ready.

import type { PartOf } from '../../../src/http/contracts/answers.ts'
import type { BatchLine } from '../../../src/http/contracts/stats.ts'
import type { Refused } from '../../../src/http/schemas.ts'
import type { Told } from '../parts/refusal-sentences.ts'
import { at } from '../service/at.ts'
import { readBody, readText } from '../service/read.ts'
import type { Query } from '../state/api.ts'

/** A refusal of the whole batch: no access, unknown site, lock; status 0 where no answer came. */
export class BatchRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string, told: Told = {}) {
    super(message)
    this.status = status
    Object.assign(this, told)
  }
}

const batchMax = 24

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const parts = (rest + value).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) if (part !== '') yield part
  }
  if (rest !== '') yield rest
}

/** The refusal that a body is. */
export const refusalIn = (status: number, body: Refused | null | undefined): BatchRefusal =>
  new BatchRefusal(status, body?.error ?? `The service answered ${status}.`, body ?? {})

export interface BatchOptions {
  readonly siteId: string
  /** `auth=<slug>` of a shared link, or nothing. */
  readonly auth: string
  /** The activity that led to the questions. Pages that name the same activity share their answers. */
  readonly activity?: string | undefined
  readonly signal: AbortSignal
  readonly onLine: (line: BatchLine) => void
  readonly onVersion?: (version: string) => void
}

/**
 * Asks, and tells of each answer as it comes. If the answer is cut off, the missing questions are asked again, once. A
 * second cut is an outage.
 */
async function askBatch(
  questions: readonly { readonly id: string; readonly query: Query }[],
  options: BatchOptions,
  isSecond = false,
): Promise<void> {
  const { siteId, auth, activity, signal, onLine } = options
  const missing = new Map(questions.map((question) => [question.id, question]))
  let isWhole = false
  try {
    const response = await fetch(at(`/api/v2/query/batch${auth && `?${auth}`}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        site_id: siteId,
        activity,
        queries: questions.map(({ id, query }) => ({ id, ...query })),
      }),
      signal,
    })
    options.onVersion?.(response.headers.get('x-tidemark-version') ?? '')
    if (!response.ok || !response.body) throw refusalIn(response.status, await readBody(response))
    for await (const text of linesOf(response.body)) {
      const line = readText<PartOf['POST /api/v2/query/batch']>(text)
      if ('done' in line) isWhole = true
      else if (missing.delete(line.id)) onLine(line)
    }
  } catch (error) {
    if (signal.aborted || error instanceof BatchRefusal) throw error
    // Nothing came at all: the service is away. Something came: the rest may still.
    if (missing.size === questions.length || isSecond) throw new BatchRefusal(0, String(error))
  }
  if (isWhole || missing.size === 0) return
  if (isSecond) throw new BatchRefusal(0, 'The answer was cut off.')
  await askBatch([...missing.values()], options, true)
}

/** In parts of what a batch takes. */
export async function askAll(
  questions: readonly { readonly id: string; readonly query: Query }[],
  options: BatchOptions,
): Promise<void> {
  const parts: Promise<void>[] = []
  for (let at = 0; at < questions.length; at += batchMax)
    parts.push(askBatch(questions.slice(at, at + batchMax), options))
  await Promise.all(parts)
}
