// The pages: who may see which, where else they lead, and the facts they begin with (spec/dashboard 2, 12 and 13).
import type { OpenDefinition } from '../../definition.ts'
import type { Services } from '../services.ts'
import { entryPages } from './entry.ts'
import { servicePages } from './service.ts'
import { sitePages } from './site.ts'

/** All pages. */
export const pageRoutes = (services: Services): OpenDefinition[] => [
  ...entryPages(services),
  ...servicePages(services),
  ...sitePages(services),
]
