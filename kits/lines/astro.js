// src/middleware.js, where pages are rendered on a server
import { carry, count } from './tidemark.js'

export async function onRequest({ request, clientAddress }, next) {
  const carried = carry(request, { ip: clientAddress })
  if (carried) return carried
  const response = await next()
  // Without the script: count(request, response, { ip: clientAddress })
  return response
}
