// Which pages are the service's own: the pages at BASE_URL, and pages under a name that only this machine has. A
// request with a cookie, or from a browser to a door for programs, must come from one of them. `Host` alone proves
// nothing: a stranger's name may lead to this machine, and then `Origin` and `Host` are both the stranger's.
import type { IncomingHttpHeaders } from 'node:http'
import { type Failure, sessionFailures } from '../failure.ts'
import { isLoopbackName } from '../rules/host.ts'

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host'>

export interface OwnPages {
  /** True for the origin of a page of this service. */
  isOwn(headers: Headers): boolean
  /** The 403 for a page that is not. It names BASE_URL if the page is where the request went to. */
  refusal(headers: Headers): Failure
}

/** The name in a Host header, or an empty text. */
const nameOf = (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

/** Own pages of a service with this base URL. */
export function createOwnPages(baseUrl: string): OwnPages {
  const { origin: own, protocol } = new URL(baseUrl)
  const isAt = (origin: string, host: string) => origin === `${protocol}//${host}` || origin === `http://${host}`
  return {
    isOwn: ({ origin, host = '' }) =>
      origin !== undefined && (origin === own || (isAt(origin, host) && isLoopbackName(nameOf(host)))),
    refusal: ({ origin = '', host = '' }) =>
      host !== '' && /^https?:\/\//.test(origin) && origin.endsWith(`://${host}`) && !isLoopbackName(nameOf(host))
        ? sessionFailures.otherName(origin, baseUrl)
        : sessionFailures.forged(),
  }
}
