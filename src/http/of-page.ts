// Requests of pages count by a session or a shared link, or are forms on the way in. Their refusals carry a code beside
// the words. Keys, tokens and events get the words alone (spec/dashboard 7).
import { type Asking, slugOf } from './credentials.ts'
import type { Route } from './route.ts'
import type { BrowserSessions } from './session.ts'

/** True for a route that pages may ask. */
export const isPaged = ({ access = [], isForm = false }: Pick<Route, 'access' | 'isForm'>): boolean =>
  isForm || access.includes('session') || access.includes('link')

/** Tells requests of pages from requests of programs. */
export const createIsOfPage =
  (browsers: Pick<BrowserSessions, 'read'>) =>
  ({ access = [], isForm = false }: Pick<Route, 'access' | 'isForm'>, asking: Asking): boolean =>
    asking.headers.authorization === undefined &&
    (isForm ||
      (access.includes('link') && slugOf(asking) !== undefined) ||
      (access.includes('session') && browsers.read(asking.headers) !== undefined))
