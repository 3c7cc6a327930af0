// Facts about a site for its page, before the page asks for numbers: the first day with data, and the kinds of data.
import { queryParts } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { localDayOf } from '../rules/time.ts'

export interface SiteData {
  /** The first local day with data, in rows, sums or imports; null: none ever. */
  readonly firstDay: string | null
  readonly isDemo: boolean
  readonly hasImports: boolean
  /** How many goals there are, by name. */
  readonly goals: number
  /** The names of goals that bring amounts. */
  readonly revenueGoals: readonly string[]
  /** The service knows regions and cities. This needs a city database, or imports that bring some. */
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
  goals: number
  revenue_goals: string[]
  has_regions: boolean
  has_cities: boolean
}

interface Since {
  first_at: Date | null
  first_summed: string | null
  first_imported: string | null
  has_imports: boolean
}

/** The first local days with data of some sites: of their own, of days brought from another product. */
export async function findSince(
  { read }: Database,
  siteIds: readonly number[],
  timezone: string,
): Promise<{ own: string | null; imported: string | null; hasImports: boolean }> {
  const rows = await queryParts<Since>(read, siteIds, statement('stats.first-event'))
  const least = (days: readonly (string | null)[]) => days.filter((day) => day !== null).sort()[0] ?? null
  const days = rows.flatMap((row) => [row.first_at && localDayOf(timezone, row.first_at.getTime()), row.first_summed])
  return {
    own: least(days),
    imported: least(rows.map((row) => row.first_imported)),
    hasImports: rows.some((row) => row.has_imports),
  }
}

/** Makes the function that asks the database. */
export function createSiteData({ db }: { db: Database }): FindSiteData {
  return async ({ timezone, memberSiteIds, allowsAll }) => {
    const [since, [row], seen] = await Promise.all([
      findSince(db, memberSiteIds, timezone),
      db.read.query<FactsRow>(statement('stats.site-facts'), [memberSiteIds]),
      allowsAll ? queryParts<{ key: string }>(db.read, memberSiteIds, statement('stats.properties-seen')) : [],
    ])
    return {
      firstDay: [since.own, since.imported].filter((day) => day !== null).sort()[0] ?? null,
      isDemo: row?.is_demo ?? false,
      hasImports: since.hasImports,
      goals: row?.goals ?? 0,
      revenueGoals: row?.revenue_goals ?? [],
      hasRegions: row?.has_regions ?? false,
      hasCities: row?.has_cities ?? false,
      propertiesSeen: [...new Set(seen.map(({ key }) => key))],
    }
  }
}
