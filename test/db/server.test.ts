// Which of several hosts answers, and whether it is encrypted, in front of a real server.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import t from 'tap'
import { openClient, openPool } from '../../src/db/connection.ts'
import { findPassword } from '../../src/db/pass-file.ts'
import { requireKind, serverOf } from '../../src/db/server.ts'
import { readAddress, writeAddress } from '../../src/rules/postgres-address.ts'
import { freePort } from '../../tools/ports.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase()
t.teardown(database.drop)
const folder = await mkdtemp(join(tmpdir(), 'tidemark-server-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
const real = readAddress(database.url)
const [{ host, port }] = real.hosts as [{ host: string; port: number }]
const dead = await freePort()

/** The address of the test's database at other places, with parameters. */
const at = (hosts: readonly (readonly [host: string, port: number])[], query = '') =>
  `${writeAddress({ ...real, hosts: hosts.map(([name, number]) => ({ host: name, port: number })) })}${query}`

/** Where a connection and a pool arrive, asked twice; or the first error. */
async function reach(url: string): Promise<string> {
  try {
    const client = await openClient({ connectionString: url })
    await client.end()
    const pool = openPool({ connectionString: url })
    pool.on('error', () => {})
    try {
      await pool.query('select 1')
      return (await pool.query<{ database: string }>('select current_database() as database')).rows[0]!.database
    } finally {
      await pool.end()
    }
  } catch (error) {
    return (error as Error).message
  }
}

const here = real.database ?? ''

const sslRequest = 80_877_103

/** A place in front of the server that sees what clients ask for first. */
async function inFront(take: (first: Buffer, client: Socket) => void, path?: string): Promise<number> {
  const server: NetServer = createServer((client) => {
    client.on('error', () => {})
    client.once('data', (first) => take(first, client))
  })
  if (path === undefined) server.listen(0, '127.0.0.1')
  else server.listen(path)
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Joins a client to the real server, which gets its first words. */
function passOn(first: Buffer, client: Socket): void {
  const upstream = connect(port, host)
  upstream.on('error', () => client.destroy())
  client.on('close', () => upstream.destroy())
  upstream.write(first)
  client.pipe(upstream).pipe(client)
}

/** An error of the server before any password: 28000, as pg_hba.conf gives it. */
function refuse(client: Socket): void {
  const fields = Buffer.from('SFATAL\0VFATAL\0C28000\0Mno pg_hba.conf entry for host "192.0.2.1"\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  client.end(Buffer.concat([head, fields]))
}

const isSslRequest = (first: Buffer) => first.length === 8 && first.readInt32BE(4) === sslRequest

t.test('several hosts: the first that answers, by name, port or socket', async (t) => {
  await inFront(passOn, join(folder, '.s.PGSQL.6001'))
  for (const [url, meaning] of [
    [at([[host, port]]), here],
    [
      at([
        ['127.0.0.1', dead],
        [host, port],
      ]),
      here,
    ],
    [
      at([
        [host, port],
        ['127.0.0.1', dead],
      ]),
      here,
    ],
    [
      at(
        [
          ['no-such-host.invalid', 5432],
          [host, port],
        ],
        '?sslmode=disable',
      ),
      here,
    ],
    [
      at(
        [
          ['127.0.0.1', dead],
          [host, port],
        ],
        '?target_session_attrs=read-write',
      ),
      here,
    ],
    [
      at(
        [
          ['127.0.0.1', dead],
          [host, port],
        ],
        '?target_session_attrs=primary',
      ),
      here,
    ],
    [
      at(
        [
          ['127.0.0.1', dead],
          [host, port],
        ],
        '?target_session_attrs=prefer-standby',
      ),
      here,
    ],
    [
      at(
        [
          ['127.0.0.1', dead],
          [host, port],
        ],
        '?load_balance_hosts=random',
      ),
      here,
    ],
    [at([[folder, 6001]]), here],
    [at([['', 5432]], `?host=${folder}&port=6001`), here],
    [at([['127.0.0.1', dead]]), `connect ECONNREFUSED 127.0.0.1:${dead}`],
    [
      at([[host, port]], '?target_session_attrs=standby'),
      `no server of ${host}:${port} is standby (target_session_attrs)`,
    ],
    [
      at([[host, port]], '?target_session_attrs=read-only'),
      `no server of ${host}:${port} is read-only (target_session_attrs)`,
    ],
  ] as const)
    t.equal(await reach(url), meaning, url.replace(/\/\/[^@]*@/, '//'))
})

t.test('what a server must be', (t) => {
  const kinds = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby']
  for (const [standby, read_only, fit] of [
    [false, false, 'any read-write primary'],
    [false, true, 'any read-only primary'],
    [true, true, 'any read-only standby prefer-standby'],
  ] as const) {
    const fitting = kinds.filter((kind) => {
      try {
        requireKind(serverOf(`postgres://h/d?target_session_attrs=${kind}`), { standby, read_only }, false)
        return true
      } catch {
        return false
      }
    })
    t.equal(fitting.join(' '), fit)
  }
  t.end()
})

t.test('without TLS at the server: prefer goes on in plain, require does not', async (t) => {
  const plain = await inFront((first, client) => {
    if (!isSslRequest(first)) return passOn(first, client)
    client.once('data', (next) => passOn(next, client))
    client.write('N')
  })
  for (const [query, meaning] of [
    ['', here],
    ['?sslmode=prefer', here],
    ['?sslmode=allow', here],
    ['?sslmode=disable', here],
    ['?sslmode=require', 'The server does not support SSL connections'],
    ['?channel_binding=require', 'The server does not support SSL connections'],
  ] as const)
    t.equal(await reach(at([['127.0.0.1', plain]], query)), meaning, query)
})

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

t.test(
  'TLS alone: allow and an address without a word find it',
  { skip: !hasOpenssl && 'left out: openssl is not installed' },
  async (t) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=db.test']
    execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    const pair = { key: await readFile(key), cert: await readFile(certificate) }
    const secure = await inFront((first, client) => {
      if (!isSslRequest(first)) return refuse(client)
      client.write('S')
      const socket = new TLSSocket(client, { isServer: true, ...pair })
      socket.on('error', () => {})
      socket.once('data', (next) => passOn(next, socket))
    })
    for (const [query, meaning] of [
      ['', here],
      ['?sslmode=allow', here],
      ['?sslmode=prefer', here],
      ['?sslmode=require', here],
      ['?ssl=true', here],
      [`?sslmode=verify-ca&sslrootcert=${certificate}`, here],
      ['?sslmode=disable', 'no pg_hba.conf entry for host "192.0.2.1"'],
      ['?sslmode=verify-full', 'self-signed certificate'],
      [
        `?sslmode=verify-full&sslrootcert=${certificate}`,
        /^Hostname\/IP does not match|IP: 127\.0\.0\.1 is not in the cert/,
      ],
    ] as const) {
      const said = await reach(at([['127.0.0.1', secure]], query))
      if (typeof meaning === 'string') t.equal(said, meaning, query)
      else t.match(said, meaning, query)
    }
  },
)

t.test('a pool finds the new way when the old one is gone', async (t) => {
  const front = createServer((client) => {
    client.on('error', () => {})
    client.once('data', (first) => passOn(first, client))
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const first = front.address()
  if (typeof first !== 'object' || !first) throw new Error('no port')
  const pool = openPool({
    connectionString: at([
      ['127.0.0.1', first.port],
      [host, port],
    ]),
    idleTimeoutMillis: 1,
  })
  pool.on('error', () => {})
  t.teardown(() => pool.end())
  await pool.query('select 1')
  front.close()
  const client = await pool.connect()
  client.release(true)
  t.strictSame((await pool.query('select 1 as one')).rows, [{ one: 1 }])
})

t.test('passwords are found in the file of PostgreSQL’s programs', async (t) => {
  const file = join(folder, 'pgpass')
  const lines = [
    '# db:*:*:*:no',
    'db:5432:stats:app:a\\:b\\\\c',
    'localhost:*:*:app:here',
    '*:*:*:other:any:thing',
    'short:1',
  ]
  await writeFile(file, lines.join('\r\n'))
  const login = { host: 'db', port: 5432, database: 'stats', user: 'app' }
  await chmod(file, 0o644)
  t.equal(findPassword(file, login), undefined, 'others may read it')
  await chmod(file, 0o600)
  for (const [more, password] of [
    [{}, 'a:b\\c'],
    [{ port: 5433 }, undefined],
    [{ host: '/run/postgresql' }, 'here'],
    [{ host: '' }, 'here'],
    [{ host: 'x', user: 'other' }, 'any:thing'],
  ] as const)
    t.equal(findPassword(file, { ...login, ...more }), password, JSON.stringify(more))
  t.equal(findPassword(join(folder, 'none'), login), undefined)
})
