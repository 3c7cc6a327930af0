// Traffic over the nodes of a Citus cluster: one node for each transaction and question, a worker that dies, a part that
// moves (docs/scale.md).
import t from 'tap'
import { migrate } from '../../src/db/migrate.ts'
import { ownPart } from '../../src/db/parts.ts'
import { createPools } from '../../src/db/pool.ts'
import type { Accepted } from '../../src/ingest/accept.ts'
import { createLog } from '../../src/log.ts'
import { createStats } from '../../src/stats/stats.ts'
import { spreadSite } from '../../src/upkeep/spread.ts'
import { ask, startCluster, withoutCluster } from '../../tools/citus/cluster.ts'
import { until } from '../support/cut.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'

const waitMs = 60_000

t.test('a cluster', { skip: withoutCluster, timeout: 300_000 }, async (t) => {
  const cluster = await startCluster()
  t.teardown(() => cluster.stop())
  await migrate(cluster.url, { parts: 8 })
  const sites = Array.from({ length: 8 }, (_, index) => siteView({ id: index + 1, domain: `s${index + 1}.example` }))
  for (const { domain } of sites) {
    await ask(cluster.url, `insert into teams (plan) select 'business' where not exists (select from teams)`)
    await ask(cluster.url, 'insert into sites (team_id, domain) values (1, $1)', [domain])
  }
  const [layout] = await ask<{ parts: number[] }>(
    cluster.url,
    'select array_agg(part order by index) as parts from parts',
  )
  const partOf = (site: { id: number }) => ownPart(layout!.parts, site.id)
  /** The node of each part. */
  const portsOf = async () =>
    new Map(
      (
        await ask<{ part: number; port: number }>(
          cluster.url,
          `select p.part, n.nodeport as port
           from parts p
           join pg_dist_placement s on s.shardid = get_shard_id_for_distribution_column('events', p.part)
           join pg_dist_node n on n.groupid = s.groupid`,
        )
      ).map(({ part, port }) => [part, port]),
    )

  /** Statements that reach more than one shard are errors on these connections. */
  const strict = new URL(cluster.url)
  // A plus stands for itself in an address of PostgreSQL.
  strict.search = '?options=-c%20citus.multi_task_query_log_level%3Derror'
  const one = await startIngest({ databaseUrl: strict.href, sites, lanes: 4 })
  t.teardown(() => one.stop())
  let sent = 0
  const answered: { domain: string; answer: Accepted }[] = []
  const accept = (body: object, ip: string) => one.ingest.accept(envelope(body, { ip }))
  /** A pageview of one of 40 visitors for a site. */
  const send = async (domain: string): Promise<void> => {
    const number = sent++
    const from = { ip: `192.0.2.${number % 40}` }
    const body = { n: 'pageview', u: `https://${domain}/${number}`, d: domain }
    answered.push({ domain, answer: await accept(body, from.ip) })
  }
  const sendEach = () => Promise.all(sites.map(({ domain }) => send(domain)))
  let rounds = 0
  /** The same pageview of the same visitor for every site. */
  const sendOne = async (): Promise<void> => {
    const round = rounds++
    const one = sites.map(({ domain }) => domain)
    const body = { n: 'pageview', u: `https://one.example/round-${round}`, d: one.join(',') }
    const answer = await accept(body, `203.0.113.${round % 40}`)
    for (const domain of one) answered.push({ domain, answer })
    sent += one.length
  }
  const accepted = (domain?: string) =>
    answered.filter((one) => one.answer.status === 202 && (domain ?? one.domain) === one.domain).length
  const stored = async (domain?: string) => {
    const [row] = await ask<{ count: number; paths: number; counted: number; firsts: number; visitors: number }>(
      cluster.url,
      `select count(*)::integer as count, count(distinct (site_id, pathname))::integer as paths,
              count(*) filter (where first_of_visitor_day)::integer as firsts,
              count(distinct (site_id, visitor_id))::integer as visitors, max(counted) as counted
       from events,
            (select coalesce(sum(count), 0)::integer as counted from traffic_counts
             where reason = 'accepted' and ($1::bigint is null or site_id = $1)) counts
       where $1::bigint is null or site_id = $1`,
      [sites.find((site) => site.domain === domain)?.id ?? null],
    )
    return row!
  }
  /** Records of commits in two phases. Citus removes them after a while. */
  const transactions = async () =>
    (await ask<{ gid: string }>(cluster.url, 'select gid from pg_dist_transaction')).map(({ gid }) => gid)
  const prepared = async () => {
    const all = [cluster.url, ...cluster.workers.map(({ url }) => url)]
    const rows = await Promise.all(all.map((url) => ask(url, 'select gid from pg_prepared_xacts')))
    return rows.flat().length
  }

  await t.test('a batch is a transaction of one node, and commits in one phase', async (t) => {
    const before = new Set(await transactions())
    for (let round = 0; round < 40; round++) await sendEach()
    t.equal(accepted(), sent)
    t.match(await stored(), { count: sent, paths: sent, counted: sent })
    const added = (await transactions()).filter((gid) => !before.has(gid))
    t.same(added, [], 'no record of a commit in two phases')
    t.ok(new Set((await portsOf()).values()).size > 1, 'parts are on several nodes')
  })

  await t.test('a question about a site is one statement on one node', async (t) => {
    const db = createPools({ databaseUrl: strict.href })
    t.teardown(() => db.stop())
    const clock = { now: () => new Date() }
    const log = createLog('silent')
    const stats = createStats({ db, log, clock, statementTimeoutMs: 10_000 })
    for (const site of sites) {
      const access = { site, siteIds: [site.id] }
      const known = await stored(site.domain)
      t.match(await stats.aggregate(access, new URLSearchParams('period=day&metrics=visitors,visits,pageviews')), {
        results: { visitors: { value: known.visitors }, pageviews: { value: known.count } },
      })
      const body = {
        metrics: ['visitors', 'pageviews', 'visit_duration', 'scroll_depth'],
        dimensions: ['event:page'],
        date_range: 'day',
        filters: [['contains', 'event:page', ['/']]],
      }
      const { results } = await stats.query(access, body, new AbortController().signal)
      t.equal(results.length, known.paths)
    }
    const all = {
      site: siteView({ id: 99, domain: 'all.example', isConsolidated: true }),
      siteIds: sites.map(({ id }) => id),
    }
    const { results } = await stats.aggregate(all, new URLSearchParams('period=day&metrics=visitors,pageviews,events'))
    const known = await stored()
    t.match(results, { visitors: { value: known.visitors }, pageviews: { value: known.count } })
  })

  await t.test('a worker that dies under load takes nothing with it, and keeps no other part waiting', async (t) => {
    const [worker] = cluster.workers
    const ports = await portsOf()
    const isAway = (site: { id: number }) => ports.get(partOf(site)) === worker!.port
    const here = sites.filter((site) => !isAway(site))
    t.ok(here.length > 0 && here.length < sites.length)
    const from = answered.length
    for (let round = 0; round < 5; round++) await sendEach()
    await worker!.kill()
    const began = new Map(here.map(({ domain }) => [domain, 0]))
    for (const { domain } of here) began.set(domain, (await ownCount(domain)).count)
    for (let round = 0; round < 20; round++) await sendEach()
    t.strictSame([...new Set(answered.slice(from).map(({ answer }) => answer.status))], [202])
    // What is of the other nodes is in its tables already.
    for (const { domain } of here) t.equal((await ownCount(domain)).count, began.get(domain)! + 20, domain)
    await worker!.start()
    await until(async () => (await stored()).count === accepted(), waitMs)
    t.match(await stored(), { count: sent, paths: sent, counted: sent })
    const { firsts, visitors } = await stored()
    t.equal(firsts, visitors)
    await until(async () => (await prepared()) === 0, waitMs)
  })

  /** Rows of a site with its node there. */
  async function ownCount(domain: string) {
    const site = sites.find((one) => one.domain === domain)!
    const [row] = await ask<{ count: number }>(
      cluster.url,
      'select count(*)::integer as count from events where part = $1 and site_id = $2',
      [partOf(site), site.id],
    )
    return row!
  }

  await t.test('a part moves to another node under load', async (t) => {
    const site = sites[0]!
    const from = (await portsOf()).get(partOf(site))!
    const to = cluster.workers.find(({ port }) => port !== from)!.port
    let isMoved = false
    const moving = ask(
      cluster.url,
      `select citus_move_shard_placement(get_shard_id_for_distribution_column('events', $1::integer), '127.0.0.1', $2::integer,
         '127.0.0.1', $3::integer)`,
      [partOf(site), from, to],
    ).finally(() => {
      isMoved = true
    })
    const start = answered.length
    let slowest = 0
    while (!isMoved) {
      const began = performance.now()
      await sendEach()
      slowest = Math.max(slowest, performance.now() - began)
    }
    await moving
    for (let round = 0; round < 5; round++) await sendEach()
    t.strictSame([...new Set(answered.slice(start).map(({ answer }) => answer.status))], [202])
    t.equal((await portsOf()).get(partOf(site)), to)
    await until(async () => (await stored()).count === accepted(), waitMs)
    t.match(await stored(), { count: sent, paths: sent, counted: sent })
    t.comment(`${answered.length - start} events meanwhile, the slowest round ${Math.round(slowest)} ms`)
    t.ok(slowest < 5_000)
  })

  await t.test('a site is spread over the nodes under load, and answers as one that is not', async (t) => {
    const db = createPools({ databaseUrl: cluster.url })
    t.teardown(() => db.stop())
    const stats = createStats({
      db,
      log: createLog('silent'),
      clock: { now: () => new Date() },
      statementTimeoutMs: 10_000,
    })
    const metrics = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'views_per_visit']
    // Every site has had as much of as many visitors as the others.
    const answersOf = async (site: { id: number; domain: string }) => {
      const access = { site: siteView(site), siteIds: [site.id] }
      const ask = (body: object) =>
        stats.query(access, { date_range: 'day', ...body }, new AbortController().signal).then(({ results }) => results)
      return [
        await ask({ metrics }),
        await ask({ metrics: ['visitors', 'visits', 'pageviews'], dimensions: ['time:hour'] }),
        await ask({ metrics: ['visitors', 'events'], dimensions: ['visit:browser'] }),
      ]
    }
    const index = 1
    const [spread, control] = [sites[index]!, sites[index + 1]!]
    let isDone = false
    const spreading = spreadSite(db, spread.domain, 4, new Date()).finally(() => {
      isDone = true
    })
    while (!isDone) await sendOne()
    t.strictSame(await spreading, { domain: spread.domain, parts: 4 })
    const stripes = await ask<{ stripe: number; part: number }>(
      cluster.url,
      'select stripe, part from site_parts where site_id = $1',
      [spread.id],
    )
    sites[index] = { ...spread, stripeParts: Object.fromEntries(stripes.map(({ stripe, part }) => [stripe, part])) }
    for (let round = 0; round < 20; round++) await sendOne()
    await until(async () => (await stored(spread.domain)).count === (await stored(control.domain)).count, waitMs)
    await until(async () => (await stored()).count === accepted(), waitMs)
    t.strictSame(await answersOf(spread), await answersOf(control))
    const ports = await portsOf()
    const used = await ask<{ part: number }>(cluster.url, 'select distinct part from events where site_id = $1', [
      spread.id,
    ])
    t.equal(used.length, 4)
    t.ok(new Set(used.map(({ part }) => ports.get(part))).size > 1, 'it is on several nodes')
  })
})
