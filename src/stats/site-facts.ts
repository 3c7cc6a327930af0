// What a page knows of its site before it asks for numbers: since when there is data, and of which kinds.
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { localDayOf } from '../rules/time.ts'

export interface SiteData {
  /** The first local day with data, in rows, sums or imports; null: none ever. */
  readonly firstDay: string | null
  readonly isDemo: boolean
  readonly hasImports: boolean
  readonly hasGoals: boolean
  /** The names of goals that bring amounts. */
  readonly revenueGoals: readonly string[]
  /** Whether the service knows regions and cities: this needs a database of them, or imports that bring some. */
  readonly hasRegions: boolean
  readonly hasCities: boolean
  /** Keys of properties of the latest events, the most frequent ones first. */
  readonly propertiesSeen: readonly string[]
}

/** Asks about the site, or about those that a consolidated view reads. */
export type FindSiteData = (site: {
  timezone: string
  memberSiteIds: readonly number[]
  /** Properties are as they come: those seen are of interest. */
  allowsAll: boolean
}) => Promise<SiteData>

interface FactsRow {
  is_demo: boolean
  has_imports: boolean
  has_goals: boolean
  revenue_goals: string[]
  has_regions: boolean
  has_cities: boolean
}

/** Makes the function that asks the database. */
export function createSiteData({ db }: { db: Database }): FindSiteData {
  return async ({ timezone, memberSiteIds, allowsAll }) => {
    const [[first], [row], seen] = await Promise.all([
      db.read.query<{ first_at: Date | null; first_summed: string | null; first_imported: string | null }>(
        statement('stats.first-event'),
        [memberSiteIds],
      ),
      db.read.query<FactsRow>(statement('stats.site-facts'), [memberSiteIds]),
      allowsAll ? db.read.query<{ key: string }>(statement('stats.properties-seen'), [memberSiteIds]) : [],
    ])
    const days = [
      first?.first_at ? localDayOf(timezone, first.first_at.getTime()) : null,
      first?.first_summed,
      first?.first_imported,
    ]
    return {
      firstDay: days.filter((day) => typeof day === 'string').sort()[0] ?? null,
      isDemo: row?.is_demo ?? false,
      hasImports: row?.has_imports ?? false,
      hasGoals: row?.has_goals ?? false,
      revenueGoals: row?.revenue_goals ?? [],
      hasRegions: row?.has_regions ?? false,
      hasCities: row?.has_cities ?? false,
      propertiesSeen: seen.map(({ key }) => key),
    }
  }
}
