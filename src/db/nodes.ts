// On which node of a Citus cluster a part is. A transaction on that node is the node's own and commits in one phase;
// through the coordinator every COPY is committed in two (docs/scale.md).
import { openClient } from './connection.ts'
import { findEdition } from './engine.ts'
import type { Part } from './parts.ts'
import type { Queryable } from './pool.ts'

/**
 * The URL of the node that has the rows of a part: that of the coordinator with the node's host and port. The same URL
 * where traffic is not divided, or Citus does not hold it.
 */
export async function findNode(databaseUrl: string, part: Part): Promise<string> {
  if (part === null) return databaseUrl
  const client = await openClient({ connectionString: databaseUrl, application_name: 'tidemark nodes' })
  try {
    const { rows: known } = await client.query(`select from pg_extension where extname = 'citus'`)
    if (known.length === 0) return databaseUrl
    const { rows } = await client.query<{ host: string; port: number; is_coordinator: boolean }>(
      `select n.nodename as host, n.nodeport as port, n.groupid = 0 as is_coordinator
       from pg_dist_placement p
       join pg_dist_node n on n.groupid = p.groupid
       where p.shardid = get_shard_id_for_distribution_column('events', $1::integer)`,
      [part],
    )
    const [node] = rows
    if (!node || node.is_coordinator) return databaseUrl
    const url = new URL(databaseUrl)
    url.hostname = node.host
    url.port = String(node.port)
    return url.href
  } finally {
    await client.end().catch(() => {})
  }
}

export interface Node {
  /** Host and port. */
  readonly node: string
  /** Whether it answers the coordinator. */
  readonly is_up: boolean
  readonly parts: number
  /** How many connections it keeps to each other node. */
  readonly kept: number
}

/** The nodes of a cluster; none where the database is not on Citus. */
export async function readNodes(db: Queryable): Promise<Node[]> {
  const [known] = await db.query<{ known: boolean }>(`select to_regclass('pg_dist_node') is not null as known`)
  if (!known?.known || (await findEdition(db)) !== 'citus') return []
  return await db.query<Node>(
    `select n.nodename || ':' || n.nodeport as node, n.isactive and r.success as is_up,
            case when r.success then r.result::integer else 0 end as kept,
            (select count(*)::integer from pg_dist_placement p join pg_dist_shard s using (shardid)
             where p.groupid = n.groupid and s.logicalrelid = 'part_stripes'::regclass) as parts
     from pg_dist_node n
     join run_command_on_all_nodes('show citus.max_cached_conns_per_worker') r using (nodeid)
     order by n.groupid`,
  )
}
