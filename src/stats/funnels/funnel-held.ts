// The statement of a funnel that reads closed days from visit_sequences. Open days, and visits of several days, are
// walked as funnel.ts walks all visits.

import type { Goal } from '../../rules/goal.ts'
import { visitsAsked } from '../chosen-visits.ts'
import { type HeldDays, heldOrder, ofHeld, piecesText, placeBehind } from '../held-sequences.ts'
import { plan, type Scan } from '../planner.ts'
import type { Query } from '../query.ts'
import { type Context, createBinder, goalsText, type Statement, siteIn, within } from '../sql.ts'
import { furthestText, reachedText } from './funnel.ts'

/**
 * True when no item completes two steps. Else a page that is seen twice in a row completes both, and equal neighbours
 * are one item of a sequence.
 */
export function areApart(numbers: readonly (readonly number[])[]): boolean {
  const all = numbers.flat()
  return new Set(all).size === all.length
}

/** Visits of one day by how many steps they reached. */
function placesText(query: Query, held: HeldDays, numbers: readonly (readonly number[])[]): string {
  const [first = [], ...others] = numbers
  let text = `select visits, visitor_id, items, ${first.length === 0 ? 'null::integer' : placeBehind('0', first)} as p1
    from visit_sequences
    where ${ofHeld(query, held, 'one day')}
    offset 0`
  const known = ['p1']
  for (const [index, step] of others.entries()) {
    const before = `p${index + 1}`
    const place =
      step.length === 0 ? 'null::integer' : `case when ${before} is not null then ${placeBehind(before, step)} end`
    text = `select visits, visitor_id, items, ${known.join(', ')}, ${place} as p${index + 2}
    from (${text}) s
    where p1 is not null
    offset 0`
    known.push(`p${index + 2}`)
  }
  return `select visitor_id, num_nonnulls(${known.join(', ')}) as steps, sum(visits) as visits
  from (${text}) s
  where p1 is not null
  group by 1, 2`
}

/** How many visitors and visits reached each step, where `held` has sequences in a part. `numbers`: items by step. */
export function compileHeldFunnel(
  query: Query,
  goals: readonly Goal[],
  held: HeldDays,
  numbers: readonly (readonly number[])[],
): Statement {
  const { bind, values } = createBinder()
  const scan: Scan = { ...plan(query)[0]!, source: 'events' }
  const own = { event: 'e', visit: '', homeHostnames: scan.homeHostnames }
  const tests = goals.map((goal) => goalsText([goal], own, bind))
  const bits = tests.map((test, at) => `case when ${test} then ${1 << at} else 0 end`)
  const open = held.stretches.map((stretch) => {
    const ofStretch: Scan = { ...scan, range: { ...scan.range, ...stretch } }
    const context: Context = { scan: ofStretch, bind, goals: [], currencies: [], blankOf: () => null }
    const { join, conditions } = visitsAsked(ofStretch, context)
    const all = [siteIn('e', scan.siteIds), within('e', stretch), 'e.session_id is not null', ...conditions]
    return `select e.session_id, e.visitor_id, e.local_day, e.recorded_at, e.seq, e.position, e.name, e.pathname
  from events e${join}
  where ${all.join(' and ')}`
  })
  const text = `with rest as (
  ${[...open, piecesText(query, held)].join('\n  union all\n  ')}
),
e as (
  select session_id, min(visitor_id) as visitor_id,
         array_agg(bits order by ${heldOrder.join(', ')}, bits & -bits, bits) as steps
  from (select e.*, ${bits.join(' + ')} as bits from rest e where ${[...new Set(tests)].join(' or ')}) e
  group by 1
  having bit_or(bits) & 1 = 1
),
reached as materialized (
  select visitor_id, steps, 1 as visits
  from (${reachedText(goals.length)}) r
  union all
  ${placesText(query, held, numbers)}
)
${furthestText(goals.length)}`
  return { text, values }
}
