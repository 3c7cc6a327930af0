// Fifty clients post 20,000 events of 3,000 visitors to two services on one database: every 202 is a row, once, and the
// visits are those of one writer that saw everything in order.
import { Agent, request } from 'node:http'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { createDatabase } from '../support/database.ts'
import { own } from '../support/own.ts'

const clients = 50
const events = 20_000
const visitors = 3_000

// A clock that stands still: no event of the run falls on another day than the first.
const clock = { now: () => new Date('2026-03-10T12:00:00Z') }

const agent = new Agent({ keepAlive: true, maxSockets: clients })

function post(base: string, visitor: number, path: string): Promise<{ status: number; dropped: string | undefined }> {
  const body = JSON.stringify({ n: 'pageview', u: `https://load.example${path}`, d: 'load.example' })
  const headers = {
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
    'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}`,
  }
  return new Promise((resolve, reject) => {
    request(`${base}/api/event`, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          dropped: response.headers['x-service-dropped'] as string | undefined,
        }),
      )
    })
      .on('error', reject)
      .end(body)
  })
}

t.test('20,000 events of 3,000 visitors from 50 clients into two services', async (t) => {
  const database = await createDatabase()
  const services = [
    await startApp({ databaseUrl: database.url, clock, env: { INGEST_LANES: '2' } }),
    await startApp({ databaseUrl: database.url, clock, env: { INGEST_LANES: '1' } }),
  ]
  t.teardown(async () => {
    agent.destroy()
    for (const service of services) await service.stop()
    await database.drop()
  })
  await services[0]!.provision({ domain: 'load.example' })
  // The second service hears of the new site by notification.
  while (!services[1]!.app.directory.find('load.example')) await new Promise((resolve) => setImmediate(resolve))

  let next = 0
  let refused = 0
  const client = async () => {
    for (let index = next++; index < events; index = next++) {
      const answer = await post(services[index % 2]!.url, (index * 7919) % visitors, `/${index}`)
      if (answer.status !== 202 || answer.dropped !== undefined) refused += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  t.equal(refused, 0)

  const { db } = services[0]!.app
  const [stored] = await db.write.query('select count(*) as rows, count(distinct pathname) as distinct from events')
  t.strictSame(stored, { rows: events, distinct: events })

  // One writer in order: no visitor pauses for half an hour, so each has one visit with all its events.
  const [visits] = await db.write.query(
    'select count(*) as visits, count(distinct visitor_id) as visitors, sum(events)::bigint as events, sum(pageviews)::bigint as pageviews from visits',
  )
  t.strictSame(visits, { visits: visitors, visitors, events, pageviews: events })
  const wrong = await (await own(db, 1)).query(
    `select session_id from visits v
     join (select session_id, count(*) as stored, min(recorded_at) as first, max(recorded_at) as last from events where {{at}}true group by 1) e using (session_id)
     where {{at v}}(stored <> events or started_at <> first or ended_at <> last or is_bounce <> (stored = 1))`,
  )
  t.strictSame(wrong, [])
  const [first] = await db.write.query(
    'select count(*) filter (where first_of_visitor_day) as day, count(*) filter (where first_of_visit_day) as visit from events',
  )
  t.strictSame(first, { day: visitors, visit: visitors })
})
