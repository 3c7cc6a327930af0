// Citus: the partitions of PostgreSQL, divided into parts over the nodes of a cluster (docs/scale.md). A
// transaction on the node of a part is the node's own and commits in one phase; through the coordinator every COPY is
// committed in two.
import { readAddress, writeAddress } from '../../rules/postgres-address.ts'
import type { Queryable } from '../parts.ts'
import type { Engine, EngineCheck, Node } from './engine.ts'
import { nativeRelations, postgres } from './postgres.ts'
import { composeTables, readEngine } from './relations.ts'

/**
 * The URL of the node that has the rows of a part: the coordinator's URL with the node's host and port. Returns the
 * same URL if Citus does not hold the part.
 */
async function findNode(db: Queryable, databaseUrl: string, part: number): Promise<string> {
  const known = await db.query(`select from pg_extension where extname = 'citus'`)
  if (known.length === 0) return databaseUrl
  const [node] = await db.query<{ host: string; port: number; is_coordinator: boolean }>(
    `select n.nodename as host, n.nodeport as port, n.groupid = 0 as is_coordinator
     from pg_dist_placement p
     join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = get_shard_id_for_distribution_column('events', $1::integer)`,
    [part],
  )
  if (!node || node.is_coordinator) return databaseUrl
  return writeAddress({ ...readAddress(databaseUrl), hosts: [{ host: node.host, port: node.port }] })
}

async function readNodes(db: Queryable): Promise<Node[]> {
  const [known] = await db.query<{ known: boolean }>(`select to_regclass('pg_dist_node') is not null as known`)
  if (!known?.known) return []
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

/** With fewer connections kept, a statement over parts opens some each time: 359 in place of 13 ms (docs/scale.md). */
const keptConnectionsMin = 16

const checkNodes = async (db: Queryable): Promise<EngineCheck[]> =>
  (await readNodes(db)).map(({ node, is_up, kept, parts }) => {
    const check = 'node'
    if (!is_up) return { check, ok: false, detail: `${node} does not answer`, fix: 'start it' }
    const detail = `${node} has ${parts} parts, and keeps ${kept} connections to each other node`
    if (kept >= keptConnectionsMin) return { check, ok: true, detail }
    const fix = `set citus.max_cached_conns_per_worker = ${keptConnectionsMin} there, and reload`
    return { check, ok: false, detail, fix }
  })

export const citus: Engine = {
  ...postgres,
  name: 'citus',
  title: 'Citus',
  extension: {
    name: 'citus',
    isLoaded: `current_setting('citus.max_cached_conns_per_worker', true) is not null`,
  },
  isHeld: `to_regclass('part_stripes') is not null`,
  worksWithout: true,
  gives: 'divides traffic over several machines',
  tablesSql: () => composeTables('', { isNative: true, part: 'part' }),
  relationsSql: () => nativeRelations('part', readEngine('citus')),
  nodes: readNodes,
  findNode,
  cannot: {
    dump: 'a Citus cluster is backed up node by node: docs/scale.md, "Back up"',
    grantSql: 'role: on Citus a role cannot read the views without reading the tables below them',
  },
  checks: checkNodes,
}
