// The examples of docs/install.md in the programs that they are for: nginx and Caddy stand in front of the service, at
// the root of a host and below a path, where they strip it and where they leave it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { freePort } from '../../tools/ports.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { fakeBuild } from '../support/dashboard.ts'
import { startProvider } from '../support/oidc.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'

t.setTimeout(180_000)

const page = readFileSync(projectPath('docs/install.md'), 'utf8')
const password = 'a long enough password'
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
const build = await fakeBuild()
t.teardown(() => build.remove())

/** The example of a kind below a heading of the page. */
function exampleOf(heading: string, kind: string): string {
  const section = page.slice(page.indexOf(`\n## ${heading}\n`)).split('\n## ')[1] ?? ''
  const [, text = ''] = new RegExp(`^\`\`\`${kind}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section) ?? []
  if (text === '') throw new Error(`docs/install.md has no ${kind} below ${heading}`)
  return text
}

interface Program {
  readonly name: 'nginx' | 'caddy'
  readonly kind: string
  /** The example as a whole configuration: on a port of this machine, without TLS, in front of a service. */
  whole(example: string, from: number, to: number): string
  words(folder: string, file: string): string[]
}

const to = (example: string, service: number) => example.replaceAll('127.0.0.1:8000', `127.0.0.1:${service}`)

const nginx: Program = {
  name: 'nginx',
  kind: 'nginx',
  whole(example, from, service) {
    const listen = `listen 127.0.0.1:${from};`
    const text = to(example, service).replace(/listen 443 .*$/m, listen)
    const server = text.includes('server {') ? text : `server { ${listen}\n${text} }`
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
    return `daemon off;\nerror_log stderr;\npid nginx.pid;\nevents {}\nhttp { access_log off; ${folders.join(' ')}\n${server}\n}\n`
  },
  words: (folder, file) => ['-p', folder, '-c', file],
}

const caddy: Program = {
  name: 'caddy',
  kind: 'caddyfile',
  whole: (example, from, service) =>
    `{\n  admin off\n  auto_https off\n}\n${to(example, service).replace(/^[\w.]+ \{/m, `http://127.0.0.1:${from}, http://localhost:${from} {`)}`,
  words: (_, file) => ['run', '--adapter', 'caddyfile', '--config', file],
}

const isThere = ({ name }: Program) => spawnSync(name, [name === 'nginx' ? '-v' : 'version']).error === undefined

/** Starts the program with a configuration; the result stops it. */
async function startProxy(program: Program, configuration: string, port: number): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-proxy-'))
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, configuration)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program.name, program.words(folder, file), {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = once(child, 'exit')
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program.name} ended: ${said}`)
    // Its name is asked for: another program on this port would answer too, before this one ends for want of it.
    return await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      ({ headers }) => headers.get('server')?.toLowerCase().startsWith(program.name) === true,
      () => false,
    )
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every header that could name another address than that of the peer. */
const forged = (address: string) =>
  Object.fromEntries(
    ['x-forwarded-for', 'x-service-ip', 'cf-connecting-ip', 'b-forwarded-for', 'x-real-ip', 'true-client-ip']
      .concat('fly-client-ip')
      .map((name) => [name, address]),
  )

const sendEvent = (base: string, address: string, domain: string) =>
  fetch(`${base}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': agent, ...forged(address), forwarded: `for=${address}` },
    body: JSON.stringify({ n: 'pageview', d: domain, u: `https://${domain}/` }),
  })

/** The visitors of a site that its API counts. */
async function countVisitors(service: TestApp, domain: string, key: string): Promise<number> {
  const path = `/api/v1/stats/aggregate?site_id=${domain}&period=day&metrics=visitors`
  const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })
  return ((await answer.json()) as { results: { visitors: { value: number } } }).results.visitors.value
}

/** The first words of the live stream, which a proxy must not hold back. */
async function readLive(base: string, domain: string, cookie: string): Promise<string> {
  const leaving = new AbortController()
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`${base}/api/live?site_id=${domain}`, { headers, signal: leaving.signal })
  const { value } = await answer.body!.getReader().read()
  leaving.abort()
  return new TextDecoder().decode(value)
}

async function signIn(base: string, email: string): Promise<{ cookie: string; line: string }> {
  const answer = await fetch(`${base}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password }),
  })
  const line = answer.headers.getSetCookie()[0] ?? ''
  return { line, cookie: line.split(';')[0] ?? '' }
}

for (const program of [nginx, caddy]) {
  const skip = isThere(program) ? false : `left out: ${program.name} is not installed`

  t.test(`${program.name} at the root of a host`, { skip }, async (t) => {
    const port = await freePort()
    const base = `http://localhost:${port}`
    const service = await startApp({ webFolder: build.folder, env: { BASE_URL: base } })
    t.teardown(() => service.stop())
    const { email, api_key: key } = await service.provision({ domain: 'root.test', email: 'owner@root.test' })
    const { registry } = service.app
    await registry.users.setPassword((await registry.users.find(email))!.id, password)
    const heading = program === nginx ? 'Behind nginx' : 'Behind Caddy'
    const example = exampleOf(heading, program.kind)
    const stop = await startProxy(program, program.whole(example, port, Number(new URL(service.url).port)), port)
    t.teardown(stop)
    t.equal((await sendEvent(base, '203.0.113.7', 'root.test')).status, 202)
    t.equal((await sendEvent(base, '198.51.100.9', 'root.test')).status, 202)
    t.equal(await countVisitors(service, 'root.test', key), 1, 'no header of the visitor names another address')
    await sendEvent(service.url, '198.51.100.9', 'root.test')
    t.equal(await countVisitors(service, 'root.test', key), 2, 'which the service itself would believe')
    t.equal((await fetch(`${base}/metrics`)).status, 403)
    t.equal((await fetch(`${base}/js/script.js`)).status, 200)
    const { cookie } = await signIn(base, email)
    t.match(await readLive(base, 'root.test', cookie), /^event: current\n/)
  })

  for (const strips of [true, false])
    t.test(`${program.name} below a path that it ${strips ? 'strips' : 'leaves'}`, { skip }, async (t) => {
      const port = await freePort()
      const host = `http://localhost:${port}`
      const base = `${host}/stats`
      const [provider, smtp] = [await startProvider(base), await startSmtp()]
      const env = { ...provider.env, BASE_URL: base, SMTP_URL: smtp.url }
      const service = await startApp({ webFolder: build.folder, env })
      t.teardown(async () => {
        await service.stop()
        await provider.stop()
        smtp.stop()
      })
      const { email, api_key: key } = await service.provision({ domain: 'path.test', email: 'owner@path.test' })
      const { registry } = service.app
      await registry.users.setPassword((await registry.users.find(email))!.id, password)
      const example = exampleOf('Below a path', program.kind)
      const stripping =
        program === nginx
          ? example.replace('proxy_pass http://127.0.0.1:8000;', 'proxy_pass http://127.0.0.1:8000/;')
          : example.replace('handle /stats/*', 'handle_path /stats/*')
      t.not(stripping, example)
      const text = program.whole(strips ? stripping : example, port, Number(new URL(service.url).port))
      t.teardown(await startProxy(program, text, port))

      const get = (url: string, cookie = '') =>
        fetch(url.startsWith('/') ? host + url : url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
      const out = await get('/stats/sites')
      t.strictSame([out.status, out.headers.get('location')], [302, '/stats/login?next=%2Fsites'])
      const login = await (await get('/stats/login')).text()
      const asset = /src="([^"]+)"/.exec(login)?.[1] ?? ''
      t.match(asset, /^\/stats\/assets\//)
      t.equal((await get(asset)).status, 200, 'the files of the page')
      t.match(await (await get('/stats/js/script.js')).text(), '"/stats/api/event"', 'the script')
      for (const address of ['203.0.113.7', '198.51.100.9'])
        t.equal((await sendEvent(base, address, 'path.test')).status, 202)
      t.equal(await countVisitors(service, 'path.test', key), 1)
      t.equal((await fetch(`${base}/metrics`)).status, 403)

      const { cookie, line } = await signIn(base, email)
      t.match(line, /^tidemark=.*; Path=\/stats$/)
      t.equal((await get('/stats/sites/path.test', cookie)).status, 200)
      t.match(await readLive(base, 'path.test', cookie), /^event: current\n/, 'the live stream')

      // X-Forwarded-* of a proxy say nothing: an address that somebody else wrote there would be in mails.
      const asked = await fetch(`${base}/api/reset/link`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-host': 'evil.test',
          'x-forwarded-proto': 'https',
          'x-forwarded-prefix': '/evil',
        },
        body: JSON.stringify({ email }),
      })
      t.ok(asked.ok)
      await until(() => smtp.mails.length > 0)
      const link = /https?:\/\/\S+\/reset\/[\w-]+/.exec(wordsOf(smtp.mails[0]!))?.[0] ?? ''
      t.ok(link.startsWith(`${base}/reset/`), link)
      t.equal((await get(link)).status, 200, 'the link of a mail')

      const site = service.app.directory.find('path.test')!
      const shared = await registry.sharedLinks.findOrCreate(site.id, 'Board')
      const embedded = await get(`/stats/share/path.test?auth=${shared.slug}&embed=true`)
      t.match(embedded.headers.get('content-security-policy'), 'frame-ancestors *')
      t.match(await embedded.text(), `"base_url":"${base}"`)
      t.equal((await get('/stats/js/embed.host.js')).status, 200)

      provider.person = { sub: 'u1', email, email_verified: true }
      const begun = await get('/stats/login/oidc?next=%2Fsites%2Fpath.test')
      const jar = new Map<string, string>()
      let [answer, url] = [begun, '']
      for (let hop = 0; hop < 10 && answer.headers.has('location') && !url.startsWith(`${base}/login`); hop += 1) {
        for (const one of answer.headers.getSetCookie()) jar.set(one.split('=')[0]!, one.split(';')[0]!)
        url = new URL(answer.headers.get('location')!, provider.issuer).href
        if (!url.startsWith(base)) answer = await get(url, [...jar.values()].join('; '))
      }
      const back = await get(url, [...jar.values()].join('; '))
      t.strictSame([back.status, back.headers.get('location')], [302, '/stats/sites/path.test'], 'sign-in elsewhere')
    })
}
