// `tidemark audit`: the record of who changed what.
import type { AuditRecord } from '../registry/audit-log.ts'
import { auditKinds, isAuditKind } from '../rules/audit-kinds.ts'
import { type Command, optional } from './command.ts'
import { findSite, findTeam, integerOf, refusedField, registryCommand } from './open.ts'
import { atMostOne, may } from './options.ts'

const limitUsual = 100
const limitMax = 10_000

/** The kinds in lines that fit a manual page. */
const kindLines = auditKinds
  .join(', ')
  .replace(/(.{1,88})(?: |$)/g, '  $1\n')
  .trimEnd()

const show = ({ at, site, kind, subject, by_kind, by_name, by_detail, before, after }: AuditRecord) => ({
  at,
  site,
  kind,
  subject,
  by: [by_kind, by_name, by_detail].filter((word) => word !== '').join(' '),
  before,
  after,
})

export const commands: readonly Command[] = [
  registryCommand({
    name: 'audit list',
    summary: 'List who changed what',
    options: {
      ...atMostOne({
        site: may('D', 'the domain of the site, current or previous'),
        team: may('T', 'the identifier of the team, as `tidemark team list` shows it'),
      }),
      kind: may('K', 'a kind of change, for example goal.created'),
      by: may('E', 'the address of the account that made the change'),
      limit: may('N', `how many records (${limitUsual}, at most ${limitMax})`),
    },
    help: `Lists records of the audit log, newest first: of a site, of a team with all of its sites, or
all records, which includes changes of accounts without a team. A change of an account is
recorded once for each of its teams. Records are kept for AUDIT_LOG_DAYS.
Kinds:
${kindLines}`,
    async work(registry, values) {
      const [site, team, kind] = [optional(values, 'site'), optional(values, 'team'), optional(values, 'kind')]
      if (kind !== undefined && !isAuditKind(kind)) throw refusedField('kind', `must be ${auditKinds.join(', ')}`)
      const siteId = site === undefined ? undefined : (await findSite(registry, site)).id
      const teamId = team === undefined ? undefined : (await findTeam(registry, team)).id
      const limit = Math.min(integerOf(values, 'limit') ?? limitUsual, limitMax)
      return (await registry.audit.list({ siteId, teamId, kind, by: optional(values, 'by') }, { limit })).map(show)
    },
  }),
]
