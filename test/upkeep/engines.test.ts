// The engine files wrap the SELECTs of sql/rollups: one definition, written out where the server needs it.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { rollupSelect, rollups } from '../../src/upkeep/rollups.ts'

const squeeze = (text: string) =>
  text
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

const engine = (edition: string) => squeeze(readFileSync(projectPath('sql', 'engines', `${edition}.sql`), 'utf8'))

for (const { name, sums } of rollups) {
  t.test(`${name} has one definition`, async (t) => {
    t.ok(engine('community').includes(squeeze(rollupSelect(name))), 'the continuous aggregate is the SELECT')
    for (const column of sums) t.match(squeeze(rollupSelect(name)), new RegExp(`as ${column}\\b`), `${column} is in the SELECT`)
    for (const column of sums)
      t.match(engine('apache'), new RegExp(`sum\\(${column}\\)::bigint as ${column}\\b`), `${column} is in the view`)
  })
}
