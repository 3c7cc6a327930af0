// The site that a question is about, as statistics see it.
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Asker } from '../db/turns.ts'
import type { SiteView } from '../registry/directory.ts'
import { type GoalRow, toGoal } from '../rules/goal.ts'
import type { StatsSite } from './query.ts'

/** A site to read, with the sites that hold its rows: the sites of a consolidated view, or the site itself. */
export interface SiteRead {
  readonly site: SiteView
  readonly siteIds: readonly number[]
  /** The asker of its statements, for the shares of statistics (db/turns). */
  readonly asker?: Asker | undefined
}

/** The site as statistics see it; its goals are read where a question needs them. */
export async function loadSite(db: Database, { site, siteIds }: SiteRead, needsGoals: boolean): Promise<StatsSite> {
  const goals = needsGoals ? await db.read.query<GoalRow>(statement('stats.goals'), [site.id]) : []
  return toStatsSite({ site, siteIds }, goals)
}

/** The site with goals that were read. */
export function toStatsSite({ site, siteIds }: SiteRead, goals: readonly GoalRow[]): StatsSite {
  const hasProps = site.features.has('props')
  return {
    id: site.id,
    domain: site.domain,
    ids: siteIds,
    homeHostnames: site.homeHostnames,
    timezone: site.timezone,
    hasProps,
    hasRevenue: site.features.has('revenue_goals'),
    // Goals with custom properties need the Props feature: without it they are not configured (spec/stats 12).
    goals: goals.map(toGoal).filter((goal) => hasProps || Object.keys(goal.customProps).length === 0),
    isConsolidated: site.isConsolidated,
    longLivedFrom: site.longLivedFrom,
    longLivedTo: site.longLivedTo,
    droppedBefore: site.droppedBefore,
  }
}
