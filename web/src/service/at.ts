// Paths of the service as browsers reach them: BASE_URL may have a path, which a proxy in front strips or leaves.
import { facts } from './facts.ts'

const base = facts.base_url ? new URL(facts.base_url).pathname.replace(/\/+$/, '') : ''

/** The address of a path of the service. */
export const at = (path: string): string => base + path

/** This page's path within the service. */
export const ownPath = (): string =>
  location.pathname.startsWith(`${base}/`) ? location.pathname.slice(base.length) : location.pathname
