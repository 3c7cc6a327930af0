// `tidemark member`: members of teams and guests of sites.
import { type GuestRole, guestRoles, type TeamRole, teamRoles } from '../rules/roles.ts'
import { type Command, required } from './command.ts'
import { findSite, findTeam, findUser, notFound, refusedField, registryCommand, teamOrSite } from './open.ts'
import { inWords, needed, shared, teamOrSiteOptions } from './options.ts'

const isTeamRole = (role: string): role is TeamRole => (teamRoles as readonly string[]).includes(role)
const isGuestRole = (role: string): role is GuestRole => (guestRoles as readonly string[]).includes(role)
const roleRefused = (roles: readonly string[]) =>
  refusedField('role', `is invalid. Possible values: ${roles.join(', ')}`)

const roleAbout = `${inWords(teamRoles)} of a team; ${inWords(guestRoles)} of a site`

export const commands: readonly Command[] = [
  registryCommand({
    name: 'member add',
    summary: 'Add a member to a team, or a guest to a site',
    options: { email: shared.email, role: needed('R', roleAbout), ...teamOrSiteOptions },
    help: `Roles of members: ${teamRoles.join(', ')}. Roles of guests: ${guestRoles.join(', ')}.
An existing member's or guest's role is replaced. A guest's account may be made later.`,
    async work(registry, values) {
      const [email, role] = [required(values, 'email'), required(values, 'role')]
      const given = teamOrSite(values)
      if ('team' in given) {
        if (!isTeamRole(role)) throw roleRefused(teamRoles)
        const found = await findTeam(registry, given.team)
        const user = await findUser(registry, email)
        if (!user.isProven)
          throw refusedField('email', 'the address of this account is not confirmed; see `tidemark help user confirm`')
        await registry.teams.addMember(found.id, user.id, role)
        return { email: user.email, role, team: found.identifier, kind: 'member' }
      }
      if (!isGuestRole(role)) throw roleRefused(guestRoles)
      const site = await findSite(registry, given.site)
      const guest = await registry.teams.addGuest(site.id, email, role, { replaceRole: true })
      return { email: guest.email, role: guest.role, site: site.domain, kind: 'guest' }
    },
  }),
  registryCommand({
    name: 'member list',
    summary: 'List members of a team, or guests of a site',
    options: teamOrSiteOptions,
    help: 'Lists address and role; guests also with accepted or invited.',
    async work(registry, values) {
      const given = teamOrSite(values)
      if ('team' in given) {
        const found = await findTeam(registry, given.team)
        return (await registry.teams.members(found.id)).map(({ email, role }) => ({
          email,
          role,
          team: found.identifier,
          kind: 'member',
        }))
      }
      const site = await findSite(registry, given.site)
      return (await registry.teams.guestsAndInvited(site.id)).map(({ place: _, ...guest }) => ({
        ...guest,
        site: site.domain,
        kind: 'guest',
      }))
    },
  }),
  registryCommand({
    name: 'member remove',
    summary: 'Remove a member or guest',
    options: { email: needed('E', 'the address of the member or guest'), ...teamOrSiteOptions },
    help: 'The last owner of a team cannot be removed.',
    async work(registry, values) {
      const email = required(values, 'email')
      const given = teamOrSite(values)
      if ('team' in given) {
        const found = await findTeam(registry, given.team)
        const members = await registry.teams.members(found.id)
        if (!members.some((member) => member.email.toLowerCase() === email.toLowerCase())) throw notFound('member')
        await registry.teams.removeMember(found.id, (await findUser(registry, email)).id)
        return { deleted: true }
      }
      if (!(await registry.teams.removeGuest((await findSite(registry, given.site)).id, email))) throw notFound('guest')
      return { deleted: true }
    },
  }),
]
