// Figures that the documentation tells in sentences, held to the files that own them.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { invitationDays, linkHours, sessionDays, sessionIdleDays } from '../../src/rules/lifetimes.ts'
import { passwordCharactersMin } from '../../src/rules/maxima.ts'
import { extensions, postgresVersions } from '../../src/rules/servers.ts'

const { timescaledb, citus } = extensions
const postgres = `${postgresVersions.least} to ${postgresVersions.most}`
const timescale = `TimescaleDB ${timescaledb.versions.least} to ${timescaledb.versions.most}`

const told: readonly (readonly [file: string, text: string])[] = [
  ['README.md', `version ${postgres}`],
  ['docs/install.md', `PostgreSQL ${postgres} without extensions`],
  ['docs/install.md', `${timescale}, Apache-2 edition`],
  ['docs/install.md', `${timescale}, Community edition`],
  ['docs/install.md', `Citus ${citus.versions.most.replace('.0', '')}`],
  ['compose.yaml', `timescale/timescaledb:${timescaledb.versions.most}.`],
  ['docs/manage.md', `signs in once, within ${linkHours} hours`],
  ['docs/manage.md', `A password has ${passwordCharactersMin} characters`],
  ['docs/manage.md', `ends after ${sessionIdleDays} days without use, after ${sessionDays} days in any case`],
  ['docs/manage.md', `expires after ${linkHours} hours`],
  ['docs/manage.md', `works once, for ${invitationDays} days`],
  ['docs/security.md', `${linkHours} hours, an invitation ${invitationDays} days`],
]

t.test('versions, lifetimes and lengths', async (t) => {
  for (const [file, text] of told) t.ok(readFileSync(projectPath(file), 'utf8').includes(text), `${file}: ${text}`)
})
