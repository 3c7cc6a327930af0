// An invitation in words: who invites, and to which sites. Mails and pages share them.
import type { SiteRole } from './roles.ts'
import type { invitations as words } from './words/en/index.ts'

/** The APIs call an unnamed team so. Pages and mails name its owner or its sites instead. */
export const unnamedTeam = 'My Personal Sites'

/** Somebody with an account; the name may be empty. */
export interface Inviter {
  readonly name: string
  readonly email: string
}

/** The place of an invitation. */
export interface InvitedPlace {
  /** The name of the team, for an invitation to a whole team that has a name; else empty. */
  readonly team: string
  /** The site, or the team's first one; empty for a team without sites. */
  readonly site: string
  /** How many sites the team has besides. */
  readonly more: number
}

export interface Invited extends InvitedPlace {
  readonly by: Inviter
  readonly role: SiteRole
}

type Words = typeof words
type Forms = Words['andMore']
/** Fills the gaps of a text, which may depend on a count. */
type Fill = (text: string | Forms, gaps: Readonly<Record<string, string>>, count?: number) => string

/** `Ann Berg (ann@example.org)`, or the address alone. */
export const inviterWords = ({ name, email }: Inviter, { inviter }: Pick<Words, 'inviter'>, fill: Fill): string =>
  name ? fill(inviter, { name, email }) : email

/** `example.com`, `example.com and 12 more sites`, `Acme (example.com)`. */
export function placeWords({ team, site, more }: InvitedPlace, words: Omit<Words, 'inviter'>, fill: Fill): string {
  const sites = more > 0 ? fill(words.andMore, { site }, more) : site
  return team && sites ? fill(words.teamAndSites, { team, sites }) : team || sites
}
