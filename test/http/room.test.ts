// How many things a site or a person may have, at the limit and one beyond it (registry/room).
import t from 'tap'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'

const service = await startApp()
t.teardown(() => service.stop())
const { registry, db } = service.app
const site = await service.provision({ domain: 'room.test', email: 'owner@room.test' })
const siteId = (await registry.sites.find('room.test'))!.id
const { cookie } = await signIn(service, 'owner@room.test')
const userId = (await registry.users.find('owner@room.test'))!.id
const goals = await registry.goals.upsert(
  { id: siteId, features: new Set(), isConsolidated: false } as never,
  ['A', 'B'].map((eventName) => ({ kind: 'event', eventName, currency: null, customProps: {} })),
)
const own = (method: string, path: string, body?: unknown) => send(service, method, path, body, { cookie })
const steps = goals.map(({ id }) => id)

const day = new Date().toISOString().slice(0, 10)
const cases: [
  what: string,
  table: string,
  row: string,
  most: number,
  make: (name: string) => ReturnType<typeof own>,
][] = [
  [
    'shared links',
    'shared_links (site_id, name, slug)',
    `${siteId}, 'n' || i, 'slug-of-' || i`,
    1_000,
    (name) => own('POST', '/api/sites/room.test/shared-links', { name }),
  ],
  [
    'segments',
    'segments (site_id, name, filters)',
    `${siteId}, 'n' || i, '[]'`,
    1_000,
    (name) =>
      own('POST', '/api/v1/sites/segments', {
        site_id: 'room.test',
        kind: 'site',
        name,
        filters: [['is', 'visit:device', ['Mobile']]],
      }),
  ],
  [
    'funnels',
    'funnels (site_id, name)',
    `${siteId}, 'n' || i`,
    1_000,
    (name) => own('PUT', '/api/v1/sites/funnels', { site_id: 'room.test', name, steps }),
  ],
  [
    'notes',
    'notes (site_id, day, text)',
    `${siteId}, '2026-01-01', 'n' || i`,
    10_000,
    (text) => own('POST', '/api/v1/sites/notes', { site_id: 'room.test', day, text }),
  ],
  [
    'tokens',
    'plugin_tokens (site_id, token_hash, hint, description)',
    `${siteId}, sha256(i::text::bytea), 'h', 'd'`,
    100,
    (description) => own('POST', '/api/sites/room.test/tokens', { description }),
  ],
  [
    'keys',
    'api_keys (user_id, name, key_hash, key_prefix, scopes, hourly_request_limit)',
    `${userId}, 'n', i::text, 'p', '{}', 600`,
    100,
    (name) => own('POST', '/api/account/keys', { name }),
  ],
]

for (const [what, table, row, most, make] of cases)
  t.test(`${most} ${what}`, async (t) => {
    const name = table.slice(0, table.indexOf(' '))
    const column = what === 'keys' ? 'user_id' : 'site_id'
    const count = async () =>
      (
        await db.write.query<{ count: number }>(`select count(*)::int as count from ${name} where ${column} = $1`, [
          what === 'keys' ? userId : siteId,
        ])
      )[0]!.count
    await db.write.query(`insert into ${table} select ${row} from generate_series(1, $1::int) i`, [
      most - 2 - (await count()),
    ])
    t.ok((await make('one')).status < 300, 'one below the limit')
    const both = await Promise.all([make('two'), make('three')])
    t.equal(both.filter(({ status }) => status < 300).length, 1, 'of two at once one is taken')
    const refused = await make('four')
    t.strictSame([refused.status, refused.body], [400, { error: `Maximum number of ${what} reached` }])
    t.equal(await count(), most)
  })

t.test('the Plugins API says it at the field', async (t) => {
  const authorization = `Bearer ${site.plugin_token}`
  const put = (name: string) =>
    send(service, 'PUT', '/api/plugins/v1/shared_links', { shared_link: { name } }, { authorization })
  t.match(await put('beyond'), { status: 422, body: { errors: { name: ['Maximum number of shared links reached'] } } })
  t.equal((await put('one')).status, 201, 'a link that exists')
})

t.test('100 invitations to a team and its sites wait at once', async (t) => {
  const { id: teamId } = (await registry.teams.find(site.team))!
  const invite = (email: string, to: 'site' | 'team' = 'site') =>
    own('POST', '/api/sites/room.test/invitations', { email, role: 'viewer', to })
  await db.write.query(
    `insert into one_time_links (token_hash, kind, email, role, team_id, site_id, created_at, expires_at, used_at)
     select sha256(('invitation ' || i)::bytea), 'invite', i || '@room.test', 'viewer',
       case when i % 2 = 0 then $1::bigint end, case when i % 2 = 1 then $2::bigint end, now(),
       case when i > 150 then now() - interval '1 day' else now() + interval '1 day' end,
       case when i between 99 and 150 then now() end
     from generate_series(1, 200) i`,
    [teamId, siteId],
  )
  t.equal((await invite('a@more.test')).status, 201, 'those that were taken or are over do not count')
  const both = await Promise.all([invite('b@more.test'), invite('c@more.test', 'team')])
  t.equal(both.filter(({ status }) => status === 201).length, 1, 'of two at once one is taken')
  const refused = await invite('d@more.test')
  t.strictSame([refused.status, refused.body], [400, { error: 'Maximum number of invitations reached' }])
  t.equal((await invite('a@more.test')).status, 201, 'a new one for the same address replaces it')
})
