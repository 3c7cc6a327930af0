// What was measured, as JSON for machines and as Markdown for people: bench/results/<date>.json and .md.
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectPath } from '../src/paths.ts'
import type { DashboardReport } from './dashboard.ts'
import type { FairReport } from './fair.ts'
import type { IdleReport } from './idle.ts'
import type { IngestReport } from './ingest.ts'
import type { LoadResult } from './load.ts'
import type { QueryReport } from './query.ts'
import type { ReportsReport } from './reports.ts'
import type { ScaleReport, ScaleRow } from './scale.ts'
import type { Growth, SoakReport } from './soak.ts'

export interface Report {
  readonly at: string
  readonly node: string
  readonly machine: string
  ingest?: IngestReport
  idle?: IdleReport
  soak?: SoakReport
  dashboard?: DashboardReport
  fair?: FairReport
  reports?: ReportsReport
  engines?: ScaleReport
  scale?: ScaleReport
  queries: QueryReport[]
  growth: { readonly events: number; readonly sites: number; readonly ingest: IngestReport }[]
}

/** An empty report that knows its machine. */
export const createReport = (): Report => ({
  at: new Date().toISOString(),
  node: process.version,
  machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`,
  queries: [],
  growth: [],
})

type Cell = string | number | undefined

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`
  return [line(head), `|${head.map((_, index) => (index === 0 ? '---' : '--:')).join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}

const fixed = (value: number | undefined, digits = 1) => (value === undefined ? undefined : value.toFixed(digits))
const whole = (value: number) => Math.round(value).toLocaleString('en')

function ingestSection(report: IngestReport): string {
  const { commits } = report
  const head = [
    'target, mode',
    'events/s',
    'p50 ms',
    'p99 ms',
    'p99.9 ms',
    'p99, polka requests',
    'service µs',
    'database µs',
    'generator µs',
    'service MB',
    'database MB',
    'batch',
    'batch ms',
    'acknowledged = stored',
  ]
  const rows = report.rows.map((row) => [
    `${row.target}, ${row.mode}`,
    whole(row.load.perSecond),
    fixed(row.load.p50),
    fixed(row.load.p99),
    fixed(row.load.p999),
    whole((row.load.p99 / 1000) * report.barePerSecond),
    fixed(row.serviceCpuUs),
    fixed(row.databaseCpuUs),
    fixed(row.generatorCpuUs),
    whole(row.serviceMb),
    row.databaseMb === undefined ? undefined : whole(row.databaseMb),
    fixed(row.batchSize, 0),
    fixed(row.batchMs),
    row.isComplete === undefined
      ? undefined
      : row.isComplete
        ? `yes (${row.stored})`
        : `NO: ${row.stored} of ${row.load.accepted - row.load.dropped}`,
  ])
  const refused = report.rows.flatMap((row) =>
    Object.entries(row.load.refused).map(([status, count]) => `${row.target}, ${row.mode}: ${count} × ${status}`),
  )
  return [
    `## Ingest\n\n${report.database}. Latencies from the moment a request was due; CPU (user and system) per event. The 99th percentile also as what bare polka answers in that time, which compares machines of different speed.\n`,
    table(head, rows),
    `\nRatio to bare polka: **${report.ratio.toFixed(2)}**; CPU of service and database in the closed loop: ${fixed(report.cpuRatio, 2) ?? '–'} of bare polka's. On disk with indexes: **${Math.round(report.bytesPerEvent)} bytes per event** (${whole(report.eventsStored)} stored): ${Object.entries(
      report.bytesByTable,
    )
      .map(([name, size]) => `${name} ${Math.round(size)}`)
      .join(', ')}.`,
    `\nThe same database without Tidemark, ${commits.commitsPerSecond} commits a second of ${whole(commits.bytesPerCommit)} bytes, as batches are at 10,000 events a second: p50 ${fixed(commits.p50)} ms, p99 ${fixed(commits.p99)} ms, p99.9 ${fixed(commits.p999)} ms.`,
    refused.length > 0 ? `\nNot answered 202: ${refused.join('; ')}.` : '',
  ].join('\n')
}

function querySection(report: QueryReport): string {
  const rows = report.rows.map((row) =>
    row.failure
      ? [row.name, row.failure.replaceAll('|', '\\|'), undefined, undefined, undefined, fixed(row.duckdbMs)]
      : [
          row.name,
          fixed(row.coldMs),
          fixed(row.warmMs),
          fixed(row.slowestMs),
          fixed(row.databaseMs),
          fixed(row.duckdbMs),
        ],
  )
  return [
    `## Queries, ${whole(report.events)} events, ${report.sites} ${report.sites === 1 ? 'site' : 'sites'}\n`,
    `${report.database}. Imported in ${report.importSeconds.toFixed(1)} s (${whole(report.events / report.importSeconds)}/s), ${Math.round(report.bytesPerEvent)} bytes per event. Milliseconds; cold: first time in a fresh service.\n`,
    table(['question', 'API cold', 'API warm', 'slowest', 'in the service', 'DuckDB'], rows),
  ].join('\n')
}

function soakSection(report: SoakReport): string {
  const { load, samples } = report
  // A dozen rows tell as much as all.
  const step = Math.max(1, Math.ceil(samples.length / 12))
  const shown = samples.filter((_, index) => index % step === 0 || index === samples.length - 1)
  const grown = (growth: Growth | undefined) =>
    growth === undefined ? 'not known' : `${growth.mb.toFixed(1)} MB (${(growth.share * 100).toFixed(1)} %)`
  return [
    `## Soak, ${report.minutes} minutes at ${whole(report.rate)} events/s\n`,
    `${report.database}. ${whole(load.accepted)} acknowledged, ${whole(load.dropped)} of them dropped by rule, ${whole(report.stored)} stored; p50 ${fixed(load.p50)} ms, p99 ${fixed(load.p99)} ms, p99.9 ${fixed(load.p999)} ms. Rollups equal to raw rows: ${report.areSumsExact ? 'yes' : 'NO'}. Private memory, last quarter against second: service ${grown(report.serviceGrowth)}, database ${grown(report.databaseGrowth)}.\n`,
    table(
      ['second', 'service MB', 'database MB'],
      shown.map((sample) => [
        sample.seconds,
        whole(sample.serviceMb),
        sample.databaseMb === undefined ? undefined : whole(sample.databaseMb),
      ]),
    ),
    `\n**${report.problems.length === 0 ? 'Passed: memory flat, no error, sums exact.' : `Failed: ${report.problems.join('; ')}.`}**`,
  ].join('\n')
}

function dashboardSection({ database, events, views, sites, live }: DashboardReport): string {
  const head = ['view', 'frame', 'totals', 'all panels', 'wanted', 'ratio', 'slowest query', 'requests', 'kB', 'shift']
  const rows = views.map((view) => [
    view.name,
    fixed(view.frameMs, 0),
    fixed(view.totalsMs, 0),
    fixed(view.panelsMs, 0),
    view.wantedMs,
    view.wantedMs && fixed(view.panelsMs / view.wantedMs, 2),
    fixed(view.slowestQueryMs, 0),
    view.requests,
    fixed(view.kilobytes),
    fixed(view.shift, 3),
  ])
  const liveHead = [
    'open dashboards',
    'asked again',
    'failed',
    'events/s',
    'p50 ms',
    'p99 ms',
    'broken or refused',
    'service MB',
  ]
  const liveRows = live.map(({ dashboards, refreshes, load, serviceMb }) => [
    dashboards,
    refreshes.asked,
    refreshes.failed,
    whole(load.perSecond),
    fixed(load.p50),
    fixed(load.p99),
    load.broken + Object.values(load.refused).reduce((sum, count) => sum + count, 0),
    whole(serviceMb),
  ])
  return [
    `## Dashboard, ${whole(events)} events\n\n${database}. Milliseconds in Chromium, warm, medians.`,
    table(head, rows),
    `${whole(sites.count)} sites in one request: ${fixed(sites.medianMs, 0)} ms, at most ${fixed(sites.slowestMs, 0)} ms.`,
    table(liveHead, liveRows),
  ].join('\n\n')
}

function scaleSection(title: string, { rows }: ScaleReport): string {
  const [first] = rows
  const names = Object.keys(first?.questions ?? {})
  const share = (row: ScaleRow) => fixed(row.perSecond / (first?.perSecond ?? 1), 2)
  return [
    `## ${title}`,
    'All on this machine: read the ratios.',
    table(
      ['layout', 'events/s', 'share', 'p99 ms'],
      rows.map((row) => [row.layout, whole(row.perSecond), share(row), fixed(row.p99)]),
    ),
    table(
      ['question, ms', ...rows.map(({ layout }) => layout)],
      names.map((name) => [name, ...rows.map(({ questions }) => fixed(questions[name]))]),
    ),
  ].join('\n\n')
}

function fairSection({ database, events, rows }: FairReport): string {
  const head = [
    '',
    'events/s',
    'p50 ms',
    'p99 ms',
    'dashboard ms',
    'its p95',
    'batches',
    'not ready',
    'link 200',
    'link 429',
  ]
  const lines = rows.map(({ isHogged, load, dashboardMs, notReady, link }) => [
    isHogged ? 'beside the link' : 'without it',
    whole(load.perSecond),
    fixed(load.p50),
    fixed(load.p99),
    fixed(dashboardMs.median, 0),
    fixed(dashboardMs.p95, 0),
    dashboardMs.count,
    notReady,
    link.answered,
    link.refused,
  ])
  return [`## Fair shares, ${whole(events)} events\n\n${database}.`, table(head, lines)].join('\n\n')
}

function reportsSection({ database, sites, minutes, before, during }: ReportsReport): string {
  const row = (name: string, { perSecond, p50, p99, p999 }: LoadResult) => [
    name,
    whole(perSecond),
    ...[p50, p99, p999].map((value) => fixed(value)),
  ]
  const rows = [row('before', before), ...during.map((load, index) => row(`beside, run ${index + 1}`, load))]
  return [
    '## Weekly reports',
    `${whole(sites)} sites, all due in the same minute; ${database}. The last mail arrived after ${fixed(minutes)} minutes, ` +
      `${whole(sites / Math.max(minutes, 0.01))} a minute. The ingest:`,
    table(['run', 'events/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows),
  ].join('\n\n')
}

/** What makes the figures void: events that were lost or doubled, a soak that was not passed. */
export function findProblems(report: Report): string[] {
  const ingests = [...(report.ingest ? [report.ingest] : []), ...report.growth.map(({ ingest }) => ingest)]
  const incomplete = ingests
    .flatMap(({ rows }) => rows)
    .filter(({ isComplete }) => isComplete === false)
    .map(({ mode, stored, load }) => `${mode}: ${stored} stored of ${load.accepted - load.dropped} acknowledged`)
  const unanswered = (report.dashboard?.live ?? [])
    .map(({ dashboards, load }) => [dashboards, load.sent - load.accepted] as const)
    .filter(([, count]) => count > 0)
    .map(([dashboards, count]) => `${count} events were not answered 202 with ${dashboards} open dashboards`)
  return [
    ...incomplete,
    ...unanswered,
    ...(report.soak?.problems ?? []).map((problem) => `soak: ${problem}`),
    ...(report.reports?.problems ?? []).map((problem) => `reports: ${problem}`),
  ]
}

function idleSection({ seconds, eventsPerSecond, rows }: IdleReport): string {
  const head = [
    '',
    'ready ms',
    'CPU ms until ready',
    'idle: CPU ms/s',
    'own MB',
    'resident MB',
    'database: CPU ms/s',
    'own MB',
  ]
  const busy = [`at ${whole(eventsPerSecond)}/s: own MB`, 'database: own MB', 'events/s', 'p99 ms']
  const cells = rows.map((row) => [
    row.name,
    whole(row.readyMs),
    whole(row.readyCpuMs),
    fixed(row.cpuMs),
    whole(row.idleMb),
    whole(row.residentMb),
    fixed(row.databaseCpuMs),
    row.databaseMb === undefined ? undefined : whole(row.databaseMb),
    whole(row.busyMb),
    row.busyDatabaseMb === undefined ? undefined : whole(row.busyDatabaseMb),
    whole(row.load.perSecond),
    fixed(row.load.p99),
  ])
  return `## Idle\n\nOver ${seconds} s. A process's own memory has no pages of files.\n\n${table([...head, ...busy], cells)}`
}

/** The report as Markdown. */
export function renderReport(report: Report): string {
  const parts = [
    `# Benchmark of ${report.at.slice(0, 16).replace('T', ' ')} UTC\n\nNode ${report.node} on ${report.machine}; load generator, service and database on the same machine.`,
  ]
  if (report.ingest) parts.push(ingestSection(report.ingest))
  if (report.idle) parts.push(idleSection(report.idle))
  for (const query of report.queries) parts.push(querySection(query))
  if (report.growth.length > 0) {
    const rows = report.growth.map(({ sites, ingest }) => {
      const row = ingest.rows.find(({ target, mode }) => target === 'tidemark' && mode.startsWith('closed'))
      return [
        whole(sites),
        row ? whole(row.load.perSecond) : undefined,
        fixed(row?.load.p99),
        fixed(row?.serviceCpuUs),
        fixed(row?.databaseCpuUs),
      ]
    })
    parts.push(`## Growth with sites\n\n${table(['sites', 'events/s', 'p99 ms', 'service µs', 'database µs'], rows)}`)
  }
  if (report.dashboard) parts.push(dashboardSection(report.dashboard))
  if (report.fair) parts.push(fairSection(report.fair))
  if (report.reports) parts.push(reportsSection(report.reports))
  if (report.engines) parts.push(scaleSection('Engines', report.engines))
  if (report.scale) parts.push(scaleSection('Over nodes', report.scale))
  if (report.soak) parts.push(soakSection(report.soak))
  return `${parts.join('\n\n')}\n`
}

/** Writes both files and returns the Markdown's path within the project. */
export async function writeReport(report: Report): Promise<string> {
  const folder = projectPath('bench', 'results')
  await mkdir(folder, { recursive: true })
  const name = report.at.slice(0, 19).replaceAll(':', '').replace('T', '-')
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
  await writeFile(join(folder, `${name}.md`), renderReport(report))
  return `bench/results/${name}.md`
}
