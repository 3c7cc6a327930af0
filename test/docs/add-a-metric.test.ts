// The recipes of docs/architecture.md for a metric, a dimension and a tab: a copy of the sources with just these edits
// answers over the API and has the tab in the zip.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { statsFailures } from '../../src/failure.ts'
import { projectPath } from '../../src/paths.ts'
import { createDatabase } from '../support/database.ts'

/** Two visits, of four and one pages; the first began with a click on an advertisement. */
const question = `
import { startApp } from './support/app.ts'
import { insertTraffic, sessionsOf } from './support/stats-model.ts'
import { unzip } from './support/zip.ts'
import { writeFileSync } from 'node:fs'

const service = await startApp({ databaseUrl: process.env.SCRATCH_DATABASE_URL })
const { api_key: key } = await service.provision({ domain: 'a.test', plan: 'business' })
const events = [1, 1, 1, 1, 2].map((visitor, index) => ({
  visitor, at: Date.parse('2021-01-02T10:00:00Z') / 1000 + index, name: 'pageview', pathname: '/' + index,
  hostname: 'a.test', props: null, engagedMs: 0, scroll: 0,
}))
await insertTraffic(service.app.db.write, 1, 'Etc/UTC', sessionsOf(events, () => ({})))
await service.app.db.write.query("update sessions set click_id = 'gclid' where visitor_id = 1")
const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
const range = 'site_id=a.test&period=custom&date=2021-01-01,2021-01-03'
const get = async (path: string) => (await fetch(service.url + path, { headers })).json()
const post = async (body: object) => {
  const asked = { site_id: 'a.test', date_range: ['2021-01-01', '2021-01-03'], ...body }
  return (await (await fetch(service.url + '/api/v2/query', { method: 'POST', headers, body: JSON.stringify(asked) })).json()).results
}
const archive = await fetch(service.url + '/api/v1/stats/export?site_id=a.test&format=zip&date_range=2021-01-01,2021-01-03', { headers })
writeFileSync('all.zip', Buffer.from(await archive.arrayBuffer()))
const files = await unzip('all.zip')
const openApi = JSON.stringify(await get('/api/openapi.json'))
console.log(JSON.stringify({
  aggregate: (await get('/api/v1/stats/aggregate?' + range + '&metrics=visits,deep_visits')).results,
  timeseries: (await get('/api/v1/stats/timeseries?' + range + '&metrics=deep_visits')).results,
  filtered: (await get('/api/v1/stats/aggregate?' + range + '&metrics=visits&filters=visit:click_id==gclid')).results,
  breakdown: (await get('/api/v1/stats/breakdown?' + range + '&property=visit:click_id&metrics=visits,deep_visits')).results,
  query: await post({ metrics: ['deep_visits'], dimensions: ['visit:click_id'] }),
  computed: await post({ metrics: ['visits'], dimensions: ['visit:paid'] }),
  paid: await post({ metrics: ['pageviews'], dimensions: ['event:page'], filters: [['is', 'visit:paid', ['yes']]] }),
  refused: await get('/api/v1/stats/aggregate?' + range + '&metrics=deep_visits&filters=event:name==pageview'),
  tab: files.get('clicks.csv'),
  isNamed: ['deep_visits', 'visit:click_id'].every((name) => openApi.includes(name)),
}))
await service.stop()
process.exit(0)
`

/** The edits of the page, up to its section about shields: \`file\`, the line they come after, and what is added. */
const edits = [
  ...(readFileSync(projectPath('docs/architecture.md'), 'utf8').split('### Add a type of shield')[0] ?? '').matchAll(
    /\b[iI]n `(src\/[^`]+)`, after `([^`]+)`:\n\n```ts\n([\s\S]*?)```/g,
  ),
].map(([, file = '', after = '', added = '']) => ({ file, after, added }))

t.setTimeout(120_000)

t.test('a metric, a dimension and a tab, as the page says', async (t) => {
  t.strictSame(
    edits.map(({ file }) => file),
    [
      'src/stats/fields.ts',
      'src/stats/metrics.ts',
      'src/rules/words/en/catalogue.ts',
      'src/stats/dimensions.ts',
      'src/rules/catalogue.ts',
      'src/rules/words/en/catalogue.ts',
      'src/rules/catalogue.ts',
      'src/stats/dimensions.ts',
    ],
    'three entries of a metric, three of a dimension, one of a tab, one of a computed dimension',
  )
  t.ok(
    edits.every(({ added }) => added.trimEnd().split('\n').length === 1),
    'of one line each',
  )
  const database = await createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-scratch-'))
  t.teardown(async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  })
  for (const name of ['src', 'sql', 'workers', 'tools', 'package.json', 'tsconfig.json'])
    cpSync(projectPath(name), join(folder, name), { recursive: true })
  cpSync(projectPath('test', 'support'), join(folder, 'test', 'support'), { recursive: true })
  symlinkSync(projectPath('node_modules'), join(folder, 'node_modules'))
  for (const { file, after, added } of edits) {
    const parts = readFileSync(join(folder, file), 'utf8').split(`${after}\n`)
    t.equal(parts.length, 2, `${file} has the line once`)
    writeFileSync(join(folder, file), parts.join(`${after}\n${added}`))
  }
  writeFileSync(join(folder, 'test', 'question.ts'), question)
  const { stdout, stderr } = spawnSync(process.execPath, [join('test', 'question.ts')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SCRATCH_DATABASE_URL: database.url },
    timeout: 90_000,
  })
  t.match(stdout, /^\{/, stderr)
  t.strictSame(JSON.parse(stdout || '{}'), {
    aggregate: { visits: { value: 2 }, deep_visits: { value: 1 } },
    timeseries: [
      { date: '2021-01-01', deep_visits: 0 },
      { date: '2021-01-02', deep_visits: 1 },
      { date: '2021-01-03', deep_visits: 0 },
    ],
    filtered: { visits: { value: 1 } },
    breakdown: [{ click_id: 'gclid', visits: 1, deep_visits: 1 }],
    query: [
      { dimensions: ['gclid'], metrics: [1] },
      { dimensions: [''], metrics: [0] },
    ],
    computed: [
      { dimensions: [''], metrics: [1] },
      { dimensions: ['yes'], metrics: [1] },
    ],
    paid: ['/0', '/1', '/2', '/3'].map((page) => ({ dimensions: [page], metrics: [1] })),
    refused: { error: statsFailures.sessionMetricFilter('deep_visits', 'event:name').message },
    tab: 'Click,Visitors,Share,Deep visits\r\n(not set),1,50,0\r\ngclid,1,50,1\r\n',
    isNamed: true,
  })
})
