// tidemark.track (docs/events-in-sql.md): the time of a call, alone and beside the mover, and that each committed event
// counts once, with a kill of the service in the middle. `node bench/track.ts 2000 60`: calls a second, seconds.
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createBenchDatabase } from './database.ts'
import { startService } from './service.ts'

const rate = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 60)
/** Calls of one transaction of the shop; every tenth transaction is rolled back. */
const callsOfTransaction = 4
const connections = 8
const log = (line: string) => console.log(line)

const percentile = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
const figures = (times: number[]): string => {
  const sorted = times.sort((one, other) => one - other)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const [median, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
  return `mean ${mean.toFixed(3)} ms, median ${median.toFixed(3)} ms, 99th percentile ${p99.toFixed(3)} ms`
}

const database = await createBenchDatabase('track')
const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    return client
  }),
)
await database.query(
  `with team as (insert into teams (name) values ('t') returning id) insert into sites (team_id, domain) select id, 'track.test' from team`,
)

await database.query('create table orders (id bigint generated always as identity primary key, number text)')

const call = (client: pg.Client, name: string) =>
  client.query({
    name: 'track',
    text: `select tidemark.track($1, 'https://track.test/thanks', '{"plan":"pro","seats":3}', 19.90, 'EUR', site => 'track.test')`,
    values: [name],
  })

/** The shop: transactions at the rate for so long. Answers the times of its calls and the names it committed. */
async function buy(label: string, lengthMs: number) {
  const times: number[] = []
  const inserts: number[] = []
  let committed = 0
  let behind = 0
  const began = performance.now()
  const everyMs = (1_000 * callsOfTransaction * connections) / rate
  await Promise.all(
    clients.map(async (client, lane) => {
      for (let index = 0; ; index += 1) {
        const due = began + (index + lane / connections) * everyMs
        if (due - began >= lengthMs) return
        const ms = due - performance.now()
        if (ms > 0) await delay(ms)
        else behind = Math.max(behind, -ms)
        await client.query('begin')
        const at = performance.now()
        await client.query({
          name: 'order',
          text: 'insert into orders (number) values ($1)',
          values: [`${lane} ${index}`],
        })
        inserts.push(performance.now() - at)
        for (let count = 0; count < callsOfTransaction; count += 1) {
          const at = performance.now()
          await call(client, `${label} ${lane} ${index} ${count}`)
          times.push(performance.now() - at)
        }
        const isKept = index % 10 !== 9
        await client.query(isKept ? 'commit' : 'rollback')
        if (isKept) committed += callsOfTransaction
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  log(
    `${label}: ${times.length} calls in ${took.toFixed(1)} s, ${figures(times)}; ${Math.round(behind)} ms behind at most`,
  )
  log(`  beside them an insert of the shop's own: ${figures(inserts)}`)
  return committed
}

/** The time of a call on the server alone, without its way there. */
async function callAlone(): Promise<string> {
  const [client] = clients
  const count = 20_000
  const began = performance.now()
  await client!.query(
    `do $$ begin for n in 1..${count} loop
       perform tidemark.track('alone', 'https://track.test/thanks', '{"plan":"pro"}', 19.90, 'EUR', site => 'track.test');
     end loop; end $$`,
  )
  await client!.query('truncate track_queue')
  return ((performance.now() - began) / count).toFixed(3)
}

const stored = async () =>
  (
    await database.query<{ rows: number; names: number }>(
      `select count(*)::int as rows, count(distinct name)::int as names from events where name <> 'alone'`,
    )
  )[0]!
const waiting = async () =>
  (await database.query<{ count: number }>('select count(*)::int as count from track_queue'))[0]!.count

let service: Awaited<ReturnType<typeof startService>> | undefined
try {
  log(`${database.version}; ${rate} calls a second for ${seconds} s, ${callsOfTransaction} a transaction`)
  log(`a call on the server alone: ${await callAlone()} ms`)
  let wanted = await buy('without a service', Math.min(seconds, 5) * 1_000)
  service = await startService(database)
  const caughtUp = performance.now()
  while ((await waiting()) > 0) await delay(20)
  log(`the service moved ${wanted} waiting events in ${((performance.now() - caughtUp) / 1_000).toFixed(1)} s`)
  const killing = delay((seconds * 1_000) / 2).then(async () => {
    process.kill(service!.pid, 'SIGKILL')
    service = await startService(database)
  })
  let oldest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const [row] = await database.query<{ ms: number | null }>(
        `select (extract(epoch from clock_timestamp() - (select at from track_queue order by txid, seq limit 1)) * 1000)::float as ms`,
      )
      oldest = Math.max(oldest, row?.ms ?? 0)
      await delay(100)
    }
  })()
  wanted += await buy('beside the mover, killed in the middle', seconds * 1_000)
  isOver = true
  await Promise.all([killing, watching])
  while ((await waiting()) > 0) await delay(20)
  await delay(500)
  const { rows, names } = await stored()
  log(`${wanted} committed, ${rows} events, ${names} of them different; the oldest waited ${Math.round(oldest)} ms`)
  log(rows === wanted && names === wanted ? 'nothing lost, nothing twice' : 'WRONG')
} finally {
  await service?.stop()
  for (const client of clients) await client.end()
  await database.stop()
}
