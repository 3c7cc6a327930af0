// Contract of the signs about a site: addresses that look like a proxy's, requests that did not become events.
import { type Static, Type } from '@sinclair/typebox'
import { type AddressSignKind, addressCauses, addressSignKinds } from '../../rules/address-signs.ts'
import { arrivalKinds } from '../../rules/arrival-kinds.ts'
import { kitNames } from '../../rules/kits.ts'
import { pageFindings } from '../../rules/page-findings.ts'
import { Instant, Nullable } from '../schemas.ts'
import type { Contract } from './contract.ts'

const Address = Type.Object({
  kind: Type.Unsafe<AddressSignKind>(Type.String({ enum: [...addressSignKinds] })),
  cause: Nullable(Type.String({ enum: [...addressCauses, 'unknown'] })),
  level: Type.String({ enum: ['warning', 'note'], description: 'A note may be as it should be' }),
  carrier: Nullable(Type.String({ description: 'Who passes the requests on, if they say so' })),
  kit: Nullable(Type.String({ enum: [...kitNames] })),
  visitors: Type.Integer({ description: 'The latest visitors that it is about' }),
  of: Type.Integer({ description: 'All of the latest visitors' }),
  since: Instant(),
})

const Arrival = Type.Object({
  kind: Type.String({ enum: [...arrivalKinds] }),
  detail: Type.String({ description: 'The domain, host or field that was sent; empty: several' }),
  count: Type.Integer(),
  at: Instant({ description: 'The last one' }),
})

const Signs = Type.Object({
  addresses: Type.Array(Address),
  arrivals: Type.Array(Arrival, { description: 'Requests of the last ten minutes that did not become events' }),
  is_local: Type.Boolean({
    description: 'The script was loaded on a page of localhost, from the address of this request',
  }),
})
export type SignsAnswer = Static<typeof Signs>

const PageCheck = Type.Object({
  page: Nullable(Type.String({ description: 'The page that was read; null: none was' })),
  finding: Nullable(Type.String({ enum: [...pageFindings] })),
  detail: Type.String({ description: 'The domain of the tag, or the status of the answer' }),
})
export type PageCheckAnswer = Static<typeof PageCheck>

export const signContracts = {
  CheckPage: {
    endpoint: 'GET /api/sites/:site_id/page-check',
    summary: 'Fetch the first page of the site, and say what keeps script and events from it',
    reply: PageCheck,
  },
  GetSigns: {
    endpoint: 'GET /api/sites/:site_id/signs',
    summary: 'Signs that visitors are counted wrongly, or that events of the site do not arrive',
    reply: Signs,
  },
} as const satisfies Readonly<Record<string, Contract>>
