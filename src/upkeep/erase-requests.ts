// Page requests of deleted statistics (spec/management 19.3). A request is of no visit: a deletion by filters takes all
// requests of the days that it touches, so that none of a deleted visit is left.
import { inParts } from '../db/parts.ts'
import type { Queryable } from '../db/pool.ts'
import { likeOf, type OfSums } from './erase-sums.ts'
import type { SiteRow } from './sites.ts'

const within = `local_day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')`

/** Forgets the page requests of local days, but logs that came after the deletion was asked for. */
export const forgetRequests = (
  tx: Queryable,
  site: SiteRow,
  { first, last, last_import }: Pick<OfSums, 'last_import'> & { first: string | null; last: string | null },
) =>
  tx.query(`delete from page_requests where site_id = $1 and ${within} and import_id <= $4`, [
    ...[site.id, first, last],
    last_import,
  ])

/**
 * Takes the page requests of a deletion away: of its days, of its page, or of its days if all pageviews go. Events of
 * other names have none.
 */
export async function eraseRequests(tx: Queryable, site: SiteRow, erased: OfSums & { until: Date }): Promise<void> {
  const { kind, event, from, to, until, last_import } = erased
  if (kind === 'filters' || (kind === 'event' && event !== 'pageview')) return
  const like = kind === 'page' ? likeOf(erased) : null
  await inParts(tx, site.id, (at) =>
    at.query(
      `delete from page_requests
       where site_id = $1 and ${within} and local_day <= ($4::timestamptz at time zone $5)::date and import_id <= $6
         and ($7::text is null or page like $7)`,
      [site.id, from, to, until, site.timezone, last_import, like],
    ),
  )
}
