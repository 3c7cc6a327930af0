// Identifies the caller: tokens and API keys from the Authorization header, sessions from their cookie, shared links
// from the address, in the documented order of checks.
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { authFailures, sessionFailures, siteFailures, statsFailures } from '../failure.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import type { KeyGrant } from '../registry/keys.ts'
import type { Registry } from '../registry/registry.ts'
import type { SessionGrant } from '../registry/sessions.ts'
import type { TokenGrant } from '../registry/tokens.ts'
import { type Action, hasScope, mayDo, type SiteRole } from '../rules/roles.ts'
import { minuteMs } from '../rules/time.ts'
import type { Asker } from '../stats/stats.ts'
import { createRateLimit } from './rate-limit.ts'
import type { RouteContext } from './route.ts'
import type { BrowserSessions } from './session.ts'

// Changes of keys and memberships are heard of at once; this bounds how long a broken notification connection can hide
// one.
const grantFreshMs = 1_000
const grantsMax = 10_000
// The database keeps last use to five minutes; asking it more often is pointless.
const touchEveryMs = minuteMs

/** Words below /sites/ that name something else, and so never a site (spec/management 7.4). */
const reservedWords: ReadonlySet<string> = new Set([
  'teams',
  'goals',
  'funnels',
  'guests',
  'custom-props',
  'shared-links',
  'overview',
  'segments',
  'notes',
  'pin',
])

/** The parts of a request that say who is asking. */
export type Asking = Pick<RouteContext, 'method' | 'headers' | 'query'>

/** The asker of a session's statements. */
export const askerOf = ({ id }: Pick<SessionGrant, 'id'>): Asker => ({ kind: 'people', name: `session ${id}` })

/**
 * An account and what it reaches: by a key, maybe bound to one team, or by a session. Scopes and the features
 * `stats_api` and `sites_api` are about keys only (spec/dashboard 7 and 12).
 */
export interface Grant {
  readonly kind: 'key' | 'session'
  readonly userId: number
  readonly teamId: number | null
  readonly teams: KeyGrant['teams']
  readonly guestSites: KeyGrant['guestSites']
  readonly asker: Asker
}

/** Rights of a caller to the statistics of one site. Visitors with a shared link are the public. */
export interface StatsAccess {
  readonly site: SiteView
  /** Sites with the traffic that the answer counts. */
  readonly siteIds: readonly number[]
  readonly role: SiteRole | 'public'
  /** The account behind a key or session. */
  readonly userId: number | undefined
  /** The key, session or link, for the shares of statistics (db/turns). */
  readonly asker: Asker
}

/** Somebody at a site's settings. */
export interface SettingsAccess {
  readonly user: SessionGrant
  readonly site: SiteView
  readonly role: SiteRole
}

/** A caller with an account. */
export interface SitesCaller {
  readonly grant: Grant
  /** Role of the caller at the site. Undefined without access (spec/management 6.1). */
  roleOn(site: SiteView): SiteRole | undefined
  /** The addressed site of `/sites/:site_id`: foreign sites are as unknown ones (spec/management 6.4). */
  siteByPath(domain: string, action: Action): SiteView
  /** As `siteByPath`, but undefined where the site is not to be known; the role is checked by `require` later. */
  findByPath(domain: string): SiteView | undefined
  /** The site of a sub-resource's `site_id` parameter: unknown 404, foreign 401 (spec/management 6.4). */
  siteByParameter(domain: string, action: Action): SiteView
  /** Lock and feature, in this order (spec/management 6.3). */
  requirePlan(site: SiteView, action: Action): void
  /** Lock, feature and role, in this order (spec/management 6.3). */
  require(site: SiteView, action: Action): void
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

export interface Caller {
  /** The site of a plugin token (spec/management 5). */
  forToken(headers: IncomingHttpHeaders): Promise<SiteView>
  /** As `forToken`, but undefined instead of the refusal. */
  findToken(headers: IncomingHttpHeaders): Promise<SiteView | undefined>
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
  /** A signed-in person with a role on the site that includes the action. Refusals are those of `siteByPath`. */
  forSettings(asking: Asking, domain: string, action: Action): Promise<SettingsAccess>
  /** As `forUser` for pages, which change nothing, but undefined instead of the refusal. */
  findUser(headers: IncomingHttpHeaders): Promise<SessionGrant | undefined>
  /** Role of an account's session at a site. */
  roleOn(grant: Pick<Grant, 'teams' | 'guestSites'>, site: SiteView): SiteRole | undefined
}

/** The text after `Bearer `, trimmed; undefined for another scheme (spec/management 6.3). */
function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  const match = /^bearer[ \t]+(.*)$/is.exec(headers.authorization ?? '')
  const secret = match?.[1]?.trim()
  return secret ? secret : undefined
}

/** The secret of `Basic`: the password, or all of it when there is no colon (spec/management 5). */
function basicOf(headers: IncomingHttpHeaders): string | undefined {
  const match = /^basic[ \t]+([A-Za-z0-9+/_=-]+)[ \t]*$/i.exec(headers.authorization ?? '')
  if (!match?.[1]) return undefined
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

/**
 * Remembers grants for a moment, by digest: no secret outlives its request. A lookup that was under way when something
 * changed is not remembered.
 */
function createGrantCache<T extends object>(from: {
  digest(secret: string): Buffer
  findGrant(digest: Buffer): Promise<T | undefined>
}) {
  const cache = new LRUCache<string, T>({ max: grantsMax, ttl: grantFreshMs })
  let generation = 0
  return {
    clear() {
      generation += 1
      cache.clear()
    },
    async get(secret: string): Promise<T | undefined> {
      const digest = from.digest(secret)
      const name = digest.toString('base64')
      const known = cache.get(name)
      if (known) return known
      const asked = generation
      const found = await from.findGrant(digest)
      if (found && asked === generation) cache.set(name, found)
      return found
    },
  }
}

/** Writes last use in the background, seldom: no answer waits for it. */
function createToucher(touch: (id: number) => Promise<void>) {
  const touched = new LRUCache<number, true>({ max: grantsMax, ttl: touchEveryMs })
  return (id: number): void => {
    if (touched.has(id)) return
    touched.set(id, true)
    touch(id).catch(() => touched.delete(id))
  }
}

/** Creates the object that tells callers apart. */
export function createCaller(options: {
  directory: Directory
  registry: Registry
  config: { readonly apiBurstLimit: number | undefined; readonly apiBurstSeconds: number }
  browsers: BrowserSessions
  clock: Clock
}): Caller {
  const { directory, registry, config, browsers } = options
  const keys = createGrantCache<KeyGrant>(registry.keys)
  const tokens = createGrantCache<TokenGrant>(registry.tokens)
  const touchKey = createToucher((id) => registry.keys.touch(id))
  const touchToken = createToucher((id) => registry.tokens.touch(id))
  const countRequest = createRateLimit(config, options.clock)
  directory.onChange((change) => {
    if ('site' in change || 'team' in change) return
    keys.clear()
    tokens.clear()
  })

  const roleOn: Caller['roleOn'] = (grant, site) => {
    const member = grant.teams.get(site.teamId)
    if (member) return member
    const guest = grant.guestSites.get(site.id)
    return guest && `guest_${guest}`
  }

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
    const session = await registry.sessions.find(token)
    if (!session) throw sessionFailures.signedOut()
    return session
  }

  const ofSession = (session: SessionGrant): Grant => ({
    kind: 'session',
    userId: session.userId,
    teamId: null,
    teams: session.teams,
    guestSites: session.guestSites,
    asker: askerOf(session),
  })

  const ofKey = ({ id, userId, teamId, teams, guestSites }: KeyGrant): Grant => ({
    kind: 'key',
    userId,
    teamId,
    teams,
    guestSites,
    asker: { kind: 'keys', name: `key ${id}` },
  })

  /** The slug of a shared link in the address; a key or session beside it does not count, and the other way round. */
  const slugOf = ({ headers, query }: Asking): string | undefined =>
    headers.authorization === undefined ? (query.get('auth') ?? undefined) : undefined

  const findStatsSite = (siteId: string): SiteView | undefined =>
    directory.find(siteId) ?? directory.findConsolidated(siteId)

  /** A shared link opens one site's statistics. */
  async function forLink(slug: string, { headers }: Asking, siteId: string): Promise<StatsAccess> {
    const link = await registry.sharedLinks.findBySlug(slug)
    const site = findStatsSite(siteId)
    if (!link || site?.id !== link.siteId) throw sessionFailures.sharedLinkGone()
    if (link.passwordHash !== null && !browsers.hasOpened(headers, link)) throw sessionFailures.sharedLinkPassword()
    if (site.locked) throw authFailures.locked()
    const asker = { kind: 'links', name: `link ${link.id}` } as const
    return { site, siteIds: site.memberSiteIds, role: 'public', userId: undefined, asker }
  }

  /** The role that an account, by its key or session, has for the site it asks about. */
  function statsOf(grant: Grant, siteId: string): StatsAccess {
    const isKey = grant.kind === 'key'
    const site = findStatsSite(siteId)
    const role = site && roleOn(grant, site)
    if (!site || !role || !mayDo(role, 'read_stats')) throw isKey ? authFailures.badStatsKey() : siteFailures.notFound()
    if (site.locked) throw authFailures.locked()
    if (isKey && !site.features.has('stats_api')) throw authFailures.statsPlan()
    return { site, siteIds: site.memberSiteIds, role, userId: grant.userId, asker: grant.asker }
  }

  function sitesOf(grant: Grant): { site: SiteView; role: SiteRole }[] {
    const found = [...directory.sites()].flatMap((site) => {
      const role = roleOn(grant, site)
      return role && mayDo(role, 'read_stats') ? [{ site, role }] : []
    })
    return found.sort((a, b) => (a.site.domain < b.site.domain ? -1 : 1))
  }

  function createSitesCaller(grant: Grant): SitesCaller {
    const isKey = grant.kind === 'key'
    const caller: SitesCaller = {
      grant,
      roleOn: (site) => roleOn(grant, site),
      requirePlan(site, action) {
        if (site.locked) throw authFailures.locked()
        if (isKey && action !== 'read_site' && !site.features.has('sites_api')) throw authFailures.sitesPlan()
      },
      require(site, action) {
        const role = roleOn(grant, site)
        caller.requirePlan(site, action)
        if (!role || !mayDo(role, action)) throw siteFailures.notFound()
      },
      findByPath(domain) {
        if (directory.findConsolidated(domain)) throw siteFailures.consolidated()
        const site = reservedWords.has(domain) ? undefined : directory.find(domain)
        return site && roleOn(grant, site) ? site : undefined
      },
      siteByPath(domain, action) {
        const site = caller.findByPath(domain)
        if (!site) throw siteFailures.notFound()
        caller.require(site, action)
        return site
      },
      siteByParameter(domain, action) {
        if (directory.findConsolidated(domain)) throw siteFailures.consolidated()
        const site = directory.find(domain)
        if (!site) throw siteFailures.notFound()
        if (!roleOn(grant, site)) throw isKey ? authFailures.badSitesKey() : siteFailures.notFound()
        caller.require(site, action)
        return site
      },
    }
    return caller
  }

  async function findToken(headers: IncomingHttpHeaders): Promise<SiteView | undefined> {
    const secret = bearerOf(headers) ?? basicOf(headers)
    if (!secret) return undefined
    const token = await tokens.get(secret)
    if (!token) return undefined
    // A site another process made a moment ago may not have been heard of yet.
    if (!directory.findById(token.siteId)) await directory.refresh(token.siteId)
    const site = directory.findById(token.siteId)
    if (site) touchToken(token.id)
    return site
  }

  return {
    findToken,
    async forToken(headers) {
      const site = await findToken(headers)
      if (!site) throw authFailures.badToken()
      return site
    },
    async forSites(asking, scope) {
      const secret = bearerOf(asking.headers)
      if (secret === undefined && hasSession(asking)) return createSitesCaller(ofSession(await forUser(asking)))
      if (secret === undefined) throw authFailures.missingKey()
      const key = await admit(secret, authFailures.badSitesKey)
      if (!hasScope(key.scopes, scope)) throw authFailures.badSitesKey()
      return createSitesCaller(ofKey(key))
    },
    requireCredential(asking) {
      if (bearerOf(asking.headers) !== undefined || slugOf(asking) !== undefined) return
      if (!hasSession(asking)) throw authFailures.missingKey()
      requireOwnPage(asking)
    },
    async forStats(asking, siteId) {
      const secret = bearerOf(asking.headers)
      const slug = slugOf(asking)
      const session =
        secret === undefined && slug === undefined && hasSession(asking) ? await forUser(asking) : undefined
      if (secret === undefined && slug === undefined && !session) throw authFailures.missingKey()
      if (!siteId) throw authFailures.missingSiteId()
      if (slug !== undefined) return forLink(slug, asking, siteId)
      const grant = session ? ofSession(session) : ofKey(await admit(secret ?? '', authFailures.badStatsKey))
      return statsOf(grant, siteId)
    },
    async forStatsKey({ headers }) {
      const secret = bearerOf(headers)
      if (secret === undefined) throw authFailures.missingBearer()
      const key = await findKey(secret, authFailures.badBearer)
      if (!hasScope(key.scopes, 'stats:read:*')) throw authFailures.badBearer()
      const grant = ofKey(key)
      return {
        userId: key.userId,
        count: () => countRequest(key),
        sites: () => sitesOf(grant),
        statsOf(siteId) {
          if (siteId !== undefined && siteId !== null && typeof siteId !== 'string')
            throw statsFailures.query('#/site_id: Type mismatch. Expected String.')
          if (!siteId) throw authFailures.missingSiteId()
          return statsOf(grant, siteId)
        },
      }
    },
    forUser,
    async forSettings(asking, domain, action) {
      const user = await forUser(asking)
      const site = createSitesCaller(ofSession(user)).siteByPath(domain, action)
      return { user, site, role: roleOn(user, site) as SiteRole }
    },
    async findUser(headers) {
      const token = browsers.read(headers)
      return token === undefined ? undefined : registry.sessions.find(token)
    },
    roleOn,
  }
}
