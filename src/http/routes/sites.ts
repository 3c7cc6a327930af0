// Sites of the Sites API: create, list, get, change, delete.
import { Type } from '@sinclair/typebox'
import { authFailures, siteFailures } from '../../failure.ts'
import type { SiteView } from '../../registry/directory.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Team } from '../../registry/teams.ts'
import { presets } from '../../rules/presets.ts'
import { featuresOf, mayDo } from '../../rules/roles.ts'
import { siteSettings } from '../../rules/site-settings.ts'
import { type Definition, route } from '../definition.ts'
import { listMeta, paginate } from '../pagination.ts'
import { textOf } from '../readers.ts'
import { sitesPageSize } from '../resources.ts'
import { ErrorReply, ListMeta, PageQuery, SiteReply, siteRefusals, TrackerConfigBody } from '../schemas.ts'
import type { SitesCaller } from '../sites-caller.ts'
import type { Services } from './services.ts'

/** The team a new site goes to (spec/management 7.1). */
async function chooseTeam(registry: Registry, caller: SitesCaller, asked: unknown): Promise<Team> {
  const { grant } = caller
  const mayCreate = (team: Team) => {
    const role = grant.teams.get(team.id)
    return role !== undefined && mayDo(role, 'create_site')
  }
  if (grant.teamId !== null || (asked !== undefined && asked !== null && asked !== '')) {
    const team =
      grant.teamId !== null ? await registry.teams.findById(grant.teamId) : await registry.teams.find(textOf(asked))
    if (!team || !mayCreate(team)) throw siteFailures.wrongTeam()
    return team
  }
  const owned = (await registry.teams.owned(grant.userId)).filter((team) => grant.teams.has(team.id))
  if (owned.length > 1) throw siteFailures.teamNeeded()
  // Somebody without a team of their own has no subscription either.
  if (!owned[0]) throw grant.kind === 'key' ? authFailures.sitesPlan() : siteFailures.wrongTeam()
  return owned[0]
}

/** Routes under /api/v1/sites for the sites themselves (spec/management 4 and 7.1). */
export function siteRoutes({ registry, caller, directory }: Services): Definition[] {
  const path = '/api/v1/sites'
  const params = Type.Object({ site_id: Type.String({ description: 'Current or previous domain' }) })

  return [
    route({
      name: 'ListSites',
      endpoint: `GET ${path}`,
      summary: 'List the sites the key reaches, newest first',
      access: ['key', 'session'],
      query: Type.Composite([PageQuery, Type.Object({ team_id: Type.Optional(Type.String()) })]),
      replies: {
        200: Type.Object({
          sites: Type.Array(Type.Object({ domain: Type.String(), timezone: Type.String() })),
          meta: ListMeta,
        }),
      },
      async handle(context) {
        const { query } = context
        const key = await caller.forSites(context, 'sites:read:*')
        const asked = key.grant.teamId === null ? query.get('team_id') : null
        const team = asked ? await registry.teams.find(asked) : undefined
        const isOfTeam = (site: SiteView) => !asked || (site.teamId === team?.id && key.grant.teams.has(site.teamId))
        const reachable = [...directory.sites()].filter(
          (site) => !site.isConsolidated && key.roleOn(site) && isOfTeam(site),
        )
        reachable.sort((a, b) => b.id - a.id)
        const page = paginate(reachable, (site) => site.id, query, sitesPageSize)
        return {
          status: 200,
          body: { sites: page.items.map(({ domain, timezone }) => ({ domain, timezone })), meta: listMeta(page) },
        }
      },
    }),
    route({
      name: 'CreateSite',
      endpoint: `POST ${path}`,
      summary: 'Create a site',
      access: ['key', 'session'],
      body: Type.Object({
        domain: Type.String(),
        timezone: Type.Optional(Type.String()),
        team_id: Type.Optional(Type.String()),
        tracker_script_configuration: Type.Optional(TrackerConfigBody),
      }),
      replies: { 200: SiteReply, 400: ErrorReply, 402: ErrorReply, 403: ErrorReply },
      async handle(context) {
        const { readJson } = context
        const key = await caller.forSites(context, 'sites:provision:*')
        const body = await readJson()
        const team = await chooseTeam(registry, key, body['team_id'])
        if (team.locked || team.plan === 'none') throw authFailures.locked()
        if (key.grant.kind === 'key' && !featuresOf(team.plan, team.features).has('sites_api'))
          throw authFailures.sitesPlan()
        const ownedTeamIds = [...key.grant.teams].filter(([, role]) => role === 'owner').map(([teamId]) => teamId)
        const site = await registry.by(key.grant.actor).sites.create({
          domain: body['domain'],
          timezone: body['timezone'],
          configuration: body['tracker_script_configuration'],
          teamId: team.id,
          ownedTeamIds,
        })
        return { status: 200, body: site }
      },
    }),
    route({
      name: 'GetSite',
      endpoint: `GET ${path}/:site_id`,
      summary: 'Get a site',
      access: ['key', 'session'],
      params,
      replies: { ...siteRefusals, 200: SiteReply },
      async handle(context) {
        const { params } = context
        const key = await caller.forSites(context, 'sites:read:*')
        const site = key.siteByPath(params['site_id'] ?? '', 'read_site')
        return { status: 200, body: await registry.sites.get(site.id) }
      },
    }),
    route({
      name: 'UpdateSite',
      endpoint: `PUT ${path}/:site_id`,
      summary: 'Change a site’s domain and tracker script configuration',
      access: ['key', 'session'],
      params,
      body: Type.Object({
        domain: Type.Optional(Type.String()),
        tracker_script_configuration: Type.Optional(TrackerConfigBody),
        pixel: Type.Optional(
          Type.Boolean({ description: 'Whether pageviews by the picture without JavaScript are counted' }),
        ),
        preset: Type.Optional(Type.String({ enum: [...presets], description: siteSettings.preset.meaning })),
      }),
      replies: { ...siteRefusals, 200: SiteReply },
      async handle(context) {
        const { params, readJson } = context
        const key = await caller.forSites(context, 'sites:provision:*')
        const site = key.findByPath(params['site_id'] ?? '')
        if (site) key.requirePlan(site, 'write_site')
        const body = await readJson()
        const domain = body['domain'] ?? undefined
        const configuration = body['tracker_script_configuration'] ?? undefined
        const pixel = body['pixel'] ?? undefined
        const preset = body['preset'] ?? undefined
        if ([domain, configuration, pixel, preset].every((change) => change === undefined))
          throw siteFailures.emptyPayload()
        if (!site) throw siteFailures.notFound()
        key.require(site, 'write_site')
        return {
          status: 200,
          body: await registry.by(key.grant.actor).sites.update(site.id, { domain, configuration, pixel, preset }),
        }
      },
    }),
    route({
      name: 'DeleteSite',
      endpoint: `DELETE ${path}/:site_id`,
      summary: 'Delete a site and all that belongs to it',
      access: ['key', 'session'],
      params,
      replies: { ...siteRefusals, 200: Type.Object({ deleted: Type.Literal(true) }) },
      async handle(context) {
        const { params } = context
        const key = await caller.forSites(context, 'sites:provision:*')
        const site = key.siteByPath(params['site_id'] ?? '', 'delete_site')
        await registry.by(key.grant.actor).sites.remove(site.id)
        return { status: 200, body: { deleted: true } as const }
      },
    }),
  ]
}
