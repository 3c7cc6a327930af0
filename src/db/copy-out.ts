// COPY out of one snapshot, statement after statement, into a stream: memory stays flat at any size, and a slow reader
// slows the server.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClient } from './connection.ts'

export interface Snapshot {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs a `copy … to stdout` and writes its bytes to the sink, which stays open. */
  copy(text: string): Promise<void>
}

/**
 * Waits while the sink is full; fails when it broke, also between two writes. One listener, however many copies follow.
 */
function createWriter(sink: Writable): (chunk: Buffer) => Promise<void> {
  const broken = new Promise<never>((_, reject) => sink.once('error', reject))
  broken.catch(() => undefined)
  return async (chunk) => {
    // It may have broken before anybody listened.
    if (sink.errored) throw sink.errored
    if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), broken])
  }
}

/** Runs the work on one read-only snapshot of the database, on a connection of its own. */
export async function withSnapshot<Result>(
  databaseUrl: string,
  sink: Writable,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await openClient({ connectionString: databaseUrl, application_name: 'tidemark export' })
  const write = createWriter(sink)
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await work({
      query: async (text, values) => (await client.query(text, values)).rows,
      copy: async (text) => {
        const rows = client.query(copyTo(text))
        // A reader that stops early hangs up. The end of the statement has no reader.
        rows.on('error', () => {})
        for await (const chunk of rows.iterator({ destroyOnReturn: false })) await write(chunk)
      },
    })
    await client.query('commit')
    await client.end()
    return result
  } catch (error) {
    // Unread rows hold the server up: it would never come to a polite end.
    client.connection.stream.destroy()
    throw error
  }
}
