// POST /api/v1/events (docs/spec/ingestion 23.1): how many events a second the service takes in batches, and that each
// counts once, though every tenth batch is sent twice. `node bench/batches.ts 20 1000 4`: seconds, events of a batch,
// senders at once.
import { execFileSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { createBenchDatabase } from './database.ts'
import { makeSendingKey, provision, startService } from './service.ts'

const seconds = Number(process.argv[2] ?? 20)
const size = Number(process.argv[3] ?? 1_000)
const senders = Number(process.argv[4] ?? 4)
const domain = 'batches.test'
const log = (line: string) => console.log(line)
const agents = ['140', '141', '142'].map(
  (version) => `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
)

/** Events of many visitors, a few of each; the ids say which batch they are of. */
function batchOf(sender: number, number: number): string {
  const items = Array.from({ length: size }, (_, index) => ({
    id: `${sender} ${number} ${index}`,
    site_id: domain,
    name: index % 5 === 0 ? 'Purchase' : 'pageview',
    url: `https://${domain}/page/${index % 40}`,
    ip: `10.${sender}.${(number * 7 + (index >> 8)) & 255}.${index & 255}`,
    user_agent: agents[index % agents.length],
    props: { plan: 'pro' },
  }))
  return JSON.stringify(items)
}

/** CPU seconds of a process so far. */
const cpuOf = (pid: number): number => {
  const fields = execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' })
    .split(') ')[1]!
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const database = await createBenchDatabase('batches')
let service: Awaited<ReturnType<typeof startService>> | undefined
try {
  await provision(database, domain)
  const key = await makeSendingKey(database)
  service = await startService(database)
  const send = async (body: string) => {
    const response = await fetch(`${service!.url}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return ((await response.json()) as { results: { status: string }[] }).results
  }
  const counts = new Map<string, number>()
  const times: number[] = []
  const cpu = cpuOf(service.pid)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let number = 0; performance.now() - began < seconds * 1_000; number += 1) {
        const body = batchOf(sender, number)
        const at = performance.now()
        const results = await send(body)
        times.push(performance.now() - at)
        if (number % 10 === 9) results.push(...(await send(body)))
        for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1)
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  times.sort((one, other) => one - other)
  const counted = counts.get('counted') ?? 0
  const [row] = await database.query<{ rows: number }>('select count(*)::int as rows from events')
  log(`${database.version}; batches of ${size}, ${senders} senders, ${took.toFixed(1)} s`)
  log(`${Math.round(counted / took)} events a second counted; ${JSON.stringify(Object.fromEntries(counts))}`)
  log(`a batch: median ${Math.round(times[times.length >> 1]!)} ms, longest ${Math.round(times.at(-1)!)} ms`)
  log(`CPU of the service: ${(((cpuOf(service.pid) - cpu) / counted) * 1e6).toFixed(0)} µs an event`)
  log(row?.rows === counted ? 'nothing lost, nothing twice' : `WRONG: ${row?.rows} rows`)
} finally {
  await service?.stop()
  await database.stop()
}
