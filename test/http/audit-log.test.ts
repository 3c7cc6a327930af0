// The audit log: each route that changes something leaves a record with its author and without secrets; who reads it.
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { auditKinds } from '../../src/rules/audit-kinds.ts'
import { createCall } from '../support/api.ts'
import { send } from '../support/browser.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'

t.setTimeout(240_000)

const smtp = await startSmtp()
const domain = 'log.test'
const service = await startDashboard({ domain, days: 0, webFolder: '.', env: { SMTP_URL: smtp.url } })
t.teardown(async () => {
  await service.stop()
  await smtp.stop()
})
const { registry, db, directory } = service.app
const { id: siteId, teamId } = directory.find(domain)!
const owner = service.site.email
const password = 'a long enough password'
const byKey = createCall(service.url, service.site.api_key)
const byToken = createCall(service.url, service.site.plugin_token)

/** Texts that no record may hold: whatever an answer or a mail gave away, and passwords. */
const secrets = new Set<string>([service.site.api_key, service.site.plugin_token, password])

const asOwner = (method: string, path: string, body?: unknown) =>
  send(service, method, path, body, { cookie: service.owner.cookie })
const settings = (method: string, path: string, body?: unknown) => asOwner(method, `/api/sites/${domain}/${path}`, body)

const person = async (email: string) => {
  const user = await registry.users.create({ email, ifMissing: true, password })
  return { ...user, ...(await signIn(service, email)) }
}
const invite = async (email: string) =>
  (await registry.oneTimeLinks.create('invite', { email, role: 'viewer', teamId })).token

const lastMail = async (): Promise<string> => {
  const token = /\/(?:confirm|invite|reset)\/([\w-]{20,})/.exec(wordsOf(smtp.mails.at(-1)!))?.[1] ?? ''
  secrets.add(token)
  return token
}

/** What a route changes: who asks, and the kinds that are recorded. */
interface Case {
  readonly kinds: readonly string[]
  readonly by: 'user' | 'key' | 'token' | 'service'
  /** Answers the status. */
  do(): Promise<number>
}

let goal = 0
let secret = ''
const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const idOf = async (table: string, condition = 'true') =>
  (await db.write.query<{ id: number }>(`select id from ${table} where ${condition} order by id desc limit 1`))[0]
    ?.id ?? 0
const status = async (answer: Promise<{ status: number; body: unknown }>): Promise<number> => {
  const { status: code, body } = await answer
  for (const [, text] of JSON.stringify(body ?? '').matchAll(/"(?:key|token|secret|url|href)":"([^"]{20,})"/g)) {
    secrets.add(text!.replace(/^.*(?:auth=|invite\/|secret=)/, '').replace(/&.*$/, ''))
  }
  return code
}
const user = (kinds: readonly string[], work: Case['do']): Case => ({ kinds, by: 'user', do: work })
const key = (kinds: readonly string[], work: Case['do']): Case => ({ kinds, by: 'key', do: work })
const token = (kinds: readonly string[], work: Case['do']): Case => ({ kinds, by: 'token', do: work })

/** Each route that changes something, by its name, in an order in which each finds its things. */
const cases: Readonly<Record<string, Case>> = {
  CreateSite: key(['site.created'], () => status(byKey('POST', '/api/v1/sites', { domain: 'second.test' }))),
  UpdateSite: key(['tracker.changed'], () =>
    status(byKey('PUT', '/api/v1/sites/second.test', { tracker_script_configuration: { hash_based_routing: true } })),
  ),
  DeleteSite: key(['site.deleted'], () => status(byKey('DELETE', '/api/v1/sites/second.test'))),
  ChangeGeneralSettings: user(['site.changed'], () => status(settings('PUT', 'general', { retention_months: 12 }))),
  UpsertGoals: token(['goal.created'], () =>
    status(byToken('PUT', '/api/plugins/v1/goals', { goal_type: 'Goal.CustomEvent', goal: { event_name: 'A' } })),
  ),
  DeleteGoal: token(['goal.deleted'], async () =>
    status(byToken('DELETE', `/api/plugins/v1/goals/${await idOf('goals')}`)),
  ),
  DeleteGoals: token(['goal.deleted'], async () => {
    await byToken('PUT', '/api/plugins/v1/goals', { goal_type: 'Goal.CustomEvent', goal: { event_name: 'B' } })
    return status(byToken('DELETE', '/api/plugins/v1/goals', { goal_ids: [await idOf('goals')] }))
  }),
  CreateSiteGoal: key(['goal.created'], async () => {
    const given = { site_id: domain, goal_type: 'event', event_name: 'Signup' }
    const made = await byKey('PUT', '/api/v1/sites/goals', given)
    goal = made.body.id
    await byKey('PUT', '/api/v1/sites/goals', { ...given, event_name: 'Order' })
    return made.status
  }),
  ChangeGoal: user(['goal.changed'], () =>
    status(settings('PUT', `goals/${goal}`, { display_name: 'Sign-ups', custom_props: {} })),
  ),
  CreateFunnel: key(['funnel.created'], async () => {
    const rows = await db.write.query<{ id: number }>('select id from goals order by id')
    return status(
      byKey('PUT', '/api/v1/sites/funnels', { site_id: domain, name: 'F', steps: rows.map(({ id }) => id) }),
    )
  }),
  DeleteFunnel: key(['funnel.deleted'], async () =>
    status(byKey('DELETE', `/api/v1/sites/funnels/${await idOf('funnels')}?site_id=${domain}`)),
  ),
  DeleteSiteGoal: key(['goal.deleted'], () => status(byKey('DELETE', `/api/v1/sites/goals/${goal}?site_id=${domain}`))),
  CreateSegment: user(['segment.created'], () =>
    status(
      asOwner('POST', '/api/v1/sites/segments', {
        site_id: domain,
        name: 'Blog',
        kind: 'site',
        filters: [['is', 'event:page', ['/blog']]],
      }),
    ),
  ),
  UpdateSegment: user(['segment.changed'], async () =>
    status(asOwner('PUT', `/api/v1/sites/segments/${await idOf('segments')}`, { site_id: domain, name: 'Blogs' })),
  ),
  DeleteSegment: user(['segment.deleted'], async () =>
    status(asOwner('DELETE', `/api/v1/sites/segments/${await idOf('segments')}?site_id=${domain}`)),
  ),
  CreateNote: user(['note.created'], () =>
    status(asOwner('POST', '/api/v1/sites/notes', { site_id: domain, day: '2026-11-14', text: 'Launch' })),
  ),
  UpdateNote: user(['note.changed'], async () =>
    status(asOwner('PUT', `/api/v1/sites/notes/${await idOf('notes')}`, { site_id: domain, text: 'Launched' })),
  ),
  DeleteNote: user(['note.deleted'], async () =>
    status(asOwner('DELETE', `/api/v1/sites/notes/${await idOf('notes')}?site_id=${domain}`)),
  ),
  EnableCustomProps: token(['properties.changed'], () =>
    status(byToken('PUT', '/api/plugins/v1/custom_props', { custom_prop: { key: 'plan' } })),
  ),
  DisableCustomProps: token(['properties.changed'], () =>
    status(byToken('DELETE', '/api/plugins/v1/custom_props', { custom_prop: { key: 'plan' } })),
  ),
  CreateCustomProperty: key(['properties.changed'], () =>
    status(byKey('PUT', '/api/v1/sites/custom-props', { site_id: domain, property: 'plan' })),
  ),
  DeleteCustomProperty: key(['properties.changed'], () =>
    status(byKey('DELETE', `/api/v1/sites/custom-props/plan?site_id=${domain}`)),
  ),
  UpdateTrackerConfiguration: token(['tracker.changed', 'goal.created'].slice(0, 1), () =>
    status(
      byToken('PUT', '/api/plugins/v1/tracker_script_configuration', {
        tracker_script_configuration: { installation_type: 'manual', outbound_links: true },
      }),
    ),
  ),
  UpsertSharedLink: token(['link.created'], () =>
    status(byToken('PUT', '/api/plugins/v1/shared_links', { shared_link: { name: 'WordPress' } })),
  ),
  CreateSharedLink: key(['link.created'], () =>
    status(byKey('PUT', '/api/v1/sites/shared-links', { site_id: domain, name: 'Key' })),
  ),
  AddSharedLink: user(['link.created'], () => status(settings('POST', 'shared-links', { name: 'Board', password }))),
  ChangeSharedLink: user(['link.changed'], async () =>
    status(settings('PUT', `shared-links/${await idOf('shared_links')}`, { name: 'Boards', password })),
  ),
  DeleteSharedLink: user(['link.deleted'], async () =>
    status(settings('DELETE', `shared-links/${await idOf('shared_links')}`)),
  ),
  AddShield: user(['shield.created'], () =>
    status(settings('POST', 'shields', { type: 'ip', value: '203.0.113.77', description: 'Office' })),
  ),
  RemoveShield: user(['shield.deleted'], async () => status(settings('DELETE', `shields/${await idOf('shields')}`))),
  RenewKitSecret: user(['kit.renewed'], () => status(settings('POST', 'kits/secret'))),
  CreateToken: user(['token.created'], () => status(settings('POST', 'tokens', { description: 'Shop' }))),
  RevokeToken: user(['token.revoked'], async () => status(settings('DELETE', `tokens/${await idOf('plugin_tokens')}`))),
  AddChannel: user(['channel.created'], () => {
    secrets.add('B0TS3CRET')
    const address = 'https://hooks.slack.com/services/B0TS3CRET'
    return status(settings('POST', 'channels', { service: 'slack', name: 'Team', address }))
  }),
  ChangeChannel: user(['channel.changed'], async () =>
    status(settings('PUT', `channels/${await idOf('channels')}`, { name: 'Desk' })),
  ),
  RenewChannelSecret: user(['channel.changed'], async () =>
    status(settings('POST', `channels/${await idOf('channels')}/secret`)),
  ),
  AddRule: user(['rule.created'], () => {
    const rule = { metric: 'visitors', condition: 'above', value: 9, hours: 1, recipients: ['ann@mail.test'] }
    return status(settings('POST', 'notice-rules', rule))
  }),
  ChangeRule: user(['rule.changed'], async () => {
    const rule = { metric: 'visitors', condition: 'below', value: 9, hours: 3, recipients: ['ann@mail.test'] }
    return status(settings('PUT', `notice-rules/${await idOf('notice_rules')}`, rule))
  }),
  DeleteRule: user(['rule.deleted'], async () =>
    status(settings('DELETE', `notice-rules/${await idOf('notice_rules')}`)),
  ),
  DeleteChannel: user(['channel.deleted'], async () =>
    status(settings('DELETE', `channels/${await idOf('channels')}`)),
  ),
  ChangeReport: user(['channel.created', 'recipients.changed'], () => {
    secrets.add('T0PS3CRET')
    const recipients = ['ann@mail.test', 'https://hooks.test/services/T0PS3CRET']
    return status(settings('PUT', 'reports/spike', { recipients, threshold: 10 }))
  }),
  Unsubscribe: {
    kinds: ['recipients.changed'],
    by: 'service',
    do: async () => {
      const id = await idOf('recipients', "address like 'ann@%'")
      return (await fetch(`${service.url}/unsubscribe/${registry.recipients.unsubscribeToken(id)}`, { method: 'POST' }))
        .status
    },
  },
  ChangeSignIn: user(['team.changed'], async () => {
    await db.write.query('update browser_sessions set second_factor_at = now()')
    const answer = await status(settings('PUT', 'sign-in', { requires_second_factor: true }))
    await settings('PUT', 'sign-in', { requires_second_factor: false })
    return answer
  }),
  NameTeam: user(['team.changed'], () => status(settings('PUT', 'team', { name: 'The team' }))),
  Invite: user(['invitation.created'], async () => {
    const answer = await status(settings('POST', 'invitations', { email: 'new@log.test', role: 'viewer', to: 'team' }))
    await lastMail()
    return answer
  }),
  RevokeInvitation: user(['invitation.withdrawn'], async () =>
    status(settings('DELETE', `invitations/${await idOf('one_time_links', "kind = 'invite'")}`)),
  ),
  AcceptInvitation: user(['account.created', 'invitation.accepted'].slice(1), async () =>
    status(send(service, 'POST', `/api/invitations/${await invite('bob@log.test')}`, { password })),
  ),
  JoinByInvitation: user(['invitation.accepted'], async () => {
    const { cookie } = await person('cat@log.test')
    await invite('cat@log.test')
    const id = await idOf('one_time_links', "kind = 'invite'")
    return status(send(service, 'POST', `/api/account/invitations/${id}`, undefined, { cookie }))
  }),
  DeclineInvitation: user(['invitation.withdrawn'], async () => {
    const { cookie } = await person('dan@log.test')
    await invite('dan@log.test')
    const id = await idOf('one_time_links', "kind = 'invite'")
    return status(send(service, 'DELETE', `/api/account/invitations/${id}`, undefined, { cookie }))
  }),
  ChangeMember: user(['member.changed'], () => status(settings('PUT', 'members/cat%40log.test', { role: 'editor' }))),
  RemoveMember: user(['member.removed'], () => status(settings('DELETE', 'members/cat%40log.test'))),
  InviteGuest: key(['guest.added'], () =>
    status(byKey('PUT', '/api/v1/sites/guests', { site_id: domain, email: 'eve@log.test', role: 'viewer' })),
  ),
  ChangeGuest: user(['guest.changed'], () => status(settings('PUT', 'guests/eve%40log.test', { role: 'editor' }))),
  RemoveGuest: key(['guest.removed'], () =>
    status(byKey('DELETE', `/api/v1/sites/guests/eve%40log.test?site_id=${domain}`)),
  ),
  BeginUpload: user(['import.started'], () =>
    status(settings('POST', 'uploads', { kind: 'events', name: 'a.ndjson', bytes: 10 })),
  ),
  DeleteUpload: user(['import.cancelled'], async () => status(settings('DELETE', `uploads/${await idOf('uploads')}`))),
  DeleteImport: user(['import.deleted'], async () => {
    await db.write.query(
      `insert into imports (site_id, fingerprint, source, name, state, finished_at, is_marked)
       values ($1, '\\x00', 'events', 'old.ndjson', 'done', now(), true)`,
      [siteId],
    )
    return status(settings('DELETE', `imports/${await idOf('imports')}`))
  }),
  CreateKey: user(['key.created'], () =>
    status(asOwner('POST', '/api/account/keys', { name: 'Script', team_id: service.site.team })),
  ),
  RevokeKey: user(['key.revoked'], async () =>
    status(asOwner('DELETE', `/api/account/keys/${await idOf('api_keys')}`)),
  ),
  ChangeAccount: user(['account.changed', 'password.changed'], () =>
    status(asOwner('PUT', '/api/account', { name: 'Ann', password })),
  ),
  CreateErasure: key(['statistics.requested'], async () => {
    await fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Firefox/121.0' },
      body: JSON.stringify({ n: 'pageview', u: `https://${domain}/`, d: domain }),
    })
    const scope = { site_id: domain, kind: 'everything' }
    const { body: count } = await byKey('GET', `/api/v1/sites/erasures/count?${new URLSearchParams(scope)}`)
    return status(byKey('POST', '/api/v1/sites/erasures', { ...scope, ...count }))
  }),
  StopErasure: key(['statistics.stopped'], async () =>
    status(byKey('DELETE', `/api/v1/sites/erasures/${await idOf('erasures')}?site_id=${domain}`)),
  ),
  TurnSecondFactorOn: user(['second_factor.enabled'], async () => {
    const begun = await asOwner('POST', '/api/account/second-factor', {})
    secret = begun.body.secret
    secrets.add(secret)
    const on = await asOwner('PUT', '/api/account/second-factor', { code: code() })
    for (const recovery of on.body.recovery_codes) secrets.add(recovery)
    secret = on.body.recovery_codes[0]
    return on.status
  }),
  TurnSecondFactorOff: user(['second_factor.disabled'], () =>
    status(asOwner('DELETE', '/api/account/second-factor', { code: secret })),
  ),
  ResetPassword: user(['password.changed'], async () => {
    const { id } = await person('fay@log.test')
    await registry.teams.addMember(teamId, id, 'viewer')
    const made = await registry.oneTimeLinks.createReset('fay@log.test')
    secrets.add(made!.token)
    return status(send(service, 'POST', '/api/reset', { token: made!.token, password: 'another long password' }))
  }),
  EndSessions: user(['sessions.ended'], async () => {
    const { cookie, id } = await person('gus@log.test')
    await registry.teams.addMember(teamId, id, 'viewer')
    return status(send(service, 'DELETE', '/api/account/sessions', undefined, { cookie }))
  }),
}

/** Routes with another method than GET that leave no record, and why. */
const exceptions: Readonly<Record<string, string>> = {
  Query: 'reads',
  QueryBatch: 'reads',
  QueryJourney: 'reads',
  IngestEvent: 'counts an event',
  SendEvents: 'counts events',
  PreflightEvent: 'answers a browser',
  ExportQuery: 'reads sums, as the dashboard does',
  AskByAssistant: 'reads',
  PinSite: 'a person’s own list',
  UnpinSite: 'a person’s own list',
  SendChunk: 'a part of BeginUpload',
  SendSample: 'changes nothing',
  TestChannel: 'changes nothing',
  SignIn: 'a sign-in is no change',
  SignOut: 'a person’s own session',
  EndSession: 'a person’s own session',
  BeginSecondFactor: 'counts when TurnSecondFactorOn is asked',
  ConfirmAddress: 'mails a link; the link is recorded when it is opened',
  ChangeAddress: 'mails a link; the link is recorded when it is opened',
  AskForReset: 'mails a link; the link is recorded when it is taken',
  OpenSharedLink: 'reads',
  GiveSecondFactor: 'a person’s own session',
  SetUp: 'records the password of an account that has no team yet or its own, in registry/audit.test.ts',
}

const newest = async () => (await db.write.query<{ id: number }>('select max(id) as id from audit_log'))[0]?.id ?? 0
const since = (id: number) =>
  db.write.query<Record<string, unknown>>(
    'select kind, by_kind, by_name, by_detail, site, subject, team_id, before, after from audit_log where id > $1 order by id',
    [id],
  )

t.test('every route that changes something leaves a record in the transaction of its change', async (t) => {
  const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const changing = Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId = '' }]) => (method === 'get' ? [] : [operationId])),
  )
  const unknown = changing.filter((name) => !(name in cases) && !(name in exceptions))
  t.strictSame(unknown, [], 'each is in one of the two lists above')
  t.strictSame(
    [...Object.keys(cases), ...Object.keys(exceptions)].filter((name) => !changing.includes(name)),
    [],
    'and the lists name routes that are there',
  )
  for (const [name, { kinds, by, do: work }] of Object.entries(cases)) {
    const before = await newest()
    t.match(await work(), /^20[014]$/, name)
    const rows = (await since(before)).filter(({ by_kind }) => by_kind === by)
    t.strictSame(
      kinds.filter((kind) => !rows.some((row) => row['kind'] === kind)),
      [],
      `${name} records ${kinds}`,
    )
    for (const row of rows) t.equal(row['team_id'], teamId, `${name}: of the team`)
  }
})

t.test('names the author as it was called', async (t) => {
  const find = async (kind: string, by: string) =>
    (
      await db.write.query('select by_name, by_detail from audit_log where kind = $1 and by_kind = $2 limit 1', [
        kind,
        by,
      ])
    )[0]
  t.strictSame(await find('goal.created', 'key'), { by_name: owner, by_detail: 'provision' })
  t.strictSame(await find('goal.created', 'token'), { by_name: '', by_detail: 'provision' })
  t.strictSame(await find('goal.changed', 'user'), { by_name: owner, by_detail: '' })
})

t.test('holds no secret and no address of a computer', async (t) => {
  const rows = JSON.stringify(await since(0))
  t.ok(secrets.size > 15)
  for (const text of secrets) t.notOk(text !== '' && rows.includes(text), `without ${text.slice(0, 4)}…`)
  t.notMatch(rows, /203\.0\.113\.77|127\.0\.0\.1|::1/)
  t.match(rows, /hooks\.test/, 'but the host of a webhook')
})

t.test('records links that are opened, and exports of rows', async (t) => {
  const from = await newest()
  const gus = await signIn(service, 'gus@log.test')
  const { token: confirm } = await registry.oneTimeLinks.create('confirm', {
    userId: (await registry.users.find('gus@log.test'))!.id,
    email: 'hal@log.test',
  })
  t.equal(
    (await fetch(`${service.url}/confirm/${confirm}`, { headers: { cookie: gus.cookie }, redirect: 'manual' })).status,
    302,
  )
  const exported = await send(service, 'GET', `/api/sites/${domain}/export?what=events`, undefined, {
    cookie: service.owner.cookie,
  })
  t.equal(exported.status, 200)
  t.match(await since(from), [
    { kind: 'account.changed', by_kind: 'user', before: { email: 'gus@log.test' }, after: { email: 'hal@log.test' } },
    { kind: 'export.made', by_name: owner, subject: 'events', site: domain, after: { format: 'ndjson' } },
  ])
})

t.test('owners read it: of the site, of the team, by pages, by kind and person; nobody else does', async (t) => {
  const path = '/api/v1/sites/audit-log'
  const list = async (query: Record<string, string> = {}) =>
    (await asOwner('GET', `${path}?${new URLSearchParams({ site_id: domain, ...query })}`)).body
  const all = await list({ limit: '1000', scope: 'team' })
  const ofSite = await list({ limit: '1000' })
  t.ok(ofSite.audit_log.length < all.audit_log.length)
  t.strictSame([...new Set(ofSite.audit_log.map((entry: { site: string }) => entry.site))], [domain])
  const ids = all.audit_log.map((entry: { id: number }) => entry.id)
  t.strictSame(
    ids,
    ids.toSorted((a: number, b: number) => b - a),
    'newest first',
  )

  const paged: number[] = []
  let after: string | null = ''
  let last = all
  while (after !== null) {
    last = await list({ limit: '7', scope: 'team', ...(after ? { after } : {}) })
    t.equal(last.meta.before === null, after === '', 'nothing is newer than the first page')
    paged.push(...last.audit_log.map((entry: { id: number }) => entry.id))
    after = last.meta.after
  }
  t.strictSame(paged, ids, 'pages are the whole')
  const back = await list({ limit: '7', scope: 'team', before: last.meta.before })
  t.equal(back.audit_log.at(-1).id, ids[ids.indexOf(last.audit_log[0].id) - 1], 'and back')

  const goals = await list({ kind: 'goal.created' })
  t.ok(goals.audit_log.length > 0)
  t.ok(goals.audit_log.every((entry: { kind: string }) => entry.kind === 'goal.created'))
  const bob = await list({ scope: 'team', by: 'BOB@log.test' })
  t.match(bob.audit_log, [{ kind: 'invitation.accepted', by_name: 'bob@log.test', subject: 'bob@log.test' }])
  t.strictSame(bob.people.includes(owner), true, 'the choices are those of the whole log')
  t.strictSame(all.kinds, auditKinds.filter((kind) => all.kinds.includes(kind)).toSorted())
  const refused: [query: Record<string, string>, error: string][] = [
    [{ kind: 'goal' }, 'kind: must be '],
    [{ scope: 'all' }, 'scope: must be site or team'],
  ]
  for (const [query, error] of refused) t.match(await list(query), { error: new RegExp(`^${error}`) })

  for (const role of ['admin', 'editor', 'viewer', 'billing'] as const) {
    const member = await person(`${role}@log.test`)
    await registry.teams.addMember(teamId, member.id, role)
    const ask = (below = '') =>
      send(service, 'GET', `${path}${below}?site_id=${domain}&scope=team`, undefined, { cookie: member.cookie })
    t.equal((await ask()).status, 404, role)
    t.equal((await ask('/csv')).status, 404, role)
    const made = await registry.keys.create({ userId: member.id, scopes: ['sites:*'] })
    t.equal((await byKey('GET', `${path}?site_id=${domain}`, undefined, made.key)).status, 404, `a key of ${role}`)
  }
  const other = await service.provision({ domain: 'elsewhere.test' })
  t.equal((await byKey('GET', `${path}?site_id=${domain}`, undefined, other.api_key)).status, 401)
  t.equal((await byKey('GET', `${path}?site_id=${domain}`)).status, 200, 'by key')
  const ann = (await registry.users.find(owner))!
  const reading = await registry.keys.create({ userId: ann.id, scopes: ['stats:read:*'] })
  t.equal(
    (await byKey('GET', `${path}?site_id=${domain}`, undefined, reading.key)).status,
    401,
    'a key that only reads',
  )
  t.equal((await byKey('GET', `${path}?site_id=${domain}`, undefined, null)).status, 401)
})

t.test('as CSV, whole, and without formulas', async (t) => {
  await registry.by({ kind: 'command' }).goals.upsert(directory.find(domain)!, [
    {
      kind: 'event',
      eventName: '=cmd()',
      displayName: '=HYPERLINK("http://evil.test")',
      currency: null,
      customProps: {},
    },
  ])
  const answer = await byKey('GET', `/api/v1/sites/audit-log/csv?site_id=${domain}&scope=team`)
  t.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  t.match(answer.headers.get('content-disposition'), /log\.test-team-audit-log\.csv/)
  const lines = String(answer.body).trimEnd().split('\r\n')
  t.equal(lines[0], 'at,site,kind,subject,by_kind,by_name,by_detail,before,after')
  t.match(lines[1], /^[\d-]{10}T[\d:.]+Z,log\.test,goal\.created,"'=HYPERLINK\(""http:\/\/evil\.test""\)",command,,,,/)
  const marked = await fetch(`${service.url}/api/v1/sites/audit-log/csv?site_id=${domain}&bom=true`, {
    headers: { authorization: `Bearer ${service.site.api_key}` },
  })
  t.strictSame([...new Uint8Array(await marked.arrayBuffer()).subarray(0, 3)], [0xef, 0xbb, 0xbf], 'for spreadsheets')
  const [row] = await db.write.query<{ count: number }>('select count(*) from audit_log where team_id = $1', [teamId])
  t.equal(lines.length - 1, row?.count)
})

t.test('a site that was deleted stays in the record of its team', async (t) => {
  const { body } = await asOwner('GET', `/api/v1/sites/audit-log?site_id=${domain}&scope=team&kind=site.deleted`)
  t.match(body.audit_log, [{ kind: 'site.deleted', site: 'second.test', subject: 'second.test', by_kind: 'key' }])
})
