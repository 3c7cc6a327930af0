// Spreads a site over several parts, by the stripes of its visitors: what one node has of it becomes too much
// (docs/scale.md). A visitor is of one stripe, and so of one part: whatever is counted adds up over parts.

import { alone } from '../db/locks.ts'
import { trafficTables } from '../db/partitions.ts'
import { type Layout, ownPart, type Part, partIs } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { importFailures, upkeepFailures } from '../failure.ts'
import { announce } from '../registry/changes.ts'
import { dayMs } from '../rules/durations.ts'
import { stripeCount } from '../rules/stripe.ts'
import { localDayOf } from '../rules/time.ts'
import { getSite, type SiteRow } from './sites.ts'

/** Longer than a live id is seen again: older rows stay in their part, except for rows of imported visitors. */
const movedDays = 4

/** Where each stripe goes: to as many parts as are asked for, from the site's own on. */
function targetsOf(layout: Layout, siteId: number, count: number): number[] {
  const first = layout.indexOf(ownPart(layout, siteId))
  return Array.from({ length: stripeCount }, (_, stripe) => layout[(first + (stripe % count)) % layout.length]!)
}

/**
 * Spreads a site over so many parts (`tidemark site spread`), a stripe at a time, beside live traffic; who was
 * interrupted goes on. Throws a 409 Failure where traffic is not divided, while an import or a change of time zone is
 * under way, and for a site that is spread over another number.
 */
export async function spreadSite(
  db: Database,
  domain: string,
  count: number,
  now: Date,
): Promise<{ domain: string; parts: number }> {
  const site = await getSite(db.write, domain)
  const layout = (await db.write.layout?.()) ?? []
  if (layout.length === 0) throw upkeepFailures.undivided()
  if (count < 2 || count > Math.min(stripeCount, layout.length))
    throw upkeepFailures.parts(Math.min(stripeCount, layout.length))
  if (site.is_changing) throw upkeepFailures.timezoneChanging()
  // So that no import of the site begins meanwhile.
  const moved = await alone(db, ['import', site.id], async () => {
    const targets = targetsOf(layout, site.id, count)
    const known = await db.write.query<{ stripe: number; part: number }>(
      'select stripe, part from site_parts where site_id = $1',
      [site.id],
    )
    if (known.some(({ stripe, part }) => targets[stripe] !== part)) throw upkeepFailures.spreadAlready()
    const done = new Set(known.map(({ stripe }) => stripe))
    const from = ownPart(layout, site.id)
    const [imported] = await db.write.query<{ first: Date | null }>(
      `select min(recorded_at) as first from events where ${partIs(from)} and site_id = $1 and import_id is not null`,
      [site.id],
    )
    const move = { from, importedFrom: imported?.first ?? null }
    for (const [stripe, to] of targets.entries())
      if (!done.has(stripe)) await db.transaction((tx) => moveStripe(tx, site, { ...move, stripe, to }, now))
    return true
  })
  if (!moved) throw importFailures.running()
  return { domain: site.domain, parts: count }
}

interface Move {
  readonly stripe: number
  readonly from: number
  readonly to: number
  /** When the first event came that an import brought; null: none did. */
  readonly importedFrom: Date | null
}

/**
 * Moves the remembered visitors of a stripe, and their rows as far back as a visitor can be seen again. Imported
 * visitors move with all their rows, because any later import can bring them again.
 */
async function moveStripe(tx: Queryable, site: SiteRow, move: Move, now: Date): Promise<void> {
  const { stripe, from, to, importedFrom } = move
  if (from !== to) {
    // Writers to the stripe wait, and learn then that the site has left it.
    for (const part of [from, to].sort((a, b) => a - b))
      await tx.query(`select from part_stripes where ${partIs(part)} and stripe = ${stripe} for update`)
    await tx.query(
      `update part_stripes set left_sites = left_sites || ${site.id}::bigint
       where ${partIs(from)} and stripe = ${stripe}`,
    )
    const own = (part: Part) => `${partIs(part)} and site_id = ${site.id}`
    const visitors = `visitor_id in (select visitor_id from visitors where ${own(from)} and stripe = ${stripe})`
    const liveFrom = now.getTime() - movedDays * dayMs
    const since = new Date(liveFrom).toISOString()
    // An imported visitor's stripe are the lowest four bits of its id.
    const imported = `(visitor_id & ${stripeCount - 1}) = ${stripe}
      and visitor_id in (select visitor_id from events where ${own(from)} and import_id is not null)`
    // Events last: they tell which site the other rows belong to.
    for (const [table, column] of trafficTables.toReversed()) {
      const which = `${column} >= '${since}' and ${visitors}${importedFrom ? ` or ${imported}` : ''}`
      await moveRows(tx, table, `${own(from)} and (${which})`, to)
    }
    for (const table of ['visitors', 'sent_events'])
      await moveRows(tx, table, `${own(from)} and stripe = ${stripe}`, to)
    // Days that were filled are filled again, in both: the state of a day is the same in all parts of a site.
    const first = localDayOf(site.timezone, Math.min(liveFrom, importedFrom?.getTime() ?? liveFrom))
    const days = await tx.query<{ local_day: string }>(
      `update breakdown_days set state = 'dirty'
       where ${own(from)} and local_day >= '${first}' and not is_final returning local_day`,
    )
    await tx.query(
      `insert into breakdown_days (part, site_id, local_day, state)
       select ${to}, ${site.id}, day, 'dirty' from unnest($1::date[]) as day
       on conflict (part, site_id, local_day) do update set state = 'dirty' where not breakdown_days.is_final`,
      [days.map(({ local_day }) => local_day)],
    )
  }
  await tx.query('insert into site_parts (site_id, stripe, part) values ($1, $2, $3)', [site.id, stripe, to])
  await announce(tx, { site: site.id })
}

/** Moves the rows of which a condition holds to another part, and so to its node: no statement is of two parts. */
async function moveRows(tx: Queryable, table: string, condition: string, to: number): Promise<void> {
  await tx.query(`create temporary table moved on commit drop as select * from ${table} where ${condition}`)
  await tx.query(`update moved set part = ${to}`)
  await tx.query(`delete from ${table} where ${condition}`)
  await tx.query(`insert into ${table} select * from moved`)
  await tx.query('drop table moved')
}
