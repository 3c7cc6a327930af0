// Numbers that the documentation repeats from the code. Each is a sentence, or a part of one, with the number filled
// in; `check-docs.ts` looks for it on its page.
import { maxima as rooms } from '../src/registry/room.ts'
import { invitationDays, linkHours, sessionDays, sessionIdleDays } from '../src/rules/lifetimes.ts'
import { openInvitationsMax, passwordCharactersMin } from '../src/rules/maxima.ts'
import { extensions, postgresVersions, type Versions } from '../src/rules/servers.ts'

const span = ({ least, most }: Versions): string => `${least} to ${most}`
const { timescaledb } = extensions
const written = (count: number): string => count.toLocaleString('en')

/** By page: what it has to say. White space is as anywhere. */
export const repeatedNumbers: Readonly<Record<string, readonly string[]>> = {
  'docs/manage.md': [
    `# signs in once, within ${linkHours} hours`,
    `A password has ${passwordCharactersMin} characters to`,
    `A session ends after ${sessionIdleDays} days without use, after ${sessionDays} days in any case`,
    `it works once, expires after ${linkHours} hours`,
    `each works once, for ${invitationDays} days`,
  ],
  'docs/security.md': [
    `${openInvitationsMax} invitations of a team wait at once`,
    `once, ${linkHours} hours, kept as a digest`,
    `${linkHours} hours, an invitation ${invitationDays} days`,
    `${written(rooms.sharedLinks)} shared links, segments, funnels and guests of a site, ${written(rooms.notes)} notes, ` +
      `${rooms.tokens} tokens of a site and keys of a person`,
  ],
  'docs/install.md': [
    `PostgreSQL ${span(postgresVersions)} without extensions`,
    `TimescaleDB ${span(timescaledb.versions)}, Apache-2 edition`,
    `TimescaleDB ${span(timescaledb.versions)}, Community edition`,
    `| Citus ${extensions.citus.versions.most.replace(/\.0$/, '')} |`,
  ],
  'compose.yaml': [`timescale/timescaledb:${timescaledb.versions.most}.`],
}

/** The sentences that a text does not have. */
export function missingNumbers(text: string, sentences: readonly string[]): string[] {
  const plain = text.replace(/\s+/g, ' ')
  return sentences.filter((sentence) => !plain.includes(sentence))
}
