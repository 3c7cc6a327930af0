// How the registry reads and writes: one transaction a write, announced to all processes and visible here at once.
import type { Clock } from '../clock.ts'
import { isRetryable, translateConstraint } from '../db/constraints.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { type Actor, type AuditEntry, recordChange } from './audit.ts'
import { announce, type Change } from './changes.ts'
import type { Directory } from './directory.ts'

/** A write transaction that collects its changes. */
export interface Writer extends Queryable {
  /** Other processes hear of this change once the transaction commits. */
  changed(change: Change): void
  /** Records in the audit log that the store's actor changes something. Resolves when the record is written. */
  record(entry: AuditEntry): Promise<void>
}

/** Foundations of the registry's nouns. */
export interface Store {
  readonly secretKey: string
  readonly clock: Clock
  /** The author of writes, for the audit log. */
  readonly actor: Actor
  /** The same store for writes of somebody else. */
  by(actor: Actor): Store
  /** Reads from the primary, which has the rows that were just written. */
  readonly read: Queryable
  /** Runs the work in one transaction; resolves when this process sees its changes. */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>
}

const attemptsMax = 3

/**
 * Creates the store. Without a directory (operator commands) only the other processes are told. Without an actor the
 * service itself writes.
 */
export function createStore(options: {
  db: Database
  directory?: Directory | undefined
  secretKey: string
  clock: Clock
  actor?: Actor | undefined
}): Store {
  const { db, directory, clock, actor = { kind: 'service' } } = options

  async function attempt<T>(work: (tx: Writer) => Promise<T>): Promise<{ result: T; changes: Change[] }> {
    const changes = new Map<string, Change>()
    const result = await db.transaction(async (tx) => {
      const done = await work({
        ...tx,
        changed: (change) => changes.set(JSON.stringify(change), change),
        record: (entry) => recordChange(tx, clock.now(), actor, entry),
      })
      for (const change of changes.values()) await announce(tx, change)
      return done
    })
    return { result, changes: [...changes.values()] }
  }

  return {
    secretKey: options.secretKey,
    clock,
    actor,
    by: (other) => createStore({ ...options, actor: other }),
    read: db.write,
    async write(work) {
      for (let round = 1; ; round += 1) {
        try {
          const { result, changes } = await attempt(work)
          if (directory) await Promise.all(changes.map((change) => directory.refresh(change)))
          return result
        } catch (error) {
          if (!isRetryable(error) || round === attemptsMax) throw translateConstraint(error)
        }
      }
    },
  }
}

/**
 * False for a text with NUL, which PostgreSQL cannot store, so that no row has it. A look-up asks this first: without
 * the NUL it would be another text, which may well have a row.
 */
export const isStorable = (text: string): boolean => !text.includes('\0')

/** The row of a statement that answers at most one. */
export const one = async <T>(db: Queryable, text: string, values?: readonly unknown[]): Promise<T | undefined> =>
  (await db.query<T>(text, values))[0]
