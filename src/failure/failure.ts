// A refusal, and the ways to make one. The refusals themselves stand in the files beside this one, by subject.

import {
  type Coded,
  type FieldRefusal,
  fieldRefusals,
  fieldWords,
  type Gaps,
  type MessageRefusal,
  messageRefusals,
  messageWords,
} from '../refusal-words.ts'

/** Field -> messages. */
export type FieldErrors = Record<string, string[]>
export type FailureBody = { error: string } | { errors: FieldErrors }

/** Parts of a refusal besides its status and its words. Pages make their sentence of `code`, `field` and `gaps`. */
export interface FailureOptions extends Partial<Coded> {
  readonly headers?: Readonly<Record<string, string>>
  /** Name of the value that is refused, as the request has it. */
  readonly field?: string | undefined
  /** The error that led to the refusal, for the log. */
  readonly cause?: unknown
}

/** No gaps, no options. */
export const none = {} as const

/** A refusal with its HTTP answer. */
export class Failure extends Error {
  readonly status: number
  readonly body: FailureBody
  readonly headers: Readonly<Record<string, string>>
  readonly code: Coded['code'] | undefined
  readonly field: string | undefined
  readonly gaps: Gaps

  constructor(status: number, body: FailureBody | string, options: FailureOptions = none) {
    const { headers = none, code, field, gaps = none, cause } = options
    const shaped = typeof body === 'string' ? { error: body } : body
    super('error' in shaped ? shaped.error : JSON.stringify(shaped.errors), cause === undefined ? none : { cause })
    this.name = 'Failure'
    this.status = status
    this.body = shaped
    this.headers = headers
    this.code = code
    this.field = field
    this.gaps = gaps
  }
}

/** A 400. */
export const badRequest = (message: string, options?: FailureOptions) => new Failure(400, message, options)

type More = Omit<FailureOptions, 'code' | 'gaps'>

/** A refusal that names no field, with the code of its words. */
export const refuse = (status: number, refusal: MessageRefusal, gaps: Gaps = none, more?: More) =>
  new Failure(status, messageWords(refusal, gaps), { code: messageRefusals[refusal][0], gaps, ...more })

/** A value of a field that is refused, in words that pages know. */
export const refuseField = (
  field: string,
  refusal: FieldRefusal,
  gaps: Gaps = none,
  more?: More & { status: number },
) =>
  new Failure(more?.status ?? 400, `${field}: ${fieldWords(refusal, gaps)}`, {
    code: fieldRefusals[refusal][0],
    field,
    gaps,
    ...more,
  })

/** The answer of the APIs that list messages by field; the code is of the first of them. */
export const refuseFields = (errors: FieldErrors, { code, gaps }: Partial<Coded> = none) =>
  new Failure(422, { errors }, { field: Object.keys(errors)[0], ...(code && { code }), ...(gaps && { gaps }) })

/** The header that says when to ask again. */
export const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })

/** A feature that needs a larger plan, in the words of the Plugins API. */
export const upgrade = (feature: string) => refuse(402, 'businessPlan', { feature })

/** Something that was deleted, or never was. */
export const gone = (thing: string) => refuse(404, 'gone', { thing })
/** A feature that the plan lacks. */
export const planLacks = (feature: string) => refuse(402, 'plan', { feature })
