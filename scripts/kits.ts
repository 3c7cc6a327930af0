// Runs each kit in the real framework or server that it is for, as far as this machine has it: a hundred visitors from a
// hundred addresses (127.0.1.1 to 127.0.1.100) stay a hundred, carried and counted. Frameworks for Node come from npm,
// into a folder of their own. Anything that is not here is named. `make kits` starts it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readKit } from '../src/registry/kits.ts'
import { type KitName, type KitValues, kitPath } from '../src/rules/kits.ts'
import { startApp } from '../test/support/app.ts'
import { until } from '../test/support/cut.ts'
import { freePort } from '../test/support/ports.ts'

const modes = ['carry', 'count'] as const
type Mode = (typeof modes)[number]

interface Site {
  readonly folder: string
  readonly port: number
  readonly mode: Mode
}

interface Runner {
  readonly kit: KitName
  /** The program that has to be here. */
  readonly needs: readonly string[]
  /** Packages of npm that it needs. */
  readonly packages?: readonly string[]
  /** Only carried: the server cannot count. */
  readonly isCarrier?: boolean
  /** Files beside the kit's own. */
  readonly files: (site: Site, kit: string) => Readonly<Record<string, string>>
  readonly command: (site: Site) => readonly string[]
}

const html = '<!doctype html><title>Shop</title>'
const python = '/usr/bin/python3'

const forNode = (kit: KitName, packages: readonly string[], main: (site: Site) => string): Runner => ({
  kit,
  needs: ['node'],
  packages,
  files: (site) => ({ 'package.json': '{"type":"module"}', 'main.js': main(site) }),
  command: () => ['node', 'main.js'],
})

const forPython = (kit: KitName, module: string, main: (site: Site) => string): Runner => ({
  kit,
  needs: [`${python} -c "import ${module}"`],
  files: (site) => ({ 'main.py': main(site) }),
  command: () => [python, 'main.py'],
})

const how = (mode: Mode) => (mode === 'carry' ? 'carry=True' : 'carry=False, count=True')
const rackHow = (mode: Mode) => (mode === 'carry' ? '' : ', carry: false, count: true')

const serveWsgi = ({ port }: Site) => `
from wsgiref.simple_server import WSGIRequestHandler, make_server
class Quiet(WSGIRequestHandler):
    def log_message(self, *all): pass
make_server('127.0.0.1', ${port}, application, handler_class=Quiet).serve_forever()
`

const runners: readonly Runner[] = [
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
  forPython(
    'flask',
    'flask',
    (site) => `
from flask import Flask
from tidemark import Wsgi
application = Flask(__name__)
application.route('/')(lambda: '${html}')
application = Wsgi(application, ${how(site.mode)})
${serveWsgi(site)}`,
  ),
  forPython(
    'django',
    'django',
    (site) => `
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=['*'], SECRET_KEY='x')
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
urlpatterns = [path('', lambda request: HttpResponse('${html}'))]
from tidemark import Wsgi
application = Wsgi(get_wsgi_application(), ${how(site.mode)})
${serveWsgi(site)}`,
  ),
  forPython(
    'fastapi',
    'fastapi, uvicorn',
    ({ port, mode }) => `
import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from tidemark import Asgi
app = FastAPI()
app.get('/', response_class=HTMLResponse)(lambda: '${html}')
app.add_middleware(Asgi, ${how(mode)})
uvicorn.run(app, host='127.0.0.1', port=${port}, log_level='error')`,
  ),
  {
    kit: 'sinatra',
    needs: [`ruby -e "require 'sinatra/base'; require 'webrick'"`],
    files: ({ port, mode }) => ({
      'main.rb': `
require_relative 'tidemark'
require 'rack'
require 'sinatra/base'
require 'webrick'
class Shop < Sinatra::Base
  set :environment, :production
  get('/') { '${html}' }
end
app = Tidemark::Kit.new(Shop.new${rackHow(mode)})
Rack::Handler::WEBrick.run(app, Host: '127.0.0.1', Port: ${port}, AccessLog: [], Logger: WEBrick::Log.new(nil, 0), DoNotReverseLookup: true)`,
    }),
    command: () => ['ruby', 'main.rb'],
  },
  {
    kit: 'php',
    needs: ['php -v'],
    files: ({ mode }) => ({
      'index.php': `<?php require __DIR__ . '/tidemark.php'; Tidemark::${mode}(); echo '${html}';`,
    }),
    command: ({ port }) => ['php', '-S', `127.0.0.1:${port}`, 'index.php'],
  },
  {
    kit: 'go',
    needs: ['go version'],
    files: ({ port, mode }) => ({
      'go.mod': 'module shop\n\ngo 1.19\n',
      'main.go': `package main

import (
	"net/http"
	"shop/tidemark"
)

func main() {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("${html}")) })
	http.ListenAndServe("127.0.0.1:${port}", tidemark.${mode === 'carry' ? 'Carry' : 'Count'}(page))
}
`,
    }),
    command: () => ['go', 'run', '.'],
  },
  {
    kit: 'nginx',
    needs: ['nginx -v'],
    isCarrier: true,
    files: ({ port }, kit) => ({
      'whole.conf': `daemon off; error_log stderr; pid nginx.pid; events {}
http { access_log off; client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;
server { listen 127.0.0.1:${port}; location / { return 200 '${html}'; default_type text/html; }
${kit}
} }`,
    }),
    command: ({ folder }) => ['nginx', '-p', folder, '-c', 'whole.conf'],
  },
  {
    kit: 'caddy',
    needs: ['caddy version'],
    isCarrier: true,
    files: ({ port }, kit) => ({
      Caddyfile: `{\n\tadmin off\n\tauto_https off\n}\n${kit.replace(/^shop\.test \{/m, `http://127.0.0.1:${port} {`)}`,
    }),
    command: () => ['caddy', 'run', '--config', 'Caddyfile'],
  },
  {
    kit: 'apache',
    needs: ['/usr/sbin/apache2 -v'],
    isCarrier: true,
    files: ({ folder, port }, kit) => ({
      'whole.conf': `ServerName shop.test
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/log
DocumentRoot ${folder}
${['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'ssl', 'headers', 'socache_shmcb'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${kit}`,
    }),
    command: ({ folder }) => ['/usr/sbin/apache2', '-X', '-d', folder, '-f', `${folder}/whole.conf`],
  },
  {
    kit: 'haproxy',
    needs: ['haproxy -v'],
    isCarrier: true,
    files: ({ port }, kit) => ({
      'whole.cfg': `defaults
    mode http
    timeout connect 5s
    timeout client 10s
    timeout server 10s
frontend shop
    bind 127.0.0.1:${port}
${kit}
`,
    }),
    command: ({ folder }) => ['haproxy', '-f', `${folder}/whole.cfg`],
  },
]

const isThere = (needs: readonly string[]) =>
  needs.every((line) => spawnSync(line, { shell: true, stdio: 'ignore' }).status === 0)

interface Asked {
  readonly port: number
  readonly path: string
  readonly from: string
  readonly body?: string
}

/** Asks a site from an address of this machine's own network. */
async function ask({ port, path, from, body }: Asked): Promise<{ status: number; text: string }> {
  const asked = request({
    host: '127.0.0.1',
    localAddress: from,
    port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
  })
  asked.end(body)
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}

const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
await app.provision({ domain: 'shop.test' })
const { db, directory, registry } = app.app
const place = { baseUrl: app.url, path: kitPath }
const values: KitValues = await registry.kits.values(directory.find('shop.test')!.id, place)

async function counted() {
  const [row] = await db.write.query<Record<'events' | 'visitors' | 'browsers', number>>(
    `select count(*)::integer as events, count(distinct visitor_id)::integer as visitors,
       (select count(*)::integer from visitors where browser = 'Firefox') as browsers from events`,
  )
  return row!
}

const addresses = Array.from({ length: 100 }, (_, index) => `127.0.1.${index + 1}`)

/** Sends the visitors to a site; undefined if all of them were counted, else the difference. */
async function visit({ port, mode }: Site): Promise<string | undefined> {
  const path = mode === 'carry' ? `${kitPath}/event` : '/'
  const event = JSON.stringify({ n: 'pageview', u: 'http://127.0.0.1/', d: 'shop.test' })
  if (mode === 'carry') {
    const script = await ask({ port, path: `${kitPath}/script.js`, from: '127.0.1.1' })
    if (script.status !== 200 || !script.text.includes('data-domain')) return `the script: ${script.status}`
  }
  for (const from of addresses) {
    const { status } = await ask({ port, path, from, ...(mode === 'carry' ? { body: event } : {}) })
    if (status !== (mode === 'carry' ? 202 : 200)) return `${path}: ${status}`
  }
  await until(async () => (await counted()).events >= addresses.length).catch(() => {})
  const found = await counted()
  const isRight = Object.values(found).every((count) => count === addresses.length)
  return isRight ? undefined : JSON.stringify(found)
}

/** True once something listens. It is not asked: a page that is served would count. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return true
    },
    () => false,
  )
}

async function run(runner: Runner, mode: Mode): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-kit-'))
  const site: Site = { folder, port: await freePort(), mode }
  const { files } = await readKit(runner.kit, values)
  const [first] = files
  const all = { [first!.name]: first!.text, ...runner.files(site, first!.text) }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  if (runner.packages) {
    const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...runner.packages], { cwd: folder })
    if (installed.status !== 0) return `npm: ${installed.stderr}`
  }
  const [program = '', ...words] = runner.command(site)
  const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  try {
    await db.write.query('truncate events, sessions, visitors')
    await until(() => isOpen(site.port), 60_000)
    const fault = await visit(site)
    return fault && `${fault}\n${said.slice(-600)}`
  } catch (error) {
    return `${error}\n${said.slice(-2_000)}`
  } finally {
    process.kill(-child.pid!, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
let failures = 0
for (const runner of runners.filter(({ kit }) => wanted.length === 0 || wanted.includes(kit))) {
  if (!isThere(runner.needs)) {
    console.log(`${runner.kit.padEnd(12)}not on this machine`)
    continue
  }
  for (const mode of runner.isCarrier ? (['carry'] as const) : modes) {
    const fault = await run(runner, mode)
    if (fault) failures += 1
    console.log(`${runner.kit.padEnd(12)}${mode.padEnd(8)}${fault ?? '100 visitors from 100 addresses'}`)
  }
}
await app.stop()
process.exit(failures > 0 ? 1 : 0)
