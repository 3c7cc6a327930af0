// Sends one statement of statistics within a transaction: with its settings, its short cut, and the bound of its rows.
import type { Queryable } from '../db/pool.ts'
import { commonFailures, statsFailures } from '../failure.ts'
import type { ScanRow } from './answer.ts'
import { rowsMax, type Statement } from './sql.ts'

const invalidRegularExpression = '2201B'

const settings = {
  'loops and merges': ['enable_nestloop = off', 'enable_mergejoin = off'],
  workers: ['max_parallel_workers_per_gather = 0'],
}

/**
 * Sends a statement with its settings before it waits for any answer, so that the statements of several scans travel
 * together. All of its rows, however many.
 */
export async function send<Row>(
  tx: Queryable,
  { text, values, without = [], workerCost }: Omit<Statement, 'unless'>,
): Promise<Row[]> {
  try {
    const left: string[] = without.flatMap((name) => settings[name])
    if (workerCost !== undefined) left.push(`parallel_setup_cost = ${workerCost}`)
    const set = (value: (setting: string) => string) => left.length > 0 && tx.query(left.map(value).join('; '))
    const before = set((setting) => `set local ${setting}`)
    const asked = tx.query<Row>(text, values)
    const after = set((setting) => `set local ${setting.split(' ')[0]} to default`)
    const [rows] = await Promise.all([asked, before, after])
    return rows
  } catch (error) {
    if ((error as { code?: unknown }).code === invalidRegularExpression)
      throw statsFailures.filterInvalid('invalid regular expression', error)
    throw error
  }
}

/** The rows of one scan. Throws a 503 Failure for more than anybody reads. */
export async function read(tx: Queryable, { unless, ...statement }: Statement): Promise<ScanRow[]> {
  const rows = await send<ScanRow>(tx, statement)
  if (unless && !unless.isRight(rows)) return await read(tx, { ...statement, text: unless.whole })
  if (rows.length > rowsMax) throw commonFailures.statementTimeout()
  return rows
}
