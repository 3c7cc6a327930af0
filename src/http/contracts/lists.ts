// Contracts of the lists of a site: shields, plugin tokens, shared links, reports.
import { Type } from '@sinclair/typebox'
import { refuseField } from '../../failure.ts'
import { reportKinds } from '../../rules/report-kinds.ts'
import { shieldTypeNames } from '../../rules/shield-types.ts'
import { Checked, Instant, Nullable, OneOf, oneOf, Read } from '../schemas.ts'
import type { Contract } from './contract.ts'

const Shield = Type.Object(
  {
    id: Type.Integer(),
    type: OneOf(shieldTypeNames),
    value: Type.String(),
    description: Nullable(Type.String()),
  },
  { additionalProperties: false },
)

const token = {
  id: Type.Integer(),
  hint: Type.String({ description: 'Its last characters' }),
  description: Type.String(),
  last_used_at: Nullable(Instant()),
}

const Link = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    url: Type.String(),
    password_protected: Type.Boolean(),
    badge: Type.Boolean({ description: 'Badges and counters show its numbers on other pages' }),
  },
  { additionalProperties: false },
)
/** Anything but a text is refused as an empty name. */
const LinkName = Checked(Type.String(), {
  takes: (value) => typeof value === 'string',
  refuse: (field) => refuseField(field, 'blank'),
})
const password = Type.Optional(Read(Nullable(Type.String({ description: '10 characters to 1,000 bytes; null: none' }))))

/** Without a password only: a picture on another page cannot ask for one. */
const badge = Type.Optional(
  Read(
    Type.Boolean({ description: 'Whether badges and counters may show the numbers; never of a link with a password' }),
  ),
)

const Told = Type.Object({
  kind: OneOf(reportKinds, { enum: undefined, description: reportKinds.join(', ') }),
  threshold: Nullable(Type.Integer({ description: 'Visitors, of silence hours; null for reports' })),
  recipients: Type.Array(
    Type.Object({
      address: Type.String(),
      failed_at: Nullable(Instant()),
      failure: Nullable(Type.String({ description: 'Why the last message did not arrive' })),
    }),
  ),
})

export const listContracts = {
  ListShields: {
    endpoint: 'GET /api/sites/:site_id/shields',
    summary: 'Rules of a site by which events are dropped, and the address of the asker',
    reply: Type.Object({ shields: Type.Array(Shield), own_address: Type.String() }),
  },
  AddShield: {
    endpoint: 'POST /api/sites/:site_id/shields',
    summary: 'Add a rule: an address, country or page to drop, or a hostname to keep',
    body: Type.Object({
      type: OneOf(shieldTypeNames),
      value: Type.String(),
      description: Type.Optional(Read(Type.String())),
    }),
    reply: Shield,
  },
  RemoveShield: {
    endpoint: 'DELETE /api/sites/:site_id/shields/:id',
    summary: 'Remove a rule',
    params: oneOf('id'),
  },
  ListTokens: {
    endpoint: 'GET /api/sites/:site_id/tokens',
    summary: 'Plugin tokens of a site',
    reply: Type.Object({ tokens: Type.Array(Type.Object(token)) }),
  },
  CreateToken: {
    endpoint: 'POST /api/sites/:site_id/tokens',
    summary: 'Make a plugin token; the token itself is shown only in this answer',
    body: Type.Object({ description: Type.String() }),
    reply: Type.Object({ ...token, token: Type.String() }),
  },
  RevokeToken: {
    endpoint: 'DELETE /api/sites/:site_id/tokens/:id',
    summary: 'Revoke a plugin token',
    params: oneOf('id'),
  },
  ListLinksOfSettings: {
    endpoint: 'GET /api/sites/:site_id/shared-links',
    summary: 'Shared links of a site, newest first',
    reply: Type.Object({ shared_links: Type.Array(Link) }),
  },
  AddSharedLink: {
    endpoint: 'POST /api/sites/:site_id/shared-links',
    summary: 'Make a shared link, with or without a password',
    body: Type.Object({ name: LinkName, password, badge }),
    reply: Link,
  },
  ChangeSharedLink: {
    endpoint: 'PUT /api/sites/:site_id/shared-links/:id',
    summary: 'Change the name or password of a shared link; what was opened with another password closes',
    params: oneOf('id'),
    body: Type.Object({ name: Type.Optional(LinkName), password, badge }),
    reply: Link,
  },
  DeleteSharedLink: {
    endpoint: 'DELETE /api/sites/:site_id/shared-links/:id',
    summary: 'Delete a shared link; whatever it opened closes at once',
    params: oneOf('id'),
  },
  ListReports: {
    endpoint: 'GET /api/sites/:site_id/reports',
    summary: 'Who gets which reports and notices of a site, and what did not arrive',
    reply: Type.Object({
      sends_mail: Type.Boolean({ description: 'Whether SMTP_URL is set' }),
      reports: Type.Array(Told),
    }),
  },
  ChangeReport: {
    endpoint: 'PUT /api/sites/:site_id/reports/:kind',
    summary: 'Say who gets a report or notice of a site: these, and no others',
    params: oneOf('kind'),
    body: Type.Object({
      recipients: Type.Array(
        Type.String({ description: 'E-mail addresses; of notices webhooks (http, https) as well' }),
      ),
      threshold: Type.Optional(Read(Nullable(Type.Integer()))),
    }),
  },
  SendSample: {
    endpoint: 'POST /api/sites/:site_id/reports/:kind/test',
    summary: 'Send a report or notice of a site, as it would arrive now, to the address of the account',
    params: oneOf('kind'),
    reply: Type.Object({
      address: Type.String(),
      failure: Nullable(Type.String({ description: 'Why the mail could not be sent' })),
    }),
  },
} as const satisfies Readonly<Record<string, Contract>>
