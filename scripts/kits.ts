// Runs each kit in the real framework or server that it is for, as far as this machine has it: a hundred visitors from a
// hundred addresses stay a hundred in their countries, carried and counted, and a service that hangs delays no page.
// Frameworks for JavaScript come from npm, into a folder of their own. Anything that is not here is named.
// `make kits` starts it. KITS_FOLDER names a folder that is kept.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makeMmdb } from '../src/ingest/mmdb.ts'
import { readKit } from '../src/registry/kits.ts'
import { type KitValues, kitPath } from '../src/rules/kits.ts'
import { startApp } from '../test/support/app.ts'
import { until } from '../test/support/cut.ts'
import { freePort } from '../tools/ports.ts'
import { startPrivate } from '../tools/private-db/private.ts'
import { languageRunners } from './kits/languages.ts'
import { nodeRunners } from './kits/node.ts'
import { type Mode, modes, type Runner, type Site, withoutScript } from './kits/runner.ts'
import { serverRunners } from './kits/servers.ts'
import { webRunners } from './kits/web.ts'

/** A network of documentation, RFC 5737. In a network namespace of its own this machine may send from it. */
const network = '203.0.113.'
const countries = ['DE', 'FR', 'BR', 'JP', 'US'] as const
const visitorsOf = countries.length * 20
const addresses = Array.from({ length: visitorsOf }, (_, index) => `${network}${index + 1}`)
const countryOf = (ip: string) => Number(ip.slice(network.length)) % countries.length

const isThere = (needs: readonly string[]) =>
  needs.every((line) => spawnSync(line, { shell: true, stdio: 'ignore' }).status === 0)

const nameOf = ({ kit, name }: Runner): string => name ?? kit
const wanted = process.argv.slice(2)
const chosen = [...nodeRunners, ...webRunners, ...languageRunners, ...serverRunners].filter(
  (runner) => wanted.length === 0 || wanted.includes(runner.kit) || wanted.includes(nameOf(runner)),
)
const root = process.env['KITS_FOLDER'] ?? (await mkdtemp(join(tmpdir(), 'tidemark-kits-')))
// Servers that give up root still have to find their files.
await chmod(root, 0o755)
const isOwn = process.env['KITS_FOLDER'] === undefined

/** Installs the packages of all kits. Inside the namespace there is no network. */
function install(): void {
  for (const runner of chosen.filter(({ packages }) => packages)) {
    const folder = join(root, nameOf(runner))
    if (existsSync(join(folder, 'node_modules'))) continue
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    const words = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...runner.packages!]
    const { status } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) console.log(`${nameOf(runner).padEnd(14)}npm could not install ${runner.packages!.join(' ')}`)
  }
}

if (process.env['KITS_INSIDE'] === undefined) {
  install()
  const inside = `ip link set lo up && ip route add local ${network}0/24 dev lo && exec "$0" "$@"`
  const words = ['-n', 'sh', '-c', inside, process.execPath, ...process.argv.slice(1)]
  const env = { ...process.env, KITS_FOLDER: root, KITS_INSIDE: 'yes' }
  const { status } = spawnSync('unshare', words, { stdio: 'inherit', env })
  if (isOwn) await rm(root, { recursive: true, force: true })
  if (status === null) console.log('`make kits` needs unshare and ip, and the right to use them (root)')
  process.exit(status ?? 1)
}

// A server of its own: one that tests use outside cannot be reached from in here.
const server = await startPrivate({
  home: join(root, 'database'),
  purpose: 'test',
  kind: process.env['PRIVATE_DATABASE'],
  log: (message) => console.error(`# ${message}`),
  aptMirror: process.env['TIDEMARK_APT_MIRROR'],
  cacheHome: process.env['XDG_CACHE_HOME'],
})
process.env['TIDEMARK_TEST_DATABASE_URL'] = server.url
const geo = join(root, 'countries.mmdb')
await writeFile(
  geo,
  makeMmdb(
    countries.map((code) => ({ country: { iso_code: code } })),
    addresses.map((ip) => {
      const address = new Uint8Array(16)
      address.set(ip.split('.').map(Number), 12)
      return { address, bits: 128, record: countryOf(ip) }
    }),
    { type: 'Countries', description: 'countries of the visitors', date: new Date(), ipVersion: 6 },
  ),
)
const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1', GEOIP_DATABASE: geo } })
await app.provision({ domain: 'shop.test' })
const { db, directory, registry } = app.app
const siteId = directory.find('shop.test')!.id

/** Stands between the kits and the service. While it hangs, it takes connections and says nothing. */
let isHanging = false
const held = new Set<Socket>()
const servicePort = Number(new URL(app.url).port)
const front = createServer((socket) => {
  held.add(socket)
  socket.on('close', () => held.delete(socket)).on('error', () => {})
  if (isHanging) return
  const onward = connect(servicePort, '127.0.0.1')
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('close', () => onward.destroy())
  socket.pipe(onward).pipe(socket)
}).listen(0, '127.0.0.1')
await once(front, 'listening')
const { port: frontPort } = front.address() as { port: number }
const place = { baseUrl: `http://127.0.0.1:${frontPort}`, path: kitPath }
const values: KitValues = await registry.kits.values(siteId, place)

interface Asked {
  readonly port: number
  readonly path: string
  readonly from: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Asks a site from an address, as a browser does. */
async function ask({ port, path, from, headers = {}, body }: Asked): Promise<{ status: number; text: string }> {
  const own = `http://127.0.0.1:${port}`
  const asked = request({
    host: '127.0.0.1',
    localAddress: from,
    port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-encoding': 'gzip',
      ...(body === undefined
        ? {}
        : { origin: own, 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  })
  asked.on('error', () => {})
  asked.end(body)
  const [response] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
  return { status: response.statusCode, text: text.toString() }
}

interface Counted {
  readonly events: number
  readonly visitors: number
  readonly browsers: number
  readonly campaigns: number
}
async function counted(): Promise<Counted> {
  const [row] = await db.write.query<Counted>(
    `select count(*)::integer as events, count(distinct visitor_id)::integer as visitors,
       (select count(*)::integer from visitors where browser = 'Firefox') as browsers,
       (select count(*)::integer from visitors where utm_source = 'kit') as campaigns from events`,
  )
  return row!
}

/** Visitors by country, as a text. */
async function byCountry(): Promise<string> {
  const rows = await db.write.query<{ country: string | null; count: number }>(
    'select country, count(*)::integer as count from visitors group by 1 order by 1',
  )
  return rows.map(({ country, count }) => `${country} ${count}`).join(' ')
}
const allCountries = [...countries]
  .sort()
  .map((code) => `${code} ${visitorsOf / countries.length}`)
  .join(' ')

/** Sends the visitors to a site; undefined if all of them were counted, else the difference. */
async function visit({ platform = () => ({}) }: Runner, { port, mode }: Site): Promise<string | undefined> {
  const isCarried = mode === 'carry'
  // The consent stands in the address of the event, which kits carry as well.
  const path = isCarried ? `${kitPath}/event?c=1` : '/?utm_source=kit'
  const event = JSON.stringify({ n: 'pageview', v: 1, u: 'http://127.0.0.1/?utm_source=kit', d: 'shop.test' })
  if (isCarried) {
    const script = await ask({ port, path: `${kitPath}/script.js`, from: addresses[0]! })
    if (script.status !== 200 || !script.text.includes('data-domain')) return `the script: ${script.status}`
  }
  for (const from of addresses) {
    const { status } = await ask({ port, path, from, headers: platform(from), ...(isCarried ? { body: event } : {}) })
    if (status !== (isCarried ? 202 : 200)) return `${path}: ${status}`
  }
  await until(async () => (await counted()).events >= visitorsOf).catch(() => {})
  const found = await counted()
  if (Object.values(found).some((count) => count !== visitorsOf)) return JSON.stringify(found)
  const places = await byCountry()
  return places === allCountries ? undefined : `countries: ${places}`
}

const pageMsMax = 1_500

/** Asks for pages while the service hangs; undefined if none of them waits. */
async function askWhileAway({ port }: Site, runner: Runner): Promise<string | undefined> {
  const { platform = () => ({}), slowPages = 0 } = runner
  let slow = 0
  isHanging = true
  for (const socket of held) socket.destroy()
  try {
    for (let index = 0; index < 130; index += 1) {
      const begin = performance.now()
      const from = addresses[index % visitorsOf]!
      const { status } = await ask({ port, path: '/', from, headers: platform(from) })
      const ms = performance.now() - begin
      if (ms > pageMsMax) slow += 1
      if (status !== 200 || slow > slowPages) return `while the service hangs: ${status} after ${Math.round(ms)} ms`
    }
    return undefined
  } finally {
    isHanging = false
    for (const socket of held) socket.destroy()
  }
}

/** True once something listens. It is not asked: a page that is served would count. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return true
    },
    () => false,
  )
}

async function siteOf(runner: Runner, mode: Mode): Promise<Site> {
  const { files } = await readKit(runner.kit, values)
  const [first, ...lines] = files
  const inForce = (text: string) => (mode === 'count' ? withoutScript(text) : text)
  return {
    folder: join(root, nameOf(runner)),
    port: await freePort(),
    mode,
    kit: first!.text,
    kitName: first!.name,
    lines: Object.fromEntries(lines.map(({ name, text }) => [name, inForce(text)])),
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Runs a kit in a mode; undefined if all is right, else the fault. */
async function run(runner: Runner, mode: Mode): Promise<string | undefined> {
  const site = await siteOf(runner, mode)
  const { folder, port } = site
  write(folder, { [site.kitName]: site.kit, ...runner.files(site) })
  const env = { ...process.env, ...runner.environment?.(site) }
  const [builder, ...how] = runner.build?.(site) ?? []
  if (builder !== undefined) {
    const built = spawnSync(builder, how, { cwd: folder, env, encoding: 'utf8' })
    if (built.status !== 0) return `not built: ${(built.stdout + built.stderr).slice(-2_000)}`
  }
  await registry.sites.update(siteId, { preset: mode === 'carry' ? 'no_campaigns' : 'standard' })
  await directory.refresh(siteId)
  const [program = '', ...words] = runner.command(site)
  // In a namespace of processes: servers that leave the group of their starter end with it.
  const child = spawn('unshare', ['-p', '-f', '--kill-child', program, ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-4_000)
    })
  try {
    await db.write.query('truncate events, sessions, visitors')
    await until(() => isOpen(port), 60_000)
    const fault = (await visit(runner, site)) ?? (await askWhileAway(site, runner))
    return fault && `${fault}\n${said.slice(-1_000)}`
  } catch (error) {
    return `${error}\n${said.slice(-2_000)}`
  } finally {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
  }
}

/** Runs a kit in its modes, and says how it went. Returns true if nothing was wrong. */
async function tell(runner: Runner): Promise<boolean> {
  const name = nameOf(runner).padEnd(14)
  if (!isThere(runner.needs)) {
    console.log(`${name}not on this machine`)
    return true
  }
  let isRight = true
  for (const mode of runner.isCarrier ? (['carry'] as const) : modes) {
    const fault = await run(runner, mode)
    isRight &&= fault === undefined
    const right = `${visitorsOf} visitors from ${visitorsOf} addresses, in their countries`
    console.log(`${name}${mode.padEnd(8)}${fault ?? right}`)
  }
  return isRight
}

let isAllRight = true
try {
  for (const runner of chosen) isAllRight = (await tell(runner)) && isAllRight
} finally {
  front.close()
  await app.stop()
  await server.stop()
}
process.exit(isAllRight ? 0 : 1)
