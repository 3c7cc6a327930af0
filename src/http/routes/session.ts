// Signing in and out.
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from '@sinclair/typebox'
import { Failure, identityFailures } from '../../failure.ts'
import { linkSubject, type Subject } from '../../registry/limits.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Place } from '../../registry/sessions.ts'
import type { SignedIn } from '../../registry/sign-in.ts'
import type { Addressed } from '../../registry/users.ts'
import { parseDevice } from '../../rules/device.ts'
import { SignedInReply } from '../contracts/entry.ts'
import { type Definition, type ReplyIn, route } from '../definition.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

/** Refuses whatever would let somebody in by a password, where the sign-in service is the only way in. */
export function requirePasswords({ oidc }: Pick<Services, 'oidc'>): void {
  if (oidc?.isOnly) throw identityFailures.only(oidc.name)
}

/** Refusals of whatever can be guessed at (spec/dashboard 12). */
export const guessReplies = { 401: ErrorReply, 403: ErrorReply, 429: ErrorReply, 503: ErrorReply } as const
export const guessHeaders = {
  429: { 'Retry-After': 'Seconds until another try makes sense' },
  503: { 'Retry-After': 'Seconds until another try makes sense' },
} as const

/** Statuses that answer a wrong guess. Any other status was no guess. */
const guessStatuses: ReadonlySet<number> = new Set([401, 403, 410])

/**
 * Counts the work as a guess at the subject, and lets it be one only if it was wrong. `isKnown`: a browser that the
 * account knows.
 */
export async function guess<T>(
  registry: Registry,
  { ip }: RouteContext,
  subject: Subject,
  work: () => Promise<T>,
  isKnown = false,
): Promise<T> {
  const attempt = await registry.limits.beginGuess(subject, ip, isKnown)
  try {
    const result = await work()
    await attempt.forgive()
    return result
  } catch (error) {
    if (!(error instanceof Failure && guessStatuses.has(error.status))) await attempt.forgive()
    throw error
  }
}

/**
 * The same at the password or second factor of the account that an address found. Browsers that the account knows are
 * spared the limits over all addresses, which `work` is told too.
 */
export function guessAccount<T>(
  { registry, browsers }: Services,
  context: RouteContext,
  { user, subject }: Addressed,
  work: (isKnown: boolean) => Promise<T>,
): Promise<T> {
  const isKnown = user !== undefined && browsers.knows(context.headers, user.email)
  return guess(registry, context, subject, () => work(isKnown), isKnown)
}

/** The place of a sign-in that is kept: families and a country, no header and no address. */
export function placeOf({ countryOf }: Services, { headers, ip }: RouteContext): Place {
  const { browser, os } = parseDevice(headers['user-agent'] ?? '')
  return { agent: [browser, os].filter((name) => name !== null).join(' on '), country: countryOf(ip) }
}

/** Ends the session that the browser brought: a new one never stands beside it. */
export async function endBrought({ registry, browsers }: Services, headers: IncomingHttpHeaders): Promise<void> {
  const token = browsers.read(headers)
  const session = token === undefined ? undefined : await registry.sessions.find(token)
  if (session) await registry.sessions.end(session.userId, session.id)
}

export type SignedInAnswer = ReplyIn<{ 200: typeof SignedInReply }>

/** The answer to somebody who has just signed in. */
export async function welcome(
  services: Services,
  { headers }: RouteContext,
  { token, userId }: SignedIn,
  next = '/sites',
): Promise<SignedInAnswer> {
  await endBrought(services, headers)
  const email = (await services.registry.users.findById(userId))?.email ?? ''
  const cookies = [services.browsers.give(token), services.browsers.remember(email)]
  return { status: 200, body: { next }, headers: { 'set-cookie': cookies } }
}

/** POST and DELETE /api/session. */
export function sessionRoutes(services: Services): Definition[] {
  const { registry, browsers } = services
  const path = '/api/session'
  return [
    route({
      name: 'SignIn',
      endpoint: `POST ${path}`,
      summary: 'Sign in with e-mail and password, or with the token of a sign-in link',
      access: [],
      isForm: true,
      body: Type.Object({
        email: Type.Optional(Type.String()),
        password: Type.Optional(Type.String()),
        code: Type.Optional(Type.String({ description: 'Of the second factor, or a recovery code' })),
        token: Type.Optional(Type.String()),
      }),
      replies: { ...guessReplies, 200: SignedInReply, 400: ErrorReply, 410: ErrorReply },
      replyHeaders: guessHeaders,
      async handle(context) {
        browsers.requireOwnPage(context.headers)
        const body = await context.readJson()
        const place = placeOf(services, context)
        const { token } = body
        if (typeof token === 'string') {
          const byLink = () => registry.signIn.byLink(token, place)
          return welcome(services, context, await guess(registry, context, linkSubject('sign-in link'), byLink))
        }
        requirePasswords(services)
        const addressed = await registry.users.findAddressed(body['email'])
        const byPassword = (isKnown: boolean) => registry.signIn.byPassword(addressed.user, body, { place, isKnown })
        return welcome(services, context, await guessAccount(services, context, addressed, byPassword))
      },
    }),
    route({
      name: 'SignOut',
      endpoint: `DELETE ${path}`,
      summary: 'Sign out',
      access: [],
      isForm: true,
      replies: { 204: Type.Null({ description: 'Signed out' }), 403: ErrorReply },
      async handle({ headers }) {
        browsers.requireOwnPage(headers)
        await endBrought(services, headers)
        return { status: 204, headers: { 'set-cookie': browsers.take() } }
      },
    }),
  ]
}
