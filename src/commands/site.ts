// `tidemark site`: sites and what is said of them.

import { ownTeam, parsePlan } from '../registry/provision.ts'
import type { Registry } from '../registry/registry.ts'
import { createSite, type SiteRecord } from '../registry/sites.ts'
import type { Writer } from '../registry/store.ts'
import { setPlan } from '../registry/teams.ts'
import { isPreset, presets } from '../rules/presets.ts'
import { type Command, optional, required, UsageError, type Values } from './command.ts'
import { findSite, findTeam, findUser, integerOf, propertiesOf, refused, registryCommand } from './open.ts'
import { atMostOne, flag, inWords, may, needed, oneOf, shared } from './options.ts'

async function showSite(registry: Registry, record: SiteRecord) {
  const site = await registry.sites.get(record.id)
  return {
    id: record.id,
    domain: site.domain,
    timezone: site.timezone,
    team: record.team,
    custom_properties: site.custom_properties,
    tracker_script_configuration: site.tracker_script_configuration,
  }
}

async function showDetails(registry: Registry, siteId: number) {
  const record = await registry.sites.record(siteId)
  const { domain_changed_from, domain_changed_at } = record
  return { ...(await showSite(registry, record)), domain_changed_from, domain_changed_at }
}

/**
 * The team a new site goes to: the one named, the owner's, or the only one there is. What is made or changed of it
 * belongs to the transaction that makes the site.
 */
async function chooseTeam(registry: Registry, values: Values): Promise<(tx: Writer) => Promise<number>> {
  const [identifier, owner, asked] = [optional(values, 'team'), optional(values, 'owner'), optional(values, 'plan')]
  const plan = asked === undefined ? undefined : parsePlan(asked)
  if (owner !== undefined) {
    const user = await findUser(registry, owner)
    return async (tx) => (await ownTeam(tx, user.id, plan)).id
  }
  const teams = identifier === undefined ? await registry.teams.list() : [await findTeam(registry, identifier)]
  const [team] = teams
  if (teams.length !== 1 || !team) throw new UsageError('--owner or --team is required')
  return async (tx) => (plan === undefined ? team : await setPlan(tx, team.id, { plan })).id
}

const create = registryCommand({
  name: 'site create',
  summary: 'Create a site',
  options: {
    domain: shared.newDomain,
    ...atMostOne({ owner: may('E', 'the address of the account the team belongs to'), team: shared.team }),
    timezone: shared.timezone,
    props: shared.props,
    plan: shared.plan,
  },
  help: `Creates a site in a team: the one named, a team its owner has (made when there is none),
or the only team of the database. Time zones are IANA names; the default is Etc/UTC.`,
  async work(registry, values) {
    const domain = required(values, 'domain')
    const customProperties = propertiesOf(values, 'props')
    const choose = await chooseTeam(registry, values)
    const siteId = await registry.store.write(async (tx) => {
      const teamId = await choose(tx)
      return createSite(tx, {
        domain,
        timezone: optional(values, 'timezone'),
        teamId,
        ownedTeamIds: [teamId],
        customProperties,
      })
    })
    return showSite(registry, await registry.sites.record(siteId))
  },
})

const readers: readonly Command[] = [
  registryCommand({
    name: 'site list',
    summary: 'List sites',
    options: { team: shared.team },
    help: 'Lists all sites, or those of a team. Consolidated views are not sites.',
    async work(registry, values) {
      const team = optional(values, 'team')
      const sites = await registry.sites.list(team === undefined ? undefined : (await findTeam(registry, team)).id)
      return sites.map(({ id, domain, timezone, team: identifier, custom_properties, domain_changed_from }) => ({
        id,
        domain,
        timezone,
        team: identifier,
        custom_properties,
        domain_changed_from,
      }))
    },
  }),
  registryCommand({
    name: 'site show',
    summary: 'Show a site',
    options: { domain: shared.site },
    help: 'Shows a site by its current or previous domain, with the previous domain and when it changed.',
    work: async (registry, values) => showDetails(registry, (await findSite(registry, required(values, 'domain'))).id),
  }),
]

const writers: readonly Command[] = [
  registryCommand({
    name: 'site domain',
    summary: 'Change a site’s domain',
    options: { domain: shared.site, to: needed('NEW', 'the new domain') },
    help: `Gives a site a new domain. All history is kept. The old domain keeps working until the
next change or \`site expire-domains\`.`,
    async work(registry, values) {
      const to = required(values, 'to')
      const site = await findSite(registry, required(values, 'domain'))
      if (site.is_consolidated) throw refused('This operation is unavailable for a consolidated view')
      await registry.sites.update(site.id, { domain: to })
      return showDetails(registry, site.id)
    },
  }),
  registryCommand({
    name: 'site props',
    summary: 'Change a site’s list of custom properties',
    options: {
      domain: shared.site,
      ...oneOf({
        set: may('a,b', 'all names, joined by commas'),
        add: may('a', 'names to add, joined by commas'),
        remove: may('a', 'names to remove, joined by commas'),
      }),
    },
    help: 'Sets the list, or adds to it, or removes from it. --set "" empties it.',
    async work(registry, values) {
      const action = (['set', 'add', 'remove'] as const).find((name) => values[name] !== undefined)!
      const names = propertiesOf(values, action)
      const site = await findSite(registry, required(values, 'domain'))
      const { setProperties, addProperties, removeProperties } = registry.sites
      const change = { set: setProperties, add: addProperties, remove: removeProperties }[action]
      return { domain: site.domain, custom_properties: await change(site.id, names) }
    },
  }),
  registryCommand({
    name: 'site preset',
    summary: 'Choose what a site measures',
    options: { domain: shared.site, to: needed('P', inWords(presets)) },
    help: `standard: a script or a kit counts. no_script: only servers count, by a kit in its mode without
a script or by the Events API; events of browsers are dropped. no_campaigns: campaign tags, click ids
and the page that linked here are stored only for events that say that the visitor agreed.`,
    async work(registry, values) {
      const preset = required(values, 'to')
      if (!isPreset(preset)) throw new UsageError(`--to is ${inWords(presets)}`)
      const site = await findSite(registry, required(values, 'domain'))
      if (site.is_consolidated) throw refused('This operation is unavailable for a consolidated view')
      await registry.sites.update(site.id, { preset })
      return { domain: site.domain, preset }
    },
  }),
  registryCommand({
    name: 'site delete',
    summary: 'Delete a site',
    options: {
      domain: shared.site,
      yes: { ...flag('confirm the deletion'), isRequired: true, confirms: 'this cannot be undone' },
    },
    help: `Deletes the site, its goals, tokens, shields, links and guests immediately. Its traffic is
deleted in the background within 48 hours. This cannot be undone.`,
    async work(registry, values) {
      const domain = required(values, 'domain')
      const site = await findSite(registry, domain)
      if (site.is_consolidated) throw refused('This operation is unavailable for a consolidated view')
      await registry.sites.remove(site.id)
      return { deleted: true }
    },
  }),
  registryCommand({
    name: 'site expire-domains',
    summary: 'Stop accepting previous domains',
    options: { hours: needed('N', 'the age of the change, in hours') },
    help: `Previous domains that were changed more than N hours ago stop working. Other teams can then
use them. With DOMAIN_EXPIRY_HOURS set, the service does this every hour.`,
    async work(registry, values) {
      const hours = integerOf(values, 'hours')!
      return { expired: await registry.sites.expireDomains(Math.min(hours, 1_000_000)) }
    },
  }),
]

export const commands: readonly Command[] = [create, ...readers, ...writers]
