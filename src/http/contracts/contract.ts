// A contract: what a route is asked and answers, as data. The route, the OpenAPI document and the pages share it; pages
// take its types alone.
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { InstantText } from '../schemas.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** The contract of a route below a site's settings. */
export interface Contract {
  readonly endpoint: `${Method} /api/sites/:site_id/${string}`
  readonly summary: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** The body of the answer; none is a 204. */
  readonly reply?: TSchema
}

/** A value as it may be handed to JSON, which writes a Date as text in ISO 8601: such is the schema `Instant`. */
export type Sent<Value> = unknown extends Value
  ? Value
  : Value extends InstantText
    ? string | Date
    : Value extends readonly (infer Item)[]
      ? readonly Sent<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
        : Value

/** The answer as a page reads it. */
export type ReplyOf<Of extends Contract> = Of extends { reply: infer Reply extends TSchema } ? Static<Reply> : null
/** The answer as the route makes it. */
export type AnswerOf<Of extends Contract> = Of extends { reply: infer Reply extends TSchema }
  ? Sent<Static<Reply>>
  : Awaited<Promise<void>>
/** The body as it arrives, checked. */
export type BodyOf<Of extends Contract> = Of extends { body: infer Body extends TSchema } ? Static<Body> : undefined
