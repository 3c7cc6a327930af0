// `tidemark sql`: who reads the statistics by SQL (docs/sql.md).
import { grantSql, revokeSql } from '../upkeep/sql-roles.ts'
import { type Command, required } from './command.ts'
import { findSite, notFound, refusedField, registryCommand } from './open.ts'
import { many, needed } from './options.ts'

export const commands: readonly Command[] = [
  registryCommand({
    name: 'sql grant',
    summary: 'Allow a database role to read the statistics by SQL',
    options: {
      role: needed('NAME', 'the role of the database'),
      site: many('D', 'the domain of a site, current or previous; may be repeated'),
    },
    help: `Lets the role read the views of the schema tidemark and nothing else: for the sites of
--site, or for all present and future sites. Creates the role if it is missing, with a
password that is shown once. Each grant replaces the list of sites. Statements may take 60
seconds, and the role may have five connections. In a database that holds nothing but Tidemark,
the grant takes temporary tables and large objects from PUBLIC. It prints what the role can do
beside reading the views (stays_open).
The role of DATABASE_URL needs CREATEROLE. The views, and what is a boundary, are in docs/sql.md.`,
    async work(registry, values, { db }) {
      const role = required(values, 'role')
      const given = values['site'] as readonly string[] | undefined
      const found = given && (await Promise.all([...new Set(given)].map((domain) => findSite(registry, domain))))
      if (found?.some((site) => site.is_consolidated))
        throw refusedField('site', 'a consolidated view has no rows of its own; name the sites of its team')
      const granted = await grantSql(db, { role, sites: found ?? null })
      await registry.audit.recordRole('sql_role.granted', role, await registry.audit.placesOfRole(role))
      return granted
    },
  }),
  registryCommand({
    name: 'sql revoke',
    summary: 'Stop a database role from reading the statistics by SQL',
    options: { role: needed('NAME', 'the role of the database') },
    help: `Removes the rights that \`tidemark sql grant\` gave, and ends the connections of the role. If
the grant created the role, the role is dropped.`,
    async work(registry, values, { db }) {
      const role = required(values, 'role')
      const places = await registry.audit.placesOfRole(role)
      if (!(await revokeSql(db, role))) throw notFound('role')
      await registry.audit.recordRole('sql_role.revoked', role, places)
      return { revoked: true }
    },
  }),
]
