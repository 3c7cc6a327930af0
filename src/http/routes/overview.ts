// The sites somebody reaches as cards, all numbers in one request (spec/dashboard 9).
import { Type } from '@sinclair/typebox'
import { siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import type { Asker, Stats } from '../../stats/stats.ts'
import { type Definition, route } from '../definition.ts'
import { ErrorReply, Nullable } from '../schemas.ts'
import type { Services } from './services.ts'

const cardsPerPage = 24

const Columns = Type.Object(
  {
    current: Type.Integer({ description: 'Visitors of the last five minutes' }),
    week: Type.Integer({ description: 'Visitors of the 7 days that ended yesterday' }),
    week_change: Nullable(Type.Number({ description: 'In percent, of the 7 days before' })),
    last_event: Nullable(Type.String({ format: 'date-time', description: 'Of the last 30 days' })),
  },
  { description: 'With `view=table`' },
)

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

/** `GET /api/v1/sites/overview`. */
export function overviewRoutes({ registry, directory, caller, overview, stats }: Services): Definition[] {
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
      }),
      replies: {
        200: Type.Object({
          sites: Type.Array(
            Type.Object({
              domain: Type.String(),
              timezone: Type.String(),
              role: Type.String(),
              is_pinned: Type.Boolean(),
              is_consolidated: Type.Boolean(),
              is_locked: Type.Boolean({ description: 'Its numbers are not shown' }),
              has_events: Type.Boolean(),
              is_young: Type.Boolean({ description: 'Its first event came less than two days ago' }),
              visitors: Type.Integer(),
              change: Nullable(Type.Number({ description: 'In percent, of the 24 hours before' })),
              hours: Type.Array(Type.Integer(), { description: 'Visitors of each of the 24 hours' }),
              table: Type.Optional(Columns),
            }),
          ),
          teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
          invitations: Type.Array(
            Type.Object({
              id: Type.Integer(),
              domain: Nullable(Type.String()),
              team: Type.String(),
              role: Type.String(),
            }),
          ),
          page: Type.Integer(),
          pages: Type.Integer(),
          total: Type.Integer(),
        }),
        400: ErrorReply,
      },
      async handle(context) {
        const { query } = context
        const sites = await caller.forSites(context, 'sites:read:*')
        const { userId, kind, teams, asker } = sites.grant
        const sort = query.get('sort') ?? 'visitors'
        if (sort !== 'visitors' && sort !== 'name') throw siteFailures.invalid('sort', 'must be visitors or name')
        const asked = query.get('page') ?? '1'
        const wanted = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : undefined
        if (wanted === undefined) throw siteFailures.invalid('page', 'must be a positive number')
        const q = (query.get('q') ?? '').trim().toLowerCase()
        const [all, pins] = await Promise.all([registry.teams.list(userId), registry.pins.list(userId)])
        const own = all.filter((team) => teams.has(team.id))
        const askedTeam = query.get('team') || null
        const team = own.find(({ identifier }) => identifier === askedTeam)
        const isOfTeam = (site: SiteView) => askedTeam === null || site.teamId === team?.id

        const found = [...directory.sites()].filter((site) => sites.roleOn(site) && isOfTeam(site))
        const cards = found.filter((site) => !site.isConsolidated && site.domain.includes(q))
        const views = found.filter((site) => site.isConsolidated && q === '')
        // The overview leaves out numbers that the key may not ask for elsewhere.
        const isCounted = (site: SiteView) => !site.locked && (kind === 'session' || site.features.has('stats_api'))
        const idsOf = (site: SiteView) => (isCounted(site) ? site.memberSiteIds : [])
        const visitors = await overview.visitors([...new Set([...cards, ...views].flatMap(idsOf))], asker)
        const numbers = new Map(cards.map((site) => [site.id, visitors(idsOf(site)).visitors]))
        const visitorsOf = (site: SiteView) => (sort === 'visitors' ? (numbers.get(site.id) ?? 0) : 0)
        cards.sort(
          (a, b) =>
            Number(pins.has(b.id)) - Number(pins.has(a.id)) ||
            visitorsOf(b) - visitorsOf(a) ||
            compareText(a.domain, b.domain),
        )
        const pages = Math.max(1, Math.ceil(cards.length / cardsPerPage))
        const page = Math.min(wanted, pages)
        const shown = [...(page === 1 ? views : []), ...cards.slice((page - 1) * cardsPerPage, page * cardsPerPage)]
        const isTable = query.get('view') === 'table'
        const latest = isTable ? await overview.latest([...new Set(shown.flatMap(idsOf))], asker) : undefined
        const columns = new Map<number, object>()
        // One after the other: the questions of others do not wait behind 24 of one list.
        for (const site of latest ? shown.filter(isCounted) : []) {
          const { current, lastEvent } = latest!(idsOf(site))
          columns.set(site.id, { current, last_event: lastEvent, ...(await countWeek(stats, site, asker)) })
        }
        const hours = await overview.hours([...new Set(shown.flatMap(idsOf))], asker)
        const user = kind === 'session' ? await caller.forUser(context) : undefined
        return {
          status: 200,
          body: {
            sites: shown.map((site) => {
              const { hasEvents, isYoung, hours: byHour } = hours(idsOf(site))
              return {
                domain: site.domain,
                timezone: site.timezone,
                role: sites.roleOn(site),
                is_pinned: pins.has(site.id),
                is_consolidated: site.isConsolidated,
                is_locked: site.locked,
                has_events: hasEvents,
                is_young: isYoung,
                ...visitors(idsOf(site)),
                hours: byHour,
                ...(columns.has(site.id) && { table: columns.get(site.id) }),
              }
            }),
            teams: own.map(({ identifier, name }) => ({ id: identifier, name })),
            invitations: user?.isProven ? await registry.invitations.listFor(user.email) : [],
            page,
            pages,
            total: cards.length,
          },
        }
      },
    }),
  ]
}
