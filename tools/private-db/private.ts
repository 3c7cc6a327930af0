// The private database of `make run` and `make test`: a server of our own, so that a fresh machine needs nothing but
// Node, and apt for TimescaleDB. Everything here is replaced by DATABASE_URL.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, statfsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseSettings, memoryBytes } from '../../src/machine.ts'
import { freePort } from '../ports.ts'
import { dataFolders, ensurePrograms, kindOf, kinds, usersFolders } from './kind.ts'
import { withLock } from './lock.ts'
import { debianMajor, ensurePrefix, type Prefix, type PrivateKind } from './prefix.ts'

const run = promisify(execFile)

/** How to start the private database. */
export type PrivateOptions = {
  /** The folder that keeps data and password: the state folder. */
  home: string
  /** `run` keeps its data; `test` is a throw-away server, fast and not safe. */
  purpose: 'run' | 'test'
  log: (message: string) => void
  /** PRIVATE_DATABASE; undefined or empty: the one that has data here, else TimescaleDB where there is apt. */
  kind?: string | undefined
  /** The service runs from the package, and not from a clone. */
  isPackaged?: boolean
  /** Leave the server running in the background after `stop` (`tidemark db`). */
  keep?: boolean
  /** Overrides the mirror of the system's apt sources. */
  aptMirror?: string | undefined
  /** `XDG_CACHE_HOME`, where the unpacked programs are shared between clones. */
  cacheHome?: string | undefined
  /** Overrides of server settings. */
  settings?: Record<string, string>
  /** The throw-away server's port; a free one when absent. */
  port?: number
}

/** A running private database. `stop` leaves a server alone that others still use. */
export type PrivateDatabase = { url: string; started: boolean; stop(): Promise<void> }

type Account = { uid: number; gid: number; name: string }
type Connection = { port: number; password: string }

const isRoot = () => process.getuid?.() === 0
const as = (account: Account | undefined) => (account ? { uid: account.uid, gid: account.gid } : {})

/** PostgreSQL refuses to run as root: an existing account does it then. */
async function findAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const accounts = lines.map((fields) => ({ name: fields[0] ?? '', uid: Number(fields[2]), gid: Number(fields[3]) }))
  return ['postgres', 'nobody', 'daemon', 'www-data'].flatMap((name) =>
    accounts.filter((account) => account.name === name && account.uid > 0),
  )
}

function canEnter(account: Account | undefined, folder: string): boolean {
  // On Windows the server has no other owner.
  if (process.platform === 'win32') return true
  let path = folder
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path)
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { cwd: '/', ...as(account) }).status === 0
}

async function isUsable(account: Account | undefined, folder: string): Promise<boolean> {
  if (!canEnter(account, folder)) return false
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    const probe = await mkdtemp(join(folder, '.probe-'))
    await rm(probe, { recursive: true })
  } catch {
    return false
  }
  return canEnter(account, folder)
}

async function firstUsable(account: Account | undefined, folders: string[], what: string): Promise<string> {
  for (const folder of folders) if (await isUsable(account, folder)) return folder
  const who = account ? ` by ${account.name}` : ''
  throw new Error(
    `No usable folder for ${what}${who}: tried ${folders.join(', ')}. Set DATABASE_URL, or use docker compose.`,
  )
}

const ofTimescale: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'timescaledb',
  'timescaledb.telemetry_level': 'off',
  // The Apache edition has no jobs; with workers, `create database … template` waits 5 s and fails.
  'timescaledb.max_background_workers': '0',
}

function settingsOf(kind: PrivateKind, options: PrivateOptions, port: number): Record<string, string> {
  // Containers give /dev/shm 64 MB, too little for parallel queries.
  const shm = existsSync('/dev/shm') ? statfsSync('/dev/shm') : undefined
  const smallShm = !shm || shm.bsize * shm.bavail < 512 * 1_048_576
  const common = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ...(kind === 'timescale' ? ofTimescale : {}),
    ...(process.platform === 'linux' ? { dynamic_shared_memory_type: smallShm ? 'mmap' : 'posix' } : {}),
    jit: 'off',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    random_page_cost: '1.1',
    max_locks_per_transaction: '256',
    logging_collector: 'off',
  }
  const throwAway = {
    shared_buffers: '256MB',
    work_mem: '32MB',
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  }
  const kept = {
    ...databaseSettings(memoryBytes()),
    // A young server makes its files of WAL as it goes, and commits wait meanwhile: no zeros first, and kept for later.
    wal_init_zero: 'off',
    checkpoint_timeout: '15min',
    wal_compression: kind === 'timescale' ? 'lz4' : 'on',
  }
  return { ...common, ...(options.purpose === 'test' ? throwAway : kept), ...options.settings }
}

/**
 * The pid of the server on this data folder, or undefined; a pid file left by another life of the machine is removed.
 */
async function findServer(data: string): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const path = join(data, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid) return undefined
  // Without /proc, a living process of that number is taken for the server.
  const cwd = existsSync('/proc/self') ? await readlink(`/proc/${pid}/cwd`).catch(() => undefined) : undefined
  if (existsSync('/proc/self') ? cwd !== (await realpath(data)) : !isAlive(pid)) {
    await rm(path, { force: true })
    return undefined
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

async function initialize(
  prefix: Prefix,
  data: string,
  password: string,
  account: Account | undefined,
  more: readonly string[] = [],
): Promise<void> {
  const secret = `${data}.secret`
  await mkdir(data, { recursive: true, mode: 0o700 })
  await writeFile(secret, password, { mode: 0o600 })
  if (account) for (const path of [dirname(data), data, secret]) await chown(path, account.uid, account.gid)
  const encoding = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  // The password is 192 random bits: stretching it would only make each connection slower.
  const access = ['--username=tidemark', `--pwfile=${secret}`, '--auth=scram-sha-256', '-c', 'scram_iterations=64']
  const env = { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
  try {
    await run(join(prefix.bin, 'initdb'), ['-D', data, ...encoding, ...access, ...more, '--no-sync'], {
      cwd: '/',
      env,
      ...as(account),
    })
  } catch (error) {
    await rm(data, { recursive: true, force: true })
    throw new Error(`initdb failed: ${(error as { stderr?: string }).stderr?.trim() ?? error}`)
  } finally {
    await rm(secret, { force: true })
  }
}

async function launch(
  prefix: Prefix,
  data: string,
  options: PrivateOptions,
  port: number,
  account: Account | undefined,
): Promise<number> {
  const logFile = `${data}.log`
  const output = openSync(logFile, 'a', 0o600)
  const args = Object.entries(settingsOf(prefix.kind, options, port)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const env = { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
  const child = spawn(join(prefix.bin, 'postgres'), ['-D', data, ...args], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', output, output],
    ...as(account),
  })
  closeSync(output)
  let failed: string | undefined
  child.once('error', (error) => {
    failed = error.message
  })
  child.once('exit', (code, signal) => {
    failed = `it ended with ${code ?? signal}`
  })
  const deadline = Date.now() + 120_000
  for (;;) {
    if (failed || Date.now() > deadline) {
      const tail = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-6).join('\n')
      throw new Error(
        `the private database did not start: ${failed ?? 'not ready in 120 s'}\n${tail}\n(log: ${logFile})`,
      )
    }
    const server = await findServer(data)
    if (server?.ready) break
    await delay(25)
  }
  child.unref()
  return child.pid ?? 0
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function shutDown(data: string): Promise<void> {
  const server = await findServer(data)
  if (!server) return
  process.kill(server.pid, 'SIGINT')
  for (
    const deadline = Date.now() + 60_000;
    isAlive(server.pid) && existsSync(join(data, 'postmaster.pid'));
    await delay(25)
  ) {
    if (Date.now() > deadline) throw new Error(`the private database (pid ${server.pid}) does not stop`)
  }
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (!found.rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

const urlOf = ({ port, password }: Connection, database: string) =>
  `postgres://tidemark:${password}@127.0.0.1:${port}/${database}`

const connectionOf = (url: string): Connection => ({ port: Number(new URL(url).port), password: new URL(url).password })

/** Where the data goes when the account that runs the server cannot enter the project. */
const elsewhere = (home: string) => `/var/lib/tidemark/${createHash('sha256').update(home).digest('hex').slice(0, 12)}`

/** The user of the server, and the places of programs and data. */
async function findPlaces(
  options: PrivateOptions,
): Promise<{ account: Account | undefined; cache: string; place: string }> {
  const accounts = isRoot() ? await findAccounts() : []
  const account = accounts.find((each) => canEnter(each, options.home)) ?? accounts[0]
  if (isRoot() && !account)
    throw new Error('PostgreSQL does not run as root, and no other account was found. Set DATABASE_URL.')
  const shared = [options.cacheHome ? join(options.cacheHome, 'tidemark') : join(homedir(), '.cache/tidemark')]
  const cache = await firstUsable(
    account,
    [...shared, ...(account ? ['/var/cache/tidemark'] : []), options.home],
    'the database programs',
  )
  const place = await firstUsable(
    account,
    [options.home, ...(account ? [elsewhere(options.home)] : [])],
    'the database',
  )
  return { account, cache, place }
}

async function startThrowAway(
  options: PrivateOptions,
  prefix: Prefix,
  account: Account | undefined,
): Promise<PrivateDatabase> {
  await removeAbandoned(options.log)
  const folder = await mkdtemp(join(throwAwayPlace(), 'tidemark-test-'))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'owner'), String(process.pid))
  const data = join(folder, 'server/data')
  const password = randomBytes(24).toString('hex')
  await initialize(prefix, data, password, account)
  const port = await freePort(options.port)
  const stop = async () => {
    await shutDown(data)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await launch(prefix, data, options, port, account)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return { url: urlOf({ port, password }, 'postgres'), started: true, stop }
}

const memory = '/dev/shm'

/** Memory, where a test run's some hundred databases are made in half of the time, if it has plenty of room. */
function throwAwayPlace(): string {
  const room = existsSync(memory) ? statfsSync(memory) : undefined
  return room && room.bsize * room.bavail >= 6 * 1024 ** 3 ? memory : tmpdir()
}

/** Removes test servers with a runner that was killed. */
async function removeAbandoned(log: (message: string) => void): Promise<void> {
  const places = [tmpdir(), ...(existsSync(memory) ? [memory] : [])]
  const folders = await Promise.all(
    places.map(async (place) => (await readdir(place)).map((name) => join(place, name))),
  )
  for (const folder of folders.flat()) {
    if (!basename(folder).startsWith('tidemark-test-')) continue
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => ''))
    if (!owner || isAlive(owner)) continue
    log(`removing ${folder}, left by an earlier run`)
    await shutDown(join(folder, 'server/data')).catch(() => undefined)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Users of a kept server: a file per process, and one named `kept` when it is to stay. */
async function otherUsers(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name === 'kept' || (Number(name) !== process.pid && isAlive(Number(name))))
}

async function startKept(
  options: PrivateOptions,
  prefix: Prefix,
  account: Account | undefined,
  place: string,
): Promise<PrivateDatabase> {
  const data = join(place, dataFolders[prefix.kind])
  const users = join(options.home, usersFolders[prefix.kind])
  const secrets = join(options.home, 'database-url')
  const lock = `server ${await realpath(place)}`
  // Here alone: whoever looks for programs, or throws the data away, keeps none there.
  if (place !== options.home) options.log(`${account?.name} cannot enter ${options.home}; the data is kept in ${place}`)
  await mkdir(options.home, { recursive: true })
  return withLock(lock, options.log, async () => {
    const known = (await readFile(secrets, 'utf8').catch(() => '')).trim()
    const connection: Connection = known ? connectionOf(known) : { port: 0, password: randomBytes(24).toString('hex') }
    const save = () => writeFile(secrets, `${urlOf(connection, 'tidemark')}\n`, { mode: 0o600 })
    let server = await findServer(data)
    const started = !server
    if (!known) {
      if (existsSync(join(data, 'PG_VERSION')))
        throw new Error(`${secrets} is missing, so the password of ${data} is lost. Restore or remove them.`)
      await save()
    }
    if (!server) {
      await rm(users, { recursive: true, force: true })
      // Commits wait some 40 ms whenever a file of WAL is begun: at 10,000 events/s every 1.4 s with files of 16 MB.
      if (!existsSync(join(data, 'PG_VERSION')))
        await initialize(prefix, data, connection.password, account, ['--wal-segsize=64'])
      connection.port = await freePort(connection.port)
      await save()
      await launch(prefix, data, options, connection.port, account)
    }
    for (; server && !server.ready; server = await findServer(data)) await delay(50)
    await mkdir(users, { recursive: true })
    await writeFile(join(users, options.keep ? 'kept' : String(process.pid)), '')
    if (started) await ensureDatabase(urlOf(connection, 'postgres'), 'tidemark')
    const stop = () =>
      withLock(lock, options.log, async () => {
        await rm(join(users, String(process.pid)), { force: true })
        if ((await otherUsers(users)).length === 0) await shutDown(data)
      })
    return { url: urlOf(connection, 'tidemark'), started, stop }
  })
}

/**
 * Starts the private database, or finds it running. For `run` the data stays in
 * `home` and the URL names the database `tidemark`; for `test` everything is thrown away by `stop`.
 */
export async function startPrivate(options: PrivateOptions): Promise<PrivateDatabase> {
  const { account, cache, place } = await findPlaces(options)
  const prefix = await ensurePrograms(kindOf(options, place), cache, options)
  return options.purpose === 'test'
    ? startThrowAway(options, prefix, account)
    : startKept(options, prefix, account, place)
}

/** The version of the programs that Debian's packages have. */
export const programsMajor = debianMajor

/** The folder of Debian's programs (`pg_dump`, `psql` and the others), fetched if they are not here. */
export async function findPrograms(options: PrivateOptions): Promise<string> {
  const { cache } = await findPlaces(options)
  return (await ensurePrefix(cache, options.log, options.aptMirror)).bin
}

/** Ends the kept server of `home`, even while it is in use. Its data stays. Returns true if it ran. */
export async function stopPrivate(home: string, log: (message: string) => void): Promise<boolean> {
  const account = isRoot() ? (await findAccounts()).find((each) => canEnter(each, home)) : undefined
  const place = isRoot() && !account ? elsewhere(home) : home
  const held = kinds.filter((kind) => existsSync(join(place, dataFolders[kind])))
  if (held.length === 0) return false
  return withLock(`server ${await realpath(place)}`, log, async () => {
    let running = false
    for (const kind of held) {
      const data = join(place, dataFolders[kind])
      running ||= (await findServer(data)) !== undefined
      await shutDown(data)
      await rm(join(home, usersFolders[kind]), { recursive: true, force: true })
    }
    return running
  })
}
