// A route of the Plugins API: the site is the token's, and known before anything else is read.
import type { SiteView } from '../registry/directory.ts'
import type { Caller } from './caller.ts'
import { type Definition, type Reply, type Route, type RouteContext, route } from './route.ts'

interface TokenRoute extends Omit<Definition, 'access' | 'handle'> {
  answer(site: SiteView, context: RouteContext): Promise<Reply>
}

export const tokenRoute = (caller: Caller, { answer, ...rest }: TokenRoute): Route =>
  route({
    ...rest,
    access: ['token'],
    handle: async (context) => answer(await caller.forToken(context.headers), context),
  })
