// 500 events a second for real processes, while the database is stopped, started, killed with -9 and started again, and
// the service is killed with -9 three times: acknowledged = stored + dropped, nothing twice, each visitor in order.
// `make fault` stops the database for 60 seconds.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { migrate } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { until } from '../support/cut.ts'
import { own } from '../support/own.ts'
import { startServer } from '../support/postgres.ts'
import { type Answer, postEvent, type ServiceProcess, startService } from '../support/process.ts'
import { checkSums } from '../support/session-sums.ts'

const outageMs = Number(process.env['FAULT_OUTAGE_MS'] ?? 3_000)
const perSecond = 500
const visitors = 200
const tickMs = 10

t.setTimeout(180_000 + outageMs * 2)

type Kind = 'pageview' | 'engagement' | 'dropped'
type Fate = 'acknowledged' | 'refused' | 'doubtful'

interface Sent {
  readonly path: string
  readonly kind: Kind
  fate: Fate | undefined
}

/** Sends at a steady rate whatever happens; a visitor's next event waits for the answer to the one before. */
function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors })
  const sent: Sent[] = []
  const idle = Array.from({ length: visitors }, (_, visitor) => visitor)
  const known = new Set<number>()
  const strange = new Map<number, number>()
  const running = new Set<Promise<void>>()
  const fateOf = ({ status, error }: Answer): Fate => {
    if (status === 202) return 'acknowledged'
    if (status !== 503 && status !== 0) strange.set(status, (strange.get(status) ?? 0) + 1)
    return status === 0 && error !== 'ECONNREFUSED' ? 'doubtful' : 'refused'
  }
  const send = async (visitor: number) => {
    const count = sent.length
    // Not by the count alone: visitors come round in order.
    const share = (count * 7919 + visitor * 31) % 97
    const kind: Kind = share < 5 ? 'dropped' : share < 15 && known.has(visitor) ? 'engagement' : 'pageview'
    const event: Sent = { path: `/${visitor}/${count}`, kind, fate: undefined }
    sent.push(event)
    const body = {
      n: kind === 'engagement' ? kind : 'pageview',
      u: `https://fault.test${event.path}`,
      d: 'fault.test',
      e: 1_000,
    }
    const headers = {
      'x-forwarded-for': `10.7.${visitor >> 8}.${visitor & 255}`,
      ...(kind === 'dropped' ? { 'x-service-ip-type': 'dc_ip' } : {}),
    }
    const answer = await postEvent({ agent, port, body: JSON.stringify(body), headers })
    event.fate = fateOf(answer)
    if (event.fate === 'acknowledged') {
      if (kind === 'pageview') known.add(visitor)
      if ((answer.headers['x-service-dropped'] === '1') !== (kind === 'dropped'))
        strange.set(202, (strange.get(202) ?? 0) + 1)
    }
    idle.push(visitor)
  }
  let due = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    due = Math.min(due + ((now - last) * perSecond) / 1_000, perSecond)
    last = now
    for (; due >= 1 && idle.length > 0; due -= 1) {
      const one = send(idle.shift()!).finally(() => running.delete(one))
      running.add(one)
    }
  }, tickMs)
  return {
    sent,
    strange,
    count: (fate: Fate, isDrop: boolean) =>
      sent.filter((event) => event.fate === fate && (event.kind === 'dropped') === isDrop).length,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
    },
  }
}

t.test(`the database away for ${outageMs} ms, then killed; the service killed three times`, async (t) => {
  const server = await startServer()
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const databaseUrl = new URL(server.url)
  databaseUrl.pathname = '/fault'
  const admin = createPools({ databaseUrl: server.url })
  await admin.write.query('create database fault')
  await admin.stop()
  await migrate(databaseUrl.href)
  const db = createPools({ databaseUrl: databaseUrl.href, onError: () => {} })
  await db.write.query(
    `with team as (insert into teams (name) values ('t') returning id) insert into sites (team_id, domain) select id, 'fault.test' from team`,
  )
  const children: ServiceProcess[] = []
  const start = async (port?: number) => {
    const service = await startService({
      databaseUrl: databaseUrl.href,
      spoolDir,
      ...(port === undefined ? {} : { port }),
    })
    children.push(service)
    return service
  }
  t.teardown(async () => {
    for (const { child } of children) child.kill('SIGKILL')
    await db.stop()
    await server.remove()
    await rm(spoolDir, { recursive: true, force: true })
  })

  let service = await start()
  const { port } = service
  const load = startLoad(port)
  const kept = () => load.count('acknowledged', false)
  const log: string[] = []
  const startedAt = Date.now()
  const say = (what: string) =>
    log.push(`${((Date.now() - startedAt) / 1_000).toFixed(1)} s ${what}, ${kept()} acknowledged`)
  /** Kills the service at a random moment of the next so many milliseconds, and starts it again. */
  const killWithin = async (ms: number, when: string) => {
    await delay(Math.random() * ms)
    service.child.kill('SIGKILL')
    await service.exited
    say(`service killed ${when}`)
    service = await start(port)
  }
  const more = async (events: number) => {
    const wanted = kept() + events
    await until(() => kept() >= wanted, 60_000)
  }

  await more(300)
  await killWithin(500, 'in normal work')
  await more(300)
  await server.stop()
  say('database stopped')
  const back = delay(outageMs)
  // Most of the outage goes to the spool; a service that starts without a database refuses.
  await more(300)
  await delay(outageMs * 0.5)
  await killWithin(outageMs * 0.3, 'without a database')
  await back
  await server.start()
  say('database started')
  await killWithin(600, 'while it replays')
  await more(300)
  await server.kill()
  say('database killed')
  await more(200)
  await server.start()
  say('database started')
  await more(300)
  await load.stop()
  say('load ended')

  const stored = async () =>
    db.write.query<{ path: string; is_event: boolean }>(
      'select pathname as path, true as is_event from events union all select pathname, false from engagements',
    )
  const expected = load.sent
    .filter(({ kind, fate }) => fate === 'acknowledged' && kind !== 'dropped')
    .map(({ path }) => path)
  const missing = async () => {
    const paths = new Set((await stored()).map(({ path }) => path))
    return expected.filter((path) => !paths.has(path))
  }
  await until(async () => (await missing()).length === 0, 30_000).catch(() => {})
  service.child.kill('SIGTERM')
  await service.exited

  t.strictSame(await missing(), [], 'everything acknowledged is stored')
  const rows = await stored()
  t.equal(new Set(rows.map(({ path }) => path)).size, rows.length, 'nothing is stored twice')
  const fates = new Map(load.sent.map((event) => [event.path, event]))
  const unexpected = rows.filter(
    ({ path }) => fates.get(path)?.fate === 'refused' || fates.get(path)?.kind === 'dropped',
  )
  t.strictSame(unexpected, [], 'nothing is stored that was refused or dropped')
  const [counted] = await db.write.query<{ kept: number; dropped: number }>(
    `select coalesce(sum(count) filter (where reason = 'accepted'), 0)::bigint as kept,
            coalesce(sum(count) filter (where reason = 'dc_ip'), 0)::bigint as dropped from traffic_counts`,
  )
  t.equal(counted!.kept, rows.length, 'the counter of stored events is exact')
  const [drops, doubtfulDrops] = [load.count('acknowledged', true), load.count('doubtful', true)]
  t.ok(
    counted!.dropped >= drops && counted!.dropped <= drops + doubtfulDrops,
    `${drops} drops are counted, ${counted!.dropped}`,
  )
  t.strictSame([...load.strange], [], 'only 202 and 503, and the right drops')

  const disorder = await db.write.query(
    `select * from (select split_part(pathname, '/', 2) as visitor, split_part(pathname, '/', 3)::int as number,
       lag(split_part(pathname, '/', 3)::int) over (partition by visitor_id order by recorded_at, position) as before from events) e where number < before`,
  )
  t.strictSame(disorder, [], 'each visitor in order')
  const wrong = await (await own(db, 1)).query(
    `select v.session_id from visits v join (select session_id, count(*) as stored, (array_agg(pathname order by recorded_at, position))[1] as first,
       (array_agg(pathname order by recorded_at desc, position desc))[1] as last from events where {{at}}true group by 1) e using (session_id)
     where {{at v}}(v.pageviews <> stored or v.events <> stored or v.entry_page <> first or v.exit_page <> last)`,
  )
  t.strictSame(wrong, [], 'the visits are those of one writer')
  const [visits] = await db.write.query('select count(*) as visits, count(distinct visitor_id) as visitors from visits')
  const stayed = new Set(rows.map(({ path }) => path.split('/')[1])).size
  t.ok(stayed > visitors * 0.9)
  t.strictSame(visits, { visits: stayed, visitors: stayed }, 'one visit of each visitor that has an event')
  const [site] = await db.write.query<{ id: number }>('select id from sites')
  // Without statistics the joins of the next questions take minutes.
  await db.write.query('analyze events, engagements, sessions, traffic_counts')
  await checkSums(t, db, site!.id, 'Etc/UTC')

  for (const line of log) t.comment(line)
  t.comment(
    `${load.sent.length} sent: ${kept()} kept and ${drops} dropped of those acknowledged, ${load.count('refused', false) + load.count('refused', true)} refused, ` +
      `${load.count('doubtful', false) + doubtfulDrops} without an answer (${rows.length - kept()} of them stored); ${rows.length} rows`,
  )
})
