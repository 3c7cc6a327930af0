// What cannot hold where traffic is divided (docs/scale.md), and why: all that the suite leaves out there.

import t from 'tap'

/** Whether the database under test divides traffic: a server with Citus, or plain tables of the same form. */
const isDivided = Boolean(process.env['TIDEMARK_TEST_PARTS'] || process.env['TIDEMARK_TEST_CITUS_URL'])

const exceptions = {
  chunks: 'left out: partitions are months, and indexes of each node are autovacuum’s',
  editions: 'left out: it begins on an edition of TimescaleDB',
  'types of hourly rollups': 'left out: their SELECTs name the part there',
  upgrades: 'left out: there was no Citus before this version',
  roles: 'left out: the rows of its cases are written without a part',
  plans: 'left out: what a plan reads is on another node',
  connections: 'left out: Citus opens connections of its own',
  'hourly rollups': 'left out: hours are not found by time there',
  owners: 'left out: Citus 14.0.1 dies of the statement `reassign owned`',
  backups: 'left out: the nodes of a cluster are backed up each by itself',
  commands: 'left out: docs/operate.md asks for chunks',
} as const

/** For the `skip` of a test: the reason, or false. */
export const exceptOn = (what: keyof typeof exceptions): string | false => isDivided && exceptions[what]

/** Leaves a whole file out, aloud; called before it makes anything. */
export function leaveOut(what: keyof typeof exceptions): void {
  if (!isDivided) return
  t.plan(0, exceptions[what])
  process.exit(0)
}
