// Contracts of notices on any number of a site (spec/management 13.2).
import { Type } from '@sinclair/typebox'
import { ruleConditions, ruleHours, ruleMetrics } from '../../rules/notice-rule.ts'
import { Instant, Nullable, OneOf, oneOf, Read } from '../schemas.ts'
import type { Contract } from './contract.ts'
import { channelFields, toldFields } from './lists.ts'

const hour = (description: string) => Type.Optional(Read(Nullable(Type.Integer({ description }))))

const given = {
  name: Type.Optional(Read(Type.String({ description: 'What its notices begin with' }))),
  metric: Read(OneOf(ruleMetrics)),
  filters: Type.Optional(Read(Type.Array(Type.Unknown(), { description: 'As the v2 query takes them' }))),
  reason: Type.Optional(Read(Nullable(Type.String({ description: 'Of dropped: a reason; null: all of them' })))),
  condition: Read(OneOf(ruleConditions)),
  value: Read(Type.Number({ description: 'Of up, down and changed: percent' })),
  hours: Read(Type.Integer({ description: `The number is of so many hours: ${ruleHours.join(', ')}` })),
  quiet_from: hour("Hour of the site's own day from which nothing is told"),
  quiet_to: hour('Hour until which nothing is told'),
  view: Type.Optional(Read(Type.String({ description: "Parameters of the dashboard's address: f, segment, metric" }))),
  recipients: Type.Array(Type.String({ description: 'E-mail addresses; an address of a webhook becomes a channel' })),
  channels: Type.Optional(Read(Type.Array(Type.Integer(), { description: 'Ids of channels' }))),
}

const Rule = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  metric: OneOf(ruleMetrics),
  filters: Type.Array(Type.Unknown()),
  reason: Nullable(Type.String()),
  condition: OneOf(ruleConditions),
  value: Type.Number(),
  hours: Type.Integer(),
  quiet_from: Nullable(Type.Integer()),
  quiet_to: Nullable(Type.Integer()),
  view: Type.String(),
  told_at: Nullable(Instant()),
  problem: Nullable(Type.String({ description: 'Why its number cannot be read' })),
  recipients: Type.Array(Type.Object(toldFields)),
})

export const ruleContracts = {
  ListRules: {
    endpoint: 'GET /api/sites/:site_id/notice-rules',
    summary: 'Notices on any number of a site, and where they can go',
    reply: Type.Object({
      sends_mail: Type.Boolean({ description: 'Whether SMTP_URL is set' }),
      channels: Type.Array(Type.Object(channelFields)),
      rules: Type.Array(Rule),
    }),
  },
  AddRule: {
    endpoint: 'POST /api/sites/:site_id/notice-rules',
    summary: 'Tell somebody when a number goes above or below a value, or changes by a share',
    body: Type.Object(given),
    reply: Type.Object({ id: Type.Integer() }),
  },
  ChangeRule: {
    endpoint: 'PUT /api/sites/:site_id/notice-rules/:id',
    summary: 'Replace a notice on a number; it is told afresh',
    params: oneOf('id'),
    body: Type.Object(given),
  },
  DeleteRule: {
    endpoint: 'DELETE /api/sites/:site_id/notice-rules/:id',
    summary: 'Delete a notice on a number',
    params: oneOf('id'),
  },
} as const satisfies Readonly<Record<string, Contract>>
