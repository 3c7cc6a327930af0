import { carry, count } from './tidemark.js'

Deno.serve(async (request, { remoteAddr }) => {
  const ip = remoteAddr.hostname
  const carried = carry(request, { ip })
  if (carried) return carried
  const response = await site(request)
  // Without the script: count(request, response, { ip })
  return response
})
