// src/middleware.js, where pages are rendered on a server. Behind a proxy of your own: security.allowedDomains names the
// site, so that Astro reads X-Forwarded-For.
import { carry, count } from './tidemark.js'

export async function onRequest({ request, clientAddress }, next) {
  const carried = carry(request, { ip: clientAddress })
  if (carried) return carried
  const response = await next()
  // Without the script: count(request, response, { ip: clientAddress })
  return response
}
