// Contracts of the lists of a site: shields, plugin tokens, shared links, reports.
import { Type } from '@sinclair/typebox'
import { refuseField } from '../../failure.ts'
import { channelServiceNames } from '../../rules/channel-services.ts'
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

const Networks = Type.Object({
  file: Nullable(
    Type.Object(
      { source: Type.String({ description: 'As the file says' }), date: Type.String() },
      { description: 'The file of ASN_DATABASE; null: no address has a network' },
    ),
  ),
  hosting_date: Type.String({ description: 'Of when the list of data centres is' }),
})

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

/** A recipient, and what did not arrive. */
export const toldFields = {
  address: Type.String({ description: 'E-mail address; of a channel, where it leads without its secret' }),
  channel: Nullable(Type.Integer({ description: 'Id of the channel; null for an e-mail address' })),
  failed_at: Nullable(Instant()),
  failure: Nullable(Type.String({ description: 'Why the last message did not arrive' })),
}

/** Without a password only: a picture on another page cannot ask for one. */
const badge = Type.Optional(
  Read(
    Type.Boolean({ description: 'Whether badges and counters may show the numbers; never of a link with a password' }),
  ),
)

const Told = Type.Object({
  kind: OneOf(reportKinds, { enum: undefined, description: reportKinds.join(', ') }),
  threshold: Nullable(Type.Integer({ description: 'Visitors, of silence hours; null for reports' })),
  recipients: Type.Array(Type.Object(toldFields)),
  day: Nullable(Type.Integer({ description: 'Weekly: 1 (Monday) to 7; monthly: 1 to 28; null for notices' })),
  hour: Nullable(Type.Integer({ description: "Hour of the site's own day, 0 to 23; null for notices" })),
})

/** A channel as people may see it. */
export const channelFields = {
  id: Type.Integer(),
  service: OneOf(channelServiceNames),
  name: Type.String(),
  hint: Type.String({ description: 'Where it leads, without its secret' }),
  failed_at: Nullable(Instant()),
  failure: Nullable(Type.String({ description: 'Why the last message did not arrive' })),
  broken_at: Nullable(
    Instant({ description: 'Since when nothing is sent: the service says that the channel is gone' }),
  ),
}
/** The fields of a target, which no answer holds. */
const target = {
  address: Type.Optional(Read(Type.String({ description: 'Address of the webhook, the topic or the Bot API server' }))),
  token: Type.Optional(
    Read(Type.String({ description: 'Token of the bot; of ntfy, an access token or user:password' })),
  ),
  chat: Type.Optional(Read(Type.String({ description: 'Telegram: number of the chat, or @name of a channel' }))),
}
const Secret = Nullable(
  Type.String({ description: 'The secret that signs messages to a webhook, shown only in this answer; else null' }),
)

export const listContracts = {
  ListShields: {
    endpoint: 'GET /api/sites/:site_id/shields',
    summary: 'Rules of a site by which events are dropped, and the address of the asker',
    reply: Type.Object({ shields: Type.Array(Shield), own_address: Type.String(), networks: Networks }),
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
      channels: Type.Array(Type.Object(channelFields)),
      reports: Type.Array(Told),
    }),
  },
  ChangeReport: {
    endpoint: 'PUT /api/sites/:site_id/reports/:kind',
    summary: 'Say who gets a report or notice of a site: these, and no others',
    params: oneOf('kind'),
    body: Type.Object({
      recipients: Type.Array(
        Type.String({ description: 'E-mail addresses; an address of a webhook (http, https) becomes a channel' }),
      ),
      channels: Type.Optional(Read(Type.Array(Type.Integer(), { description: 'Ids of channels' }))),
      threshold: Type.Optional(Read(Nullable(Type.Integer()))),
      day: Type.Optional(Read(Type.Integer({ description: 'Weekly: 1 (Monday) to 7; monthly: 1 to 28' }))),
      hour: Type.Optional(Read(Type.Integer({ description: "Hour of the site's own day, 0 to 23" }))),
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
  AddChannel: {
    endpoint: 'POST /api/sites/:site_id/channels',
    summary: 'Add a channel for reports and notices: a chat or a webhook',
    body: Type.Object({ service: OneOf(channelServiceNames), name: Type.Optional(Read(Type.String())), ...target }),
    reply: Type.Object({ ...channelFields, secret: Secret }),
  },
  ChangeChannel: {
    endpoint: 'PUT /api/sites/:site_id/channels/:id',
    summary: 'Rename a channel, or say anew where it leads',
    params: oneOf('id'),
    body: Type.Object({ name: Type.Optional(Read(Type.String())), ...target }),
    reply: Type.Object(channelFields),
  },
  DeleteChannel: {
    endpoint: 'DELETE /api/sites/:site_id/channels/:id',
    summary: 'Delete a channel; no report or notice goes there any more',
    params: oneOf('id'),
  },
  TestChannel: {
    endpoint: 'POST /api/sites/:site_id/channels/:id/test',
    summary: 'Send the weekly report, as it would arrive now, to a channel',
    params: oneOf('id'),
    reply: Type.Object({ failure: Nullable(Type.String({ description: 'Why it did not arrive' })) }),
  },
  RenewChannelSecret: {
    endpoint: 'POST /api/sites/:site_id/channels/:id/secret',
    summary: 'Make a new secret that signs the messages of a webhook; the one before ends at once',
    params: oneOf('id'),
    reply: Type.Object({ secret: Type.String() }),
  },
} as const satisfies Readonly<Record<string, Contract>>
