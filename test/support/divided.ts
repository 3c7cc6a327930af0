// What cannot hold where traffic is divided (docs/scale.md), and why: all that the suite leaves out there.

import t from 'tap'

/** Whether the database under test divides traffic: a server with Citus, or plain tables of the same form. */
const isDivided = Boolean(process.env['TIDEMARK_TEST_PARTS'] || process.env['TIDEMARK_TEST_CITUS_URL'])

const exceptions = {
  chunks: 'partitions are months, and indexes of each node are autovacuum’s',
  editions: 'a database on Citus has no edition to change',
  'types of hourly rollups': 'their SELECTs name the part there',
  upgrades: 'there was no Citus before this version',
  roles: 'the rows of its cases are written without a part',
  plans: 'what a plan reads is on another node',
} as const

/** For the `skip` of a test: the reason, or false. */
export const exceptOn = (what: keyof typeof exceptions): string | false => isDivided && exceptions[what]

/** Leaves a whole file out, aloud; called before it makes anything. */
export function leaveOut(what: keyof typeof exceptions): void {
  if (!isDivided) return
  t.plan(0, exceptions[what])
  process.exit(0)
}
