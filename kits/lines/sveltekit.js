// src/hooks.server.js
import { carry, count } from './tidemark.js'

export async function handle({ event, resolve }) {
  const ip = event.getClientAddress()
  const carried = carry(event.request, { ip })
  if (carried) return carried
  const response = await resolve(event)
  // Without the script: count(event.request, response, { ip })
  return response
}
