// The visit tokens that kits hand over: an event with one joins the visit of the visitor behind the kit, in every
// language that is on this machine; and nothing happens while the service is away (docs/kits.md).
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { readKit } from '../../src/registry/kits.ts'
import { type KitName, kitPath } from '../../src/rules/kits.ts'
import { startApp } from '../support/app.ts'

const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const { email } = await app.provision({ domain: 'shop.test' })
const site = app.app.directory.find('shop.test')!
const user = await app.app.registry.users.find(email)
const { key } = await app.app.registry.keys.create({ userId: user!.id, scopes: ['events:send:*'] })
const folder = await mkdtemp(join(tmpdir(), 'tidemark-visit-'))
t.teardown(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ip = '203.0.113.7'
const url = 'https://shop.test/cart'
const headers = `{ 'user-agent': '${firefox}', host: 'shop.test' }`

interface Language {
  readonly kit: KitName
  readonly file: string
  readonly main: string
  readonly command: readonly string[]
}

/** Each writes the token of the visitor, or nothing. */
const languages: Readonly<Record<string, Language>> = {
  node: {
    kit: 'express',
    file: 'kit.mjs',
    main: `import { visit } from './kit.mjs'
const request = { ip: '${ip}', protocol: 'https', url: '/cart', headers: ${headers}, socket: {} }
process.stdout.write((await visit(request)) ?? '')`,
    command: ['node', 'main.mjs'],
  },
  web: {
    kit: 'hono',
    file: 'kit.mjs',
    main: `import { visit } from './kit.mjs'
const request = new Request('${url}', { headers: { 'user-agent': '${firefox}' } })
process.stdout.write((await visit(request, { ip: '${ip}' })) ?? '')`,
    command: ['node', 'main.mjs'],
  },
  python: {
    kit: 'flask',
    file: 'kit.py',
    main: `import kit, sys
sys.stdout.write(kit.visit('${url}', '${ip}', '${firefox}') or '')`,
    command: ['python3', 'main.py'],
  },
  ruby: {
    kit: 'sinatra',
    file: 'kit.rb',
    main: `require_relative 'kit'
env = { 'REMOTE_ADDR' => '${ip}', 'HTTP_USER_AGENT' => '${firefox}', 'HTTP_HOST' => 'shop.test',
        'rack.url_scheme' => 'https', 'PATH_INFO' => '/cart', 'REQUEST_METHOD' => 'GET' }
Tidemark::Kit.new(->(given) { $stdout.write(given['tidemark'].visit(given).to_s); [200, {}, []] }).call(env)`,
    command: ['ruby', 'main.rb'],
  },
  php: {
    kit: 'php',
    file: 'kit.php',
    main: `<?php
require 'kit.php';
echo Tidemark::visit('${url}', '${ip}', '${firefox}') ?? '';`,
    command: ['php', 'main.php'],
  },
}

/** Runs the program of a language with the kit of a service; its output. */
async function run({ kit, file, main, command }: Language, service: string): Promise<string> {
  const values = await app.app.registry.kits.values(site.id, { baseUrl: app.url, path: kitPath })
  const own = await mkdtemp(join(folder, 'run-'))
  await writeFile(join(own, file), (await readKit(kit, { ...values, service })).files[0]!.text)
  await writeFile(join(own, command[1]!), main)
  // Not at once: the service answers in this process.
  const child = spawn(command[0]!, [command[1]!], { cwd: own, stdio: ['ignore', 'pipe', 'inherit'] })
  return text(child.stdout)
}

for (const [name, language] of Object.entries(languages))
  t.test(name, async (t) => {
    if (spawnSync(language.command[0]!, ['--version']).error) return t.pass(`left out: no ${language.command[0]} here`)
    await app.app.db.write.query('truncate events, sessions, visitors')
    const viewed = await fetch(`${app.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': firefox, 'x-forwarded-for': ip },
      body: JSON.stringify({ n: 'pageview', u: url, d: 'shop.test' }),
    })
    t.equal(viewed.status, 202)
    const visit = await run(language, app.url)
    t.match(visit, /^[\w-]{72}$/)
    const item = { id: name, site_id: 'shop.test', name: 'Purchase', url, visit }
    const sent = await fetch(`${app.url}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify([item]),
    })
    t.match(await sent.json(), { results: [{ status: 'counted' }] })
    t.strictSame(
      await app.app.db.write.query(
        'select count(*)::int as events, count(distinct session_id)::int as visits from events',
      ),
      [{ events: 2, visits: 1 }],
    )
    t.equal(await run(language, 'http://127.0.0.1:9'), '', 'the service is away')
  })
