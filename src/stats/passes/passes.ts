// The passes of one batch as they run: each when the first question asks for it, once, and for all that wait.
import { partsOf } from '../../db/parts.ts'
import type { Database } from '../../db/pool.ts'
import type { Asker } from '../../db/turns.ts'
import type { ScanRow } from '../answer.ts'
import type { Scan } from '../planner.ts'
import type { Query } from '../query.ts'
import { send } from '../read.ts'
import { createSharing } from '../sharing.ts'
import { keyOfScan, type Pass, passesOf, rowsByScan } from './pass.ts'

/** The rows of a scan. Undefined: the pass brought none, and the scan has to be asked alone. */
export type ReadHeld = (signal: AbortSignal | undefined) => Promise<readonly ScanRow[] | undefined>

export interface Passes {
  /** How the rows of a scan are read; undefined if no pass has them. */
  find(query: Query, scan: Scan): ReadHeld | undefined
  /** The numbers of the questions that wait for one. */
  readonly questions: ReadonlySet<number>
  /** Does what a question has to ask by itself, for a few questions at once. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Questions that ask by themselves at once. Further ones wait here: waiting for a turn of the asker has a limit. */
const aloneAtOnceMax = 4

interface PassesOptions {
  readonly db: Database
  readonly statementTimeoutMs: number
  readonly asker: Asker | undefined
}

type Found = ReturnType<typeof rowsByScan>

/** Runs work, so many at once; the rest waits in order. */
function createPlaces(count: number): Passes['alone'] {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Undefined where the rows are in several parts: these are added up scan by scan. */
function ask({ db, statementTimeoutMs, asker }: PassesOptions, pass: Pass, signal: AbortSignal) {
  return db.readOnly(
    async (tx) => {
      const [part, ...others] = await partsOf(tx, pass.siteIds)
      if (part === undefined || others.length > 0) return undefined
      return rowsByScan(pass, await send<ScanRow>(part.db, pass.statement))
    },
    statementTimeoutMs,
    { asker, signal },
  )
}

/**
 * The passes that questions can share, each question with the queries it asks; undefined without any. A pass
 * takes one turn of its asker. It is cancelled when nobody waits for it. If it fails, each question asks alone: it may
 * be answered, or it learns the reason.
 */
export function createPasses(options: PassesOptions, questions: readonly (readonly Query[])[]): Passes | undefined {
  const passes = passesOf(questions)
  if (passes.length === 0) return undefined
  const byKey = new Map(passes.flatMap((pass) => pass.groupings.map(({ key }) => [key, pass] as const)))
  const sharing = createSharing<Found | undefined>()
  const answers = new Map<Pass, Found | undefined>()
  const answer = async (pass: Pass, signal: AbortSignal | undefined) => {
    if (answers.has(pass)) return answers.get(pass)
    return await sharing.share(String(passes.indexOf(pass)), signal, async (gone) => {
      const found = await ask(options, pass, gone).catch(() => gone.throwIfAborted())
      answers.set(pass, found ?? undefined)
      return found ?? undefined
    })
  }
  return {
    alone: createPlaces(aloneAtOnceMax),
    questions: new Set(passes.flatMap((pass) => [...pass.questions])),
    find(query, scan) {
      const key = keyOfScan(query, scan)
      const pass = byKey.get(key)
      return pass && (async (signal) => (await answer(pass, signal))?.get(key))
    },
  }
}
