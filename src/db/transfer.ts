// COPY out of one database into another, with no file between.
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openClient } from './connection.ts'
import { asQueryable, type Queryable } from './pool.ts'

export interface Transfer {
  readonly source: Queryable
  readonly target: Queryable
  /** Sends the rows of a SELECT to a table's columns, in their order. */
  copy(select: string, table: string, columns: readonly string[]): Promise<void>
  /** Runs the work in one transaction of the target. */
  transaction(work: () => Promise<void>): Promise<void>
}

/** Runs the work with a connection to each. */
export async function withTransfer<Result>(
  sourceUrl: string,
  targetUrl: string,
  work: (transfer: Transfer) => Promise<Result>,
): Promise<Result> {
  const open = (connectionString: string) => openClient({ connectionString, application_name: 'tidemark copy' })
  const source = await open(sourceUrl)
  try {
    const target = await open(targetUrl)
    try {
      return await work({
        source: asQueryable(source),
        target: asQueryable(target),
        copy: (select, table, columns) =>
          pipeline(
            source.query(copyTo(`copy (${select}) to stdout`)),
            target.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)),
          ),
        async transaction(within) {
          await target.query('begin')
          try {
            await within()
            await target.query('commit')
          } catch (error) {
            await target.query('rollback').catch(() => {})
            throw error
          }
        },
      })
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
  }
}
