// Routes that one-time links and the passwords of shared links open: the first account, a new password, an invitation,
// a dashboard.
import { Type } from '@sinclair/typebox'
import { sessionFailures } from '../../failure.ts'
import { linkSubject } from '../../registry/limits.ts'
import type { LinkKind } from '../../registry/one-time-links.ts'
import type { Registry } from '../../registry/registry.ts'
import type { SignedIn } from '../../registry/sign-in.ts'
import { type Addressed, parseEmail } from '../../registry/users.ts'
import { SignedInReply } from '../contracts/entry.ts'
import { type Definition, type ReplyIn, route } from '../definition.ts'
import { type Body, textOf } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, NoContent } from '../schemas.ts'
import type { Services } from './services.ts'
import {
  guess,
  guessAccount,
  guessHeaders,
  guessReplies,
  placeOf,
  requirePasswords,
  type SignedInAnswer,
  welcome,
} from './session.ts'

const tokenOfBody = (body: Body): string => textOf(body['token'])

/** The body of a request of an own page. Pages of others are refused before their body is read. */
async function readOwn({ browsers }: Services, context: RouteContext): Promise<Body> {
  browsers.requireOwnPage(context.headers)
  return context.readJson()
}

/** The account that a link names, if it has one. Its password or second factor is asked for beside the link. */
async function accountOf(
  { oneTimeLinks, users }: Registry,
  kind: LinkKind,
  token: string,
): Promise<Addressed | undefined> {
  const link = await oneTimeLinks.find(kind, token)
  if (!link) return undefined
  const email = link.userId === null ? link.email : (await users.findById(link.userId))?.email
  const addressed = await users.findAddressed(email)
  return addressed.user && addressed
}

/** The page a fresh account begins with: the oldest site that it reaches. */
async function firstPage({ teams, sites }: Registry, userId: number): Promise<string> {
  const own = await teams.list(userId)
  const reached = (await Promise.all(own.map((team) => sites.list(team.id)))).flat()
  const [oldest] = reached.sort((a, b) => a.id - b.id)
  return oldest ? `/sites/${encodeURIComponent(oldest.domain)}` : '/sites'
}

/** Signs in by what a link and a password prove: a guess at the account that the link names, else at the link. */
async function signInByLink(
  services: Services,
  context: RouteContext,
  kind: 'setup' | 'reset' | 'invite',
  { token, work }: { token: string; work: (isKnown: boolean) => Promise<SignedIn> },
): Promise<SignedInAnswer> {
  const { registry } = services
  requirePasswords(services)
  const account = kind === 'setup' ? undefined : await accountOf(registry, kind, token)
  const signedIn =
    account === undefined
      ? await guess(registry, context, linkSubject(`${kind} link`), () => work(false))
      : await guessAccount(services, context, account, work)
  const next = kind === 'setup' ? await firstPage(registry, signedIn.userId) : undefined
  return welcome(services, context, signedIn, next)
}

/** Opens a shared link for 24 hours in this browser, or throws the refusal. */
async function openSharedLink(
  { registry, browsers }: Services,
  context: RouteContext,
  body: Body,
): Promise<ReplyIn<{ 204: typeof NoContent }>> {
  const link = await registry.sharedLinks.findBySlug(context.params['slug'] ?? '')
  if (!link) throw sessionFailures.sharedLinkGone()
  await guess(registry, context, { name: `shared link ${link.id}`, isWide: true }, async () => {
    const isRight = link.passwordHash === null || (await registry.sharedLinks.isPassword(link, body['password']))
    if (!isRight) throw sessionFailures.wrongSharedPassword()
  })
  return { status: 204, headers: { 'set-cookie': browsers.open(link) } }
}

/** Routes of spec/dashboard 12 and 13 that ask for nothing but the link. */
export function setupRoutes(services: Services): Definition[] {
  const { registry } = services
  const { signIn } = registry
  const replies = { ...guessReplies, 200: SignedInReply, 410: ErrorReply }
  const common = { access: [], isForm: true, replies, replyHeaders: guessHeaders } as const

  return [
    route({
      ...common,
      name: 'SetUp',
      endpoint: 'POST /api/setup',
      summary: 'Make the first account, by the link that `tidemark run` prints',
      body: Type.Object({
        token: Type.String(),
        email: Type.String(),
        name: Type.Optional(Type.String()),
        password: Type.String({ description: '10 characters to 1,000 bytes' }),
      }),
      async handle(context) {
        const body = await readOwn(services, context)
        const token = tokenOfBody(body)
        const work = () => signIn.setUp(token, body, placeOf(services, context))
        return signInByLink(services, context, 'setup', { token, work })
      },
    }),
    route({
      ...common,
      name: 'AskForReset',
      endpoint: 'POST /api/reset/link',
      summary: 'Have a link for a new password mailed to the account of an address; the answer is always the same',
      body: Type.Object({ email: Type.String() }),
      replies: { ...guessReplies, 204: NoContent },
      async handle(context) {
        const body = await readOwn(services, context)
        requirePasswords(services)
        if (!services.sendReset) throw sessionFailures.noMail()
        const email = parseEmail(textOf(body['email']))
        // Each try counts, a right one as well: the answer must not tell which it was.
        const { subject } = await registry.users.findAddressed(email)
        await registry.limits.beginGuess(linkSubject(`reset of ${subject.name}`), context.ip)
        services.sendReset(email, context.headers['accept-language'])
        return { status: 204 }
      },
    }),
    route({
      ...common,
      name: 'ResetPassword',
      endpoint: 'POST /api/reset',
      summary: 'Choose a new password, by a link',
      body: Type.Object({
        token: Type.String(),
        password: Type.String(),
        code: Type.Optional(Type.String({ description: 'Of the second factor, or a recovery code' })),
        revoke_keys: Type.Optional(Type.Boolean({ description: 'Revoke all API keys of the account as well' })),
      }),
      async handle(context) {
        const body = await readOwn(services, context)
        const token = tokenOfBody(body)
        const place = placeOf(services, context)
        const work = (isKnown: boolean) => signIn.reset(token, body, { place, isKnown })
        return signInByLink(services, context, 'reset', { token, work })
      },
    }),
    route({
      ...common,
      name: 'AcceptInvitation',
      endpoint: 'POST /api/invitations/:token',
      summary: 'Accept an invitation, with a new password, or that of the account',
      params: Type.Object({ token: Type.String() }),
      body: Type.Object({
        name: Type.Optional(Type.String()),
        password: Type.String(),
        code: Type.Optional(Type.String({ description: 'Of the second factor, or a recovery code' })),
      }),
      async handle(context) {
        const body = await readOwn(services, context)
        const token = context.params['token'] ?? ''
        const place = placeOf(services, context)
        const work = (isKnown: boolean) => signIn.accept(token, body, { place, isKnown })
        return signInByLink(services, context, 'invite', { token, work })
      },
    }),
    route({
      ...common,
      name: 'OpenSharedLink',
      endpoint: 'POST /api/share/:slug/password',
      summary: 'Open a shared link that has a password, for 24 hours in this browser',
      params: Type.Object({ slug: Type.String() }),
      body: Type.Object({ password: Type.String() }),
      replies: { ...guessReplies, 204: NoContent, 404: ErrorReply },
      async handle(context) {
        return openSharedLink(services, context, await readOwn(services, context))
      },
    }),
  ]
}
