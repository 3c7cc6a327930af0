// The rest of an import when all events of a file are in.

import { estimateRows } from '../db/partitions.ts'
import { inParts } from '../db/parts.ts'
import { refreshRollups } from '../db/rollups.ts'
import { statement } from '../db/statements.ts'
import { allStripes, importLanes } from '../db/stripes.ts'
import { announce } from '../registry/changes.ts'
import { addDays, monthOf } from '../rules/days.ts'
import { dayMs } from '../rules/durations.ts'
import { idleSeconds } from '../rules/lifetimes.ts'
import { createLocalDays, startOfDay } from '../rules/time.ts'
import { noteLongLived } from '../upkeep/imports.ts'
import type { Applying, ImportRow } from './apply.ts'
import type { Range } from './check.ts'
import { learnCodes, type PlaceCode } from './places.ts'

/** Arguments of finishing an import, besides those of applying it. */
export interface Finishing extends Applying {
  /** Forgets the visitors remembered for imports of the site (upkeep/imports). */
  readonly forgetVisitors: (siteId: number) => Promise<void>
  /**
   * Recomputes the flags of whole local months, after older history came in before what was there (upkeep/timezone).
   */
  readonly recompute: (siteId: number, from: Date, to: Date) => Promise<void>
}

/**
 * The range of flags that were computed again: whole local months behind a file with events older than those its
 * visitors had already.
 */
export type Recomputed = { readonly from: string; readonly to: string } | null

const stripesOf = (half: number): number[] => allStripes.filter((stripe) => stripe % importLanes.length === half)

/** All that is over is ended, what was remembered for the import is forgotten, and the rollups see everything. */
export async function finish(options: Finishing, range: Range, row: ImportRow): Promise<Recomputed> {
  const { db, site } = options
  const now = options.now()
  const idleSince = new Date(now.getTime() - idleSeconds * 1000)
  await Promise.all(importLanes.map((_, half) => options.endSessions(site.id, idleSince, stripesOf(half))))
  const recomputed = await recomputeBehind(options, range)
  const [from, to] = [new Date(range.first * 1000), new Date(range.last * 1000)]
  const codes = await inParts(db.write, site.id, (at) =>
    at.query<PlaceCode>(statement('places.of-sessions'), [site.id, from, to]),
  )
  await learnCodes(db.write, codes.flat())
  // A late row can move a session that was there, and tell the following day that its visitor was here the day before.
  const aroundMs = 2 * dayMs
  const vacuum = async () => {
    // All chunks, 24 s where 18 million events are: only for a tenth of the rows. The task `analyze_chunks` sees to the
    // chunks that changed. Vacuumed, because scans of an index alone look at every row of a page that is not marked as
    // visible to all.
    const [added] = await db.write.query<{ events: number }>(
      'select events_added as events from imports where id = $1',
      [row.id],
    )
    if ((added?.events ?? 0) * 10 < (await estimateRows(db.write))) return
    for (const table of ['events', 'engagements', 'sessions']) await db.write.query(`vacuum (analyze) ${table}`)
  }
  // Each for minutes on years of history: a fourth would wait too long for one of the few connections of a command.
  await Promise.all([
    options.forgetVisitors(site.id),
    refreshRollups(db.write, new Date(from.getTime() - aroundMs), new Date(to.getTime() + aroundMs), { now }),
    vacuum(),
  ])
  const localDays = createLocalDays()
  await db.transaction(async (tx) => {
    await noteLongLived(tx, site)
    const days = [range.first, range.last].map((at) => localDays(site.timezone, at))
    await inParts(tx, site.id, (at) => at.query(statement('import.mark-dirty'), [site.id, ...days]))
    await announce(tx, { site: site.id })
  })
  return recomputed
}

/**
 * Recomputes the flags behind the file where they can be wrong. Every batch commits its flags with its progress, and
 * late events place theirs among what is known of the visitor, so that a resumed import owes no more than any other.
 * Only a file wholly before what its visitors had already was played without a look at the rows behind it: those of the
 * same local month and of the day after may now count a visitor that the file has counted. Whole months, because a late
 * event leaves the flag of its day and month where it was.
 */
async function recomputeBehind({ db, site, recompute }: Finishing, range: Range): Promise<Recomputed> {
  const localDays = createLocalDays()
  const lastDay = localDays(site.timezone, range.last)
  const startOf = (month: string) => new Date(startOfDay(site.timezone, `${month}-01`))
  const nextMonth = monthOf(addDays(`${monthOf(addDays(lastDay, 1))}-01`, 31))
  const [from, to] = [startOf(monthOf(lastDay)), startOf(nextMonth)]
  const behind = await inParts(db.write, site.id, (at) =>
    at.query<{ found: boolean }>(statement('import.find-behind'), [site.id, new Date(range.last * 1000), to]),
  )
  if (!behind.flat().some(({ found }) => found)) return null
  await recompute(site.id, from, to)
  return { from: from.toISOString(), to: to.toISOString() }
}
