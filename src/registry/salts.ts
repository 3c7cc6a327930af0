// The salts of visitor ids: one for each UTC day, shared by all processes through the database, gone after 48 hours
// (spec/ingestion 18.2). They live in memory and in the database, never on this machine's disk.
import { randomBytes } from 'node:crypto'
import { type Clock, systemClock } from '../clock.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Log } from '../log.ts'
import { dayMs, hourMs, minuteMs } from '../rules/durations.ts'

/** Tomorrow's salt is made this long before midnight, so that every process has it when the day begins. */
const aheadMs = 2 * hourMs

/** How often the database is asked again; well below `aheadMs`, so that a salt made elsewhere is known in time. */
const refreshMs = 10 * minuteMs

/** How often an absent database is asked. */
const retryMs = 500

/** A salt and the UTC day it is for, in days since the epoch. */
export type KnownSalt = readonly [day: number, salt: string]

export interface Salts {
  /**
   * The salts of yesterday, today and, before midnight, tomorrow, oldest first; hex. Empty until the database was seen
   * once.
   */
  known(): readonly KnownSalt[]
  /** The salt of today; while the database is away across midnight, the newest known one. */
  current(): string | undefined
  refresh(): Promise<void>
  stop(): Promise<void>
}

const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/**
 * Makes today's salt if it is missing (shortly before midnight tomorrow's too), deletes salts older than 48 hours, and
 * returns the others, oldest first. Any number of processes may do so at once.
 */
export async function ensureSalts(db: Queryable, now: Date = new Date()): Promise<KnownSalt[]> {
  const today = Math.floor(now.getTime() / dayMs)
  const days = (today + 1) * dayMs - now.getTime() <= aheadMs ? [today, today + 1] : [today]
  await db.query(statement('salts.ensure'), [dayText(today), days.map(dayText), days.map(() => randomBytes(16))])
  const rows = await db.query<{ day: string; salt: string }>(statement('salts.load'), [dayText(today)])
  return rows.map(({ day, salt }) => [Date.parse(`${day}T00:00:00Z`) / dayMs, salt])
}

/** Keeps the salts in memory, fresh across midnight and through outages. */
export async function createSalts(options: { db: Database; log: Log; clock?: Clock }): Promise<Salts> {
  const clock = options.clock ?? systemClock
  let known: readonly KnownSalt[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false

  async function load(): Promise<void> {
    known = await ensureSalts(options.db.write, clock.now())
  }

  /** Refreshes now and plans the next time: at the latest right after midnight. */
  function refresh(): Promise<void> {
    running ??= load()
      .then(
        () => plan(Math.min(refreshMs, dayMs - (clock.now().getTime() % dayMs) + 50)),
        (error) => {
          options.log.warn({ err: error }, 'the salts could not be refreshed; the last known ones stay in use')
          plan(known.length === 0 ? retryMs : 5_000)
        },
      )
      .finally(() => {
        running = undefined
      })
    return running
  }

  function plan(inMs: number): void {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => void refresh(), inMs)
    timer.unref()
  }

  await refresh()
  return {
    known: () => known,
    current() {
      const today = Math.floor(clock.now().getTime() / dayMs)
      return (known.find(([day]) => day === today) ?? known.at(-1))?.[1]
    },
    refresh,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
