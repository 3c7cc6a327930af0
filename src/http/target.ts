// The target of a request: a path, or the absolute form that proxies and some programs send (RFC 9112, 3.2).
import type { IncomingMessage } from 'node:http'

/** An address with its path and query. User names and fragments have no place in a target. */
const absoluteForm = /^https?:\/\/([^/?#@\s]+)([/?][^#]*)?$/i

/**
 * Puts the path of an absolute form in its place, and its host over the header Host (RFC 9112, 3.2.2), so that
 * everything behind sees a request as it usually comes. False for a target that names no path here: `*`, another
 * scheme.
 * @example 'http://stats.example.com/api/health' // request.url is '/api/health' then
 */
export function normaliseTarget(request: IncomingMessage): boolean {
  const url = request.url ?? ''
  if (url.startsWith('/')) return true
  const [, host, rest = ''] = absoluteForm.exec(url) ?? []
  if (host === undefined) return false
  request.headers.host = host.toLowerCase()
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}
