// The benchmark: `node bench/main.ts [--full] [--only ingest,query,growth,idle,dashboard,fair,reports,engines,scale]
// [--soak minutes] …`; see bench/README.md. Without --full it is the short form, under 5 minutes.
import { parseArgs } from 'node:util'
import { build } from '../scripts/build.ts'
import { benchDashboard } from './dashboard.ts'
import { benchFair } from './fair.ts'
import { benchIdle } from './idle.ts'
import { benchIngest, parseRate } from './ingest.ts'
import { benchQuery } from './query.ts'
import { createReport, findProblems, renderReport, writeReport } from './report.ts'
import { benchReports } from './reports.ts'
import { benchEngines, benchScale } from './scale.ts'
import { benchSoak } from './soak.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '512' },
    rates: { type: 'string', default: '5000,10000,10.4%,20.8%' },
    events: { type: 'string' },
    sites: { type: 'string' },
    lanes: { type: 'string' },
    processes: { type: 'string' },
    profile: { type: 'string' },
    soak: { type: 'string' },
    rate: { type: 'string' },
  },
})
const isShort = values.short || !values.full
// A soak is a run of its own, unless other parts are asked for beside it.
const usual = values.soak ? '' : isShort ? 'ingest,query,idle' : 'ingest,query,growth,idle'
// `make bench ARGS=dashboard` names a part without more words.
const parts = new Set((values.only ?? (positionals.join(',') || usual)).split(','))
const log = (line: string) => console.error(line)
const report = createReport()

const seconds = Number(values.seconds ?? (isShort ? 12 : 60))
const warmSeconds = isShort ? 4 : 10
const env: Record<string, string> = {}
if (values.lanes) env.INGEST_LANES = values.lanes
if (values.processes) env.WEB_CONCURRENCY = values.processes
const ingest = {
  connections: Number(values.connections),
  env,
  nodeArgs: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
  log,
}

await build(log)
if (parts.has('ingest')) {
  log('ingest')
  const rates = values.rates.split(',').filter(Boolean).map(parseRate)
  report.ingest = await benchIngest({ ...ingest, seconds, warmSeconds, rates, sites: Number(values.sites ?? 1) })
}
if (parts.has('idle')) {
  log('idle')
  report.idle = await benchIdle(isShort ? 10 : 60)
}
if (parts.has('query')) {
  const sizes = values.events
    ? values.events.split(',').map(Number)
    : parts.has('growth')
      ? [1e6, 5e6, 20e6]
      : [isShort ? 300_000 : 1e6]
  for (const events of sizes) {
    log(`query, ${events} events`)
    report.queries.push(await benchQuery({ events, sites: 3, repeats: isShort ? 5 : 11, log }))
  }
}
if (parts.has('growth')) {
  for (const sites of [1, 50, 1_000]) {
    log(`growth, ${sites} sites`)
    const grown = await benchIngest({ ...ingest, seconds: Math.min(seconds, 30), warmSeconds, rates: [], sites })
    report.growth.push({ events: grown.eventsStored, sites, ingest: grown })
  }
}
if (parts.has('dashboard')) {
  const events = Number(values.events ?? 20e6)
  log(`dashboard, ${events} events`)
  report.dashboard = await benchDashboard({ events, repeats: isShort ? 5 : 11, seconds, log })
}
if (parts.has('fair')) {
  const events = Number(values.events ?? 1e6)
  log(`fair, ${events} events`)
  report.fair = await benchFair({ events, seconds, log })
}
if (parts.has('reports')) {
  const sites = Number(values.sites ?? 10_000)
  log(`reports of ${sites} sites`)
  report.reports = await benchReports({ sites, seconds, log })
}
const compared = { events: Number(values.events ?? 300_000), seconds, connections: ingest.connections, log }
if (parts.has('engines')) {
  log('engines')
  report.engines = await benchEngines(compared)
}
if (parts.has('scale')) {
  log('scale')
  report.scale = await benchScale(compared)
}
if (values.soak) {
  log('soak')
  const rate = values.rate ? Number(values.rate) : undefined
  report.soak = await benchSoak({ minutes: Number(values.soak), rate, connections: ingest.connections, env, log })
}
const file = await writeReport(report)
console.log(renderReport(report))
log(`written to ${file}`)
// A figure for events that were lost or doubled is none.
const problems = findProblems(report)
for (const problem of problems) log(`FAILED: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
