// A route as the server mounts it and OpenAPI describes it, and what one request brings to it and gets back.
import type { IncomingHttpHeaders } from 'node:http'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Method } from './contracts/contract.ts'
import type { Sink } from './stream.ts'

export interface RouteContext {
  readonly method: string
  /** Decoded path parameters; a path that ends in `/*` gives the rest as `'*'`. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The same as it was written, with its `?`; empty without a query. */
  readonly search: string
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  /** The address at the other end of the connection. */
  readonly peer: string
  /** The body as a JSON object; throws the 400 or 413 Failure. An empty body is an empty object when `optional`. */
  readJson(options?: { optional?: boolean }): Promise<Record<string, unknown>>
  /** The body as text, for a format that is read elsewhere; throws the 413 Failure. */
  readText(): Promise<string>
  /** The body as it comes, for those who write it somewhere; throws ClientGone when it breaks off. */
  readPieces(): AsyncIterable<Buffer>
  /** Fires when the client leaves before it has its answer: work for it may stop. */
  readonly gone: AbortSignal
  /** Answer to an error, for answers within an answer. A bug is logged. */
  refusalOf(error: unknown): Reply
}

export interface Reply {
  readonly status: number
  /** An object is sent as JSON, a string as plain text, a number or null as JSON. */
  readonly body?: unknown
  /** `undefined` takes a header away that all answers have. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
  /** Writes the body piece by piece instead of `body`; `compressed` as the client asks. */
  readonly stream?: (sink: Sink) => Promise<void>
  readonly compressed?: boolean
}

/** The directive of a content policy that keeps an answer out of the frames of other pages. */
export const notFramed = "frame-ancestors 'none'"

/** Credentials of a caller: an API key, a session's cookie, `auth=<slug>` of a shared link, a plugin token. */
export type Credential = 'key' | 'session' | 'link' | 'token'

export type { Method }

/** A route as the server mounts it and OpenAPI describes it. */
export interface Route {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly summary: string
  /** Any of these lets in; none: everybody. */
  readonly access?: readonly Credential[]
  /** A form on the way in, which has no session yet: its refusals carry a code, as refusals to sessions do. */
  readonly isForm?: boolean
  /** A page for people: not part of the API's document. */
  readonly isPage?: boolean
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  readonly replies: Readonly<Record<number, TSchema>>
  /** Headers that answers of a status may carry: name -> meaning. */
  readonly replyHeaders?: Readonly<Record<number, Readonly<Record<string, string>>>>
  handle(context: RouteContext): Promise<Reply> | Reply
}
