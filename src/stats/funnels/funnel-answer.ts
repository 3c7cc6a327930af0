// The answer to a v2 query by funnel: a row for each step (spec/stats 24).
import type { OfSites } from '../../db/parts.ts'
import { statement } from '../../db/statements.ts'
import type { Reader } from '../../db/turns.ts'
import { statsFailures } from '../../failure.ts'
import type { Goal } from '../../rules/goal.ts'
import type { Source } from '../../rules/view-source.ts'
import {
  type Asked,
  datesOf,
  firstDayFor,
  importsMeta,
  type JsonAnswer,
  type SiteAccess,
  type StatsOptions,
} from '../asking.ts'
import { asksSequences, findHeldDays, findNumbers, isChanging } from '../held-sequences.ts'
import { leftOut } from '../imported.ts'
import { loadSite } from '../load-site.ts'
import { lasts } from '../periods.ts'
import type { Query } from '../query.ts'
import { isOfDropped } from '../relations.ts'
import { droppedWarning, readSums } from '../run.ts'
import { sourceOf } from '../source.ts'
import { createBinder, type Statement } from '../sql.ts'
import { type Counts, compileFunnel, funnelRows, goalsOfSteps, parseFunnelQuery } from './funnel.ts'
import { areApart, compileHeldFunnel } from './funnel-held.ts'

const countedBySteps = [['step'], ['visitors', 'visits']] as const

/** Counts of each step of a funnel within a query's range. */
async function countSteps(options: StatsOptions, query: Query, goals: readonly Goal[], reader: Reader) {
  const { db, telemetry, statementTimeoutMs } = options
  const begin = performance.now()
  const { ids } = query.site
  const isDropped = isOfDropped(query.site, query)
  const mayBeHeld = asksSequences(query, goals) && !(await isChanging(db.read, ids[0]!))
  let isHeld = false
  const statementOf = async (part: OfSites): Promise<Statement> => {
    const held = mayBeHeld ? await findHeldDays(part, query) : undefined
    const steps = goals.map((goal) => [goal])
    const numbers = held && (await findNumbers(part, query, steps, createBinder()))
    if (!held || !numbers || !areApart(numbers)) return compileFunnel(query, goals)
    isHeld = true
    return compileHeldFunnel(query, goals, held, numbers)
  }
  const [skipped, counts] = await Promise.all([
    isDropped
      ? ({ skipReason: 'unsupported_query', warning: droppedWarning } as const)
      : db.readOnly((tx) => leftOut(tx, query), statementTimeoutMs, reader),
    ids.length > 0 && lasts(query.range)
      ? readSums<Counts>(options, ids, statementOf, countedBySteps, reader)
      : goals.map(() => ({ visitors: 0, visits: 0 })),
  ])
  const milliseconds = performance.now() - begin
  telemetry?.querySeconds.observe({ class: `funnel ${isHeld ? 'sequences' : 'raw'}` }, milliseconds / 1000)
  const source: Source = { relations: isHeld ? ['days', 'events'] : ['events'], milliseconds, exact: !isDropped }
  return { counts, skipped, source }
}

/** spec/stats 24. */
export async function answerFunnel(
  options: StatsOptions,
  access: SiteAccess,
  id: number,
  body: Asked,
  reader: Reader,
): Promise<JsonAnswer> {
  const { db, clock } = options
  const site = await loadSite(db, access, true)
  const parsed = parseFunnelQuery(site, body, clock.now(), await firstDayFor(options, site, body))
  if (!access.site.features.has('funnels')) throw statsFailures.funnelsPlan()
  const steps = await db.read.query<{ goal_id: number }>(statement('stats.funnel'), [site.id, id])
  if (steps.length === 0) throw statsFailures.funnelUnknown(id)
  const goals = goalsOfSteps(
    site,
    steps.map((step) => step.goal_id),
  )
  const { query: asked, other, include } = parsed
  const found = await countSteps(options, asked, goals, reader)
  const before = other && (await countSteps(options, other, goals, reader))
  const meta = {
    ...(other ? { comparison_date_range: datesOf(other) } : {}),
    ...(include.total_rows ? { total_rows: goals.length } : {}),
    ...(include.imports ? importsMeta(found.skipped, false) : {}),
    ...(include.source ? { source: sourceOf([found.source, ...(before ? [before.source] : [])]) } : {}),
  }
  const { site_id, metrics, ...rest } = parsed.echo
  const results = funnelRows(parsed, goals, found.counts, before?.counts ?? null)
  return { results, meta, query: { site_id, metrics, date_range: datesOf(asked), ...rest } }
}
