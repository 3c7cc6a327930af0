// The query benchmark on a database that is loaded already, and a service that runs on it: for data sets too large to
// load each time. node bench/query-loaded.ts --service http://127.0.0.1:8000 --key KEY [--database URL |
// --csv folder] [--repeats 11] DuckDB reads the rows of --database, or files that an earlier run left in --csv.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askClasses, runDuckdb } from './query.ts'

const { values } = parseArgs({
  options: {
    service: { type: 'string' },
    key: { type: 'string' },
    database: { type: 'string' },
    csv: { type: 'string' },
    repeats: { type: 'string', default: '11' },
  },
})
const repeats = Number(values.repeats)
const folder = values.csv ?? (await mkdtemp(join(tmpdir(), 'tidemark-duckdb-')))
const rows = values.service && values.key ? await askClasses({ url: values.service }, values.key, repeats) : []
const duckdb =
  values.csv || values.database
    ? await runDuckdb(values.database ? { url: values.database } : null, repeats, folder)
    : new Map()
const names = rows.length > 0 ? rows.map((row) => row.name) : [...duckdb.keys()]
const shown = (ms: number | undefined) => (ms === undefined ? '' : ms.toFixed(1))
console.log('| question | API warm | slowest | in the service | DuckDB |\n|---|--:|--:|--:|--:|')
for (const name of names) {
  const row = rows.find((one) => one.name === name)
  console.log(
    `| ${name} | ${row?.failure ?? shown(row?.warmMs)} | ${shown(row?.slowestMs)} | ${shown(row?.databaseMs)} | ${shown(duckdb.get(name))} |`,
  )
}
