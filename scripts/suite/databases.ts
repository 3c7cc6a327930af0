// Databases that a test file made and did not drop: that file fails, and the next one does not meet them.
import type { Database } from '../../src/db/pool.ts'
import type { FileOutcome } from './processes.ts'

/** Names of the databases whose names begin with the mark of a file. */
async function findDatabases(db: Database, mark: string): Promise<string[]> {
  const rows = await db.write.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1) order by 1',
    [`tidemark_test_${mark}`],
  )
  return rows.map(({ name }) => name)
}

/**
 * Counts each database that the file left as a failure, and drops it. `end` ends the process that ran the file before:
 * its connections would be cut.
 */
export async function judgeDatabases(
  db: Database,
  { file, mark }: { readonly file: string; readonly mark: string },
  outcome: FileOutcome,
  end: () => Promise<unknown>,
): Promise<FileOutcome> {
  const left = await findDatabases(db, mark)
  if (left.length === 0) return outcome
  await end()
  for (const name of left) await db.write.query(`drop database if exists ${name} with (force)`)
  const lines = left.map((name) => `not ok - left behind by ${file}: the database ${name}\n`)
  return { ...outcome, failed: outcome.failed + left.length, output: outcome.output + lines.join('') }
}
