// Asks routes of the account. The service's schemas say the types of the answers; the bundle holds the paths alone.
import type { Static } from '@sinclair/typebox'
import type { accountReplies } from '../../../src/http/contracts/account.ts'
import { type Method, request } from '../service/request.ts'

type Replies = typeof accountReplies
type PathOf<Of extends Method, Each = keyof Replies> = Each extends `${Of} ${infer Path}` ? Path : never

/** The answer of a route of the account. */
export type AccountReply<Endpoint extends keyof Replies> = Static<Replies[Endpoint]>

/** Asks a route below /api/account. Throws a `Refusal`. */
export const askAccount = <Of extends Method, Path extends PathOf<Of>>(
  method: Of,
  path: Path,
  body?: unknown,
): Promise<AccountReply<`${Of} ${Path}` & keyof Replies>> =>
  request<AccountReply<`${Of} ${Path}` & keyof Replies>>(method, `/api/account/${path}`, body)
