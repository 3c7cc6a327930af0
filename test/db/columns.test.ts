// One list of columns each: what COPY writes is what the tables have, and ending a visit moves all of its dimensions.
import t from 'tap'
import { ofPart } from '../../src/db/parts.ts'
import { createPools } from '../../src/db/pool.ts'
import { statement } from '../../src/db/statements.ts'
import { fillColumns, typesOf } from '../../src/ingest/parameters.ts'
import { engagementCopy, eventCopy, sessionCopy } from '../../src/ingest/rows.ts'
import { visitorColumns, visitorCopy } from '../../src/ingest/visitor-columns.ts'
import { guestRoles, teamRoles } from '../../src/rules/roles.ts'
import { dimensionColumns } from '../../src/rules/session.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase()
const pools = createPools({ databaseUrl: database.url })
t.teardown(async () => {
  await pools.stop()
  await database.drop()
})

/** Columns that are no longer written; old rows have them. */
const past: Readonly<Record<string, readonly string[]>> = { events: ['seq'], engagements: ['seq'] }

t.test('COPY writes every column of its table', async (t) => {
  for (const [table, copy] of Object.entries({
    events: eventCopy,
    engagements: engagementCopy,
    visitors: visitorCopy,
    sessions: sessionCopy,
  })) {
    const rows = await pools.write.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    )
    const written = [...copy.columns, ...(past[table] ?? [])].sort()
    // That of the part comes with the statement.
    const names = rows.map(({ name }) => name).filter((name) => name !== 'part')
    t.strictSame(written, names.sort(), table)
  }
})

t.test('the columns of visitors have the types of the table', async (t) => {
  const rows = await pools.write.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = 'visitors'::regclass and attnum > 0 and not attisdropped`,
  )
  const types = new Map(rows.map(({ name, type }) => [name, type.replace('timestamp with time zone', 'timestamptz')]))
  for (const { name, type } of visitorColumns) t.equal(type, types.get(name), name)
})

t.test('a list of columns fills the places of a text', (t) => {
  const columns = [
    { name: 'site_id', type: 'bigint', value: () => 1 },
    { name: 'pageviews', type: 'integer', value: () => 1, set: 'n.pageviews' },
    { name: 'imported', type: 'boolean', value: () => true, set: 'v.imported or n.imported' },
  ]
  const cases = {
    '{{names}}': 'site_id, pageviews, imported',
    '{{arrays}}': '$1::bigint[], $2::integer[], $3::boolean[]',
    '{{unnested}}':
      'unnest($1::bigint[]) as site_id, unnest($2::integer[]) as pageviews, unnest($3::boolean[]) as imported',
    '{{each imported}} {{each site_id}}': 'unnest($3::boolean[]) unnest($1::bigint[])',
    '{{sets}}': 'pageviews = n.pageviews,\n    imported = v.imported or n.imported',
    '{{at v}}{{part,}}{{each x}}': '{{at v}}{{part,}}{{each x}}',
  }
  for (const [text, filled] of Object.entries(cases)) t.equal(fillColumns(text, columns), filled)
  t.equal(typesOf(columns), 'bigint[], integer[], boolean[]')
  t.end()
})

t.test('the statements that end a visit name all of its columns', (t) => {
  for (const name of ['transaction.end-sessions', 'upkeep.end-idle-sessions']) {
    const text = ofPart(statement(name), null)
    const [, list] = /insert into sessions \(([^)]+)\)/.exec(text) ?? []
    t.strictSame(
      list?.split(',').map((column) => column.trim()),
      sessionCopy.columns,
      name,
    )
    for (const column of dimensionColumns) t.ok(text.includes(column), `${name} ${column}`)
  }
  t.end()
})

t.test('no check lists the roles: rules/roles has them', async (t) => {
  const roles = [...new Set<string>([...teamRoles, ...guestRoles])]
  const checks = await pools.write.query<{ table: string; check: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as check from pg_constraint where contype = 'c'`,
  )
  t.ok(checks.length > 0)
  t.strictSame(
    checks.filter(({ check }) => roles.some((role) => check.includes(`'${role}'`))),
    [],
  )
})
