// A port that cannot be listened on is told in a sentence, before anything is built or started: `make run` twice, the
// commands that listen, other programs, other reasons.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { startApp } from '../support/app.ts'
import { inherited } from '../support/process.ts'

/** A program that listens on 127.0.0.1 until the end of the tests; returns its port. */
async function hold(server: Server): Promise<number> {
  // A connection that is never read does not see that its other end is gone.
  server.on('connection', (socket) => t.teardown(() => void socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}
const answering = (handle: RequestListener) => hold(createServer(handle))

const service = await startApp({ env: { LOG_LEVEL: 'silent' } })
t.teardown(() => service.stop())
const own = Number(new URL(service.url).port)

/** Runs a script of the project to its end. Its database is none: who gets as far as to ask it says something else. */
async function run(words: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, words, {
    cwd: projectPath(),
    env: {
      ...inherited,
      HOST: '127.0.0.1',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SECRET_KEY: 'test-secret-key',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(child, 'close')
  return { code, said: Buffer.concat(said).toString() }
}
const look = (env: Record<string, string>) => run([projectPath('scripts', 'port.ts')], env)

const running = (port: number, setting = 'PORT') =>
  `tidemark: Tidemark is running already on http://127.0.0.1:${port}: stop it first, or set ${setting} to another one (${setting}=${port + 1})\n`
const taken = (port: number) =>
  `tidemark: port ${port} is taken by another program: stop that, or set PORT to another one (PORT=${port + 1})\n`

t.test('who has the port is said', async (t) => {
  const elsewhere = JSON.stringify({ openapi: '3.1.0', info: { title: 'Another' } })
  const cases: [what: string, port: number, said: string][] = [
    ['Tidemark', own, running(own)],
    ...(await Promise.all(
      (
        [
          ['another document', (_, response) => response.end(elsewhere)],
          ['no document', (_, response) => response.writeHead(404).end('not here')],
          ['a document of nothing', (_, response) => response.end('null')],
          ['a connection that is cut', (request) => request.socket.destroy()],
        ] as [string, RequestListener][]
      ).map(async ([what, handle]): Promise<[string, number, string]> => {
        const port = await answering(handle)
        return [what, port, taken(port)]
      }),
    )),
  ]
  for (const [what, port, said] of cases) t.strictSame(await look({ PORT: String(port) }), { code: 1, said }, what)
})

t.test('a program that never answers is waited for briefly', async (t) => {
  const port = await hold(createTcpServer(() => {}))
  t.strictSame(await look({ PORT: String(port) }), { code: 1, said: taken(port) })
})

t.test('all addresses of the machine are named as people call it', async (t) => {
  const said = running(own).replace('127.0.0.1', 'localhost')
  for (const HOST of ['0.0.0.0', '::', ''])
    t.strictSame(await look({ PORT: String(own), HOST }), { code: 1, said }, HOST)
})

t.test('a free port, any port, and an address of somebody else', async (t) => {
  const once = createTcpServer()
  const free = await hold(once)
  await new Promise((resolve) => once.close(resolve))
  for (const PORT of [String(free), '0']) t.strictSame(await look({ PORT }), { code: 0, said: '' }, PORT)
  const said = 'tidemark: HOST 192.0.2.1 is no address of this machine\n'
  t.strictSame(await look({ PORT: '8000', HOST: '192.0.2.1' }), { code: 1, said })
  t.match(await look({ PORT: 'x' }), { code: 1, said: /^tidemark: PORT must be a whole number/ })
})

t.test('commands that listen look first: before a database, and before they fork', async (t) => {
  const main = projectPath('src', 'main.ts')
  const PORT = String(own)
  for (const [words, env, said] of [
    [['run'], { PORT }, running(own)],
    [['serve'], { PORT }, running(own)],
    [['serve'], { PORT, WEB_CONCURRENCY: '2' }, running(own)],
    [['work'], { WORK_PORT: PORT }, running(own, 'WORK_PORT')],
  ] as [string[], Record<string, string>, string][])
    t.strictSame(await run([main, ...words], env), { code: 1, said }, `${words} ${JSON.stringify(env)}`)
})

t.test('make looks at the port before it builds', async (t) => {
  const makefile = await readFile(projectPath('Makefile'), 'utf8')
  t.match(makefile, /^startable = .*scripts\/port\.ts && node scripts\/build\.ts$/m)
  for (const name of ['run', 'dev']) t.match(makefile, new RegExp(`^${name}:\\n\\t@\\$\\(startable\\) &&`, 'm'), name)
  const child = spawn('make', ['run'], {
    cwd: projectPath(),
    env: { ...inherited, PORT: String(own), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(child, 'close')
  t.not(code, 0)
  t.ok(Buffer.concat(said).toString().includes(running(own)))
})
