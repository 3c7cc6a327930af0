// What hostile files cost events: `node bench/hostile.ts [seconds]`. Events at a fixed rate, alone and while files that
// are made to fill memory or time are imported, in turns: their latencies, what is lost, and the memory of the service's
// own process.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { projectPath } from '../src/paths.ts'
import { signIn } from './dashboard.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import { type HostileFile, makeHostileFiles } from './hostile-files.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { runNode } from './processes.ts'
import { provision, type Service, startService } from './service.ts'

const eventsPerSecond = 500
const live = 'live.example'
const seconds = Number(process.argv[2] ?? 20)

/** Resident memory of the process alone, in megabytes. */
const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_024

/** Watches the memory of the service until it is told to stop; answers the most of it. */
function watchMemory({ pid }: Service) {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 100)
  return () => {
    clearInterval(timer)
    return Math.round(most)
  }
}

async function load({ port }: Service, turn: number): Promise<LoadResult> {
  const options: LoadOptions = {
    ...{ port, connections: 64, seconds, rate: eventsPerSecond, leadSeconds: 2, seed: turn + 1, visits: 20_000 },
    ...{ domains: [live], addressFrom: turn * 100_000 },
  }
  return JSON.parse(await runNode([projectPath('bench', 'load.ts'), JSON.stringify(options)])) as LoadResult
}

interface Upload {
  readonly id: number
  readonly state: string
  readonly message: string | null
}

/** Sends a file and waits for its end. */
async function send({ url }: Service, cookie: string, { source, name, content }: HostileFile): Promise<Upload> {
  const ask = async (method: string, path: string, type?: string, body?: string | Uint8Array<ArrayBuffer>) => {
    const headers = {
      cookie: `tidemark=${cookie}`,
      'sec-fetch-site': 'same-origin',
      ...(type && { 'content-type': type }),
    }
    const answer = await fetch(`${url}/api/sites/${source}.example/uploads${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    return (await answer.json()) as Upload
  }
  const announced = JSON.stringify({ kind: source, name, bytes: content.length })
  const { id } = await ask('POST', '', 'application/json', announced)
  await ask('PUT', `/${id}?offset=0`, 'application/octet-stream', Uint8Array.from(content))
  for (;;) {
    const upload = await ask('GET', `/${id}`)
    if (upload.state === 'done' || upload.state === 'failed') return upload
    await delay(250)
  }
}

/** Sends the files of each site one after the other, again and again, until it is told to stop. */
function startFiles(service: Service, cookie: string, files: readonly HostileFile[]) {
  let isOver = false
  const ends = new Map<string, string>()
  const sites = [...Map.groupBy(files, ({ source }) => source).values()]
  const sending = sites.map(async (own) => {
    for (let index = 0; !isOver; index++) {
      const file = own[index % own.length]!
      const { state, message } = await send(service, cookie, file)
      ends.set(`${file.source}, ${file.name}`, `${state}: ${message?.split('\n')[0]?.slice(0, 150)}`)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(sending)
    return ends
  }
}

const countEvents = async (database: BenchDatabase): Promise<number> =>
  Number(
    (
      await database.query<{ count: string }>(
        'select (select count(*) from events where import_id is null) + (select count(*) from engagements where import_id is null) as count',
      )
    )[0]!.count,
  )

const files = await makeHostileFiles()
const database = await createBenchDatabase('hostile')
try {
  await provision(database, live)
  await addSites(database, [...new Set(files.map(({ source }) => `${source}.example`))])
  const service = await startService(database)
  const [cookie = ''] = await signIn(database, 1)
  try {
    // The first turn fills caches, and is not shown.
    await load(service, 100)
    let before = await countEvents(database)
    for (const [turn, isHostile] of [false, true, false, true].entries()) {
      const stopFiles = isHostile ? startFiles(service, cookie, files) : undefined
      const stopWatch = watchMemory(service)
      const { sent, accepted, dropped, p50, p99, p999 } = await load(service, turn)
      const megabytes = stopWatch()
      const ends = await stopFiles?.()
      const after = await countEvents(database)
      const times = [p50, p99, p999].map((ms) => `${ms.toFixed(1)} ms`).join(', ')
      console.log(
        `${isHostile ? 'hostile files' : 'alone        '}  p50, p99, p99.9: ${times}; ${megabytes} MB; ` +
          `${sent} sent, ${accepted} accepted, ${dropped} dropped, ${after - before} more rows`,
      )
      before = after
      for (const [file, end] of ends ?? []) console.log(`  ${file}: ${end}`)
    }
  } finally {
    await service.stop()
  }
} finally {
  await database.stop()
}
