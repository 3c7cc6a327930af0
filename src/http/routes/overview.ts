// The sites somebody reaches as cards, all numbers in one request (spec/dashboard 9).
import { type Static, Type } from '@sinclair/typebox'
import { siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import { writtenDomain } from '../../rules/host.ts'
import type { Asker, Stats } from '../../stats/stats.ts'
import type { Sent } from '../contracts/contract.ts'
import { sitesReplies } from '../contracts/sites.ts'
import { type Definition, route } from '../definition.ts'
import { ErrorReply } from '../schemas.ts'
import type { SitesCaller } from '../sites-caller.ts'
import type { Services } from './services.ts'

const cardsPerPage = 24
const Overview = sitesReplies['GET /api/v1/sites/overview']

/** Visitors of seven days, as a dashboard counts them. */
async function countWeek(
  stats: Stats,
  site: SiteView,
  asker: Asker,
): Promise<{ week: number; week_change: number | null }> {
  const comparisons = { mode: 'previous_period', match_day_of_week: false }
  const body = { date_range: '7d', metrics: ['visitors'], include: { comparisons } }
  const { results } = await stats.query({ site, siteIds: [...site.memberSiteIds], asker }, body)
  const [row] = results as readonly { metrics: number[]; comparison: { metrics: number[]; change: number[] } | null }[]
  const before = row?.comparison?.metrics[0] ?? 0
  return { week: row?.metrics[0] ?? 0, week_change: before > 0 ? (row?.comparison?.change[0] ?? null) : null }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The list that an address asks for. */
interface Wanted {
  readonly sort: 'visitors' | 'name'
  /** From 1; may be beyond the last. */
  readonly page: number
  /** A part of the domain, in small letters. */
  readonly q: string
  /** Identifier of a team, or null for all. */
  readonly team: string | null
  readonly isTable: boolean
  readonly hasDetails: boolean
}

function readWanted(query: URLSearchParams): Wanted {
  const sort = query.get('sort') ?? 'visitors'
  if (sort !== 'visitors' && sort !== 'name') throw siteFailures.invalid('sort', 'must be visitors or name')
  const page = query.get('page') ?? '1'
  if (!/^[1-9]\d{0,8}$/.test(page)) throw siteFailures.invalid('page', 'must be a positive number')
  return {
    sort,
    page: Number(page),
    q: (query.get('q') ?? '').trim().toLowerCase(),
    team: query.get('team') || null,
    isTable: query.get('view') === 'table',
    hasDetails: query.get('details') === 'true',
  }
}

/** Sites with the traffic of some cards, each once. */
const idsOfAll = (sites: readonly SiteView[], idsOf: (site: SiteView) => readonly number[]): number[] => [
  ...new Set(sites.flatMap(idsOf)),
]

/** Pinned sites first, then by visitors or by name. */
function sortCards(
  cards: readonly SiteView[],
  { sort }: Wanted,
  pins: ReadonlySet<number>,
  visitorsOf: (site: SiteView) => number,
): SiteView[] {
  const numbers = new Map(cards.map((site) => [site.id, sort === 'visitors' ? visitorsOf(site) : 0]))
  const numberOf = (site: SiteView) => numbers.get(site.id) ?? 0
  return [...cards].sort(
    (a, b) =>
      Number(pins.has(b.id)) - Number(pins.has(a.id)) || numberOf(b) - numberOf(a) || compareText(a.domain, b.domain),
  )
}

type Columns = NonNullable<Sent<Static<typeof Overview>>['sites'][number]['table']>

/** The columns of the table for each site, by its id. */
async function findColumns(
  { overview, stats }: Pick<Services, 'overview' | 'stats'>,
  sites: readonly SiteView[],
  asker: Asker,
): Promise<Map<number, Columns>> {
  const columns = new Map<number, Columns>()
  const latest = await overview.latest(
    idsOfAll(sites, (site) => site.memberSiteIds),
    asker,
  )
  // One after the other: the questions of others do not wait behind 24 of one list.
  for (const site of sites) {
    const { current, lastEvent } = latest(site.memberSiteIds)
    columns.set(site.id, { current, last_event: lastEvent, ...(await countWeek(stats, site, asker)) })
  }
  return columns
}

type Detail = Required<Pick<Sent<Static<typeof Overview>>['sites'][number], 'written' | 'last_event'>>

/** Facts that only a page needs of each site, by its id. */
async function findDetails(
  { overview }: Pick<Services, 'overview'>,
  sites: readonly SiteView[],
  idsOf: (site: SiteView) => readonly number[],
  asker: Asker,
): Promise<Map<number, Detail>> {
  const latest = await overview.latest(idsOfAll(sites, idsOf), asker)
  return new Map(
    sites.map((site) => [site.id, { written: writtenDomain(site.domain), last_event: latest(idsOf(site)).lastEvent }]),
  )
}

/** A page of the sites that a caller reaches, with their numbers. */
async function findPage(
  { directory, overview, stats }: Services,
  { grant, roleOn }: SitesCaller,
  wanted: Wanted,
  { pins, teamId }: { pins: ReadonlySet<number>; teamId: number | undefined },
) {
  const { asker } = grant
  const isOfTeam = (site: SiteView) => wanted.team === null || site.teamId === teamId
  const found = [...directory.sites()].filter((site) => roleOn(site) && isOfTeam(site))
  const cards = found.filter((site) => !site.isConsolidated && site.domain.includes(wanted.q))
  const views = found.filter((site) => site.isConsolidated && wanted.q === '')
  // The overview leaves out numbers that the key may not ask for elsewhere.
  const isCounted = (site: SiteView) => !site.locked && (grant.kind === 'session' || site.features.has('stats_api'))
  const idsOf = (site: SiteView) => (isCounted(site) ? site.memberSiteIds : [])
  const visitors = await overview.visitors(idsOfAll([...cards, ...views], idsOf), asker)
  const sorted = sortCards(cards, wanted, pins, (site) => visitors(idsOf(site)).visitors)
  const pages = Math.max(1, Math.ceil(cards.length / cardsPerPage))
  const page = Math.min(wanted.page, pages)
  const shown = [...(page === 1 ? views : []), ...sorted.slice((page - 1) * cardsPerPage, page * cardsPerPage)]
  const columns = wanted.isTable
    ? await findColumns({ overview, stats }, shown.filter(isCounted), asker)
    : new Map<number, Columns>()
  const details = wanted.hasDetails ? await findDetails({ overview }, shown, idsOf, asker) : new Map<number, Detail>()
  const hours = await overview.hours(idsOfAll(shown, idsOf), asker)
  const sites = shown.map((site) => {
    const { hasEvents, isYoung, hours: byHour } = hours(idsOf(site))
    return {
      domain: site.domain,
      timezone: site.timezone,
      // Only sites with a role were found.
      role: roleOn(site)!,
      is_pinned: pins.has(site.id),
      is_consolidated: site.isConsolidated,
      is_locked: site.locked,
      has_events: hasEvents,
      is_young: isYoung,
      ...visitors(idsOf(site)),
      hours: byHour,
      ...(columns.has(site.id) && { table: columns.get(site.id) }),
      ...details.get(site.id),
    }
  })
  const sum = wanted.hasDetails && { sum: visitors(idsOfAll(cards, idsOf)) }
  return { sites, page, pages, total: cards.length, ...sum }
}

/** Open invitations of an address, in words if details are asked for. */
async function listInvitations({ registry }: Services, email: string, { hasDetails }: Wanted) {
  const list = await registry.invitations.listFor(email)
  if (!hasDetails) return list
  const described = new Map((await registry.invitations.describeFor(email)).map((one) => [one.id, one]))
  return list.map((one) => {
    const { by, place } = described.get(one.id) ?? {}
    return place ? { ...one, by: by ?? null, place } : one
  })
}

/** `GET /api/v1/sites/overview`. */
export function overviewRoutes(services: Services): Definition[] {
  const { registry, caller } = services
  return [
    route({
      name: 'GetOverview',
      endpoint: 'GET /api/v1/sites/overview',
      summary: 'The sites one reaches, with their visitors of 24 hours',
      access: ['key', 'session'],
      query: Type.Object({
        q: Type.Optional(Type.String({ description: 'A part of the domain' })),
        sort: Type.Optional(Type.String({ enum: ['visitors', 'name'], default: 'visitors' })),
        page: Type.Optional(Type.String({ default: '1', description: `${cardsPerPage} sites each` })),
        team: Type.Optional(Type.String({ description: 'The identifier of a team' })),
        view: Type.Optional(Type.String({ enum: ['cards', 'table'], default: 'cards' })),
        details: Type.Optional(
          Type.String({ enum: ['true', 'false'], description: 'Adds `written`, `last_event` and `sum`' }),
        ),
      }),
      replies: { 200: Overview, 400: ErrorReply },
      async handle(context) {
        const sites = await caller.forSites(context, 'sites:read:*')
        const { userId, kind, teams } = sites.grant
        const wanted = readWanted(context.query)
        const [all, pins] = await Promise.all([registry.teams.list(userId), registry.pins.list(userId)])
        const own = all.filter((team) => teams.has(team.id))
        const teamId = own.find(({ identifier }) => identifier === wanted.team)?.id
        const { sites: cards, ...pages } = await findPage(services, sites, wanted, { pins, teamId })
        const user = kind === 'session' ? await caller.forUser(context) : undefined
        return {
          status: 200,
          body: {
            sites: cards,
            teams: own.map(({ identifier, name }) => ({ id: identifier, name })),
            invitations: user?.isProven ? await listInvitations(services, user.email, wanted) : [],
            ...pages,
          },
        }
      },
    }),
  ]
}
