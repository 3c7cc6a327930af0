// Kits for Node's own request and response, and Hono.
import type { KitName } from '../../src/rules/kits.ts'
import { html, type Runner, type Site } from './runner.ts'

const forNode = (kit: KitName, packages: readonly string[], main: (site: Site) => string): Runner => ({
  kit,
  needs: ['node'],
  packages,
  files: (site) => ({ 'package.json': '{"type":"module"}', 'main.js': main(site) }),
  command: () => ['node', 'main.js'],
})

export const nodeRunners: readonly Runner[] = [
  forNode(
    'express',
    ['express'],
    ({ port, mode }) => `
import express from 'express'
import { ${mode} } from './tidemark.js'
express().use(${mode}).use(express.json()).get('/', (_, response) => response.send('${html}')).listen(${port}, '127.0.0.1')`,
  ),
  forNode(
    'fastify',
    ['fastify'],
    ({ port, mode }) => `
import Fastify from 'fastify'
import { ${mode} } from './tidemark.js'
const fastify = Fastify()
fastify.addHook('onRequest', (request, reply, done) => { ${mode}(request.raw, reply.raw, done) })
fastify.get('/', (_, reply) => reply.type('text/html').send('${html}'))
await fastify.listen({ port: ${port}, host: '127.0.0.1' })`,
  ),
  forNode(
    'koa',
    ['koa'],
    ({ port, mode }) => `
import Koa from 'koa'
import { ${mode} } from './tidemark.js'
const app = new Koa()
app.use((context, next) => {
  context.req.ip = context.ip
  let isHandedOn = false
  ${mode}(context.req, context.res, () => { isHandedOn = true })
  if (isHandedOn) return next()
  context.respond = false
})
app.use((context) => { context.body = '${html}' })
app.listen(${port}, '127.0.0.1')`,
  ),
  forNode(
    'polka',
    ['polka@1.0.0-next.28'],
    ({ port, mode }) => `
import polka from 'polka'
import { ${mode} } from './tidemark.js'
polka().use(${mode}).get('/', (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('${html}')
}).listen(${port}, '127.0.0.1')`,
  ),
  forNode(
    'hono',
    ['hono', '@hono/node-server'],
    ({ port, mode }) => `
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { carry, count } from './tidemark.js'
const app = new Hono()
app.use(async (c, next) => {
  const ip = getConnInfo(c).remote.address
  const carried = ${mode === 'carry' ? 'carry(c.req.raw, { ip })' : 'undefined'}
  if (carried) return carried
  await next()
  ${mode === 'count' ? 'count(c.req.raw, c.res, { ip })' : ''}
})
app.get('/', (c) => c.html('${html}'))
serve({ fetch: app.fetch, port: ${port}, hostname: '127.0.0.1' })`,
  ),
]
