// Weekly reports of many sites that are due in the same minute: how long they take, whether each goes out once and in
// order, and what that costs the ingest beside it (spec/management 13).
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { dayMs, hourMs, minuteMs } from '../src/rules/durations.ts'
import { startSmtp } from '../test/support/smtp.ts'
import { siteDomain } from './data-set.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import type { LoadResult } from './load.ts'
import { provision, runTidemark, startService } from './service.ts'
import { runLoad } from './soak.ts'

export interface ReportsOptions {
  readonly sites: number
  /** Length of each run of the load; there are as many as the reports take. */
  readonly seconds: number
  readonly log: (line: string) => void
}

export interface ReportsReport {
  readonly database: string
  readonly sites: number
  /** From the minute in which they were planned to the last mail. */
  readonly minutes: number
  readonly before: LoadResult
  readonly during: readonly LoadResult[]
  readonly problems: readonly string[]
}

const eventsPerSecond = 1_000
/** What is asked of 10,000 sites. */
const hoursMax = 1
/** The load is spread over so many sites at most: their names are an argument of its process. */
const busySitesMax = 1_000
const visitsOfSite = 20

/** Two weeks of a small site: the week of the report, and the one it is compared with. */
function history(): string {
  const lines = Array.from({ length: visitsOfSite }, (_, visit) => {
    const at = Date.now() - 15 * dayMs + (visit * 14 * dayMs) / visitsOfSite
    return [0, 1, 2].map((step) =>
      JSON.stringify({
        timestamp: new Date(at + step * minuteMs).toISOString(),
        name: 'pageview',
        visitor: `visitor-${visit}`,
        url: `https://${siteDomain(0)}/page-${(visit + step) % 7}`,
        source: ['Google', 'Bing', 'Hacker News'][visit % 3],
        country: ['DE', 'US', 'FR'][visit % 3],
      }),
    )
  })
  return lines.flat().join('\n')
}

/** The first site's history, and the same rows for every other one. */
async function loadHistory(database: BenchDatabase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-reports-'))
  try {
    const file = join(folder, 'history.ndjson')
    await writeFile(file, history())
    await runTidemark(database, ['import', '--site', siteDomain(0), file, '--json'])
  } finally {
    await rm(folder, { recursive: true })
  }
  const first = '(select id from sites order by id limit 1)'
  for (const table of ['events', 'sessions'])
    await database.query(
      `insert into ${table}
       select (jsonb_populate_record(r, jsonb_build_object('site_id', s.id))).*
       from ${table} r, sites s where r.site_id = ${first} and s.id <> ${first}`,
    )
  await runTidemark(database, ['rollup', 'rebuild'])
  await database.query('vacuum analyze')
}

const addressOf = (index: number): string => `reader-${index}@bench.example`

/** Who was a recipient before the reports were due gets them as soon as somebody looks. */
const addRecipients = (database: BenchDatabase): Promise<unknown> =>
  database.query(
    `insert into recipients (site_id, kind, address, created_at)
     select id, 'weekly', 'reader-' || row_number() over (order by id) - 1 || '@bench.example', '2000-01-01'
     from sites order by id`,
  )

/** Sends the reports of all sites while events come in. */
export async function benchReports({ sites, seconds, log }: ReportsOptions): Promise<ReportsReport> {
  const database = await createBenchDatabase('reports')
  const smtp = await startSmtp()
  /** Of each mail that arrived; the mails themselves are not kept. */
  const addresses: string[] = []
  let lastAt = 0
  smtp.onMail = () => {
    for (const { to } of smtp.mails.splice(0)) addresses.push(to)
    lastAt = performance.now()
  }
  try {
    const domains = Array.from({ length: sites }, (_, index) => siteDomain(index))
    await provision(database, siteDomain(0))
    await addSites(database, domains.slice(1))
    log(`  history of ${sites} sites`)
    await loadHistory(database)
    const service = await startService(database, { env: { SMTP_URL: smtp.url } })
    try {
      let run = 0
      const load = (): Promise<LoadResult> => {
        run += 1
        const common = { port: service.port, connections: 64, visits: 20_000, rate: eventsPerSecond, leadSeconds: 2 }
        const busy = domains.slice(0, busySitesMax)
        return runLoad({ ...common, seconds, seed: run, domains: busy, addressFrom: run * 200_000 })
      }
      await load()
      const before = await load()
      await addRecipients(database)
      // They are planned with the next minute.
      await delay(minuteMs - (Date.now() % minuteMs))
      const begun = performance.now()
      const during: LoadResult[] = []
      while (addresses.length < sites && performance.now() - begun < hoursMax * hourMs) {
        during.push(await load())
        log(`  ${addresses.length} sent, p99 ${during.at(-1)?.p99.toFixed(1)} ms`)
      }
      const minutes = (lastAt - begun) / minuteMs
      const [counted] = await database.query<{ sent: number; attempts: number }>(
        `select count(sent_at)::int as sent, coalesce(max(attempts), 0) as attempts from messages`,
      )
      const unanswered = [before, ...during].reduce((sum, { sent, accepted }) => sum + sent - accepted, 0)
      const isInOrder = addresses.every((address, index) => address === addressOf(index))
      const problems = [
        ...(counted?.sent === sites && addresses.length === sites ? [] : [`${addresses.length} sent of ${sites}`]),
        ...(new Set(addresses).size === addresses.length && (counted?.attempts ?? 0) <= 1
          ? []
          : ['some went out twice']),
        ...(isInOrder ? [] : ['not in order']),
        ...(unanswered === 0 ? [] : [`${unanswered} events were not answered 202`]),
      ]
      return { database: database.version, sites, minutes, before, during, problems }
    } finally {
      await service.stop()
    }
  } finally {
    smtp.stop()
    await database.stop()
  }
}
