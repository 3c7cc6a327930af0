// Files that others run (compose, Dockerfile, systemd unit) and tables that others trust: they name only settings,
// files and tests that exist, and keep the promises of docs/security.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { settings } from '../../src/config.ts'
import { projectPath } from '../../src/paths.ts'
import { parseProxies, resolveClientIp } from '../../src/rules/client-ip.ts'

const read = (path: string) => readFileSync(projectPath(path), 'utf8')

t.test('compose names only settings that exist, takes every secret from outside, and confines the service', (t) => {
  const compose = read('compose.yaml')
  const service = compose.slice(compose.indexOf('\n  tidemark:'), compose.indexOf('\nvolumes:'))
  const names = [...service.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name)
  t.ok(names.includes('DATABASE_URL') && names.includes('SECRET_KEY'))
  t.strictSame(
    names.filter((name) => !(name in settings)),
    [],
  )
  // A default for a secret would end up in production.
  for (const secret of ['POSTGRES_PASSWORD', 'SECRET_KEY']) {
    const uses = [...compose.matchAll(new RegExp(`\\$\\{${secret}[^}]*\\}`, 'g'))].map(([use]) => use)
    t.ok(uses.length > 0)
    t.ok(
      uses.every((use) => use.startsWith(`\${${secret}:?`)),
      `${secret} must be given`,
    )
  }
  for (const line of ['read_only: true', 'cap_drop: ["ALL"]', 'no-new-privileges:true'])
    t.ok(service.includes(line), line)
  // Docker forwards from a private address, which is trusted: only a proxy on the machine may get there.
  t.strictSame(
    [...service.matchAll(/^ {6}- "(.*:8000)"$/gm)].map(([, port]) => port),
    ['127.0.0.1:${PORT:-8000}:8000'],
  )
  t.match(service, 'BASE_URL: ${BASE_URL:-http://localhost:${PORT:-8000}}', 'the default follows the port')
  t.notMatch(service, '/api/health/ready', 'a service without its database takes events, and is not to be taken out')
  t.end()
})

t.test('the commands for compose name its services, and hand on only settings that it knows', (t) => {
  const compose = read('compose.yaml')
  const services = [...compose.slice(0, compose.indexOf('\nvolumes:')).matchAll(/^ {2}(\w+):$/gm)].map(
    ([, name]) => name,
  )
  const pages = readdirSync(projectPath('docs')).filter((name) => name.endsWith('.md'))
  const texts = [compose, ...pages.map((name) => read(`docs/${name}`))]
  const uses = texts.flatMap((text) => [...text.matchAll(/docker compose exec (?:-T |--env (\w+)=\S+ )?([\w-]+)/g)])
  t.ok(uses.length >= 8)
  for (const [use, setting, service] of uses) {
    t.ok(services.includes(service), use)
    if (setting) t.ok(compose.includes(`${setting}: \${${setting}:-}`), use)
  }
  t.end()
})

t.test('the image: two stages, an ordinary user, a health check, nothing but what it is made of', (t) => {
  const dockerfile = read('Dockerfile')
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  t.equal(stages.length, 2)
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
  t.match(last, /^USER node$/m)
  t.match(last, /^HEALTHCHECK /m)
  t.notMatch(dockerfile, /^(ARG|ENV)\b.*(SECRET|PASSWORD|TOKEN|KEY)/im, 'no secret')
  // The folder sent to the builder is an allow list, and what is copied exists.
  const ignored = read('.dockerignore').split('\n')
  t.equal(ignored[0], '*')
  t.ok(ignored.includes('**/.env'))
  const allowed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  t.ok(copied.length > 5)
  t.strictSame(
    copied.filter((path) => !allowed.includes(path) || !existsSync(projectPath(path))),
    [],
  )
  t.end()
})

t.test('the unit waits longer than the service takes to stop, runs as an ordinary user, and is confined', (t) => {
  const unit = read('docs/tidemark.service')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]
  t.ok(Number(value('TimeoutStopSec')) > 10)
  t.equal(value('User'), 'tidemark')
  t.match(value('ExecStart'), /\/bin\/tidemark\.js serve$/)
  t.equal(value('EnvironmentFile'), '/etc/tidemark.env')
  for (const key of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices']) t.equal(value(key), 'true', key)
  t.equal(value('ProtectSystem'), 'strict')
  const names = (value('Environment') ?? '').split(' ').map((pair) => pair.split('=')[0] ?? '')
  t.strictSame(
    names.filter((name) => !(name in settings) && name !== 'NODE_ENV'),
    [],
  )
  // Only folders that systemd makes writable may be written; commands have to find them too, so they stand in the file
  // both read.
  const file = /cat > \/etc\/tidemark\.env\) <<END\n([\s\S]*?)\n *END\n/.exec(read('docs/install.md'))?.[1] ?? ''
  const settingsOf = new Map([...file.matchAll(/^ *([A-Z_]+)=(.*)$/gm)].map(([, name = '', text = '']) => [name, text]))
  t.strictSame(
    [...settingsOf.keys()].filter((name) => !(name in settings)),
    [],
  )
  for (const name of ['SPOOL_DIR', 'DATA_DIR']) {
    t.match(settingsOf.get(name), /^\/var\/lib\/tidemark\//, name)
    t.notOk(names.includes(name), `${name} would be the service's alone`)
  }
  t.equal(value('StateDirectory'), 'tidemark')
  t.end()
})

t.test('the unit and each service of the compose files allow no core dump', (t) => {
  t.match(read('docs/tidemark.service'), /^LimitCORE=0$/m)
  for (const file of ['compose.yaml', 'compose.citus.yaml']) {
    const text = read(file)
    // A service is an entry that is indented by two; one that begins with `<<: *node` has what x-node has.
    const services = text.slice(text.indexOf('\nservices:'), text.indexOf('\nvolumes:')).split(/^(?= {2}[\w-]+:$)/m)
    t.ok(services.length >= 3, file)
    const node = /^x-node:[\s\S]*?(?=^services:)/m.exec(text)?.[0] ?? ''
    const isBound = (part: string) => /^ {2,4}ulimits: \{ core: 0 \}$/m.test(part)
    for (const service of services.slice(1))
      t.ok(isBound(service) || (service.includes('<<: *node') && isBound(node)), `${file}: ${service.split(':')[0]}`)
  }
  const said = read('docs/privacy.md')
  for (const words of ['`LimitCORE=0`', '`ulimits: core: 0`', 'is not wiped']) t.ok(said.includes(words), words)
  t.notMatch(said, /no longer than it takes to answer/, 'what the memory of a process shows otherwise')
  t.end()
})

t.test('every threat of docs/security.md has a test that exists', (t) => {
  const page = read('docs/security.md')
  const table = page.slice(page.indexOf('| Threat |'), page.indexOf('\n\n', page.indexOf('| Threat |')))
  const rows = table.split('\n').slice(2)
  t.ok(rows.length >= 12)
  for (const row of rows) {
    const tests =
      row
        .split('|')
        .at(-2)
        ?.match(/`(test\/[^`]+\.test\.ts)`/g) ?? []
    t.ok(tests.length > 0, `${row.slice(0, 60)} names a test`)
    for (const test of tests) t.ok(existsSync(projectPath(test.replaceAll('`', ''))), test)
  }
  t.end()
})

/**
 * Every header of `/api/event` that says something about the visitor's address, asked of the code: a new one is to be
 * in the examples too.
 */
function addressHeaders(): string[] {
  const names: string[] = []
  const headers = new Proxy({}, { get: (_, name) => void names.push(String(name)) })
  resolveClientIp({ headers, peer: '127.0.0.1', proxies: parseProxies('0.0.0.0/0') })
  const others = read('src/http/routes/events.ts').matchAll(/headers\['(?!user-agent)([\w-]+)'\]/g)
  return [...names, ...[...others].map(([, name = '']) => name)]
}

const proxies: readonly (readonly [where: string, kind: string, text: string])[] = readdirSync(projectPath('docs'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) =>
    [...read(`docs/${page}`).matchAll(/^ *```(nginx|caddy|caddyfile)\n([\s\S]*?)^ *```$/gm)].map(
      ([, kind = '', text = '']) => [`${page}, ${kind}`, kind, text] as const,
    ),
  )
  .filter(([, , text]) => /proxy_pass |reverse_proxy /.test(text))

t.test(
  'the nginx and Caddy examples hand on the address of their own peer, and nothing that the visitor said about it',
  (t) => {
    const others = addressHeaders().filter((name) => name !== 'x-forwarded-for')
    t.ok(others.includes('x-service-ip') && others.includes('x-service-ip-type') && others.includes('forwarded'))
    t.ok(proxies.length >= 4)
    for (const [where, kind, text] of proxies) {
      t.notMatch(text, /proxy_add_x_forwarded_for/)
      t.match(
        text,
        kind === 'nginx'
          ? /proxy_set_header X-Forwarded-For \$remote_addr;/
          : /header_up X-Forwarded-For \{remote_host\}/,
      )
      for (const name of others)
        t.match(
          text,
          new RegExp(kind === 'nginx' ? `^ *proxy_set_header ${name} "";$` : `^ *header_up -${name}$`, 'im'),
          `${where}: ${name}`,
        )
    }
    t.end()
  },
)

t.test('the nginx and Caddy examples that hand on everything keep /metrics from the public', (t) => {
  const whole = proxies.filter(([, , text]) => /location \/(stats\/)? \{|reverse_proxy (?!@)/.test(text))
  t.equal(whole.length, 4)
  for (const [where, kind, text] of whole)
    t.match(
      text,
      kind === 'nginx'
        ? /location = (\/stats)?\/metrics \{\s*deny all;\s*\}/
        : /^ *(respond \/metrics 403$|handle \/stats\/metrics \{\s*respond 403$)/m,
      where,
    )
  t.end()
})

t.test('the Traefik example takes away every header that names an address, and keeps /metrics from the public', (t) => {
  const [, text = ''] = /^```yaml\n(http:\n[\s\S]*?)^```$/m.exec(read('docs/install.md')) ?? []
  t.match(text, /!Path\(`\/metrics`\)/)
  for (const name of addressHeaders().filter((one) => one !== 'x-forwarded-for'))
    t.match(text, new RegExp(`^ {10}${name}: ""$`, 'im'), name)
  t.end()
})

t.test('the pages ask for the Node that package.json asks for', (t) => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const asked = ['README.md', 'CONTRIBUTING.md', 'docs/install.md'].map(
    (page) => /Node (\d[\d.]*) or newer/.exec(read(page))?.[1],
  )
  t.strictSame(new Set(asked), new Set([engines.node.replace('>=', '')]))
  t.end()
})
