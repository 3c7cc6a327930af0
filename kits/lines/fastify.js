import { carry, count } from './tidemark.js'

// Behind a proxy of your own: Fastify({ trustProxy: … }) and request.raw.ip = request.ip
fastify.addHook('onRequest', (request, reply, done) => {
  carry(request.raw, reply.raw, done)
  // Without the script: count(request.raw, reply.raw, done)
})
