// Filled local days beside what their raw rows say now: what `tidemark rollup verify` finds.
import { atPart, inParts } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { daySums } from '../rules/day-sums.ts'
import { addDays } from '../rules/days.ts'
import {
  type Day,
  type Definition,
  dayOf,
  dayPlans,
  definitionOf,
  definitionsOf,
  goalRows,
  type Listed,
} from './day-definitions.ts'
import type { SiteRow } from './sites.ts'

/** Sources with sums in a filled day. */
async function findHeldSources(tx: Queryable, { site, day }: Day): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    `select value from daily_breakdowns where site_id = $1 and local_day = $2 and dimension = 'source'`,
    [site.id, day],
  )
  return rows.map(({ value }) => value)
}

/** A value of a day with sums that differ from the raw rows. `column` names the first sum that differs. */
export interface DayDifference {
  readonly dimension: string
  readonly value: string
  readonly column: string
  readonly raw: number | null
  readonly kept: number | null
}

/**
 * Differences between the filled local days of a site, in [from, to], and their raw rows. Only days that can be
 * computed again are compared: neither they nor the two days before are dirty, and the raw rows of all three are there.
 * Rows and sums of a day are seen at one instant: late rows mark their day dirty when they come, and a dirty day has no
 * differences. Of goals those are compared that the day was filled with and that still exist.
 */
export async function* compareDays(
  db: Database,
  site: SiteRow,
  from: string,
  to: string,
): AsyncGenerator<DayDifference & { readonly local_day: string }> {
  if (site.is_changing) return
  const first = site.dropped_before === null ? null : addDays(site.dropped_before, 2)
  const listed = await inParts(db.write, site.id, async (at, part) => {
    const rows = await at.query<Listed>(statement('upkeep.days-to-verify'), [site.id, from, to, first])
    return rows.map((row) => ({ ...row, part }))
  })
  for (const { local_day, onlyTotals, part } of listed.flat()) {
    const found = await db.transaction(async (session) => {
      const tx = atPart(session, part)
      await tx.query(dayPlans)
      const day = dayOf(site, part, local_day)
      const sources = await findHeldSources(tx, day)
      const definitions = await definitionsOf(tx, day, onlyTotals)
      if (sources.length > 0) definitions.push(definitionOf(day, sources))
      return await Promise.all(definitions.map((definition) => compareRows(tx, definition)))
    })
    for (const difference of found.flat()) yield { local_day, ...difference }
  }
}

async function compareRows(tx: Queryable, { text, values, makes }: Definition): Promise<DayDifference[]> {
  const pairs = daySums.map((column) => `('${column}', raw.${column}::bigint, kept.${column}::bigint)`)
  return await tx.query<DayDifference>(
    `select dimension, value, p.name as column, p.raw, p.kept
     from (${text}) raw
     ${makes === goalRows ? 'join' : 'full join'} (
       select * from daily_breakdowns where site_id = $1 and local_day = $2::date and ${makes}
     ) kept using (dimension, value)
     cross join lateral (values ${pairs.join(', ')}) as p (name, raw, kept)
     where p.raw is distinct from p.kept
       and exists (select 1 from breakdown_days where site_id = $1 and local_day = $2::date and state <> 'dirty')
       and not exists (
         select 1 from breakdown_days
         where site_id = $1 and local_day between $2::date - 2 and $2::date - 1 and state = 'dirty')
     order by 1, 2, 3`,
    values,
  )
}
