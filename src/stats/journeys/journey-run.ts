// Runs a journey's statement in every part that holds visits of its sites, and says what its answer lacks.
import { type OfSites, partsOf } from '../../db/parts.ts'
import type { Reader } from '../../db/turns.ts'
import { asksSequences, findHeldDays, isChanging } from '../held-sequences.ts'
import { leftOut } from '../imported.ts'
import { lasts } from '../periods.ts'
import { isOfDropped } from '../relations.ts'
import { droppedWarning, type RunOptions, readSums } from '../run.ts'
import type { Statement } from '../sql.ts'
import {
  emptyJourney,
  type Journey,
  type JourneyResult,
  type JourneySums,
  journeyAnswer,
  journeySums,
} from './journey.ts'
import { compileHeldJourney } from './journey-held.ts'
import { compileJourney } from './journey-sql.ts'

/**
 * The parts that a journey's answer leaves out: imported days, which have no sequences (spec/journeys 1.5), and days
 * with raw rows that retention has deleted.
 */
async function metaOf({ db, statementTimeoutMs }: RunOptions, { query }: Journey, reader: Reader) {
  const { skipReason } = await db.readOnly((tx) => leftOut(tx, query), statementTimeoutMs, reader)
  return {
    ...(skipReason === 'unsupported_query' ? { imports_skip_reason: skipReason } : {}),
    ...(isOfDropped(query.site, query) ? { imports_warning: droppedWarning } : {}),
  }
}

/** The answer to a journey, cancelled when the reader's signal fires. */
export async function runJourney(
  options: RunOptions,
  journey: Journey,
  reader: Reader,
): Promise<JourneyResult & { meta: Record<string, unknown> }> {
  const begin = performance.now()
  const { ids } = journey.query.site
  const isPaged = (await partsOf(options.db.read, ids)).length === 1
  const goals = journey.steps.flatMap((step) => step.goals)
  const mayBeHeld = asksSequences(journey.query, goals) && !(await isChanging(options.db.read, ids[0]!))
  let isHeld = false
  const statementOf = async (part: OfSites): Promise<Statement> => {
    const held = mayBeHeld ? await findHeldDays(part, journey.query) : undefined
    if (!held) return compileJourney(journey, isPaged)
    isHeld = true
    return await compileHeldJourney(part, journey, held, isPaged)
  }
  const [meta, sums] = await Promise.all([
    metaOf(options, journey, reader),
    ids.length > 0 && lasts(journey.query.range)
      ? readSums<JourneySums>(options, ids, statementOf, journeySums, reader)
      : null,
  ])
  options.telemetry?.querySeconds.observe(
    { class: `journey ${isHeld ? 'sequences' : 'raw'}` },
    (performance.now() - begin) / 1000,
  )
  return { ...(sums ? journeyAnswer(journey, sums, isPaged) : emptyJourney(journey)), meta }
}
