// src/hooks.server.js. With adapter-node behind a proxy of your own: ADDRESS_HEADER. SvelteKit answers events 403 if it
// does not know the site's own origin: paths.origin, or before SvelteKit 3 the variable ORIGIN.
import { carry, count } from './tidemark.js'

export async function handle({ event, resolve }) {
  const ip = event.getClientAddress()
  const carried = carry(event.request, { ip })
  if (carried) return carried
  const response = await resolve(event)
  // Without the script: count(event.request, response, { ip })
  return response
}
