// The pages: who may see which, where else they lead, and the facts they begin with (spec/dashboard 2, 12 and 13).
import { authFailures, Failure, sessionFailures, siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import type { LinkKind, OneTimeLink } from '../../registry/one-time-links.ts'
import type { SessionGrant } from '../../registry/sessions.ts'
import { type Action, mayDo } from '../../rules/roles.ts'
import { isSettingsPage } from '../../rules/settings-pages.ts'
import { basePathOf, stripBasePath } from '../base-path.ts'
import type { Facts, PageName, ShareFacts, SiteFacts, UserFacts } from '../facts.ts'
import { callbackPath, type Oidc } from '../oidc.ts'
import type { Pages } from '../page.ts'
import { type Reply, type Route, type RouteContext, route } from '../route.ts'
import { mustConfirm } from './account.ts'
import type { Services } from './services.ts'
import { endBrought, placeOf } from './session.ts'

/** Headings of error pages. */
const errorHeadings: Readonly<Record<number, string>> = {
  402: 'This site is locked',
  403: 'Not allowed',
  503: 'Not available',
  404: 'Page not found',
}

const expired = 'This link has expired'

/** A path of this service, or `/sites`: never another origin (spec/dashboard 12). */
function ownPath(given: string | null | undefined, basePath: string): string {
  const next = stripBasePath(given ?? '', basePath)
  const isOwn = /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\')
  return isOwn ? next : '/sites'
}

const queryOf = ({ query }: RouteContext): string => (query.size > 0 ? `?${query}` : '')

/** A colour that a frame's background may have; nothing else gets near a style sheet. */
function readBackground(text: string | null): string | null {
  const value = text?.trim().toLowerCase() ?? ''
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)
  if (hex) return `#${hex[1]}`
  const part = '\\d{1,3}(?:\\.\\d{1,3})?%?'
  const isRgb = new RegExp(`^rgba?\\(\\s*${part}(?:[\\s,/]+${part}){2,3}\\s*\\)$`).test(value)
  return value === 'transparent' || isRgb ? value : null
}

function readShare(auth: string, query: URLSearchParams): ShareFacts {
  const theme = query.get('theme')
  const embed = query.get('embed') === 'true'
  return {
    auth,
    embed,
    // Without one an embed follows the system, and other pages what their reader chose.
    theme: theme === 'light' || theme === 'dark' || theme === 'system' ? theme : embed ? 'system' : null,
    background: readBackground(query.get('background')),
    width: query.get('width') === 'manual' ? 'manual' : null,
  }
}

export interface PageRoutes {
  readonly routes: Route[]
  /** The page at `/`, and the page for an unknown address. */
  fallback(request: { path: string; headers: RouteContext['headers'] }): Promise<Reply>
}

/** All pages. */
export function createPageRoutes(services: Services): PageRoutes {
  const { registry, caller, directory, browsers, pages, oidc } = services
  const basePath = basePathOf(services.baseUrl)

  const userFacts = (user: SessionGrant): UserFacts => ({
    email: user.email,
    name: user.name,
    shortcuts: user.shortcuts,
    pages_by: user.pagesBy,
    language: user.language,
    must_confirm: mustConfirm(user, services.now()),
    is_proven: user.isProven,
  })

  const render = (
    page: PageName,
    heading: string,
    user: SessionGrant | undefined,
    more: Partial<Facts> = {},
    options?: Parameters<Pages['render']>[1],
  ): Reply =>
    pages.render({ page, heading, status: 200, message: null, ...more, user: user ? userFacts(user) : null }, options)

  const refuse = (
    status: number,
    message: string,
    user: SessionGrant | undefined,
    options?: Parameters<Pages['render']>[1],
  ): Reply => render('error', errorHeadings[status] ?? 'Error', user, { status, message }, options)

  const missing = (user: SessionGrant | undefined): Reply => refuse(404, 'There is nothing at this address.', user)
  const sentence = ({ body }: Failure): string => ('error' in body ? body.error : '')

  async function siteFacts(site: SiteView, role: SiteFacts['role']): Promise<SiteFacts> {
    const [data, notes, funnels] = await Promise.all([
      services.findSiteData({ ...site, allowsAll: site.customProperties.length === 0 }),
      registry.notes.list(site.id, role),
      registry.funnels.listNames(site),
    ])
    return {
      domain: site.domain,
      timezone: site.timezone,
      role,
      features: [...site.features],
      is_consolidated: site.isConsolidated,
      first_day: data.firstDay,
      is_demo: data.isDemo,
      has_imports: data.hasImports,
      has_goals: data.hasGoals,
      revenue_goals: site.features.has('revenue_goals') ? data.revenueGoals : [],
      notes,
      funnels,
      custom_properties: site.customProperties.length > 0 ? site.customProperties : null,
      has_regions: data.hasRegions,
      has_cities: data.hasCities,
      properties_seen: data.propertiesSeen,
      tracker_script_id: role === 'public' ? null : site.trackerPublicId,
    }
  }

  const findSite = (domain: string): SiteView | undefined =>
    directory.find(domain) ?? directory.findConsolidated(domain)

  /** A page of somebody who is signed in; others sign in first and come back. */
  const member =
    (path: (context: RouteContext) => string, answer: (context: RouteContext, user: SessionGrant) => Promise<Reply>) =>
    async (context: RouteContext): Promise<Reply> => {
      const user = await caller.findUser(context.headers)
      if (user) return answer(context, user)
      return pages.redirect(`/login?next=${encodeURIComponent(path(context) + queryOf(context))}`)
    }

  /** A page of a site: its present domain, its lock, the role on it. */
  const ofSite = (
    suffix: (context: RouteContext) => string,
    answer: (context: RouteContext, user: SessionGrant, site: SiteView, role: SiteFacts['role']) => Promise<Reply>,
  ) => {
    const pathOf = (domain: string, context: RouteContext) => `/sites/${encodeURIComponent(domain)}${suffix(context)}`
    return member(
      (context) => pathOf(context.params['domain'] ?? '', context),
      async (context, user) => {
        const domain = context.params['domain'] ?? ''
        const site = findSite(domain)
        const role = site && caller.roleOn(user, site)
        if (!site || !role) return refuse(404, sentence(siteFailures.notFound()), user)
        if (domain !== site.domain) return pages.redirect(pathOf(site.domain, context) + context.search)
        if (site.locked) return refuse(402, sentence(authFailures.locked()), user)
        return answer(context, user, site, role)
      },
    )
  }

  const headingOf = (site: SiteView): string => (site.isConsolidated ? 'All sites' : site.domain)

  async function teamsOf(user: SessionGrant, may: Action) {
    const teams = await registry.teams.list(user.userId)
    return teams
      .filter((team) => mayDo(user.teams.get(team.id) ?? 'viewer', may))
      .map((team) => ({ id: team.identifier, name: team.name }))
  }

  /** The page of a one-time link; looking at it changes nothing. */
  async function linkPage(
    page: 'login' | 'setup' | 'invite' | 'reset',
    kind: LinkKind,
    heading: string,
    token: string | null | undefined,
    more: (link: OneTimeLink) => Promise<Partial<Facts>>,
  ): Promise<Reply> {
    if (!token) return render(page, heading, undefined, { token_state: 'missing' })
    const link = await registry.oneTimeLinks.find(kind, token)
    if (!link) return render(page, expired, undefined, { token_state: 'expired', status: 410 })
    return render(page, heading, undefined, { token_state: 'ok', ...(await more(link)) })
  }

  async function accountOf(link: OneTimeLink): Promise<Partial<Facts>> {
    const user = link.userId === null ? undefined : await registry.users.findById(link.userId)
    return { prefill: { email: user?.email ?? link.email ?? '', name: user?.name ?? '' } }
  }

  async function invitationOf(link: OneTimeLink): Promise<Partial<Facts>> {
    const team = link.teamId === null ? undefined : await registry.teams.findById(link.teamId)
    const site = link.siteId === null ? undefined : directory.findById(link.siteId)
    const known = await registry.users.find(link.email ?? '')
    return {
      prefill: { email: link.email ?? '', name: known?.name ?? '' },
      invitation: { to: site?.domain ?? team?.name ?? '', role: link.role ?? '', has_account: known !== undefined },
    }
  }

  async function share(context: RouteContext): Promise<Reply> {
    const { params, query, headers } = context
    const facts = readShare(query.get('auth') ?? '', query)
    const options = { isEmbed: facts.embed, isPublic: true }
    const domain = params['domain'] ?? ''
    const [link, site] = [await registry.sharedLinks.findBySlug(facts.auth), findSite(domain)]
    if (!link || link.siteId !== site?.id)
      return refuse(404, sentence(sessionFailures.sharedLinkGone()), undefined, options)
    if (domain !== site.domain) return pages.redirect(`/share/${encodeURIComponent(site.domain)}${context.search}`)
    if (site.locked) return refuse(402, sentence(authFailures.locked()), undefined, options)
    if (link.passwordHash !== null && !browsers.hasOpened(headers, link))
      return render('share-password', 'Password needed', undefined, { share: facts }, options)
    const more = { share: facts, site: await siteFacts(site, 'public') }
    return render('dashboard', headingOf(site), undefined, more, options)
  }

  const page = (name: string, path: string, handle: (context: RouteContext) => Promise<Reply>): Route =>
    route({ name, endpoint: `GET ${path}`, summary: name, isPage: true, replies: {}, handle })

  async function fallback({ path, headers }: { path: string; headers: RouteContext['headers'] }): Promise<Reply> {
    const user = await caller.findUser(headers)
    if (path !== '/') return missing(user)
    if (user) return pages.redirect('/sites')
    return pages.redirect(oidc?.isOnly || (await registry.users.hasPasswords()) ? '/login' : '/setup')
  }

  /** A page that ends in a password, and where people go who can have none. */
  const withPassword = (name: string, path: string, handle: (context: RouteContext) => Promise<Reply>): Route =>
    page(name, path, async (context) => (oidc?.isOnly ? pages.redirect('/login') : handle(context)))

  /** To the sign-in service and back: a page says what went wrong. */
  const atService =
    (handle: (context: RouteContext, service: Oidc) => Promise<Reply>) => async (context: RouteContext) => {
      if (!oidc) return missing(undefined)
      try {
        return await handle(context, oidc)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const reply = refuse(error.status, sentence(error), undefined)
        return { ...reply, headers: { ...reply.headers, 'set-cookie': oidc.forget } }
      }
    }

  const serviceFacts: Partial<Facts> = oidc ? { oidc: { name: oidc.name, is_only: oidc.isOnly } } : {}

  const routes = [
    page(
      'SignInAtService',
      '/login/oidc',
      atService(async ({ query }, service) => {
        const { location, cookie } = await service.begin(ownPath(query.get('next'), basePath))
        const reply = pages.redirect(location)
        return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
      }),
    ),
    page(
      'SignedInAtService',
      callbackPath,
      atService(async (context, service) => {
        const { identity, next } = await service.finish(context.query, context.headers)
        const { token, userId } = await registry.identities.signIn(identity, placeOf(services, context))
        const email = (await registry.users.findById(userId))?.email ?? ''
        await endBrought(services, context.headers)
        const reply = pages.redirect(next)
        return {
          ...reply,
          headers: { ...reply.headers, 'set-cookie': [browsers.give(token), browsers.remember(email), service.forget] },
        }
      }),
    ),
    withPassword('SetupPage', '/setup', async ({ query }) => {
      const token = query.get('token')
      if (!token && (await registry.users.hasPasswords())) return pages.redirect('/login')
      return linkPage('setup', 'setup', 'Set up Tidemark', token, accountOf)
    }),
    page('LoginPage', '/login', async ({ headers, query }) => {
      const next = ownPath(query.get('next'), basePath)
      const token = query.get('token')
      if (token)
        return linkPage('login', 'signin', 'Sign in', token, async (link) => ({ ...(await accountOf(link)), next }))
      if (await caller.findUser(headers)) return pages.redirect(next)
      return render('login', 'Sign in', undefined, { next, ...serviceFacts })
    }),
    withPassword('InvitePage', '/invite/:token', async ({ params }) =>
      linkPage('invite', 'invite', 'Accept invitation', params['token'], invitationOf),
    ),
    page(
      'ConfirmPage',
      '/confirm/:token',
      member(
        ({ params }) => `/confirm/${encodeURIComponent(params['token'] ?? '')}`,
        async ({ params }, user) => {
          try {
            const token = params['token'] ?? ''
            const isMove = typeof (await registry.oneTimeLinks.find('confirm', token))?.email === 'string'
            if (isMove || !user.isProven) await registry.users.confirm(user.userId, token)
          } catch (error) {
            if (error instanceof Failure) return refuse(error.status, sentence(error), user)
            throw error
          }
          return pages.redirect('/account')
        },
      ),
    ),
    withPassword('ForgottenPage', '/reset', async () =>
      render('reset', 'Forgot your password?', undefined, {
        token_state: 'missing',
        sends_mail: services.sendReset !== undefined,
      }),
    ),
    withPassword('ResetPage', '/reset/:token', async ({ params }) =>
      linkPage('reset', 'reset', 'Choose a new password', params['token'], accountOf),
    ),
    page(
      'SitesPage',
      '/sites',
      member(
        () => '/sites',
        async (_, user) => render('sites', 'Sites', user, { teams: await teamsOf(user, 'create_site') }),
      ),
    ),
    page(
      'AddSitePage',
      '/sites/new',
      member(
        () => '/sites/new',
        async (_, user) => {
          const teams = await teamsOf(user, 'create_site')
          return teams.length > 0
            ? render('add-site', 'Add a site', user, { teams })
            : refuse(403, 'None of your roles includes adding sites.', user)
        },
      ),
    ),
    page(
      'DashboardPage',
      '/sites/:domain',
      ofSite(
        () => '',
        async (_, user, site, role) =>
          render('dashboard', headingOf(site), user, { site: await siteFacts(site, role) }),
      ),
    ),
    page(
      'SettingsPage',
      '/sites/:domain/settings/:page',
      ofSite(
        ({ params }) => `/settings/${encodeURIComponent(params['page'] ?? '')}`,
        async ({ params }, user, site, role) => {
          const name = params['page'] ?? ''
          if (site.isConsolidated || role === 'public' || !isSettingsPage(name)) return missing(user)
          if (!mayDo(role, 'write_site'))
            return refuse(403, 'Your role does not include the settings of this site.', user)
          return render('settings', 'Settings', user, { site: await siteFacts(site, role), settings_page: name })
        },
      ),
    ),
    page(
      'AccountPage',
      '/account',
      member(
        () => '/account',
        async (_, user) =>
          render('account', 'Account', user, {
            teams: await teamsOf(user, 'read_stats'),
            sends_mail: services.sendConfirmation !== undefined,
            ...serviceFacts,
          }),
      ),
    ),
    page(
      'DocsPage',
      '/docs/:name',
      async ({ params, headers }) => pages.renderDoc(params['name'] ?? '') ?? missing(await caller.findUser(headers)),
    ),
    page('SharePage', '/share/:domain', share),
    page('UnsubscribePage', '/unsubscribe/:token', async ({ params }) => {
      const found = await registry.recipients.findByToken(params['token'] ?? '')
      const site = found && directory.findById(found.siteId)
      if (!found || !site) return render('unsubscribe', 'Unsubscribed', undefined, { token_state: 'expired' })
      const { address, kind } = found
      return render('unsubscribe', 'Unsubscribe', undefined, { unsubscribe: { address, kind, site: site.domain } })
    }),
  ]
  return { routes, fallback }
}
