// Identifies the caller: tokens and API keys from the Authorization header, sessions from their cookie, shared links
// from the address, in the documented order of checks.
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { authFailures, sessionFailures, statsFailures } from '../failure.ts'
import type { Actor } from '../registry/audit.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import type { KeyGrant } from '../registry/keys.ts'
import type { Registry } from '../registry/registry.ts'
import type { SessionGrant } from '../registry/sessions.ts'
import type { TokenGrant } from '../registry/tokens.ts'
import { hourMs } from '../rules/durations.ts'
import { type Action, hasScope, type SiteRole, sendScope } from '../rules/roles.ts'
import { type Asking, basicOf, bearerOf, createGrantCache, createToucher, slugOf } from './credentials.ts'
import { type Grant, ofKey, ofSession, roleOn } from './grants.ts'
import { type ProxySignIn, proxyIssuer } from './proxy-sign-in.ts'
import { createRateLimit } from './rate-limit.ts'
import type { BrowserSessions } from './session.ts'
import { createSitesCaller, type SitesCaller } from './sites-caller.ts'
import { accessByGrant, accessByLink, readableSites, type StatsAccess } from './stats-access.ts'

/** Somebody at a site's settings. */
export interface SettingsAccess {
  readonly user: SessionGrant
  readonly site: SiteView
  readonly role: SiteRole
  /** For writes, which the audit log ascribes to the person. */
  readonly registry: Registry
}

/** A key that asks about several sites within one HTTP request (spec/assistants 1). */
export interface StatsKey {
  readonly userId: number
  /** Counts one request of the key, or throws the 429 Failure (spec/management 6.5). */
  count(): void
  /** Each site and consolidated view that the key reads, ordered by domain. */
  sites(): { site: SiteView; role: SiteRole }[]
  /** The access to one site, with the refusals of `forStats`; the request is not counted again. */
  statsOf(siteId: unknown): StatsAccess
}

/** A plugin token that was sent. */
interface TokenCall {
  readonly id: number
  readonly site: SiteView
}

export interface Caller {
  /** The registry for writes that the audit log ascribes to the caller. */
  registryOf(actor: Actor): Registry
  /** A plugin token by its id, and its site (spec/management 5). */
  forToken(headers: IncomingHttpHeaders): Promise<TokenCall>
  /** The site of a plugin token; undefined instead of the refusal. */
  findToken(headers: IncomingHttpHeaders): Promise<SiteView | undefined>
  /** A program that sends events, by a key of that scope; a session does not do (spec/ingestion 23.1). */
  forSender(asking: Pick<Asking, 'headers'>): Promise<SitesCaller>
  /** A key with the scope (spec/management 6.3), or a session. */
  forSites(asking: Asking, scope: 'sites:read:*' | 'sites:provision:*'): Promise<SitesCaller>
  /**
   * Refuses a request that brings nothing, or a cookie from a page of somebody else, before anything else of it is read
   * (spec/management 6.3, spec/dashboard 12).
   */
  requireCredential(asking: Asking): void
  /** The site of a statistics question, and the sites with the traffic it counts (spec/management 6.3). */
  forStats(asking: Asking, siteId: string | null | undefined): Promise<StatsAccess>
  /** The key of a request that has no site of its own. Sessions and shared links are refused (spec/assistants 1). */
  forStatsKey(asking: Pick<Asking, 'headers'>): Promise<StatsKey>
  /** Somebody who is signed in; no key stands for that. */
  forUser(asking: Asking): Promise<SessionGrant>
  /** A signed-in person with a role on the site that includes the action. Refuses like `siteByPath`. */
  forSettings(asking: Asking, domain: string, action: Action): Promise<SettingsAccess>
  /** As `forUser` for pages, which change nothing, but undefined instead of the refusal. */
  findUser(headers: IncomingHttpHeaders): Promise<SessionGrant | undefined>
  /** Role of an account's session at a site. */
  roleOn(grant: Pick<Grant, 'teams' | 'guestSites'>, site: SiteView): SiteRole | undefined
}

/** Everything that tells callers apart. */
interface Parts {
  readonly directory: Directory
  readonly registry: Registry
  readonly config: { readonly apiBurstLimit: number | undefined; readonly apiBurstSeconds: number }
  readonly browsers: BrowserSessions
  readonly clock: Clock
  /** Hears of a key that has made all requests of its hour. */
  readonly onKeyLimit?: ((key: { id: number; limit: number }) => void) | undefined
  readonly proxySignIn?: ProxySignIn | undefined
  /** True for the error of a database that is away. */
  readonly isDatabaseAway: (error: unknown) => boolean
}

/** Keys of senders that are remembered for a time without the database. */
const sendersMax = 1_000

/** Keys and tokens by their secrets, remembered until one of them changes. */
function createSecrets({ directory, registry, config, clock, onKeyLimit, isDatabaseAway }: Parts) {
  const keys = createGrantCache<KeyGrant>(registry.keys)
  const tokens = createGrantCache<TokenGrant>(registry.tokens)
  const touchKey = createToucher((id) => registry.keys.touch(id))
  const touchToken = createToucher((id) => registry.tokens.touch(id))
  const countRequest = createRateLimit(config, clock, onKeyLimit)
  const senders = new LRUCache<string, KeyGrant>({ max: sendersMax, ttl: hourMs })
  directory.onChange((change) => {
    if ('site' in change || 'team' in change) return
    keys.clear()
    senders.clear()
    tokens.clear()
  })

  /** The grant of a known key. */
  async function findKey(secret: string, refuse: () => Error): Promise<KeyGrant> {
    const key = await keys.get(secret)
    if (!key) throw refuse()
    touchKey(key.id)
    return key
  }

  /** Key and rate limit; every request of a known key counts (spec/management 6.5). */
  async function admit(secret: string, refuse: () => Error): Promise<KeyGrant> {
    const key = await findKey(secret, refuse)
    countRequest(key)
    return key
  }

  /** The same for a sender of events: while the database is away, a key of the last hour is believed. */
  async function admitSender(secret: string, refuse: () => Error): Promise<KeyGrant> {
    const name = registry.keys.digest(secret).toString('base64')
    try {
      const key = await admit(secret, refuse)
      senders.set(name, key)
      return key
    } catch (error) {
      const known = isDatabaseAway(error) ? senders.get(name) : undefined
      if (!known) throw error
      countRequest(known)
      return known
    }
  }

  async function findToken(headers: IncomingHttpHeaders): Promise<TokenCall | undefined> {
    const secret = bearerOf(headers) ?? basicOf(headers)
    if (!secret) return undefined
    const token = await tokens.get(secret)
    if (!token) return undefined
    // A site another process made a moment ago may not have been heard of yet.
    if (!directory.findById(token.siteId)) await directory.refresh(token.siteId)
    const site = directory.findById(token.siteId)
    if (!site) return undefined
    touchToken(token.id)
    return { id: token.id, site }
  }

  return { findKey, admit, admitSender, findToken, countRequest }
}

/** Sessions of browsers, by their cookie. */
function createSessionReader({ registry, browsers, proxySignIn }: Parts) {
  /** The session of a cookie. A session of somebody else than the proxy names counts as none. */
  async function findSession(headers: IncomingHttpHeaders, token: string): Promise<SessionGrant | undefined> {
    const session = await registry.sessions.find(token)
    const named = session && proxySignIn?.emailOf(headers)
    if (!named || named === session.email.toLowerCase()) return session
    return (await registry.identities.isOf(session.userId, proxyIssuer, named)) ? session : undefined
  }

  const hasSession = ({ headers }: Asking): boolean => browsers.read(headers) !== undefined

  /** Whatever may change something by a cookie must come from an own page. */
  function requireOwnPage({ method, headers }: Asking): void {
    if (method !== 'GET' && method !== 'HEAD') browsers.requireOwnPage(headers)
  }

  /** The session of a request that must have one. */
  async function forUser(asking: Asking): Promise<SessionGrant> {
    const token = browsers.read(asking.headers)
    if (token === undefined) throw sessionFailures.signedOut()
    requireOwnPage(asking)
    const session = await findSession(asking.headers, token)
    if (!session) throw sessionFailures.signedOut()
    return session
  }

  return { hasSession, requireOwnPage, findSession, forUser }
}

/** The key of a request that may ask about each site that its owner reads. */
const statsKeyOf = (directory: Directory, key: KeyGrant, count: () => void): StatsKey => {
  const grant: Grant = ofKey(key)
  return {
    userId: key.userId,
    count,
    sites: () => readableSites(directory, grant),
    statsOf(siteId) {
      if (siteId !== undefined && siteId !== null && typeof siteId !== 'string')
        throw statsFailures.query('#/site_id: Type mismatch. Expected String.')
      if (!siteId) throw authFailures.missingSiteId()
      return accessByGrant(directory, grant, siteId)
    },
  }
}

/** The site of a statistics question: by key, link or session, in this order of refusals (spec/management 6.3). */
async function forStats(
  parts: Parts,
  { admit }: Pick<ReturnType<typeof createSecrets>, 'admit'>,
  { hasSession, forUser }: ReturnType<typeof createSessionReader>,
  asking: Asking,
  siteId: string | null | undefined,
): Promise<StatsAccess> {
  const secret = bearerOf(asking.headers)
  const slug = slugOf(asking)
  const session = secret === undefined && slug === undefined && hasSession(asking) ? await forUser(asking) : undefined
  if (secret === undefined && slug === undefined && !session) throw authFailures.missingKey()
  if (!siteId) throw authFailures.missingSiteId()
  if (slug !== undefined) return accessByLink(parts, slug, asking, siteId)
  const grant = session ? ofSession(session) : ofKey(await admit(secret ?? '', authFailures.badStatsKey))
  return accessByGrant(parts.directory, grant, siteId)
}

/** Creates the object that tells callers apart. */
export function createCaller(parts: Parts): Caller {
  const { directory, registry, browsers } = parts
  const secrets = createSecrets(parts)
  const sessions = createSessionReader(parts)
  const { findToken } = secrets
  const { hasSession, requireOwnPage, findSession, forUser } = sessions

  return {
    registryOf: registry.by,
    findToken: async (headers) => (await findToken(headers))?.site,
    async forToken(headers) {
      const call = await findToken(headers)
      if (!call) throw authFailures.badToken()
      return call
    },
    async forSites(asking, scope) {
      const secret = bearerOf(asking.headers)
      if (secret === undefined && hasSession(asking))
        return createSitesCaller(directory, ofSession(await forUser(asking)))
      if (secret === undefined) throw authFailures.missingKey()
      const key = await secrets.admit(secret, authFailures.badSitesKey)
      if (!hasScope(key.scopes, scope)) throw authFailures.badSitesKey()
      return createSitesCaller(directory, ofKey(key))
    },
    requireCredential(asking) {
      if (bearerOf(asking.headers) !== undefined || slugOf(asking) !== undefined) return
      if (!hasSession(asking)) throw authFailures.missingKey()
      requireOwnPage(asking)
    },
    forStats: (asking, siteId) => forStats(parts, secrets, sessions, asking, siteId),
    async forSender({ headers }) {
      const secret = bearerOf(headers)
      if (secret === undefined) throw authFailures.missingKey()
      const key = await secrets.admitSender(secret, authFailures.badSitesKey)
      if (!hasScope(key.scopes, sendScope)) throw authFailures.badSitesKey()
      return createSitesCaller(directory, ofKey(key))
    },
    async forStatsKey({ headers }) {
      const secret = bearerOf(headers)
      if (secret === undefined) throw authFailures.missingBearer()
      const key = await secrets.findKey(secret, authFailures.badBearer)
      if (!hasScope(key.scopes, 'stats:read:*')) throw authFailures.badBearer()
      return statsKeyOf(directory, key, () => secrets.countRequest(key))
    },
    forUser,
    async forSettings(asking, domain, action) {
      const user = await forUser(asking)
      const site = createSitesCaller(directory, ofSession(user)).siteByPath(domain, action)
      const own = registry.by({ kind: 'user', id: user.userId })
      return { user, site, role: roleOn(user, site) as SiteRole, registry: own }
    },
    async findUser(headers) {
      const token = browsers.read(headers)
      return token === undefined ? undefined : findSession(headers, token)
    },
    roleOn,
  }
}
