// Parts that all pages share: rendering with the facts of the reader, refusals as pages, sign-in first.
import { Failure } from '../../../failure.ts'
import type { SessionGrant } from '../../../registry/sessions.ts'
import { unnamedTeam } from '../../../rules/invited.ts'
import type { Asked } from '../../../rules/languages.ts'
import { type Action, mayDo } from '../../../rules/roles.ts'
import type { Heading } from '../../../rules/words.ts'
import { stripBasePath } from '../../base-path.ts'
import { type OpenDefinition, rawRoute } from '../../definition.ts'
import type { Facts, PageName, UserFacts } from '../../facts.ts'
import type { Pages } from '../../page.ts'
import type { Reply, RouteContext } from '../../route.ts'
import { mustConfirm } from '../account-password.ts'
import type { Services } from '../services.ts'

/** Headings of error pages. */
const errorHeadings: Readonly<Record<number, Heading>> = {
  402: 'locked',
  403: 'notAllowed',
  503: 'notAvailable',
  404: 'notFound',
}

type RenderOptions = Parameters<Pages['render']>[1]
/** A page that waits for the languages that its request names. */
export type Draft = (asked: Asked) => Reply
/** A refusal is a page too, wherever it is made. */
export type PageReply = Reply | Draft
type Handler = (context: RouteContext) => Promise<PageReply>
export type MemberHandler = (context: RouteContext, user: SessionGrant) => Promise<PageReply>

const userFacts = (services: Services, user: SessionGrant): UserFacts => ({
  email: user.email,
  name: user.name,
  shortcuts: user.shortcuts,
  pages_by: user.pagesBy,
  language: user.language,
  must_confirm: mustConfirm(user, services.now()),
  is_proven: user.isProven,
})

/** A refusal as a page says it: the API's sentence, and the code by which other languages choose theirs. */
export interface Refused {
  readonly message: string
  readonly code?: string | undefined
  readonly gaps?: Failure['gaps']
}

/** The refusal of a failure. */
export const refusedBy = ({ body, code, gaps }: Failure): Refused => ({
  message: 'error' in body ? body.error : '',
  code,
  gaps,
})

/** A page with the facts it begins with. */
export const render =
  (
    services: Services,
    page: PageName,
    heading: Heading,
    user: SessionGrant | undefined,
    more: Partial<Omit<Facts, 'heading'>> = {},
    options?: RenderOptions,
  ): Draft =>
  (asked) =>
    services.pages.render(
      { page, heading, status: 200, message: null, ...more, user: user ? userFacts(services, user) : null },
      { ...options, asked },
    )

/** The answer to a request, its page in one of the languages that the request names. */
export const finish = (reply: PageReply, { query, headers }: Pick<RouteContext, 'query' | 'headers'>): Reply =>
  typeof reply === 'function' ? reply({ given: query.get('lang'), accepted: headers['accept-language'] }) : reply

/** The page that says why there is no other. */
export const refuse = (
  services: Services,
  status: number,
  { message, code, gaps }: Refused,
  user: SessionGrant | undefined,
  options?: RenderOptions,
): Draft => {
  const told = code === undefined ? {} : { told: { code, gaps: gaps ?? {} } }
  return render(services, 'error', errorHeadings[status] ?? 'error', user, { status, message, ...told }, options)
}

/** The page of an unknown address. */
export const missing = (services: Services, user: SessionGrant | undefined): Draft =>
  refuse(services, 404, { message: 'There is nothing at this address.', code: 'address' }, user)

/** The page of a failure. Any other error is thrown again. */
export function refusalPage(services: Services, error: unknown, user: SessionGrant | undefined): Draft {
  if (!(error instanceof Failure)) throw error
  return refuse(services, error.status, refusedBy(error), user)
}

/** Declares a page. */
export const page = (name: string, path: string, handle: Handler): OpenDefinition =>
  rawRoute({
    name,
    endpoint: `GET ${path}`,
    summary: name,
    isPage: true,
    replies: {},
    handle: async (context) => finish(await handle(context), context),
  })

/** The query of a request with its `?`; empty if the request has no query. */
const queryOf = ({ query }: RouteContext): string => (query.size > 0 ? `?${query}` : '')

/** A page of somebody who is signed in. Others sign in first and come back to `path`. */
export const forMember =
  (services: Services, path: (context: RouteContext) => string, answer: MemberHandler): Handler =>
  async (context) => {
    const user = await services.caller.findUser(context.headers)
    if (user) return answer(context, user)
    return services.pages.redirect(`/login?next=${encodeURIComponent(path(context) + queryOf(context))}`)
  }

/**
 * A path of this service, or `/sites`: never another origin (spec/dashboard 12).
 * @example ownPath('//evil.example', '') // '/sites'
 */
export function ownPath(given: string | null | undefined, basePath: string): string {
  const next = stripBasePath(given ?? '', basePath)
  const isOwn = /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\')
  return isOwn ? next : '/sites'
}

/** The service to sign in with, for the pages that offer it. */
export const serviceFacts = ({ oidc }: Services): Partial<Facts> =>
  oidc ? { oidc: { name: oidc.name, is_only: oidc.isOnly } } : {}

/** The teams in which the role of an account includes the action. */
export async function teamsOf({ registry }: Services, user: SessionGrant, may: Action) {
  const teams = await registry.teams.list(user.userId)
  const found = teams.filter((team) => user.teams.has(team.id) && mayDo(user.teams.get(team.id)!, may))
  return Promise.all(
    found.map(async ({ id, identifier, name }) => {
      const isOthers = name === unnamedTeam && user.teams.get(id) !== 'owner'
      const owner = isOthers && (await registry.teams.members(id)).find(({ role }) => role === 'owner')
      return { id: identifier, name, ...(owner && { owner: owner.name || owner.email }) }
    }),
  )
}
