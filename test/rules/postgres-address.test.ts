// Addresses of PostgreSQL as providers, manuals and people write them. Names and passwords are made up.
import fc from 'fast-check'
import t from 'tap'
import { AddressError, completeAddress, placesOf, readAddress, writeAddress } from '../../src/rules/postgres-address.ts'
import { runs } from '../support/effort.ts'

/** An address as one line: places, user, password, database and parameters. */
function told(text: string, environment: Record<string, string> = {}): string {
  const { hosts, user, password, database, parameters } = readAddress(text, environment)
  const places = hosts.map(({ host, hostaddr, port }) => `${host}${hostaddr ? `(${hostaddr})` : ''} ${port}`)
  const said = [...parameters].map(([name, value]) => `${name}=${value}`)
  return [places.join(', '), user ?? '-', password ?? '-', database ?? '-', ...said].join(' | ')
}

/** Dialects: where an address of that form is documented or was reported, one of our own making, what it says. */
const dialects: readonly (readonly [source: string, text: string, meaning: string])[] = [
  ['libpq manual, Connection URIs', 'postgresql://', ' 5432 | - | - | -'],
  ['libpq manual, Connection URIs', 'postgresql://localhost', 'localhost 5432 | - | - | -'],
  ['libpq manual, Connection URIs', 'postgresql://localhost:5433', 'localhost 5433 | - | - | -'],
  ['libpq manual, Connection URIs', 'postgresql://localhost/stats', 'localhost 5432 | - | - | stats'],
  ['libpq manual, Connection URIs', 'postgresql://app@localhost', 'localhost 5432 | app | - | -'],
  ['libpq manual, Connection URIs', 'postgresql://app:pw@localhost', 'localhost 5432 | app | pw | -'],
  [
    'libpq manual, Connection URIs',
    'postgresql://app@localhost/stats?connect_timeout=10&application_name=web',
    'localhost 5432 | app | - | stats | connect_timeout=10 | application_name=web',
  ],
  [
    'libpq manual, Connection URIs',
    'postgresql://a:123,b:456/stats?target_session_attrs=any&application_name=web',
    'a 123, b 456 | - | - | stats | application_name=web | target_session_attrs=any',
  ],
  ['libpq manual, Connection URIs', 'postgresql:///stats?host=localhost&port=5433', 'localhost 5433 | - | - | stats'],
  [
    'libpq manual, Connection URIs',
    'postgresql://app@localhost:5433/stats?options=-c%20synchronous_commit%3Doff',
    'localhost 5433 | app | - | stats | options=-c synchronous_commit=off',
  ],
  ['libpq manual, Connection URIs (IPv6)', 'postgresql://[2001:db8::1]:5433/stats', '2001:db8::1 5433 | - | - | stats'],
  [
    'iceddev/pg-connection-string#14',
    'postgresql:///stats?host=/run/postgresql',
    '/run/postgresql 5432 | - | - | stats',
  ],
  ['transact-rs/sqlx#687', 'postgresql://%2Frun%2Fpostgresql/stats', '/run/postgresql 5432 | - | - | stats'],
  [
    'libpq manual, Connection URIs (JDBC)',
    'postgresql://db.example/stats?ssl=true',
    'db.example 5432 | - | - | stats | sslmode=require',
  ],
  [
    'transact-rs/sqlx#687, hostaddr',
    'postgres://db.example/s?hostaddr=192.0.2.4',
    'db.example(192.0.2.4) 5432 | - | - | s',
  ],
  [
    'libpq manual, one port for all hosts',
    'postgres:///s?host=a,b&port=6000&load_balance_hosts=random',
    'a 6000, b 6000 | - | - | s | load_balance_hosts=random',
  ],
  [
    'prisma/orm#525, Cloud SQL on Cloud Run',
    'postgres://app:pw@localhost/stats?host=/cloudsql/project:europe-west1:one',
    '/cloudsql/project:europe-west1:one 5432 | app | pw | stats',
  ],
  [
    'GoogleCloudPlatform/python-docs-samples#2635',
    'postgresql://app:pw@/stats?host=/cloudsql/project:europe-west1:one',
    '/cloudsql/project:europe-west1:one 5432 | app | pw | stats',
  ],
  ['jazzband/dj-database-url#29', 'postgres://%2Fvar%2Flib%2Fpg:6543/stats', '/var/lib/pg 6543 | - | - | stats'],
  [
    'timgit/pg-boss#447',
    'postgresql://app:pw@one:5432,two:5432/stats?target_session_attrs=read-write',
    'one 5432, two 5432 | app | pw | stats | target_session_attrs=read-write',
  ],
  [
    'brianc/node-postgres#2781',
    'postgres://192.0.2.20:5432,192.0.2.10:5433,192.0.2.30/stats?target_session_attrs=read-write',
    '192.0.2.20 5432, 192.0.2.10 5433, 192.0.2.30 5432 | - | - | stats | target_session_attrs=read-write',
  ],
  [
    'pomerium/documentation#126',
    'postgres://app:pw@pg-0,pg-1,pg-2/app?sslmode=disable&target_session_attrs=read-write',
    'pg-0 5432, pg-1 5432, pg-2 5432 | app | pw | app | sslmode=disable | target_session_attrs=read-write',
  ],
  ['prisma/orm#18079, Fly', 'postgresql://app:pw@[::1]:5432/stats', '::1 5432 | app | pw | stats'],
  [
    'superfly/fly_postgres_elixir#37',
    'postgres://app:pw@app.flycast:5432/stats',
    'app.flycast 5432 | app | pw | stats',
  ],
  [
    'superfly/flyctl#1435',
    'postgres://app:pw@top2.nearest.of.app.internal:5433/stats?sslmode=disable',
    'top2.nearest.of.app.internal 5433 | app | pw | stats | sslmode=disable',
  ],
  [
    'neondatabase/neonctl#366',
    'postgresql://app:pw@ep-one.eu-central-1.aws.neon.example/stats?sslmode=require&channel_binding=require',
    'ep-one.eu-central-1.aws.neon.example 5432 | app | pw | stats | sslmode=require | channel_binding=require',
  ],
  [
    'porsager/postgres#705, Neon without SNI',
    'postgres://app:pw@ep.example/stats?sslmode=require&options=project%3Dep-one',
    'ep.example 5432 | app | pw | stats | sslmode=require | options=project=ep-one',
  ],
  [
    'sambecker/exif-photo-blog#254, Supabase by Vercel',
    'postgres://postgres.ref:pw@aws-0.pooler.example:6543/postgres?sslmode=require&supa=base-pooler.x',
    'aws-0.pooler.example 6543 | postgres.ref | pw | postgres | sslmode=require',
  ],
  [
    'prisma/quaint#133, Supabase for Prisma',
    'postgres://app:pw@db.example:6543/postgres?pgbouncer=true&connection_limit=1&schema=public',
    'db.example 6543 | app | pw | postgres',
  ],
  [
    'encode/databases#177, Heroku',
    'postgres://abcdefghijklmn:0123456789abcdef@ec2-192-0-2-1.compute-1.amazonaws.example:5432/d1a2b3',
    'ec2-192-0-2-1.compute-1.amazonaws.example 5432 | abcdefghijklmn | 0123456789abcdef | d1a2b3',
  ],
  [
    'brianc/node-postgres#2009',
    'postgres://app:pw@db.example/stats?ssl=no-verify',
    'db.example 5432 | app | pw | stats | sslmode=require',
  ],
  [
    'graphile/crystal#1455, DigitalOcean',
    'postgresql://doadmin:pw@db-one-do-user-1-0.b.db.example:25060/defaultdb?sslmode=require',
    'db-one-do-user-1-0.b.db.example 25060 | doadmin | pw | defaultdb | sslmode=require',
  ],
  [
    'PostgREST/postgrest#1646, Azure',
    'postgres://app%40server:pw@server.postgres.database.azure.example:5432/postgres?sslmode=require',
    'server.postgres.database.azure.example 5432 | app@server | pw | postgres | sslmode=require',
  ],
  [
    'jazzband/dj-database-url#187, Amazon RDS',
    'postgres://app:pw@one.abc.eu-west-1.rds.example/stats?sslmode=verify-full&sslrootcert=/etc/rds/global-bundle.pem',
    'one.abc.eu-west-1.rds.example 5432 | app | pw | stats | sslmode=verify-full | sslrootcert=/etc/rds/global-bundle.pem',
  ],
  ['jorgerojas26/lazysql#74', 'postgres://app:t9%3EE%21@localhost/stats', 'localhost 5432 | app | t9>E! | stats'],
  [
    'amacneil/dbmate#212, brackets',
    'postgres://app:]S|^[P-{t*G@localhost/stats',
    'localhost 5432 | app | ]S|^[P-{t*G | stats',
  ],
  [
    'eduardolat/pgbackweb#3, an @ as it is',
    'postgres://app:p@ss@localhost/stats',
    'localhost 5432 | app | p@ss | stats',
  ],
  ['sosedoff/pgweb#96, a % as it is', 'postgres://app:%yaron@localhost/stats', 'localhost 5432 | app | %yaron | stats'],
  [
    'jorgerojas26/lazysql#109, a # as it is',
    'postgres://app:a#b?c@localhost/stats',
    'localhost 5432 | app | a#b?c | stats',
  ],
  ['libpq: a colon in a password', 'postgres://app:a:b@localhost/stats', 'localhost 5432 | app | a:b | stats'],
  [
    'libpq: letters of other alphabets',
    'postgres://app:p%C3%A4ss@localhost/s%20t',
    'localhost 5432 | app | päss | s t',
  ],
  [
    'porsager/postgres#346, Cloud SQL as the host',
    'postgresql://app:pw@%2Fcloudsql%2Fproject%3Aus-central1%3Aone/stats',
    '/cloudsql/project:us-central1:one 5432 | app | pw | stats',
  ],
  [
    'porsager/postgres#1057, a folder of a person',
    'postgres://app@%2Frun%2Fuser%2F1000%2Fpostgres/stats',
    '/run/user/1000/postgres 5432 | app | - | stats',
  ],
  [
    'transact-rs/sqlx#687, a host that a parameter replaces',
    'postgresql://app@0.0.0.0/stats?host=/run/postgresql',
    '/run/postgresql 5432 | app | - | stats',
  ],
  ['rust-postgres/rust-postgres#361', 'postgres:///stats', ' 5432 | - | - | stats'],
  [
    'burningalchemist/sql_exporter#566, a socket with a port',
    'postgres://app@%2Frun%2Fpostgresql:5432/postgres',
    '/run/postgresql 5432 | app | - | postgres',
  ],
  [
    'xo/dburl#39, a socket that is not encoded',
    'postgres://app@/run/postgresql/stats',
    ' 5432 | app | - | run/postgresql/stats',
  ],
  [
    'brianc/node-postgres#2401, Azure with ssl=true',
    'postgresql://app%40one:pw@one.postgres.azure.example:5432/stats?ssl=true',
    'one.postgres.azure.example 5432 | app@one | pw | stats | sslmode=require',
  ],
  [
    'dbcli/pgcli#1089, an @ of a user as it is',
    'postgres://admin@one:pw@one.postgres.azure.example:5432/postgres?sslmode=require',
    'one.postgres.azure.example 5432 | admin@one | pw | postgres | sslmode=require',
  ],
  [
    'graphile/crystal#1455, ssl=1 and an authority',
    'postgres://doadmin:pw@db.example:25060/stats?ssl=1&sslrootcert=/etc/ca.crt',
    'db.example 25060 | doadmin | pw | stats | sslmode=require | sslrootcert=/etc/ca.crt',
  ],
  [
    'bytebase/dbhub#293',
    'postgres://app:pw@db.example:5432/stats?sslmode=verify-ca&sslrootcert=/etc/ca-bundle.pem',
    'db.example 5432 | app | pw | stats | sslmode=verify-ca | sslrootcert=/etc/ca-bundle.pem',
  ],
  [
    'jazzband/dj-database-url#187, with a time',
    'postgresql://app:pw@db.example:5432/stats?connect_timeout=30&sslmode=verify-full&sslrootcert=%2Frds.crt',
    'db.example 5432 | app | pw | stats | sslmode=verify-full | sslrootcert=/rds.crt | connect_timeout=30',
  ],
  [
    'agentuity/sdk#593, words for the driver',
    'postgresql://app:pw@db.example/stats?uselibpqcompat=true&sslmode=require',
    'db.example 5432 | app | pw | stats | sslmode=require',
  ],
  [
    't8y2/dbx#470, a certificate of one’s own',
    'postgres://app@db.example/stats?sslmode=verify-full&sslcert=/ssl/a.crt&sslkey=/ssl/a.key',
    'db.example 5432 | app | - | stats | sslmode=verify-full | sslcert=/ssl/a.crt | sslkey=/ssl/a.key',
  ],
  [
    'neondatabase/neon#2350',
    'postgres://app@db.example:5432/main?channel_binding=require',
    'db.example 5432 | app | - | main | channel_binding=require',
  ],
  [
    'WalletConnect/cloud-auth-api#20, Supabase, options with a name',
    'postgres://postgres:pw@aws-0.pooler.example:6543/postgres?options=reference%3Done',
    'aws-0.pooler.example 6543 | postgres | pw | postgres | options=reference=one',
  ],
  [
    'porsager/postgres#735, signs in a password',
    'postgresql://postgres:a%b#c@db.one.supabase.example:5432/postgres',
    'db.one.supabase.example 5432 | postgres | a%b#c | postgres',
  ],
  [
    'openreplay/openreplay#2290, a password that a provider made',
    'postgres://app:4k]-%hA|RI*[?j(-(l]{(@db.example:5432/stats',
    'db.example 5432 | app | 4k]-%hA|RI*[?j(-(l]{( | stats',
  ],
  [
    'openreplay/openreplay#2290, escaped',
    'postgres://app:4k%5D-%25hA%7CRI%2A%5B%3Fj%28-%28l%5D%7B%28@db.example:5432/stats',
    'db.example 5432 | app | 4k]-%hA|RI*[?j(-(l]{( | stats',
  ],
  [
    'ankane/pgsync#236, an @ and dollars',
    'postgres://app:Superp@$$W0rd@db_host:5432/stats',
    'db_host 5432 | app | Superp@$$W0rd | stats',
  ],
  [
    'justwatchcom/sql_exporter#145, an @ and a % as they are',
    'postgres://app:a@sW2Iq%Oas7@server:5432/stats?sslmode=disable',
    'server 5432 | app | a@sW2Iq%Oas7 | stats | sslmode=disable',
  ],
  ['libpq: parameters win', 'postgres://a:b@c/d?user=e&password=f&host=g&dbname=h', 'g 5432 | e | f | h'],
]

t.test('addresses are read as PostgreSQL’s own programs read them', (t) => {
  for (const [source, text, meaning] of dialects) t.equal(told(text), meaning, `${source}: ${text}`)
  t.end()
})

t.test('the environment says what an address leaves out', (t) => {
  const environment = { PGHOST: 'db.example', PGPORT: '6000', PGUSER: 'app', PGPASSWORD: 'pw', PGDATABASE: 'stats' }
  t.equal(told('postgres://', environment), 'db.example 6000 | app | pw | stats')
  t.equal(told('postgres://x:y@z:1/v', environment), 'z 1 | x | y | v')
  t.equal(
    told('postgres://h/d', { PGSSLMODE: 'verify-full', PGTARGETSESSIONATTRS: 'primary' }),
    'h 5432 | - | - | d | sslmode=verify-full | target_session_attrs=primary',
  )
  t.equal(completeAddress('postgres://a@h/d?pgbouncer=true', { HOME: '/x' }), 'postgres://a@h/d?pgbouncer=true')
  t.equal(
    completeAddress('postgres:///d', { PGHOST: 'h', PGSSLMODE: 'require' }),
    'postgresql://h:5432/d?sslmode=require',
  )
  t.throws(() => readAddress('postgres://h/d', { PGSERVICE: 'x' }), { message: /^cannot use PGSERVICE: / })
  t.end()
})

t.test('what cannot be done is refused by its name, and no refusal quotes a password', (t) => {
  for (const [text, said] of [
    [
      'jdbc:postgresql://db.example:25060/defaultdb?sslmode=require',
      /^must begin with postgres:\/\/ or postgresql:\/\//,
    ],
    ['postgresql+asyncpg://app:secret@db.example:5432/stats', /^must begin with postgres:\/\/ or postgresql:\/\//],
    ['pgsql://app:secret@db.example/stats', /^must begin with postgres:\/\/ or postgresql:\/\//],
    ['socket:/run/postgresql', /^must begin with postgres:\/\/ or postgresql:\/\//],
    ['user=app password=secret host=h dbname=d sslmode=verify-full', /^is not an address/],
    ['postgres://app:some secret/word@pg-host:5432/d', /a port is a number .* \/ is written as %2F/],
    ['postgres://app:secret@/run/postgresql:5432/d?ssl-mode=REQUIRED', /^cannot use ssl-mode/],
    ['postgres://app:secret@h:5432&application_name=db', /a port is a number/],
    ['mysql://h/d', /^must begin with postgres:\/\/ or postgresql:\/\//],
    ['host=h dbname=d', /^is not an address/],
    ['postgres://app:secret/x@h/d', /^cannot be used: a port is a number .* \/ is written as %2F/],
    ['postgres://h:0/d', /a port is a number/],
    ['postgres://h:65536/d', /a port is a number/],
    ['postgres://h:secret/d', /a port is a number/],
    ['postgres://[::1/d', /a port is a number/],
    ['postgres://::1/d', /a port is a number/],
    ['postgres://a%00b@h/d', /the user has a NUL/],
    ['postgres://h/d?host=a,b&port=1,2,3', /2 hosts and 3 ports/],
    ['postgres://a,b/d?hostaddr=192.0.2.1', /2 hosts and 1 in hostaddr/],
    ['postgres://h/d?sslmode=required', /^cannot use sslmode=required: it is one of disable, allow/],
    ['postgres://h/d?sslmode', /^cannot use sslmode: a parameter has a value/],
    ['postgres://h/d?ssl=maybe', /^cannot use ssl=maybe/],
    ['postgres://h/d?target_session_attrs=master', /^cannot use target_session_attrs=master: it is one of any/],
    ['postgres://h/d?connect_timeout=soon', /^cannot use connect_timeout=soon: it is a whole number/],
    ['postgres://h/d?service=stats', /^cannot use service=stats: write host/],
    ['postgres://h/d?gssencmode=require', /^cannot use gssencmode=require: GSSAPI/],
    ['postgres://h/d?require_auth=scram-sha-256', /^cannot use require_auth/],
    ['postgres://h/d?schema=app', /^cannot use schema=app: Tidemark keeps its tables in the schema public/],
    ['postgres://h/d?currentSchema=app', /^cannot use currentSchema=app/],
    ['postgres://h/d?client_encoding=latin1', /^cannot use client_encoding=latin1/],
    ['postgres://h/d?replication=database', /^cannot use replication/],
    ['postgres://h/d?scram_client_key=secret', /^cannot use scram_client_key: give the password/],
    ['postgres://h/d?unix_sock=/cloudsql/x', /^cannot use unix_sock: PostgreSQL has no such parameter/],
    ['postgres://h/d?constructor=1', /^cannot use constructor/],
  ] as const) {
    let error: unknown
    try {
      readAddress(text)
    } catch (thrown) {
      error = thrown
    }
    t.type(error, AddressError, text)
    t.match((error as Error).message, said, text)
    t.notMatch((error as Error).message, /secret/, text)
  }
  t.end()
})

t.test('an address is written as it is read, with any signs in it', (t) => {
  const sign = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .filter((text) => !text.includes('\0') && text.isWellFormed())
  const host = fc.constantFrom('db.example', '::1', '192.0.2.1', '/run/postgresql', '')
  fc.assert(
    fc.property(
      sign,
      sign,
      sign,
      fc.array(fc.tuple(host, fc.integer({ min: 1, max: 65_535 })), { minLength: 1, maxLength: 4 }),
      sign,
      (user, password, database, places, options) => {
        const address = {
          hosts: places.map(([host, port]) => ({ host, port })),
          user,
          password,
          database,
          parameters: new Map([['options', options]]),
        }
        const read = readAddress(writeAddress(address))
        t.strictSame({ ...read, parameters: [...read.parameters] }, { ...address, parameters: [...address.parameters] })
      },
    ),
    { numRuns: runs(200) },
  )
  t.end()
})

t.test('places in messages have nothing secret', (t) => {
  t.equal(placesOf(readAddress('postgres://a:b@h:1,[::1]/d?password=c')), 'h:1, [::1]:5432')
  t.equal(placesOf(readAddress('postgres:///d?host=/run/postgresql')), '/run/postgresql')
  t.end()
})
