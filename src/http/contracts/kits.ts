// Contracts of the kits of a site.
import { Type } from '@sinclair/typebox'
import { kitPath } from '../../rules/kits.ts'
import { oneOf } from '../schemas.ts'
import type { Contract } from './contract.ts'

export const kitContracts = {
  GetKit: {
    endpoint: 'GET /api/sites/:site_id/kits/:kit',
    summary: 'The files of a kit for the site’s own server, with the site’s values and its kit secret',
    params: oneOf('kit'),
    query: Type.Object({
      path: Type.Optional(Type.String({ description: `The site’s path for script and events: ${kitPath}` })),
    }),
    reply: Type.Object({
      kit: Type.String(),
      title: Type.String(),
      files: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
      tag: Type.String({ description: 'For each page whose script is carried' }),
    }),
  },
  RenewKitSecret: {
    endpoint: 'POST /api/sites/:site_id/kits/secret',
    summary: 'Replace the kit secret of a site; kits with the old one are not believed any more',
  },
} as const satisfies Readonly<Record<string, Contract>>
