// Rows of a site as a packed file: what is refused, and a client that goes away.
import t from 'tap'
import { send } from '../support/browser.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { own } from '../support/own.ts'

t.setTimeout(120_000)

const service = await startDashboard({ domain: 'rows.test', days: 3, webFolder: '.' })
t.teardown(() => service.stop())
const { registry, directory, db } = service.app
const teamId = directory.find('rows.test')!.teamId
const ask = (query: string, cookie = service.owner.cookie) =>
  send(service, 'GET', `/api/sites/rows.test/export?${query}`, undefined, { cookie })

t.test('what is refused', async (t) => {
  const cases: [query: string, error: string][] = [
    ['', 'what: must be events or sessions'],
    ['what=people', 'what: must be events or sessions'],
    ['what=events&format=parquet', 'format: must be ndjson or csv'],
    ['what=events&from=2025-02-30', 'from: must be a day (YYYY-MM-DD)'],
    ['what=events&to=', 'to: must be a day (YYYY-MM-DD)'],
  ]
  for (const [query, error] of cases) t.match(await ask(query), { status: 400, body: { error } }, query)
  t.equal((await ask('what=events', '')).status, 401)
  for (const [role, status] of [
    ['viewer', 404],
    ['editor', 200],
  ] as const) {
    const user = await registry.users.create({ email: `${role}@rows.test`, ifMissing: true })
    await registry.teams.addMember(teamId, user.id, role)
    const { cookie } = await signIn(service, user.email)
    const response = await fetch(`${service.url}/api/sites/rows.test/export?what=events`, { headers: { cookie } })
    t.equal(response.status, status, role)
    await response.body?.cancel()
  }
})

t.test('names beyond ASCII: the rows and the archive of all panels', async (t) => {
  const { domain } = await service.provision({ domain: '音乐.cn/é', email: service.site.email })
  const site = encodeURIComponent(domain)
  for (const [path, end] of [
    [`/api/sites/${site}/export?what=events`, '-events.ndjson.gz'],
    [`/api/v1/stats/export?site_id=${site}&format=zip&date_range=7d`, '.zip'],
  ] as const) {
    const response = await fetch(service.url + path, { headers: { cookie: service.owner.cookie } })
    t.equal(response.status, 200, path)
    t.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="__.cn-_${end}"; filename*=UTF-8''%E9%9F%B3%E4%B9%90.cn-%C3%A9${end}`,
    )
    await response.arrayBuffer()
  }
})

t.test('a client that goes away ends its statement', async (t) => {
  // More than what buffers on the way hold.
  const siteId = directory.find('rows.test')!.id
  await (await own(db, siteId)).query(
    `insert into events ({{part,}}site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day,
       first_of_visitor_month, first_of_visit_day, first_of_visit_month, seen_day_before, name, pathname)
     select {{=part,}}$1, '2025-01-01'::timestamptz + n * interval '1 second', n, n, '2025-01-01', true, true, true, true, false,
            'pageview', '/' || md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text)
     from generate_series(1, 200000) as n`,
    [siteId],
  )
  const running = async () =>
    (
      await db.write.query<{ count: number }>(
        `select count(*) from pg_stat_activity where application_name = 'tidemark export' and datname = current_database()`,
      )
    )[0]!.count
  const open = async () => {
    const gone = new AbortController()
    const headers = { cookie: service.owner.cookie }
    const url = `${service.url}/api/sites/rows.test/export?what=events`
    const response = await fetch(url, { headers, signal: gone.signal })
    const reader = response.body!.getReader()
    const read = reader.read().catch(() => {})
    return { gone, read, status: response.status }
  }
  const answers = [await open(), await open()]
  await Promise.all(answers.map(({ read }) => read))
  t.match(await ask('what=events'), {
    status: 503,
    body: { error: 'Too many exports are under way. Please try again' },
  })
  t.equal(await running(), 2)
  for (const { gone } of answers) gone.abort()
  while ((await running()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal((await open()).status, 200)
})

t.test('readers of a public link who take nothing leave the places of everybody else', async (t) => {
  const { id } = directory.find('rows.test')!
  const { slug } = await registry.sharedLinks.findOrCreate(id, 'Board')
  const other = await registry.sharedLinks.findOrCreate(id, 'Other board')
  const wanted = 'site_id=rows.test&metrics=pageviews&dimensions=event:page&date_range=2024-12-31,2025-01-31'
  /** A file that is asked for and not read: its status, and the end of it. */
  const open = async (query: string, headers: Record<string, string>) => {
    const gone = new AbortController()
    const url = `${service.url}/api/v1/stats/export?${wanted}${query}`
    const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' }, signal: gone.signal })
    // Node cancels the body of an answer that nothing holds any more.
    const leave = () => gone.abort(response.statusText)
    return { status: response.status, leave }
  }
  const at = (address: string) => ({ 'x-forwarded-for': address })
  const opened: (() => void)[] = []
  const statuses: number[] = []
  for (let socket = 0; socket < 8; socket += 1) {
    const { status, leave } = await open(`&auth=${slug}`, at('203.0.113.1'))
    statuses.push(status)
    opened.push(leave)
  }
  t.strictSame(statuses, [200, 503, 503, 503, 503, 503, 503, 503])
  const others: [what: string, query: string, headers: Record<string, string>][] = [
    ['another address', `&auth=${slug}`, at('203.0.113.2')],
    ['another link', `&auth=${other.slug}`, at('203.0.113.1')],
    ['a person', '', { ...at('203.0.113.1'), cookie: service.owner.cookie }],
    ['a key', '', { ...at('203.0.113.1'), authorization: `Bearer ${service.site.api_key}` }],
  ]
  for (const [what, query, headers] of others) {
    const { status, leave } = await open(query, headers)
    t.equal(status, 200, what)
    opened.push(leave)
  }
  for (const leave of opened) leave()
})
