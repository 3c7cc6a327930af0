// Contracts of the people of a site: members of its team, guests, and open invitations.
import { Type } from '@sinclair/typebox'
import { refuseField } from '../../failure.ts'
import { guestRoles, type SiteRole, type TeamRole, teamRoles } from '../../rules/roles.ts'
import { Checked, Instant, Nullable, oneOf, Read } from '../schemas.ts'
import type { Contract } from './contract.ts'

const To = Type.Union([Type.Literal('team'), Type.Literal('site')])
/** A role of a body: one of these, or the refusal that lists them. */
const RoleAmong = <Name extends SiteRole>(roles: readonly Name[]) =>
  Checked<Name>(Type.String({ description: roles.join(', ') }), {
    takes: (value): value is Name => roles.some((role) => role === value),
    refuse: (field) => refuseField(field, 'choice', { values: roles.join(', ') }),
  })
/** A role of the team or of a guest; the document does not list them in answers. */
const Role = Type.Unsafe<TeamRole>(Type.String())

export const peopleContracts = {
  ListPeople: {
    endpoint: 'GET /api/sites/:site_id/people',
    summary: 'Members of the team of a site, its guests, and open invitations; guests see guests only',
    reply: Type.Object({
      members: Type.Array(
        Type.Object({
          email: Type.String(),
          name: Type.String(),
          role: Role,
          is_proven: Type.Boolean({ description: 'Whether the address was confirmed' }),
        }),
      ),
      guests: Type.Array(Type.Object({ email: Type.String(), role: Role, status: Type.String() })),
      invitations: Type.Array(
        Type.Object({
          id: Type.Integer(),
          email: Type.String(),
          role: Role,
          to: To,
          expires_at: Instant(),
        }),
      ),
    }),
  },
  Invite: {
    endpoint: 'POST /api/sites/:site_id/invitations',
    summary:
      'Invite an address to the team of a site, or to the site as a guest: by mail, ' +
      'or by a link to hand over, which is only in this answer',
    body: Type.Object({
      email: Read(Type.String()),
      role: Read(
        Type.String({ description: `In the team ${teamRoles.join(', ')}; on the site ${guestRoles.join(', ')}` }),
      ),
      to: Read(To),
    }),
    reply: Type.Object({
      email: Type.String(),
      url: Nullable(Type.String({ description: 'Null where a mail has brought it' })),
      failure: Nullable(Type.String({ description: 'Why no mail could bring it' })),
    }),
  },
  FindTeam: {
    endpoint: 'GET /api/sites/:site_id/team',
    summary: 'The name of the team that owns a site; empty for an unnamed team',
    reply: Type.Object({ name: Type.String() }),
  },
  NameTeam: {
    endpoint: 'PUT /api/sites/:site_id/team',
    summary: 'Name the team of a site, as people see it in invitations and lists; for its owners',
    body: Type.Object({ name: Read(Type.String({ description: 'Empty takes the name away' })) }),
  },
  FindSignIn: {
    endpoint: 'GET /api/sites/:site_id/sign-in',
    summary: 'Whether the team of a site asks for a second factor; for its owners',
    reply: Type.Object({
      requires_second_factor: Type.Boolean(),
      has_second_factor: Type.Boolean({ description: 'Whether the asker gave one in this session' }),
    }),
  },
  ChangeSignIn: {
    endpoint: 'PUT /api/sites/:site_id/sign-in',
    summary: 'Ask for a second factor of everybody who opens a site of the team, or not; for its owners',
    body: Type.Object({ requires_second_factor: Type.Boolean() }),
  },
  RevokeInvitation: {
    endpoint: 'DELETE /api/sites/:site_id/invitations/:id',
    summary: 'Take an invitation back',
    params: oneOf('id'),
  },
  ChangeMember: {
    endpoint: 'PUT /api/sites/:site_id/members/:email',
    summary: 'Give a member of the team of a site another role',
    params: oneOf('email'),
    body: Type.Object({ role: RoleAmong(teamRoles) }),
  },
  RemoveMember: {
    endpoint: 'DELETE /api/sites/:site_id/members/:email',
    summary: 'Remove a member from the team of a site',
    params: oneOf('email'),
  },
  ChangeGuest: {
    endpoint: 'PUT /api/sites/:site_id/guests/:email',
    summary: 'Give a guest of a site another role',
    params: oneOf('email'),
    body: Type.Object({ role: RoleAmong(guestRoles) }),
  },
} as const satisfies Readonly<Record<string, Contract>>
