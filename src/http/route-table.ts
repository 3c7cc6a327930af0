// Finds the route of a request.
import type { Route } from './route.ts'

/** The route of a request with its parameters, or the methods that its path has routes for. */
export type Found = { readonly route: Route; readonly params: Record<string, string> } | { readonly allowed: string[] }

/** Decodes a path segment; text that is not valid percent-encoding stays as it is. */
function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Finds routes by method and raw path, so that an encoded slash stays inside its segment. Fixed segments win over
 * parameters.
 */
export function createRouteTable(routes: readonly Route[]) {
  const entries = routes.map((route) => ({ route, segments: route.path.split('/').slice(1) }))
  // Earlier differing segment decides: fixed before parameter before rest.
  const rank = (segment: string | undefined) =>
    segment === undefined ? 3 : segment === '*' ? 2 : segment.startsWith(':') ? 1 : 0
  entries.sort((a, b) => {
    for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index++) {
      const difference = rank(a.segments[index]) - rank(b.segments[index])
      if (difference !== 0) return difference
    }
    return 0
  })
  const match = (segments: readonly string[], path: readonly string[]): Record<string, string> | undefined => {
    const params: Record<string, string> = {}
    for (const [index, segment] of segments.entries()) {
      if (segment === '*') {
        params['*'] = decodeSegment(path.slice(index).join('/'))
        return params['*'] === '' ? undefined : params
      }
      const part = path[index]
      if (part === undefined) return undefined
      if (segment.startsWith(':')) {
        if (part === '') return undefined
        params[segment.slice(1)] = decodeSegment(part)
      } else if (segment !== part) return undefined
    }
    return segments.length === path.length ? params : undefined
  }
  return (method: string, path: string): Found => {
    const parts = path.split('/').slice(1)
    const allowed = new Set<string>()
    for (const { route, segments } of entries) {
      const params = match(segments, parts)
      if (!params) continue
      if (route.method === method || (method === 'HEAD' && route.method === 'GET')) return { route, params }
      allowed.add(route.method)
    }
    return { allowed: [...allowed] }
  }
}
