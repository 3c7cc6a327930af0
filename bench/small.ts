// A small machine: the service and a plain PostgreSQL in one control group of 512 MB and one core, with 100 events a second
// and an open dashboard, then with all else that a service does beside them. Needs root and Linux:
// node bench/small.ts [--minutes 3] [--megabytes 512] [--rate 100] [--root <folder of another version>]
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compile } from '../scripts/compile.ts'
import { startSmtp } from '../test/support/smtp.ts'
import { startPrivate } from '../tools/private-db/private.ts'
import { signIn } from './dashboard.ts'
import { lines, siteDomain } from './data-set.ts'
import { type BenchDatabase, createBenchDatabase } from './database.ts'
import { dashboardQuestions } from './fair.ts'
import { privateMb, privateMbOfEach } from './processes.ts'
import { fill, loadSet } from './query.ts'
import { provision, type Service, startService } from './service.ts'
import { runLoad } from './soak.ts'

const groups = '/sys/fs/cgroup'
const isVersion2 = existsSync(join(groups, 'cgroup.controllers'))
const name = `tidemark-bench-${process.pid}`

/** The folders of the group in each hierarchy, and of the group that this process came from. */
const memoryGroup = join(groups, isVersion2 ? name : `memory/${name}`)
const coreGroup = join(groups, isVersion2 ? name : `cpu/${name}`)
const before = readFileSync('/proc/self/cgroup', 'utf8')
const homeOf = (controller: string): string => {
  const path = new RegExp(`^\\d+:${isVersion2 ? '' : controller}:(.*)$`, 'm').exec(before)?.[1] ?? '/'
  return join(groups, isVersion2 ? '' : controller, path)
}

const write = (folder: string, file: string, text: string): void => writeFileSync(join(folder, file), text)
const enter = (folder: string): void => write(folder, 'cgroup.procs', String(process.pid))

function makeGroup(megabytes: number): void {
  for (const folder of new Set([memoryGroup, coreGroup])) mkdirSync(folder)
  write(memoryGroup, isVersion2 ? 'memory.max' : 'memory.limit_in_bytes', String(megabytes * 1_048_576))
  if (isVersion2) write(coreGroup, 'cpu.max', '100000 100000')
  else write(coreGroup, 'cpu.cfs_quota_us', '100000')
}

/** Starts something inside the group: its processes are made by this one while it is there. */
async function inside<T>(start: () => Promise<T>): Promise<T> {
  for (const folder of new Set([memoryGroup, coreGroup])) enter(folder)
  try {
    return await start()
  } finally {
    enter(homeOf('memory'))
    if (!isVersion2) enter(homeOf('cpu'))
  }
}

/** How often the kernel ended a process of the group for memory. */
const kills = (): number =>
  Number(
    /^oom_kill (\d+)$/m.exec(
      readFileSync(join(memoryGroup, isVersion2 ? 'memory.events' : 'memory.oom_control'), 'utf8'),
    )?.[1] ?? 0,
  )

const whole = (value: number): string => Math.round(value).toLocaleString('en')

/** The processes' own memory, sampled until it is told to stop: the largest values. */
function watch(service: Service, postmaster: number) {
  const most = { service: 0, database: 0, together: 0, processes: 0 }
  const timer = setInterval(() => {
    const [serviceMb, databaseMb] = [privateMb(service.pid), privateMb(postmaster)]
    most.service = Math.max(most.service, serviceMb)
    most.database = Math.max(most.database, databaseMb)
    most.together = Math.max(most.together, serviceMb + databaseMb)
    most.processes = Math.max(most.processes, privateMbOfEach(postmaster).length)
  }, 500)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Events and engagements that came by HTTP. */
async function countLive(database: BenchDatabase): Promise<number> {
  const [row] = await database.query<{ count: string }>(
    `select (select count(*) from events where import_id is null)
          + (select count(*) from engagements where import_id is null) as count`,
  )
  return Number(row?.count ?? 0)
}

type Ask = (method: string, path: string, body?: Uint8Array<ArrayBuffer> | object) => Promise<Response>

const askAs = (service: Service, cookie: string): Ask => {
  const headers = { cookie: `tidemark=${cookie}`, 'sec-fetch-site': 'same-origin' }
  return (method, path, body) =>
    fetch(service.url + path, {
      method,
      ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
      headers: {
        ...headers,
        'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
      },
    })
}

/** An open dashboard, which asks every five seconds. */
function startDashboard(ask: Ask) {
  const times: number[] = []
  let failed = 0
  const look = async () => {
    const begin = performance.now()
    const answer = await ask('POST', '/api/v2/query/batch', { site_id: siteDomain(0), queries: dashboardQuestions })
    const text = await answer.text()
    times.push(performance.now() - begin)
    if (text.split('"status":200').length - 1 !== dashboardQuestions.length) failed += 1
  }
  const timer = setInterval(() => {
    look().catch(() => {
      failed += 1
    })
  }, 5_000)
  return () => {
    clearInterval(timer)
    const sorted = times.sort((a, b) => a - b)
    return `dashboard ${times.length} times, ${failed} failed, median ${whole(sorted[sorted.length >> 1] ?? 0)} ms, longest ${whole(sorted.at(-1) ?? 0)} ms`
  }
}

/** Sends a file for an import and waits for its end. */
async function importFile(ask: Ask, events: number): Promise<string> {
  const set = { events, sites: 1, lastDay: '2020-12-31' }
  const bytes = Buffer.from(`${[...lines(set, 0)].join('\n')}\n`)
  const path = `/api/sites/${siteDomain(0)}/uploads`
  const made = await ask('POST', path, { kind: 'events', name: 'a.ndjson', bytes: bytes.length })
  const { id } = (await made.json()) as { id: number }
  await ask('PUT', `${path}/${id}?offset=0`, Uint8Array.from(bytes))
  for (const begin = performance.now(); ; await delay(500)) {
    const { state, message } = (await (await ask('GET', `${path}/${id}`)).json()) as { state: string; message: unknown }
    if (state === 'done' || state === 'failed' || performance.now() - begin > 300_000)
      return `import of ${whole(events)} events (${whole(bytes.length / 1e6)} MB): ${state} ${message ?? ''} after ${whole((performance.now() - begin) / 1_000)} s`
  }
}

const tasks = ['fill_breakdowns', 'analyze_chunks', 'housekeeping', 'retention', 'end_sessions', 'watch_sites'] as const

/** All tasks at once; answers when none waits. */
async function runTasks(database: BenchDatabase): Promise<string> {
  await database.query('select graphile_worker.add_job(name) from unnest($1::text[]) as name', [tasks])
  for (let seconds = 0; ; seconds++) {
    const [row] = await database.query<{ waiting: string; failed: string }>(
      `select count(*) filter (where attempts = 0) as waiting, count(*) filter (where attempts > 0 and last_error is not null) as failed
       from graphile_worker.jobs where task_identifier = any($1) and run_at <= now()`,
      [tasks],
    )
    if (Number(row?.waiting) === 0 || seconds > 120) return `tasks: ${row?.waiting} wait, ${row?.failed} failed`
    await delay(1_000)
  }
}

/** What a service does now and then, one after the other. */
async function doTheRest(ask: Ask, database: BenchDatabase, mails: readonly unknown[]): Promise<void> {
  console.log(await importFile(ask, 20_000))
  console.log(await runTasks(database))
  const site = siteDomain(0)
  const sample = await ask('POST', `/api/sites/${site}/reports/weekly/test`)
  console.log(`report mail: ${sample.status}, ${mails.length} arrived`)
  const range = 'date_range=12mo'
  const csv = await ask(
    'GET',
    `/api/v1/stats/export?site_id=${site}&${range}&metrics=visitors,pageviews&dimensions=event:page`,
  )
  console.log(`list as CSV: ${csv.status}, ${whole((await csv.text()).split('\n').length)} lines`)
  const rows = await ask('GET', `/api/sites/${site}/export?what=events&format=csv`)
  console.log(`all events as a file: ${rows.status}, ${whole((await rows.arrayBuffer()).byteLength / 1e3)} kB`)
}

async function measure(service: Service, database: BenchDatabase, mails: readonly unknown[]): Promise<void> {
  const postmaster = database.postmaster ?? 0
  const { values } = parsed
  await delay(15_000)
  console.log(
    `idle: service ${whole(privateMb(service.pid))} MB, PostgreSQL ${whole(privateMb(postmaster))} MB in ${privateMbOfEach(postmaster).length} processes`,
  )
  const [cookie = ''] = await signIn(database, 1)
  const ask = askAs(service, cookie)
  const stopDashboard = startDashboard(ask)
  const stopWatch = watch(service, postmaster)
  const stored = await countLive(database)
  const seconds = Number(values.minutes) * 60
  const load = { port: service.port, connections: 32, visits: 20_000, domains: [siteDomain(0)], leadSeconds: 2 }
  const running = runLoad({ ...load, seconds, rate: Number(values.rate), seed: 1, addressFrom: 0 })
  if (values.rest) await doTheRest(ask, database, mails)
  const result = await running
  console.log(stopDashboard())
  const most = stopWatch()
  await delay(2_000)
  const found = (await countLive(database)) - stored
  console.log(
    `${whole(result.perSecond)} events/s, p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms, ${result.accepted} accepted, ${result.dropped} dropped, ${result.broken} broken, refused ${JSON.stringify(result.refused)}; stored ${found}`,
  )
  console.log(
    `most: service ${whole(most.service)} MB (with an import's process), PostgreSQL ${whole(most.database)} MB in ${most.processes} processes, together ${whole(most.together)} MB; ended for memory: ${kills()}`,
  )
}

const parsed = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    megabytes: { type: 'string', default: '512' },
    rate: { type: 'string', default: '100' },
    events: { type: 'string', default: '200000' },
    rest: { type: 'boolean', default: false },
  },
})

/** Runs all of it, and takes it down. */
async function main(): Promise<void> {
  const { values } = parsed
  const home = await mkdtemp(join(tmpdir(), 'tidemark-small-'))
  const smtp = await startSmtp()
  makeGroup(Number(values.megabytes))
  try {
    const given = process.env['DATABASE_URL']
    const log = (line: string) => console.error(line)
    const server = given
      ? { url: given, stop: async () => {} }
      : await inside(() => startPrivate({ home, purpose: 'run', kind: 'postgres', log }))
    const database = await createBenchDatabase('small', { url: server.url })
    try {
      await compile()
      await provision(database, siteDomain(0))
      const lastDay = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
      if (Number(values.events) > 0) await loadSet(database, { events: Number(values.events), sites: 1, lastDay }, home)
      await fill(database)
      const begin = performance.now()
      const service = await inside(() => startService(database, { env: { SMTP_URL: smtp.url }, isCompiled: true }))
      console.log(`ready after ${whole(performance.now() - begin)} ms`)
      try {
        await measure(service, database, smtp.mails)
      } finally {
        await service.stop()
      }
    } finally {
      await database.stop()
      await server.stop()
    }
  } finally {
    smtp.stop()
    await rm(home, { recursive: true, force: true })
    for (const folder of new Set([memoryGroup, coreGroup])) rmdirSync(folder)
  }
}

await main()
