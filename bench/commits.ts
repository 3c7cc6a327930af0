// What the disk alone costs: commits of a batch's size at the pace of batches, which write to the log and to nothing
// else. No answer of the service can come sooner, and where these wait, it waits.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BenchDatabase } from './database.ts'
import { createLatencies } from './latency.ts'

/** Batches a second and bytes of log of each, as measured at 10,000 events a second. */
const commitsPerSecond = 200
const bytesPerCommit = 24_000

export interface CommitReport {
  readonly commitsPerSecond: number
  readonly bytesPerCommit: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
}

/** Commits at a fixed pace on one connection; a latency counts from the moment the commit was due. */
export async function benchCommits(database: BenchDatabase, seconds: number): Promise<CommitReport> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const latencies = createLatencies()
    const statement = `select pg_logical_emit_message(true, 'bench', repeat('x', ${bytesPerCommit}))`
    const start = performance.now()
    for (let index = 0; index < seconds * commitsPerSecond; index++) {
      const due = start + (index * 1_000) / commitsPerSecond
      if (due > performance.now()) await delay(due - performance.now())
      await client.query(statement)
      latencies.add(performance.now() - due)
    }
    return {
      commitsPerSecond,
      bytesPerCommit,
      p50: latencies.quantile(0.5),
      p99: latencies.quantile(0.99),
      p999: latencies.quantile(0.999),
    }
  } finally {
    await client.end()
  }
}
