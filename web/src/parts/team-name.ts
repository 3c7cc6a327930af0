// Names of teams. Pages call an unnamed team by its owner, and say "your team" to the owner.
import { unnamedTeam } from '../../../src/rules/invited.ts'
import { ownTeam, teamOf } from '../../../src/rules/words/en/teams.ts'
import { facts } from '../service/facts.ts'
import { say } from '../text/say.ts'

/** The name of a team as the reader knows it. */
export function teamName({ id, name }: { readonly id?: string; readonly name: string }): string {
  if (name !== unnamedTeam) return name
  const owner = facts.teams?.find((team) => team.id === id)?.owner
  return owner ? say(teamOf, { owner }) : ownTeam
}
