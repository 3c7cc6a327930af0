// One list of columns each: what COPY writes is what the tables have, and ending a visit moves all of its dimensions.
import t from 'tap'
import { ofPart } from '../../src/db/parts.ts'
import { createPools } from '../../src/db/pool.ts'
import { statement } from '../../src/db/statements.ts'
import { engagementCopy, eventCopy, sessionCopy, visitorCopy } from '../../src/ingest/rows.ts'
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
