// Cloudflare Workers
import { carry, count } from './tidemark.js'

export default {
  async fetch(request, env, context) {
    const ip = request.headers.get('cf-connecting-ip')
    const carried = carry(request, { ip })
    if (carried) return carried
    const response = await fetch(request)
    // Without the script: count(request, response, { ip, waitUntil: (sent) => context.waitUntil(sent) })
    return response
  },
}
