// The hourly rollups have one definition, a SELECT in sql/rollups; what the server's edition makes of it has its
// columns.
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { engineNamed } from '../../src/db/engine/find.ts'
import { rollupSelect } from '../../src/db/engine/relations.ts'
import { ofPart } from '../../src/db/parts.ts'
import { projectPath } from '../../src/paths.ts'
import { rollups } from '../../src/upkeep/rollups.ts'
import { exceptOn } from '../support/divided.ts'
import { createSite } from './support.ts'

t.test('the relations of all engines are made of the SELECTs of sql/rollups, which nothing else repeats', async (t) => {
  const made = (engine: string) => engineNamed(engine).relationsSql()
  for (const { name } of rollups) {
    const select = ofPart(rollupSelect(name), null)
    t.ok(made('community').includes(`as\n${select}\nwith no data`), name)
    t.ok(made('apache').includes(`view ${name} as\n${select};`), name)
    const head = `view ${name} as\n${select.split('select')[0]}select `
    t.ok(made('postgres').includes(`${head}site_id,`), name)
    t.ok(made('citus').includes(`${head}part, site_id,`), name)
  }
  for (const file of readdirSync(projectPath('sql', 'engines')))
    t.notMatch(
      readFileSync(projectPath('sql', 'engines', file), 'utf8'),
      /\btime_bucket\b/,
      `${file} counts nothing by itself`,
    )
})

t.test('a rollup has the columns and types of its SELECT', { skip: exceptOn('types of hourly rollups') }, async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const columns = async (relation: string) => {
    await x.db.write.query(`create temporary view shape as ${relation}`)
    const rows = await x.db.write.query(
      `select attname as name, atttypid::regtype::text as type from pg_attribute where attrelid = 'shape'::regclass and attnum > 0 order by attnum`,
    )
    await x.db.write.query('drop view shape')
    return rows
  }
  for (const { name, sums } of rollups) {
    const expected = await columns(ofPart(rollupSelect(name), null))
    t.strictSame(await columns(`select * from ${name}`), expected, name)
    t.strictSame(
      expected.slice(3).map((column) => column.name),
      sums,
    )
  }
})
