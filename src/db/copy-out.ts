// COPY out of one snapshot, statement after statement, into a stream: memory stays flat at any size, and a slow reader slows the server.
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

export interface Snapshot {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs a `copy … to stdout` and writes its bytes to the stream, which stays open. */
  copy(text: string, sink: Writable): Promise<void>
}

/** Runs the work on one read-only snapshot of the database, on a connection of its own. */
export async function withSnapshot<Result>(databaseUrl: string, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tidemark export' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read read only; set local timezone = 'UTC'; set local jit = off`)
    const result = await work({
      query: async (text, values) => (await client.query(text, values)).rows,
      copy: (text, sink) => pipeline(client.query(copyTo(text)), sink, { end: false }),
    })
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
