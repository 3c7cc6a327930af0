// `tidemark sql`: who reads the statistics by SQL (docs/sql.md), and who sends events by it (docs/events-in-sql.md).

import type { Registry } from '../registry/registry.ts'
import type { SiteRecord } from '../registry/sites.ts'
import { grantSql, listSqlRoles, revokeSql, revokeTrack } from '../upkeep/sql-roles.ts'
import { grantTrack } from '../upkeep/sql-track-roles.ts'
import { type Command, required, UsageError, type Values } from './command.ts'
import { findSite, notFound, refusedField, registryCommand } from './open.ts'
import { flag, many, needed } from './options.ts'

/** The sites of --site, each once; undefined without the option. */
async function sitesOf(registry: Registry, values: Values): Promise<SiteRecord[] | undefined> {
  const given = values['site'] as readonly string[] | undefined
  const found = given && (await Promise.all([...new Set(given)].map((domain) => findSite(registry, domain))))
  if (found?.some((site) => site.is_consolidated))
    throw refusedField('site', 'a consolidated view has no rows of its own; name the sites of its team')
  return found
}

export const commands: readonly Command[] = [
  registryCommand({
    name: 'sql grant',
    summary: 'Allow a database role to read the statistics, or to send events, by SQL',
    options: {
      role: needed('NAME', 'the role of the database'),
      site: many('D', 'the domain of a site, current or previous; may be repeated'),
      track: flag('let the role send events of these sites by tidemark.track, and read nothing'),
    },
    help: `Lets the role read the views of the schema tidemark and nothing else: for the sites of
--site, or for all present and future sites. Creates the role if it is missing, with a
password that is shown once. Each grant replaces the list of sites. Statements may take 60
seconds, and the role may have five connections. In a database that holds nothing but Tidemark,
the grant takes temporary tables and large objects from PUBLIC. It prints what the role can do
beside reading the views (stays_open).
With --track the role may call the function tidemark.track for the sites of --site, which must be
given (docs/events-in-sql.md). Nothing else of a role that is there changes: no limit, no
setting. A role may have both grants, each with sites of its own.
The role of DATABASE_URL needs CREATEROLE to create a role, and to grant reading. The views, and
what is a boundary, are in docs/sql.md.`,
    async work(registry, values, { db }) {
      const role = required(values, 'role')
      if (values['track'] === true && values['site'] === undefined)
        throw new UsageError('--site is required with --track')
      const sites = await sitesOf(registry, values)
      if (values['track'] === true && sites) {
        const granted = await grantTrack(db, { role, sites })
        await registry.audit.recordRole('sql_role.track_granted', role, await registry.audit.tracksOfRole(role))
        return granted
      }
      const granted = await grantSql(db, { role, sites: sites ?? null })
      await registry.audit.recordRole('sql_role.granted', role, await registry.audit.placesOfRole(role))
      return granted
    },
  }),
  registryCommand({
    name: 'sql list',
    summary: 'List the database roles that read the statistics or send events',
    options: {},
    help: `Lists each role, whether \`tidemark sql grant\` created it, the sites that it reads (- or null: all
sites), and the sites that it sends events to by tidemark.track.`,
    async work(_, __, { db }) {
      return await listSqlRoles(db.write)
    },
    print(io, roles) {
      for (const { role, made, reads, tracks } of roles)
        io.out(
          [
            role,
            made ? 'created by the grant' : 'was there before',
            `reads: ${reads === null ? 'all sites' : reads.join(',') || '-'}`,
            `sends events: ${tracks.join(',') || '-'}`,
          ].join('  '),
        )
    },
  }),
  registryCommand({
    name: 'sql revoke',
    summary: 'Stop a database role from reading the statistics and sending events by SQL',
    options: {
      role: needed('NAME', 'the role of the database'),
      track: flag('take only the right to send events'),
    },
    help: `Removes the rights that \`tidemark sql grant\` gave, and ends the connections of a role that read,
or that the grant created. If the grant created the role, the role is dropped. With --track only
the right to call tidemark.track is removed; a role that reads keeps reading.`,
    async work(registry, values, { db }) {
      const role = required(values, 'role')
      const { audit } = registry
      const isTrack = values['track'] === true
      const [reads, tracks] = [isTrack ? [] : await audit.placesOfRole(role), await audit.tracksOfRole(role)]
      if (!(await (isTrack ? revokeTrack(db, role) : revokeSql(db, role)))) throw notFound('role')
      await audit.recordRole('sql_role.revoked', role, reads)
      await audit.recordRole('sql_role.track_revoked', role, tracks)
      return { revoked: true }
    },
  }),
]
