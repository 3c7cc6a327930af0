// A test's own look into the rows of a site, wherever they are.
import { ownPartOf, type Queryable } from '../../src/db/parts.ts'
import type { Database } from '../../src/db/pool.ts'

/** The database, asked for the part of a site: what is written as `{{part,}}` and `{{at}}` is that, or nothing. */
export const own = async (db: Pick<Database, 'write'>, siteId: number): Promise<Queryable> =>
  (await ownPartOf(db.write, siteId)).db
