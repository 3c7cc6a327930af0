// Roles by rules at a real OpenID Connect provider: given, raised and taken away at each sign-in, and recorded.
import t from 'tap'
import { startApp } from '../support/app.ts'
import { fakeBuild } from '../support/dashboard.ts'
import { type Person, startProvider } from '../support/oidc.ts'
import { signInAt } from '../support/oidc-browser.ts'

t.setTimeout(120_000)

const build = await fakeBuild()
const base = 'http://tidemark.test'
const provider = await startProvider(base)
const first = await startApp()
const home = await first.provision({ domain: 'home.test', email: 'owner@corp.test' })
const other = await first.provision({ domain: 'other.test', email: 'boss@other.test' })
const service = await startApp({
  databaseUrl: first.databaseUrl,
  webFolder: build.folder,
  env: {
    ...provider.env,
    SIGN_IN_ROLES: [
      `domain:corp.test=viewer@${home.team}`,
      `group:editors=editor@${home.team}`,
      `group:admins=admin@${home.team}`,
      `group:admins=admin@00000000-0000-4000-8000-000000000000`,
    ].join(';'),
  },
})
t.teardown(async () => {
  await service.stop()
  await first.stop()
  await provider.stop()
  await build.remove()
})
const { registry, db } = service.app
const teamId = (await registry.teams.find(home.team))!.id

const come = async (person: Person) => {
  provider.person = person
  return signInAt(service, base, provider.issuer)
}
const roleOf = async (email: string) =>
  (await registry.teams.members(teamId)).find((member) => member.email === email)?.role
const person = (name: string, groups: readonly string[] | undefined, more: object = {}): Person => ({
  sub: name,
  email: `${name}@corp.test`,
  email_verified: true,
  ...(groups ? { groups } : {}),
  ...more,
})

t.test('an account is made for whom a rule gives a role, raised and lowered with the groups', async (t) => {
  t.equal((await come(person('ann', undefined))).location, '/sites')
  t.equal(await roleOf('ann@corp.test'), 'viewer', 'by the domain')
  const steps: [groups: readonly string[] | undefined, role: string | undefined][] = [
    [['/editors'], 'editor'],
    [['admins', 'editors'], 'admin'],
    [[], 'viewer'],
  ]
  for (const [groups, role] of steps) {
    await come(person('ann', groups))
    t.equal(await roleOf('ann@corp.test'), role, String(groups))
  }
  t.equal((await registry.teams.members((await registry.teams.find(other.team))!.id)).length, 1, 'no other team')
  const rows = await db.write.query('select kind, by_kind, subject, before, after from audit_log where subject = $1', [
    'ann@corp.test',
  ])
  t.match(
    rows.filter(({ kind }) => String(kind).startsWith('member.')),
    [
      { kind: 'member.added', by_kind: 'service', after: { role: 'viewer', by_rule: true } },
      { kind: 'member.changed', before: { role: 'viewer' }, after: { role: 'editor' } },
      { kind: 'member.changed', after: { role: 'admin' } },
      { kind: 'member.changed', after: { role: 'viewer' } },
    ],
  )
})

t.test('a role that people gave stays, and comes back after a rule raised it', async (t) => {
  const bob = await registry.users.create({ email: 'bob@elsewhere.test' })
  await registry.teams.addMember(teamId, bob.id, 'editor')
  const as = (groups: readonly string[]) =>
    come({ sub: 'bob', email: 'bob@elsewhere.test', email_verified: true, groups })
  await as(['admins'])
  t.equal(await roleOf('bob@elsewhere.test'), 'admin')
  await as([])
  t.equal(await roleOf('bob@elsewhere.test'), 'editor')
  await as(['admins'])
  await registry.teams.addMember(teamId, bob.id, 'viewer')
  t.equal(await roleOf('bob@elsewhere.test'), 'viewer')
  await as([])
  t.equal(await roleOf('bob@elsewhere.test'), 'viewer', 'given by people since')
})

t.test('a membership that a rule gave goes with the last group; others are as before', async (t) => {
  await come({ sub: 'cat', email: 'cat@elsewhere.test', email_verified: true, groups: ['editors'] })
  t.equal(await roleOf('cat@elsewhere.test'), 'editor')
  await come({ sub: 'cat', email: 'cat@elsewhere.test', email_verified: true, groups: [] })
  t.equal(await roleOf('cat@elsewhere.test'), undefined)
  const stranger = await come({ sub: 'dan', email: 'dan@elsewhere.test', email_verified: true })
  t.equal(stranger.status, 403, 'no rule, no invitation, no account')
  const unverified = await come({ sub: 'eve', email: 'eve@corp.test', email_verified: false, groups: ['admins'] })
  t.equal(unverified.status, 403, 'an address that is not verified gets nothing')
  t.equal(await registry.users.find('eve@corp.test'), undefined)
})

t.test('groups that the service does not name change nothing', async (t) => {
  await come(person('fay', ['admins']))
  await come(person('fay', undefined, { _claim_names: { groups: 'src1' } }))
  t.equal(await roleOf('fay@corp.test'), 'admin')
})

t.test('the last owner stays one', async (t) => {
  await come({ sub: 'owner', email: 'owner@corp.test', email_verified: true, groups: [] })
  t.equal(await roleOf('owner@corp.test'), 'owner')
})

t.test(
  'a second factor at the provider opens a team that asks for one; without it the account’s own counts',
  async (t) => {
    await registry.teams.setSecondFactor(teamId, true)
    const openSite = async (amr: readonly string[]) => {
      const { cookie } = await come(person('gus', ['editors'], { amr }))
      return (await fetch(`${service.url}/api/v1/sites/home.test`, { headers: { cookie } })).status
    }
    t.equal(await openSite(['pwd']), 404)
    t.equal(await openSite(['pwd', 'mfa']), 200)
  },
)
