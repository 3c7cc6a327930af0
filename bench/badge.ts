// What badges cost events: `node bench/badge.ts [seconds] [turns]`. Events at a fixed rate, alone and beside 1,000
// requests a second for a badge that the service has in memory, in turns. Wanted: every badge answered, and the 99th
// percentile of events at most 1.1 times.
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../src/clock.ts'
import { loadConfig } from '../src/config.ts'
import { createPools } from '../src/db/pool.ts'
import { projectPath } from '../src/paths.ts'
import { createRegistry } from '../src/registry/registry.ts'
import { type BenchDatabase, createBenchDatabase } from './database.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { runNode } from './processes.ts'
import { median } from './query.ts'
import { provision, type Service, startService } from './service.ts'

const eventsPerSecond = 500
const badgesPerSecond = 1_000
const domain = 'bench.example'

interface Asked {
  readonly port: number
  readonly path: string
  readonly seconds: number
}

interface Answered {
  readonly sent: number
  readonly found: number
  readonly notChanged: number
  readonly other: number
  readonly p99: number
}

/** Asks at the fixed rate, every other time with the ETag that was told; a process of its own. */
async function askBadges({ port, path, seconds }: Asked): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const counts = { sent: 0, found: 0, notChanged: 0, other: 0 }
  const times: number[] = []
  let etag = ''
  const ask = () => {
    const begin = performance.now()
    counts.sent += 1
    const headers = etag !== '' && counts.sent % 2 === 0 ? { 'if-none-match': etag } : {}
    const asking = request({ port, path, agent, headers }, (response) => {
      response.resume()
      response.once('end', () => {
        times.push(performance.now() - begin)
        if (response.statusCode === 200) counts.found += 1
        else if (response.statusCode === 304) counts.notChanged += 1
        else counts.other += 1
        etag = response.headers.etag ?? etag
      })
    })
    asking.once('error', () => {
      counts.other += 1
    })
    asking.end()
  }
  const begin = performance.now()
  for (;;) {
    const passed = (performance.now() - begin) / 1_000
    if (passed >= seconds) break
    while (counts.sent < passed * badgesPerSecond) ask()
    await delay(2)
  }
  while (counts.found + counts.notChanged + counts.other < counts.sent) await delay(10)
  agent.destroy()
  times.sort((a, b) => a - b)
  return { ...counts, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

/** The slug of a link that allows badges. */
async function makeLink(database: BenchDatabase): Promise<string> {
  const config = loadConfig({ DATABASE_URL: database.url, SECRET_KEY: 'bench-secret-key' })
  const db = createPools({ databaseUrl: database.url })
  try {
    const registry = createRegistry({ db, config, clock: systemClock })
    const [site] = await db.write.query<{ id: number }>('select id from sites where domain = $1', [domain])
    return (await registry.sharedLinks.create(site?.id ?? 0, { name: 'Bench', badge: true })).slug
  } finally {
    await db.stop()
  }
}

async function load({ port }: Service, turn: number, seconds: number): Promise<LoadResult> {
  const options: LoadOptions = {
    ...{ port, connections: 64, seconds, rate: eventsPerSecond, leadSeconds: 2, seed: turn + 1, visits: 20_000 },
    ...{ domains: [domain], addressFrom: turn * 100_000 },
  }
  return JSON.parse(await runNode([projectPath('bench', 'load.ts'), JSON.stringify(options)])) as LoadResult
}

async function compare(seconds: number, turns: number): Promise<void> {
  const database = await createBenchDatabase('badge')
  try {
    await provision(database, domain)
    const path = `/badge/${domain}.svg?auth=${await makeLink(database)}`
    const service = await startService(database)
    const own = fileURLToPath(import.meta.url)
    const badges = async (): Promise<Answered> =>
      JSON.parse(await runNode([own, 'ask', JSON.stringify({ port: service.port, path, seconds: seconds + 2 })]))
    const ratios: number[] = []
    try {
      // The first turn fills caches, and is not shown.
      await Promise.all([load(service, 100, seconds), badges()])
      let alone = 0
      for (let turn = 0; turn < 2 * turns; turn++) {
        const isBeside = turn % 2 === 1
        const [events, asked] = await Promise.all([load(service, turn, seconds), isBeside ? badges() : undefined])
        const times = [events.p50, events.p99, events.p999].map((ms) => `${ms.toFixed(1)} ms`).join(', ')
        console.log(
          `${isBeside ? 'beside badges' : 'alone        '}  p50, p99, p99.9 of events: ${times}; ` +
            `${events.sent} sent, ${events.accepted} accepted` +
            (asked
              ? `; badges: ${asked.sent} sent, ${asked.found} found, ${asked.notChanged} not changed, ` +
                `${asked.other} other, p99 ${asked.p99.toFixed(1)} ms`
              : ''),
        )
        if (isBeside) ratios.push(events.p99 / alone)
        else alone = events.p99
      }
    } finally {
      await service.stop()
    }
    const shown = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
    console.log(`p99 of events beside badges to alone: ${median(ratios)?.toFixed(2)} (${shown})`)
  } finally {
    await database.stop()
  }
}

const [first, second] = process.argv.slice(2)
if (first === 'ask') console.log(JSON.stringify(await askBadges(JSON.parse(second ?? '{}') as Asked)))
else await compare(Number(first ?? 20), Number(second ?? 4))
