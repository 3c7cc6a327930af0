// People of a site: members of its team, guests, and open invitations.
import { Type } from '@sinclair/typebox'
import { refuseField, settingsFailures, siteFailures } from '../../failure.ts'
import { oneTimeUrl } from '../../registry/one-time-links.ts'
import { parseEmail } from '../../registry/users.ts'
import { type GuestRole, guestRoles, mayGive, type SiteRole, type TeamRole, teamRoles } from '../../rules/roles.ts'
import type { SettingsAccess } from '../caller.ts'
import { type Definition, route } from '../definition.ts'
import { readId } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, Nullable, oneOf } from '../schemas.ts'
import type { Services } from './services.ts'

const To = Type.Union([Type.Literal('team'), Type.Literal('site')])
const invitation = {
  id: Type.Integer(),
  email: Type.String(),
  role: Type.String(),
  to: To,
  expires_at: Type.String({ format: 'date-time' }),
}

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
    route({
      access: 'settings',
      name: 'ListPeople',
      endpoint: 'GET /api/sites/:site_id/people',
      summary: 'Members of the team of a site, its guests, and open invitations; guests see guests only',
      reply: Type.Object({
        members: Type.Array(
          Type.Object({
            email: Type.String(),
            name: Type.String(),
            role: Type.String(),
            is_proven: Type.Boolean({ description: 'Whether the address was confirmed' }),
          }),
        ),
        guests: Type.Array(Type.Object({ email: Type.String(), role: Type.String(), status: Type.String() })),
        invitations: Type.Array(Type.Object(invitation)),
      }),
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
    route({
      access: 'settings',
      name: 'Invite',
      endpoint: 'POST /api/sites/:site_id/invitations',
      summary:
        'Invite an address to the team of a site, or to the site as a guest: by mail, ' +
        'or by a link to hand over, which is only in this answer',
      body: Type.Object({
        email: Type.String(),
        role: Type.String({ description: `In the team ${teamRoles.join(', ')}; on the site ${guestRoles.join(', ')}` }),
        to: To,
      }),
      reply: Type.Object({
        email: Type.String(),
        url: Nullable(Type.String({ description: 'Null where a mail has brought it' })),
        failure: Nullable(Type.String({ description: 'Why no mail could bring it' })),
      }),
      refusals: { 429: ErrorReply },
      action: 'manage_guests',
      async answer({ user, site, role: by }, context) {
        const { email: given, role: asked, to } = await context.readJson()
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
        const { token } = await oneTimeLinks.create('invite', { email, role, ...target })
        const url = oneTimeUrl(services.baseUrl, 'invite', token)
        const { sendMail, findMailLanguage } = services
        if (!sendMail) return { email, url, failure: null }
        const place = to === 'team' ? ((await teams.findById(site.teamId))?.name ?? '') : site.domain
        const send = async () =>
          sendMail('invitation', await findMailLanguage(email, site.teamId), email, { to: place, url })
        return await send().then(
          async () => {
            await oneTimeLinks.markMailed(token)
            return { email, url: null, failure: null }
          },
          (error: unknown) => ({ email, url, failure: error instanceof Error ? error.message : String(error) }),
        )
      },
    }),
    route({
      access: 'settings',
      name: 'RevokeInvitation',
      endpoint: 'DELETE /api/sites/:site_id/invitations/:id',
      summary: 'Take an invitation back',
      params: oneOf('id'),
      action: 'manage_guests',
      async answer({ site }, context) {
        if (!(await invitations.revoke(readId(context), { siteId: site.id, teamId: site.teamId })))
          throw settingsFailures.invitationGone()
      },
    }),
    route({
      access: 'settings',
      params: oneOf('email'),
      name: 'ChangeMember',
      endpoint: 'PUT /api/sites/:site_id/members/:email',
      summary: 'Give a member of the team of a site another role',
      body: Type.Object({ role: Type.String({ description: teamRoles.join(', ') }) }),
      action: 'manage_guests',
      async answer(access, context) {
        const role = readRole((await context.readJson())['role'], teamRoles)
        requireGiving(access.role, role)
        const { email } = await findMember(access, emailOf(context))
        await teams.addMember(access.site.teamId, (await users.find(email))?.id ?? 0, role)
      },
    }),
    route({
      access: 'settings',
      params: oneOf('email'),
      name: 'RemoveMember',
      endpoint: 'DELETE /api/sites/:site_id/members/:email',
      summary: 'Remove a member from the team of a site',
      action: 'manage_guests',
      async answer(access, context) {
        const { email } = await findMember(access, emailOf(context))
        await teams.removeMember(access.site.teamId, (await users.find(email))?.id ?? 0)
      },
    }),
    route({
      access: 'settings',
      params: oneOf('email'),
      name: 'ChangeGuest',
      endpoint: 'PUT /api/sites/:site_id/guests/:email',
      summary: 'Give a guest of a site another role',
      body: Type.Object({ role: Type.String({ description: guestRoles.join(', ') }) }),
      action: 'manage_guests',
      async answer({ site }, context) {
        const role = readRole((await context.readJson())['role'], guestRoles)
        const guest = (await teams.guests(site.id)).find((one) => isSame(one.email, emailOf(context)))
        if (!guest) throw settingsFailures.guestGone()
        await teams.addGuest(site.id, guest.email, role, { replaceRole: true })
      },
    }),
  ]
}
