// The benchmark: `node --import tsx bench/main.ts [--full] [--only ingest,query,growth,idle] …`; see bench/README.md.
// Without --full it is the short form, under 5 minutes.
import { parseArgs } from 'node:util'
import { build } from '../scripts/build.ts'
import { benchIdle } from './idle.ts'
import { benchIngest } from './ingest.ts'
import { benchQuery } from './query.ts'
import { createReport, renderReport, writeReport } from './report.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '512' },
    rates: { type: 'string', default: '5000,10000' },
    events: { type: 'string' },
    sites: { type: 'string', default: '1' },
    lanes: { type: 'string' },
    processes: { type: 'string' },
    profile: { type: 'string' },
  },
})
const isShort = values.short || !values.full
const parts = new Set((values.only ?? (isShort ? 'ingest,query,idle' : 'ingest,query,growth,idle')).split(','))
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
  const rates = values.rates.split(',').filter(Boolean).map(Number)
  report.ingest = await benchIngest({ ...ingest, seconds, warmSeconds, rates, sites: Number(values.sites) })
}
if (parts.has('idle')) {
  log('idle')
  report.idle = await benchIdle(isShort ? 10 : 60)
}
if (parts.has('query')) {
  const sizes = values.events ? values.events.split(',').map(Number) : parts.has('growth') ? [1e6, 5e6, 20e6] : [isShort ? 300_000 : 1e6]
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
const file = await writeReport(report)
console.log(renderReport(report))
log(`written to ${file}`)
