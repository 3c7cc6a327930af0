// Sequences of closed local days beside what their raw rows say now: what `tidemark rollup verify` finds.
import { atPart, inParts } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { dayOf, dayPlans } from './day-definitions.ts'
import { firstDayOf, sequenceSums, sequencesOf } from './sequences.ts'
import type { SiteRow } from './sites.ts'

/** A sequence of a day that rows have as often as `raw` says, and visit_sequences as often as `rolled_up` says. */
export interface SequenceDifference {
  readonly local_day: string
  readonly dimension: 'sequence'
  /**
   * Its items, then the numbers of its source, visitor and visit if it has them. Of a sum over sequences: `all with`
   * and an item or a folder.
   */
  readonly value: string
  readonly column: 'visits'
  readonly raw: number | null
  readonly rolled_up: number | null
}

/** True of a day `d` of sequence_days with sequences that statistics may read. */
const isHeld = `d.state = 'done' and not exists (
  select from breakdown_days b
  where b.site_id = d.site_id and b.local_day between d.local_day - 2 and d.local_day + 2 and b.state = 'dirty')`

/**
 * Differences between the sequences of a site's local days, in [from, to], and their raw rows. Rows and sequences of a
 * day are seen at one instant, as sums of days are (day-differences.ts).
 */
export async function* compareSequences(
  db: Database,
  site: SiteRow,
  from: string,
  to: string,
): AsyncGenerator<SequenceDifference> {
  if (site.is_changing) return
  const listed = await inParts(db.write, site.id, async (at, part) => {
    const rows = await at.query<{ local_day: string }>(
      `select d.local_day from sequence_days d
       where d.site_id = $1 and d.local_day between $2 and $3
         and d.local_day >= coalesce($4::date, '-infinity') and ${isHeld}
       order by d.local_day`,
      [site.id, from, to, firstDayOf(site)],
    )
    return rows.map(({ local_day }) => dayOf(site, part, local_day))
  })
  for (const day of listed.flat()) {
    const found = await db.transaction(async (session) => {
      const tx = atPart(session, day.part)
      await tx.query(dayPlans)
      const { text, values } = await sequencesOf(tx, day)
      const rows: FoundRow[] = []
      for (const compare of [compareDay, compareSums]) rows.push(...(await tx.query<FoundRow>(compare(text), values)))
      return rows
    })
    for (const { value, raw, kept } of found)
      yield { local_day: day.day, dimension: 'sequence', value, column: 'visits', raw, rolled_up: kept }
  }
}

interface FoundRow {
  readonly value: string
  readonly raw: number | null
  readonly kept: number | null
}

/** Statistics read the day ($2) of the site ($1) from sequences. */
const isDayHeld = `exists (select from sequence_days d where d.site_id = $1 and d.local_day = $2::date and ${isHeld})`

/** Sequences of a day that rows, of which `text` is the SELECT, have in another number. */
function compareDay(text: string): string {
  const keyed = (rows: string) => `
    select row(items, source, visitor_id, session_id)::text as key, items, source, visitor_id, session_id,
           sum(visits)::integer as visits
    from (${rows}) s group by items, source, visitor_id, session_id`
  return `
    select concat_ws(' ', coalesce((
              select string_agg(coalesce(i.item, '?'), ' > ' order by u.at)
              from unnest(coalesce(raw.items, kept.items)) with ordinality as u (number, at)
              left join (select * from sequence_items where site_id = $1) i on i.number = u.number), ''),
            coalesce(raw.source, kept.source), coalesce(raw.visitor_id, kept.visitor_id),
            coalesce(raw.session_id, kept.session_id)) as value,
            raw.visits as raw, kept.visits as kept
    from (${keyed(text)}) raw
    full join (${keyed('select * from visit_sequences where site_id = $1 and local_day = $2::date')}) kept
      on kept.key = raw.key
    where raw.visits is distinct from kept.visits and ${isDayHeld}
    order by 1`
}

/** Sums of a day that its rows have otherwise. */
const compareSums = (text: string): string => `
    select concat_ws(' ', 'all with', coalesce(i.item, n.number::text), coalesce(raw.source, kept.source)) as value,
           raw.visits as raw, kept.visits as kept
    from (select *, row(source, number)::text as key from (${sequenceSums(text)}) s) raw
    full join (
      select *, row(source, number)::text as key
      from sequence_sums where site_id = $1 and local_day = $2::date
    ) kept on kept.key = raw.key
    cross join lateral (select coalesce(raw.number, kept.number) as number) n
    left join (select * from sequence_items where site_id = $1) i on i.number = n.number
    where raw.visits is distinct from kept.visits and ${isDayHeld}
    order by 1`
