// The path of BASE_URL. A proxy in front of the service strips it from requests or leaves it; addresses that browsers
// are told have it in either case (docs/install.md, "Below a path").

/**
 * The path of a base URL without a slash at its end; empty for a service at the root of its host.
 * @example basePathOf('https://example.com/stats/') // '/stats'
 */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/**
 * The first path of the service's own that a base path is, or begins. Behind a proxy that strips the base path, the
 * service could not tell the stripped path (`/api/event` below `/api`). Paths as routes have them.
 * @example ownPathAt('/js', ['/js/']) // '/js/'
 */
export function ownPathAt(basePath: string, paths: readonly string[]): string | undefined {
  if (basePath === '') return undefined
  const base = basePath.split('/')
  return paths.find((path) => {
    const own = path.split('/')
    return base.every((part, index) => own[index] === part || own[index] === '*' || own[index]?.startsWith(':'))
  })
}

/**
 * A request's address without the path, where it has it.
 * @example stripBasePath('/stats/login?next=%2F', '/stats') // '/login?next=%2F'
 */
export function stripBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}
