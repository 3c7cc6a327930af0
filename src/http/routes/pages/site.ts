// Pages of one site: its dashboard, its settings, and the dashboard of a shared link (spec/dashboard 2 and 12).
import { authFailures, sessionFailures, siteFailures } from '../../../failure.ts'
import { messageWords } from '../../../refusal-words.ts'
import type { SiteView } from '../../../registry/directory.ts'
import type { SessionGrant } from '../../../registry/sessions.ts'
import { isReportKind } from '../../../rules/report-kinds.ts'
import { mayDo, rightsOf } from '../../../rules/roles.ts'
import { isSettingsPage, rightTo, settingsRight } from '../../../rules/settings-pages.ts'
import type { Heading } from '../../../rules/words.ts'
import type { OpenDefinition } from '../../definition.ts'
import type { ShareFacts, SiteFacts } from '../../facts.ts'
import { notFramed, type RouteContext } from '../../route.ts'
import type { Services } from '../services.ts'
import { forMember, missing, type PageReply, page, type Refused, refuse, refusedBy, render } from './frame.ts'

type Role = SiteFacts['role']

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

async function siteFacts(services: Services, site: SiteView, role: Role): Promise<SiteFacts> {
  const { findSiteData, registry } = services
  const [data, notes, funnels, isReadOnly] = await Promise.all([
    findSiteData({ ...site, allowsAll: site.customProperties.length === 0 }),
    registry.notes.list(site.id, role),
    registry.funnels.listNames(site),
    role !== 'public' && services.isReadOnly(),
  ])
  return {
    domain: site.domain,
    timezone: site.timezone,
    role,
    rights: rightsOf(role),
    features: [...site.features],
    is_consolidated: site.isConsolidated,
    first_day: data.firstDay,
    is_demo: data.isDemo,
    has_imports: data.hasImports,
    has_goals: data.goals > 0,
    goals: data.goals,
    revenue_goals: site.features.has('revenue_goals') ? data.revenueGoals : [],
    notes,
    funnels,
    custom_properties: site.customProperties.length > 0 ? site.customProperties : null,
    has_regions: data.hasRegions,
    has_cities: data.hasCities,
    properties_seen: data.propertiesSeen,
    is_read_only: isReadOnly,
    tracker_script_id: role === 'public' ? null : site.trackerPublicId,
  }
}

const findSite = ({ directory }: Services, domain: string): SiteView | undefined =>
  directory.find(domain) ?? directory.findConsolidated(domain)

const headingOf = (site: SiteView): Heading => (site.isConsolidated ? 'allSites' : { name: site.domain })

type SiteHandler = (context: RouteContext, user: SessionGrant, site: SiteView, role: Role) => Promise<PageReply>

/** A page of a site: its present domain, the role on it, its lock. */
function forSite(services: Services, suffix: (context: RouteContext) => string, answer: SiteHandler) {
  const pathOf = (domain: string, context: RouteContext) => `/sites/${encodeURIComponent(domain)}${suffix(context)}`
  return forMember(
    services,
    (context) => pathOf(context.params['domain'] ?? '', context),
    async (context, user) => {
      const domain = context.params['domain'] ?? ''
      const site = findSite(services, domain)
      const role = site && services.caller.roleOn(user, site)
      if (site && user.closedTeams.has(site.teamId)) return services.pages.redirect('/account')
      if (!site || !role) return refuse(services, 404, refusedBy(siteFailures.notFound()), user)
      if (domain !== site.domain) return services.pages.redirect(pathOf(site.domain, context) + context.search)
      if (site.locked) return refuse(services, 402, refusedBy(authFailures.locked()), user)
      return answer(context, user, site, role)
    },
  )
}

const showDashboard =
  (services: Services): SiteHandler =>
  async (_, user, site, role) =>
    render(services, 'dashboard', headingOf(site), user, { site: await siteFacts(services, site, role) })

const settingsRefused: Refused = {
  message: `${messageWords('role', { what: 'the settings of this site' })}.`,
  code: 'role',
}

const showSettings =
  (services: Services): SiteHandler =>
  async ({ params }, user, site, role) => {
    const name = params['page'] ?? ''
    if (site.isConsolidated || role === 'public' || !isSettingsPage(name)) return missing(services, user)
    if (!mayDo(role, rightTo(name))) return refuse(services, 403, settingsRefused, user)
    return render(services, 'settings', 'settings', user, {
      site: await siteFacts(services, site, role),
      settings_page: name,
    })
  }

/** The preview of a mail: a document of its own styles, which runs nothing and asks for nothing. */
const previewHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; ${notFramed}`,
  'referrer-policy': 'no-referrer',
}

/** A report or notice as it would arrive now. */
const showPreview =
  (services: Services): SiteHandler =>
  async ({ params }, user, site, role) => {
    const kind = params['kind'] ?? ''
    if (site.isConsolidated || role === 'public' || !isReportKind(kind)) return missing(services, user)
    if (!mayDo(role, settingsRight)) return refuse(services, 403, settingsRefused, user)
    const language = await services.findMailLanguage(user.email, site.teamId)
    const { html } = await services.sampleOf(site, kind, language)
    return { status: 200, body: html, headers: previewHeaders }
  }

async function share(services: Services, context: RouteContext): Promise<PageReply> {
  const { params, query, headers } = context
  const { registry, browsers, pages } = services
  const facts = readShare(query.get('auth') ?? '', query)
  const options = { isEmbed: facts.embed, isPublic: true }
  const domain = params['domain'] ?? ''
  const [link, site] = [await registry.sharedLinks.findBySlug(facts.auth), findSite(services, domain)]
  if (!link || link.siteId !== site?.id)
    return refuse(services, 404, refusedBy(sessionFailures.sharedLinkGone()), undefined, options)
  if (domain !== site.domain) return pages.redirect(`/share/${encodeURIComponent(site.domain)}${context.search}`)
  if (site.locked) return refuse(services, 402, refusedBy(authFailures.locked()), undefined, options)
  if (link.passwordHash !== null && !browsers.hasOpened(headers, link))
    return render(services, 'share-password', 'passwordNeeded', undefined, { share: facts }, options)
  const more = { share: facts, site: await siteFacts(services, site, 'public') }
  return render(services, 'dashboard', headingOf(site), undefined, more, options)
}

/** Pages of a site. */
export const sitePages = (services: Services): OpenDefinition[] => [
  page(
    'DashboardPage',
    '/sites/:domain',
    forSite(services, () => '', showDashboard(services)),
  ),
  page(
    'SettingsPage',
    '/sites/:domain/settings/:page',
    forSite(services, ({ params }) => `/settings/${encodeURIComponent(params['page'] ?? '')}`, showSettings(services)),
  ),
  page(
    'PreviewPage',
    '/sites/:domain/settings/reports/:kind',
    forSite(
      services,
      ({ params }) => `/settings/reports/${encodeURIComponent(params['kind'] ?? '')}`,
      showPreview(services),
    ),
  ),
  page('SharePage', '/share/:domain', (context) => share(services, context)),
]
