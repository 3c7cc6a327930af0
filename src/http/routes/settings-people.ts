// People of a site: members of its team, guests, and open invitations.
import { refuseField, secondFactorFailures, settingsFailures, siteFailures } from '../../failure.ts'
import { oneTimeUrl } from '../../registry/one-time-links.ts'
import { parseEmail } from '../../registry/users.ts'
import { unnamedTeam } from '../../rules/invited.ts'
import { type GuestRole, guestRoles, mayGive, type SiteRole, type TeamRole, teamRoles } from '../../rules/roles.ts'
import type { SettingsAccess } from '../caller.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { readId, readNameOrNone } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

function readRole<Role extends string>(value: unknown, roles: readonly Role[]): Role {
  const role = roles.find((one) => one === value)
  if (role === undefined) throw refuseField('role', 'choice', { values: roles.join(', ') })
  return role
}

/** Owners are made and unmade by owners alone. */
function requireGiving(by: SiteRole, role: TeamRole | GuestRole): void {
  if (!mayGive(by, role)) throw settingsFailures.role('making or removing owners')
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

export function settingsPeopleRoutes(services: Services): Definition[] {
  const { registry } = services
  const { teams, oneTimeLinks, invitations, users } = registry
  const emailOf = ({ params }: RouteContext): string => params['email'] ?? ''

  /** Guests see the guests of their site, and no member of its team. */
  const isMember = ({ role }: SettingsAccess): boolean => !role.startsWith('guest_')

  async function findMember(access: SettingsAccess, email: string) {
    const found = (await teams.members(access.site.teamId)).find((one) => isSame(one.email, email))
    if (!found) throw settingsFailures.memberGone()
    requireGiving(access.role, found.role)
    return found
  }

  return [
    settingsRoute('ListPeople', {
      async answer(access) {
        const { id: siteId, teamId } = access.site
        const guests = (await teams.guests(siteId)).map(({ place: _, ...guest }) => guest)
        return isMember(access)
          ? {
              members: await teams.members(teamId),
              guests,
              invitations: await invitations.listTo({ siteId, teamId }),
            }
          : { members: [], guests, invitations: [] }
      },
    }),
    settingsRoute('Invite', {
      refusals: { 429: ErrorReply },
      action: 'manage_guests',
      async answer({ user, site, role: by, registry }, _, readBody) {
        const { email: given, role: asked, to } = await readBody()
        const email = parseEmail(typeof given === 'string' ? given : '')
        if (to !== 'team' && to !== 'site') throw refuseField('to', 'invalid')
        const role = to === 'team' ? readRole(asked, teamRoles) : readRole(asked, guestRoles)
        if (to === 'team') {
          requireGiving(by, role)
          if (!site.features.has('teams')) throw siteFailures.teamsPlan()
        }
        const [members, guests] = [await teams.members(site.teamId), await teams.guests(site.id)]
        if (members.some((one) => isSame(one.email, email))) throw refuseField('email', 'member')
        if (to === 'site' && guests.some((one) => isSame(one.email, email))) throw refuseField('email', 'guest')
        const { userId } = user
        if (services.sendMail) await registry.limits.takeMail('invitation', email, { userId, teamId: site.teamId })
        const target = to === 'team' ? { teamId: site.teamId } : { siteId: site.id }
        const { token } = await registry.oneTimeLinks.create('invite', { email, role, ...target, invitedBy: userId })
        const url = oneTimeUrl(services.baseUrl, 'invite', token)
        const { sendMail, findMailLanguage } = services
        if (!sendMail) return { email, url, failure: null }
        const send = async () => {
          const link = await oneTimeLinks.find('invite', token)
          const described = link && (await invitations.describe(link.id))
          if (!described) throw settingsFailures.invitationGone()
          const invited = { by: described.by ?? { name: '', email: user.email }, role, ...described.place }
          await sendMail('invitation', await findMailLanguage(email, site.teamId), email, { invited, url })
        }
        return await send().then(
          async () => {
            await oneTimeLinks.markMailed(token)
            return { email, url: null, failure: null }
          },
          (error: unknown) => ({ email, url, failure: error instanceof Error ? error.message : String(error) }),
        )
      },
    }),
    settingsRoute('FindTeam', {
      action: 'manage_guests',
      async answer({ site }) {
        const { name = '' } = (await teams.findById(site.teamId)) ?? {}
        return { name: name === unnamedTeam ? '' : name }
      },
    }),
    settingsRoute('NameTeam', {
      action: 'manage_guests',
      async answer({ role, site, registry }, _, readBody) {
        if (role !== 'owner') throw settingsFailures.role('naming the team')
        const { name } = await readBody()
        await registry.teams.rename(site.teamId, readNameOrNone(name))
      },
    }),
    settingsRoute('FindSignIn', {
      action: 'manage_sign_in',
      async answer({ site, user }) {
        const { requires_second_factor = false } = (await teams.findById(site.teamId)) ?? {}
        return { requires_second_factor, has_second_factor: user.hasSecondFactor }
      },
    }),
    settingsRoute('ChangeSignIn', {
      action: 'manage_sign_in',
      async answer({ site, user, registry }, _, readBody) {
        const { requires_second_factor: isRequired } = await readBody()
        // Otherwise the owner is the first who is locked out.
        if (isRequired && !user.hasSecondFactor) throw secondFactorFailures.missing()
        await registry.teams.setSecondFactor(site.teamId, isRequired)
      },
    }),
    settingsRoute('RevokeInvitation', {
      action: 'manage_guests',
      async answer({ site, registry }, context) {
        if (!(await registry.invitations.revoke(readId(context), { siteId: site.id, teamId: site.teamId })))
          throw settingsFailures.invitationGone()
      },
    }),
    settingsRoute('ChangeMember', {
      action: 'manage_guests',
      async answer(access, context, readBody) {
        const { role } = await readBody()
        requireGiving(access.role, role)
        const { email } = await findMember(access, emailOf(context))
        await access.registry.teams.addMember(access.site.teamId, (await users.find(email))?.id ?? 0, role)
      },
    }),
    settingsRoute('RemoveMember', {
      action: 'manage_guests',
      async answer(access, context) {
        const { email } = await findMember(access, emailOf(context))
        await access.registry.teams.removeMember(access.site.teamId, (await users.find(email))?.id ?? 0)
      },
    }),
    settingsRoute('ChangeGuest', {
      action: 'manage_guests',
      async answer({ site, registry }, context, readBody) {
        const { role } = await readBody()
        const guest = (await teams.guests(site.id)).find((one) => isSame(one.email, emailOf(context)))
        if (!guest) throw settingsFailures.guestGone()
        await registry.teams.addGuest(site.id, guest.email, role, { replaceRole: true })
      },
    }),
  ]
}
