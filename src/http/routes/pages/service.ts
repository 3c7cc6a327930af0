// Pages of the service: the list of sites, a new site, the account, its documentation, the end of a subscription.
import type { SessionGrant } from '../../../registry/sessions.ts'
import { unnamedTeam } from '../../../rules/invited.ts'
import { readDomain } from '../../../rules/site.ts'
import type { OpenDefinition } from '../../definition.ts'
import type { Reply, RouteContext } from '../../route.ts'
import type { Services } from '../services.ts'
import {
  finish,
  forMember,
  type MemberHandler,
  missing,
  type PageReply,
  page,
  refuse,
  render,
  serviceFacts,
  teamsOf,
} from './frame.ts'

const showSites =
  (services: Services): MemberHandler =>
  async (_, user) => {
    const isClosed = user.closedTeams.size > 0 && user.teams.size === 0 && user.guestSites.size === 0
    if (isClosed) return services.pages.redirect('/account')
    return render(services, 'sites', 'sites', user, { teams: await teamsOf(services, user, 'read_stats') })
  }

/** Marks teams of the user that have neither a name nor a site: the first site names its team. */
async function namedOnFirstSite(
  { registry, directory }: Services,
  user: SessionGrant,
  teams: Awaited<ReturnType<typeof teamsOf>>,
) {
  const filled = new Set([...directory.sites()].map(({ teamId }) => teamId))
  const fresh = (await registry.teams.owned(user.userId))
    .filter(({ id, name }) => name === unnamedTeam && !filled.has(id))
    .map(({ identifier }) => identifier)
  return teams.map((team) => (fresh.includes(team.id) ? { ...team, is_new: true } : team))
}

const showNewSite =
  (services: Services): MemberHandler =>
  async (_, user) => {
    const teams = await namedOnFirstSite(services, user, await teamsOf(services, user, 'create_site'))
    return teams.length > 0
      ? render(services, 'add-site', 'addSite', user, { teams })
      : refuse(services, 403, { message: 'None of your roles includes adding sites.', code: 'adding' }, user)
  }

const showAccount =
  (services: Services): MemberHandler =>
  async (_, user) => {
    const closed = await services.registry.teams.namesOf([...user.closedTeams])
    return render(services, 'account', 'account', user, {
      ...(closed.length > 0 && { closed_teams: closed.map(({ name }) => name) }),
      teams: await teamsOf(services, user, 'read_stats'),
      sends_mail: services.sendMail !== undefined,
      ...serviceFacts(services),
    })
  }

async function showDoc(services: Services, { params, headers }: RouteContext): Promise<PageReply> {
  const doc = services.pages.renderDoc(params['name'] ?? '')
  return doc ?? missing(services, await services.caller.findUser(headers))
}

async function showUnsubscribe(services: Services, { params }: RouteContext): Promise<PageReply> {
  const found = await services.registry.recipients.findByToken(params['token'] ?? '')
  const site = found && services.directory.findById(found.siteId)
  if (!found || !site) return render(services, 'unsubscribe', 'unsubscribed', undefined, { token_state: 'expired' })
  const { address, kind } = found
  return render(services, 'unsubscribe', 'unsubscribe', undefined, {
    unsubscribe: { address, kind, site: site.domain },
  })
}

/** The page that keeps a browser out of the statistics of a domain. It is the same whether the service has the site. */
async function showIgnore(services: Services, { params }: RouteContext): Promise<PageReply> {
  const domain = readDomain(params['domain'] ?? '')
  if (domain === undefined) return missing(services, undefined)
  return render(services, 'ignore', 'ignore', undefined, { ignore: { domain } }, { isPublic: true })
}

async function fallback(services: Services, path: string, user: SessionGrant | undefined): Promise<PageReply> {
  const { pages, oidc, proxySignIn, registry } = services
  if (path !== '/') return missing(services, user)
  if (user) return pages.redirect('/sites')
  const isOpen = oidc?.isOnly || proxySignIn || (await registry.users.hasPasswords())
  return pages.redirect(isOpen ? '/login' : '/setup')
}

/** The page at `/`, and the page for an unknown address. */
export async function showFallback(
  services: Services,
  request: { path: string } & Pick<RouteContext, 'query' | 'headers'>,
): Promise<Reply> {
  const user = await services.caller.findUser(request.headers)
  return finish(await fallback(services, request.path, user), request)
}

/** Pages of the service. */
export function servicePages(services: Services): OpenDefinition[] {
  /** A page of the signed-in person at a fixed path. */
  const own = (name: string, path: string, answer: MemberHandler) =>
    page(
      name,
      path,
      forMember(services, () => path, answer),
    )
  return [
    own('SitesPage', '/sites', showSites(services)),
    own('AddSitePage', '/sites/new', showNewSite(services)),
    own('AccountPage', '/account', showAccount(services)),
    page('DocsPage', '/docs/:name', (context) => showDoc(services, context)),
    page('IgnorePage', '/ignore/:domain', (context) => showIgnore(services, context)),
    page('UnsubscribePage', '/unsubscribe/:token', (context) => showUnsubscribe(services, context)),
  ]
}
