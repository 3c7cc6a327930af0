// Pages on the way in: signing in, here and at another service, set-up, invitations, forgotten passwords.
import type { LinkKind, OneTimeLink } from '../../../registry/one-time-links.ts'
import type { Heading } from '../../../rules/words.ts'
import { basePathOf } from '../../base-path.ts'
import type { OpenDefinition } from '../../definition.ts'
import type { Facts, PageName } from '../../facts.ts'
import { callbackPath, type Oidc } from '../../oidc.ts'
import type { RouteContext } from '../../route.ts'
import type { Services } from '../services.ts'
import { endBrought, placeOf } from '../session.ts'
import {
  forMember,
  type MemberHandler,
  missing,
  ownPath,
  type PageReply,
  page,
  refusalPage,
  render,
  serviceFacts,
} from './frame.ts'

/** The page of a one-time link; looking at it changes nothing. */
async function linkPage(
  services: Services,
  [name, kind, heading]: readonly [page: PageName, kind: LinkKind, heading: Heading],
  token: string | null | undefined,
  more: (link: OneTimeLink) => Promise<Partial<Facts>>,
): Promise<PageReply> {
  if (!token) return render(services, name, heading, undefined, { token_state: 'missing' })
  const link = await services.registry.oneTimeLinks.find(kind, token)
  if (!link) return render(services, name, 'linkExpired', undefined, { token_state: 'expired', status: 410 })
  return render(services, name, heading, undefined, { token_state: 'ok', ...(await more(link)) })
}

async function accountOf({ registry }: Services, link: OneTimeLink): Promise<Partial<Facts>> {
  const user = link.userId === null ? undefined : await registry.users.findById(link.userId)
  return { prefill: { email: user?.email ?? link.email ?? '', name: user?.name ?? '' } }
}

async function invitationOf({ registry, directory }: Services, link: OneTimeLink): Promise<Partial<Facts>> {
  const team = link.teamId === null ? undefined : await registry.teams.findById(link.teamId)
  const site = link.siteId === null ? undefined : directory.findById(link.siteId)
  const known = await registry.users.find(link.email ?? '')
  const { role } = link
  const described = await registry.invitations.describe(link.id)
  const words = described && { by: described.by, place: described.place }
  return {
    prefill: { email: link.email ?? '', name: known?.name ?? '' },
    ...(role
      ? { invitation: { to: site?.domain ?? team?.name ?? '', role, has_account: known !== undefined, ...words } }
      : {}),
  }
}

/** The start of signing in at another service: a redirect there, with a cookie for the way back. */
async function beginAtService(services: Services, { query }: RouteContext, service: Oidc): Promise<PageReply> {
  const { location, cookie } = await service.begin(ownPath(query.get('next'), basePathOf(services.baseUrl)))
  const reply = services.pages.redirect(location)
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
}

/** The way back from the service: a session, and the page that was wanted. */
async function finishAtService(services: Services, context: RouteContext, service: Oidc): Promise<PageReply> {
  const { registry, browsers, pages } = services
  const { identity, next } = await service.finish(context.query, context.headers)
  const { token, userId } = await registry.identities.signIn(identity, placeOf(services, context))
  const email = (await registry.users.findById(userId))?.email ?? ''
  await endBrought(services, context.headers)
  const reply = pages.redirect(next)
  return {
    ...reply,
    headers: { ...reply.headers, 'set-cookie': [browsers.give(token), browsers.remember(email), service.forget] },
  }
}

/** A page of the way to the service and back. A refusal is a page too, and ends the attempt. */
const atService =
  (services: Services, handle: typeof beginAtService) =>
  async (context: RouteContext): Promise<PageReply> => {
    const { oidc } = services
    if (!oidc) return missing(services, undefined)
    try {
      return await handle(services, context, oidc)
    } catch (error) {
      const draft = refusalPage(services, error, undefined)
      return (asked) => {
        const reply = draft(asked)
        return { ...reply, headers: { ...reply.headers, 'set-cookie': oidc.forget } }
      }
    }
  }

/** Confirms the address of the signed-in account, or moves the account to a new one. */
const confirm =
  (services: Services): MemberHandler =>
  async ({ params }, user) => {
    const { oneTimeLinks, users } = services.registry.by({ kind: 'user', id: user.userId })
    try {
      const token = params['token'] ?? ''
      const isMove = typeof (await oneTimeLinks.find('confirm', token))?.email === 'string'
      if (isMove || !user.isProven) await users.confirm(user.userId, token)
    } catch (error) {
      return refusalPage(services, error, user)
    }
    return services.pages.redirect('/account')
  }

/** A session for the person that the proxy names, and the page that was wanted; undefined if the proxy names nobody. */
async function signInByProxy(services: Services, context: RouteContext, next: string): Promise<PageReply | undefined> {
  const { registry, browsers, pages, proxySignIn } = services
  try {
    const identity = proxySignIn?.identityOf(context.headers)
    if (!identity) return undefined
    const { token, userId } = await registry.identities.signIn(identity, placeOf(services, context), 'proxy')
    const email = (await registry.users.findById(userId))?.email ?? ''
    await endBrought(services, context.headers)
    const reply = pages.redirect(next)
    return { ...reply, headers: { ...reply.headers, 'set-cookie': [browsers.give(token), browsers.remember(email)] } }
  } catch (error) {
    return refusalPage(services, error, undefined)
  }
}

async function signIn(services: Services, context: RouteContext): Promise<PageReply> {
  const { headers, query } = context
  const next = ownPath(query.get('next'), basePathOf(services.baseUrl))
  const token = query.get('token')
  if (token) {
    const more = async (link: OneTimeLink) => ({ ...(await accountOf(services, link)), next })
    return linkPage(services, ['login', 'signin', 'signIn'], token, more)
  }
  if (await services.caller.findUser(headers)) return services.pages.redirect(next)
  const byProxy = await signInByProxy(services, context, next)
  if (byProxy) return byProxy
  const needsSetup = !services.oidc?.isOnly && !(await services.registry.users.hasPasswords())
  const more = { next, ...serviceFacts(services), ...(needsSetup && { needs_setup: true }) }
  return render(services, 'login', 'signIn', undefined, more)
}

async function setUp(services: Services, { query, headers }: RouteContext): Promise<PageReply> {
  const token = query.get('token')
  if (await services.registry.users.hasPasswords()) {
    if (!token) return services.pages.redirect('/login')
    if (await services.caller.findUser(headers)) return services.pages.redirect('/sites')
    return render(services, 'setup', 'linkExpired', undefined, { token_state: 'expired', status: 410, is_set_up: true })
  }
  return linkPage(services, ['setup', 'setup', 'setUp'], token, (link) => accountOf(services, link))
}

/** Pages that lead in. */
export function entryPages(services: Services): OpenDefinition[] {
  /** A page that ends in a password. It leads to sign-in where people can have none. */
  const withPassword = (name: string, path: string, handle: (context: RouteContext) => Promise<PageReply>) =>
    page(name, path, async (context) => (services.oidc?.isOnly ? services.pages.redirect('/login') : handle(context)))
  return [
    page('SignInAtService', '/login/oidc', atService(services, beginAtService)),
    page('SignedInAtService', callbackPath, atService(services, finishAtService)),
    withPassword('SetupPage', '/setup', (context) => setUp(services, context)),
    page('LoginPage', '/login', (context) => signIn(services, context)),
    withPassword('InvitePage', '/invite/:token', ({ params }) =>
      linkPage(services, ['invite', 'invite', 'acceptInvitation'], params['token'], (link) =>
        invitationOf(services, link),
      ),
    ),
    page(
      'ConfirmPage',
      '/confirm/:token',
      forMember(services, ({ params }) => `/confirm/${encodeURIComponent(params['token'] ?? '')}`, confirm(services)),
    ),
    withPassword('ForgottenPage', '/reset', async () =>
      render(services, 'reset', 'forgotPassword', undefined, {
        token_state: 'missing',
        sends_mail: services.sendReset !== undefined,
      }),
    ),
    withPassword('ResetPage', '/reset/:token', ({ params }) =>
      linkPage(services, ['reset', 'reset', 'choosePassword'], params['token'], (link) => accountOf(services, link)),
    ),
  ]
}
