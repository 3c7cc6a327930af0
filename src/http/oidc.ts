// Sign-in by a service that speaks OpenID Connect: the authorization code flow with PKCE. A short-lived, signed cookie
// of the browser that began holds the values that must come back (spec/dashboard 12).
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Configuration } from 'openid-client'
import type { OidcConfig } from '../config.ts'
import { identityFailures } from '../failure.ts'
import type { Log } from '../log.ts'
import { openidClient } from '../on-demand.ts'
import type { Identity } from '../registry/identities.ts'
import { isSameDigest } from '../registry/secrets.ts'
import { type Claims, readClaims, tellsGroups } from '../rules/identity-claims.ts'
import { judge, type RoleRule } from '../rules/role-rules.ts'
import { withoutAddresses } from '../rules/text.ts'
import { createCookies } from './session.ts'

/** Where the service sends people back to. */
export const callbackPath = '/login/oidc/callback'
/** How long somebody may take to sign in there. */
const underWaySeconds = 600
const requestSecondsMax = 10
/** Longest `sub` of OpenID Connect. */
const subjectLengthMax = 255
/** A cookie holds no more than 4 kB. */
const nextLengthMax = 1_500

interface UnderWay {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly next: string
  /** Epoch seconds. */
  readonly until: number
}

export interface Oidc {
  /** The name on its button, after `Sign in with`. */
  readonly name: string
  /** Passwords are turned off. */
  readonly isOnly: boolean
  /** Sends a browser to the service, and back to `next` in the end. */
  begin(next: string): Promise<{ location: string; cookie: string }>
  /** The identity that came back, and the page to go to. Throws the refusal. */
  finish(query: URLSearchParams, headers: IncomingHttpHeaders): Promise<{ identity: Identity; next: string }>
  /** The header that deletes the cookie of a sign-in under way. */
  readonly forget: string
}

/**
 * Throws for a subject that identifies no person: blank, or longer than the standard allows (OpenID Connect Core 2).
 */
function requireSubject(subject: string): void {
  if (subject.trim() === '' || subject.includes('\0') || subject.length > subjectLengthMax)
    throw new Error('the id token has no usable subject')
}

async function discover(oidc: OidcConfig): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await openidClient()
  const issuer = new URL(oidc.issuer)
  // The id token's signature is checked beside the connection that brought it.
  const execute = [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])]
  const options = { timeout: requestSecondsMax, execute }
  return await discovery(issuer, oidc.clientId, oidc.clientSecret, undefined, options)
}

/** The settings of the service, once it is asked: its addresses and keys. A failed question is asked again. */
function createConfiguration(oidc: OidcConfig): () => Promise<Configuration> {
  let found: Promise<Configuration> | undefined
  return () => {
    found ??= discover(oidc).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

/** Whatever the service or the way to it got wrong is one sentence for people and a line in the log. */
async function attempt<T>(log: Log, work: () => Promise<T>, refusal: () => Error): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Not the error itself: it may hold personal data from the service.
    log.warn({ reason: withoutAddresses((error as Error).message) }, 'sign-in by OpenID Connect failed')
    throw refusal()
  }
}

/** Writes the cookie of a sign-in that is under way, and reads it back; the signature says that it is ours. */
function createKeeper(cookies: ReturnType<typeof createCookies>, secretKey: string) {
  const name = 'tidemark-oidc'
  const sign = (text: string): string => createHmac('sha256', secretKey).update(`oidc ${text}`).digest('base64url')
  return {
    write(kept: UnderWay): string {
      const text = Buffer.from(JSON.stringify(kept)).toString('base64url')
      return cookies.set(name, `${text}.${sign(text)}`, underWaySeconds)
    },
    read(headers: IncomingHttpHeaders, nowSeconds: number): UnderWay | undefined {
      const [text = '', signature = ''] = (cookies.read(headers, name) ?? '').split('.')
      if (!isSameDigest(Buffer.from(sign(text)), Buffer.from(signature))) return undefined
      const kept = JSON.parse(Buffer.from(text, 'base64url').toString()) as UnderWay
      return kept.until > nowSeconds ? kept : undefined
    },
    forget: cookies.set(name, '', 0),
  }
}

/** The address of the service that somebody is sent to. */
async function signInUrl(
  config: Configuration,
  { redirectUri, scope }: { redirectUri: string; scope: string },
  { verifier, state, nonce }: UnderWay,
): Promise<URL> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openidClient()
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
}

/**
 * Trades the code that came back for claims about the person, checked. The id token comes first; the service is asked
 * for more if the token has no address, or no groups where rules need them (GitLab, Okta, Authelia).
 */
async function fetchClaims(config: Configuration, url: URL, kept: UnderWay, groupsClaim: string | undefined) {
  const { authorizationCodeGrant, fetchUserInfo } = await openidClient()
  const tokens = await authorizationCodeGrant(config, url, {
    pkceCodeVerifier: kept.verifier,
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  requireSubject(claims.sub)
  const lacksGroups = groupsClaim !== undefined && !tellsGroups(claims, groupsClaim)
  if (claims['email'] !== undefined && !lacksGroups) return claims
  const asking = fetchUserInfo(config, tokens.access_token, claims.sub)
  // Without an answer about groups alone, groups are unknown: nobody loses a role by a service that is away.
  const more = await (claims['email'] === undefined ? asking : asking.catch(() => undefined))
  if (!more) return { ...claims, hasgroups: true }
  // Another address is not verified by the word about this one.
  const isSame = claims['email'] === undefined || claims['email'] === more.email
  return { ...more, ...(isSame ? {} : { email_verified: undefined, xms_edov: undefined }), ...claims }
}

/** The identity that claims describe, with the roles that rules give it. */
function toIdentity(
  issuer: string,
  claims: Claims & { readonly sub: string },
  { groupsClaim, secondFactor }: OidcConfig,
  rules: readonly RoleRule[],
): Identity {
  const { email, isVerified, name, domain, groups, methods } = readClaims(issuer, claims, groupsClaim)
  return {
    issuer,
    subject: claims.sub,
    email,
    isVerified,
    name,
    roles: judge(rules, { domain, groups }),
    hasSecondFactor: methods.some((method) => secondFactor.has(method)),
  }
}

/** The sign-in service of the settings. It is asked for its addresses when somebody first signs in. */
export function createOidc(options: {
  oidc: OidcConfig
  baseUrl: string
  secretKey: string
  now: () => Date
  log: Log
  signInRoles?: readonly RoleRule[] | undefined
}): Oidc {
  const { oidc, baseUrl, log, signInRoles = [] } = options
  const groupsClaim = signInRoles.some(({ by }) => by === 'group') ? oidc.groupsClaim : undefined
  const keeper = createKeeper(createCookies(baseUrl), options.secretKey)
  const redirectUri = baseUrl + callbackPath
  const nowSeconds = () => Math.floor(options.now().getTime() / 1000)
  const findConfiguration = createConfiguration(oidc)

  return {
    name: oidc.name,
    isOnly: oidc.isOnly,
    async begin(next) {
      const { randomNonce, randomPKCECodeVerifier, randomState } = await openidClient()
      const kept: UnderWay = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        next: next.length > nextLengthMax ? '/sites' : next,
        until: nowSeconds() + underWaySeconds,
      }
      const config = await attempt(log, findConfiguration, identityFailures.away)
      const { href } = await signInUrl(config, { redirectUri, scope: oidc.scopes }, kept)
      return { location: href, cookie: keeper.write(kept) }
    },
    async finish(query, headers) {
      const kept = keeper.read(headers, nowSeconds())
      if (!kept || query.get('state') !== kept.state) throw identityFailures.begunElsewhere()
      const config = await attempt(log, findConfiguration, identityFailures.away)
      const url = new URL(`${redirectUri}?${query}`)
      const claims = await attempt(log, () => fetchClaims(config, url, kept, groupsClaim), identityFailures.refused)
      return { identity: toIdentity(config.serverMetadata().issuer, claims, oidc, signInRoles), next: kept.next }
    },
    forget: keeper.forget,
  }
}
