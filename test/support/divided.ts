// What cannot hold on an engine, and why: all that the suite leaves out there (docs/scale.md, docs/install.md).

import t from 'tap'
import { findHeld, findOffer } from '../../src/db/engine/find.ts'
import { createPools } from '../../src/db/pool.ts'

const { TIDEMARK_TEST_PARTS: parts, TIDEMARK_TEST_CITUS_URL: citusUrl } = process.env

/** The engine of the server under test; scripts/test.ts has found it, or a file that is run by itself finds it. */
async function findEngineName(): Promise<string> {
  const { TIDEMARK_TEST_ENGINE: found, TIDEMARK_TEST_DATABASE_URL: other, DATABASE_URL: named } = process.env
  // Plain tables of the same form as on Citus.
  if (parts || citusUrl) return 'citus'
  const databaseUrl = other || named
  if (found || !databaseUrl) return found || 'apache'
  const db = createPools({ databaseUrl, connectionsMax: 1 })
  try {
    return ((await findHeld(db.write)) ?? (await findOffer(db.write)).engine).name
  } finally {
    await db.stop()
  }
}

const engine = await findEngineName()

const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  citus: {
    chunks: 'left out: partitions are months, and indexes of each node are autovacuum’s',
    editions: 'left out: it begins on an edition of TimescaleDB',
    'types of hourly rollups': 'left out: their SELECTs name the part there',
    upgrades: 'left out: a cluster of tests has one database',
    roles: 'left out: the rows of its cases are written without a part',
    plans: 'left out: what a plan reads is on another node',
    connections: 'left out: Citus opens connections of its own',
    'hourly rollups': 'left out: hours are not found by time there',
    owners: 'left out: Citus 14.0.1 dies of the statement `reassign owned`',
    backups: 'left out: the nodes of a cluster are backed up each by itself',
    commands: 'left out: docs/operate.md asks for chunks',
  },
  postgres: {
    chunks: 'left out: partitions are months, with all indexes from the start',
    editions: 'left out: it begins on an edition of TimescaleDB',
    'types of hourly rollups': 'left out: their SELECTs have a function of TimescaleDB',
    plans: 'left out: its plans name chunks',
    'hourly rollups': 'left out: hours are not found by time there',
    commands: 'left out: docs/operate.md asks for chunks',
  },
}

type Exception =
  | 'chunks'
  | 'editions'
  | 'types of hourly rollups'
  | 'upgrades'
  | 'roles'
  | 'plans'
  | 'connections'
  | 'hourly rollups'
  | 'owners'
  | 'backups'
  | 'commands'

/** For the `skip` of a test: the reason, or false. */
export const exceptOn = (what: Exception): string | false => exceptions[engine]?.[what] ?? false

/** Leaves a whole file out, aloud; called before it makes anything. */
export function leaveOut(what: Exception): void {
  const reason = exceptOn(what)
  if (reason === false) return
  t.plan(0, reason)
  process.exit(0)
}
