// Fills visit_sequences, a closed local day of a site at a time, once the sums of the day and of the days around it are
// made. Statistics read journeys and funnels from it (stats/held-sequences).
import { rollupSelect } from '../db/engine/relations.ts'
import { atPart, inParts, partsOf } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { addDays } from '../rules/days.ts'
import { localDayOf, startOfDay } from '../rules/time.ts'
import { type Day, dayOf, dayPlans } from './day-definitions.ts'
import { lockDays } from './day-locks.ts'
import { findSites, type SiteRow } from './sites.ts'

/** An id is active within so many local days of any of its events (spec/ingestion 18.2). */
const daysAround = 2
/** Sequences of a day: more bring nothing that rows would not bring as fast, and take long to make. */
const sequencesMax = 200_000
/** Items of a sequence. Programs have more, and one such array is not to hold up the answers to everybody else. */
const itemsMax = 5_000

/** The SELECT of the sequences of a day with its values, and the big sources that the day holds. */
export async function sequencesOf(tx: Queryable, { site, day, endsAt }: Day) {
  const start = (of: string) => new Date(startOfDay(site.timezone, of))
  const rows = await tx.query<{ value: string }>(
    `select value from daily_breakdowns where site_id = $1 and local_day = $2 and dimension = 'source'`,
    [site.id, day],
  )
  const sources = rows.map(({ value }) => value)
  const [from, before, after] = [start(day), start(addDays(day, -daysAround)), start(addDays(day, daysAround + 1))]
  const { untilAt } = dayOf(site, null, day)
  const values = [site.id, day, from, endsAt, before, after, untilAt, sources]
  return { text: rollupSelect('visit_sequences'), values, sources }
}

/** Tables with rows for each day that has sequences. */
export const sequenceTables = ['sequence_days', 'visit_sequences', 'sequence_sums'] as const

/**
 * The SELECT of the sums of sequences that `rows` has, of one site ($1): visits without a number of their visitor, by
 * source and each item that they have, each once a visit, the same by each folder, and all of them as number 0.
 */
export const sequenceSums = (rows: string): string => `
  with own as materialized (
    select row_number() over () as id, visits, source, items from (${rows}) s where visitor_id is null
  ), seen as materialized (
    select distinct id, visits, source, unnest(items) as number from own
  ), folders as (
    select p.number as page, f.number
    from (select * from sequence_items where site_id = $1 and folder is not null) p
    join (select * from sequence_items where site_id = $1 and kind = 'folder') f on f.item = p.folder
  )
  select source, number, sum(visits)::integer as visits
  from (
    select visits, source, 0 as number from own
    union all
    select visits, source, number from seen
    union all
    select visits, source, number
    from (select distinct s.id, s.visits, s.source, f.number from seen s join folders f on f.page = s.number) d
  ) s
  group by 1, 2`

/** Takes the sequences of these days away, and of the days that were compared with them. */
export async function dropSequences(tx: Queryable, siteId: number, from: string | null, to: string | null) {
  const within = [siteId, from && addDays(from, -daysAround), to && addDays(to, daysAround)]
  for (const table of sequenceTables)
    await tx.query(
      `delete from ${table}
       where site_id = $1
         and local_day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')`,
      within,
    )
}

/** Forgets the pages, events and sources that no sequence of a site names any more. No day is filled meanwhile. */
export const forgetItems = (db: Database, siteId: number): Promise<void> =>
  db.transaction(async (tx) => {
    await lockDays(tx, siteId, 'drop')
    await inParts(tx, siteId, (at) =>
      at.query(
        `delete from sequence_items
         where site_id = $1 and number not in (
           select unnest(items) from visit_sequences where site_id = $1
           union
           select source from visit_sequences where site_id = $1 and source is not null
           union
           select number from sequence_sums where site_id = $1)`,
        [siteId],
      ),
    )
  })

/** The days without sequences that may have them, apart from those that were tried. */
async function findDue(db: Queryable, closed: number, tried: readonly Day[]): Promise<Day[]> {
  const sites = (await findSites(db)).filter((site) => !site.is_changing)
  const byId = new Map(sites.map((site) => [site.id, site]))
  const due: Day[] = []
  const ids = sites.map((site) => site.id)
  for (const of of await partsOf(db, ids)) {
    const own = of.siteIds.map((id) => byId.get(id)!)
    const done = tried.filter(({ part }) => part === of.part)
    const rows = await of.db.query<{ site_id: number; local_day: string }>(statement('upkeep.sequences-due'), [
      own.map((site) => site.id),
      own.map((site) => firstDayOf(site) ?? '-infinity'),
      // The last closed day is the one before; the two days behind it have to be closed too.
      own.map((site) => addDays(localDayOf(site.timezone, closed), -1 - daysAround)),
      own.map((site) => site.long_lived_from),
      own.map((site) => (site.long_lived_from === null ? null : (site.long_lived_to ?? 'infinity'))),
      done.map(({ site }) => site.id),
      done.map(({ day }) => day),
    ])
    for (const { site_id, local_day } of rows) due.push(dayOf(byId.get(site_id)!, of.part, local_day))
  }
  return due
}

/** The first local day whose neighbours have their raw rows. Null: all of them. */
export const firstDayOf = ({ dropped_before }: SiteRow): string | null =>
  dropped_before === null ? null : addDays(dropped_before, daysAround)

/**
 * Makes the sequences of days that are due, until `mayGoOn` says no; answers whether it came to the end. `closed`: days
 * that ended before this instant are over. A day that fails holds up no other day.
 */
export async function fillSequences(
  db: Database,
  closed: number,
  mayGoOn: () => boolean,
  onFailure: (day: Day, error: unknown) => void,
): Promise<boolean> {
  const tried: Day[] = []
  for (;;) {
    const due = await findDue(db.write, closed, tried)
    if (due.length === 0) return true
    for (const day of due) {
      if (!mayGoOn()) return false
      tried.push(day)
      try {
        await fillDay(db, day)
      } catch (error) {
        onFailure(day, error)
      }
    }
  }
}

/** Makes the sequences of a day, unless sums of the day or of a day around it changed meanwhile. */
async function fillDay(db: Database, day: Day): Promise<void> {
  await db.transaction(async (session) => {
    const tx = atPart(session, day.part)
    await lockDays(tx, day.site.id, 'fill')
    const key = [day.site.id, day.day]
    // Locked before anything is read: who marks one of these days dirty waits.
    const states = await tx.query<{ local_day: string; state: string; is_final: boolean }>(
      `select local_day, state, is_final from breakdown_days
       where site_id = $1 and local_day between $2::date - ${daysAround} and $2::date + ${daysAround}
       order by local_day for update`,
      key,
    )
    const own = states.find(({ local_day }) => local_day === day.day)
    if (own?.state !== 'done' || own.is_final || states.some(({ state }) => state === 'dirty')) return
    await tx.query(dayPlans)
    const { text, values, sources } = await sequencesOf(tx, day)
    for (const table of ['visit_sequences', 'sequence_sums'])
      await tx.query(`delete from ${table} where site_id = $1 and local_day = $2`, key)
    await tx.query(statement('upkeep.number-items'), [...values.slice(0, 4), sources])
    await tx.query(statement('upkeep.number-folders'), [day.site.id])
    const [made] = await tx.query<{ count: number; longest: number }>(
      `with made as (
         insert into visit_sequences ({{part,}}site_id, local_day, visits, visitor_id, session_id, source, items)
         select {{=part,}}$1, $2::date, visits, visitor_id, session_id, source, items from (${text}) definition
         returning cardinality(items) as length
       )
       select count(*)::integer as count, coalesce(max(length), 0)::integer as longest from made`,
      values,
    )
    const isRefused = made!.count > sequencesMax || made!.longest > itemsMax
    if (isRefused) await tx.query('delete from visit_sequences where site_id = $1 and local_day = $2', key)
    const kept = 'select * from visit_sequences where site_id = $1 and local_day = $2'
    await tx.query(
      `insert into sequence_sums ({{part,}}site_id, local_day, source, number, visits)
       select {{=part,}}$1, $2::date, source, number, visits from (${sequenceSums(kept)}) sums`,
      key,
    )
    await tx.query(
      `insert into sequence_days ({{part,}}site_id, local_day, state) values ({{=part,}}$1, $2, $3)
       on conflict ({{part,}}site_id, local_day) do update set state = excluded.state`,
      [...key, isRefused ? 'refused' : 'done'],
    )
  })
}
