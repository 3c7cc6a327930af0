// Answers of the routes of an account, by method and path below /api/account. Routes and pages share them.
import { type TSchema, Type } from '@sinclair/typebox'
import { Instant, Nullable } from '../schemas.ts'
import type { Method } from './contract.ts'

const key = {
  id: Type.Integer(),
  name: Type.String(),
  key_prefix: Type.String(),
  team: Nullable(Type.String({ description: 'Identifier of the only team it reaches' })),
  scopes: Type.Array(Type.String()),
  last_used_at: Nullable(Instant()),
}

const Session = Type.Object({
  id: Type.Integer(),
  browser: Type.String({ description: 'Families of browser and system, if known' }),
  country: Nullable(Type.String({ description: 'ISO 3166-1 code' })),
  created_at: Instant(),
  seen_at: Instant(),
  is_current: Type.Boolean(),
})

export const accountReplies = {
  'GET keys': Type.Object({ keys: Type.Array(Type.Object({ ...key, created_at: Instant() })) }),
  'POST keys': Type.Object({ ...key, key: Type.String() }),
  'GET sessions': Type.Object({ sessions: Type.Array(Session) }),
  'GET second-factor': Type.Object({ is_on: Type.Boolean(), recovery_codes_left: Type.Integer() }),
  'POST second-factor': Type.Object({ secret: Type.String({ description: 'Base32' }), url: Type.String() }),
  'PUT second-factor': Type.Object({ recovery_codes: Type.Array(Type.String()) }),
} as const satisfies Readonly<Record<`${Method} ${string}`, TSchema>>
