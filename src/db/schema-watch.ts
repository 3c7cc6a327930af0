// Watches for the schema of a newer version: a process that meets one drains and ends
// (docs/operate.md, "Several processes").
import type { Log } from '../log.ts'
import { findNewerMigration } from './migrate.ts'
import type { Queryable } from './pool.ts'

const lookMs = 2_000

/** Codes of statements that no longer fit the schema: tables, columns, functions or types that have changed. */
const otherSchema: ReadonlySet<string> = new Set(['42P01', '42703', '42883', '42704', '42804', '42P10'])

/** True for errors that a schema of another version causes. */
export const isOtherSchema = (error: unknown): boolean =>
  otherSchema.has(String((error as { code?: unknown } | undefined)?.code))

/** The first sentence of a process that ends for it. */
const newerSchemaSentence = (migration: string): string =>
  `the database has the schema of a newer version (${migration}); this process ends, start the newer version`

export interface SchemaWatch {
  /** The migration that this version does not know, once it was seen. */
  readonly newer: () => string | undefined
  /** Looks at once. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Looks every two seconds, and calls back once when the schema has become newer. */
export function watchSchema(options: {
  readonly db: Queryable
  readonly log: Log
  readonly onNewer: (migration: string) => void
}): SchemaWatch {
  let newer: string | undefined
  let looking: Promise<void> = Promise.resolve()

  async function lookOnce(): Promise<void> {
    if (newer !== undefined) return
    // An absent database says nothing about its schema.
    newer = await findNewerMigration(options.db).catch(() => undefined)
    if (newer === undefined) return
    clearInterval(timer)
    options.log.fatal({ migration: newer }, newerSchemaSentence(newer))
    options.onNewer(newer)
  }
  const look = () => {
    looking = looking.then(lookOnce)
    return looking
  }
  const timer = setInterval(look, lookMs)
  timer.unref()
  return {
    newer: () => newer,
    look,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
