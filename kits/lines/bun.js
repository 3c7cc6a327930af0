import { carry, count } from './tidemark.js'

Bun.serve({
  async fetch(request, server) {
    const ip = server.requestIP(request)?.address
    const carried = carry(request, { ip })
    if (carried) return carried
    const response = await site(request)
    // Without the script: count(request, response, { ip })
    return response
  },
})
