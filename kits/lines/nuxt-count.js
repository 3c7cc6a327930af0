// server/plugins/tidemark.js, in place of the middleware: counts without the script
import { defineNitroPlugin } from 'nitropack/runtime'
import { getRequestIP, toWebRequest } from 'h3'
import { count } from '../tidemark.js'

export default defineNitroPlugin((nitro) =>
  nitro.hooks.hook('afterResponse', (event) => {
    const { statusCode: status } = event.node.res
    const headers = { 'content-type': String(event.node.res.getHeader('content-type') ?? '') }
    // Behind a proxy of your own that sets X-Forwarded-For: { xForwardedFor: true }
    count(toWebRequest(event), new Response(null, { status, headers }), { ip: getRequestIP(event) })
  }),
)
