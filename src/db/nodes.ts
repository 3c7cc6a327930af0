// The servers of a cluster, as the engine of a database knows them (engine/).
import { openClient } from './connection.ts'
import type { Node } from './engine/engine.ts'
import { engineOf } from './engine/find.ts'
import type { Part, Queryable } from './parts.ts'
import { asQueryable } from './pool.ts'

/** The URL of the server that has the rows of a part; the same URL where traffic is not divided. */
export async function findNode(databaseUrl: string, part: Part): Promise<string> {
  if (part === null) return databaseUrl
  const client = await openClient({ connectionString: databaseUrl, application_name: 'tidemark nodes' })
  try {
    return await (await engineOf(asQueryable(client))).findNode(asQueryable(client), databaseUrl, part)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The nodes of a cluster; an empty list without a cluster. */
export const readNodes = async (db: Queryable): Promise<Node[]> => (await engineOf(db)).nodes(db)
