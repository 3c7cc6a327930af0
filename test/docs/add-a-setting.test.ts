// The recipe of docs/architecture.md for settings of a site: a copy of the sources with just these edits, and the
// migration, stores a setting of each kind over the API. Types make the compiler ask for their words.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { createDatabase } from '../support/database.ts'

const question = `
import { migrate } from '../src/db/migrate.ts'
import { startApp } from './support/app.ts'
import { signIn } from './support/dashboard.ts'

await migrate(process.env.SCRATCH_DATABASE_URL)
const service = await startApp({ databaseUrl: process.env.SCRATCH_DATABASE_URL })
const site = await service.provision({ domain: 'a.test', email: 'owner@a.test', plan: 'business' })
const { headers } = await signIn(service, site.email)
const url = service.url + '/api/sites/a.test/general'
const put = async (body: object) => {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  return answer.status === 200 ? [said.is_experiment, said.purpose, said.remark] : said.error
}
const openApi = await (await fetch(service.url + '/api/openapi.json')).json()
const asked = openApi.paths['/api/sites/{site_id}/general']?.put.requestBody.content['application/json'].schema.properties
console.log(JSON.stringify({
  atFirst: await put({}),
  changed: await put({ is_experiment: true, purpose: 'blog', remark: 'ours' }),
  none: await put({ remark: null }),
  refused: [
    await put({ is_experiment: 1 }),
    await put({ is_experiment: null }),
    await put({ purpose: 'game' }),
    await put({ remark: 'x'.repeat(21) }),
    await put({ remark: '' }),
    await put({ remark: 7 }),
  ],
  read: await put({}),
  view: (await service.app.directory.refresh(), service.app.directory.find('a.test').settings),
  schema: asked && [asked.is_experiment, asked.purpose, asked.remark],
}))
await service.stop()
process.exit(0)
`

const [, , page = ''] = readFileSync(projectPath('docs/architecture.md'), 'utf8').split(
  /^### Add a (?:type of shield|setting of a site)$/m,
)
const edits = [...page.matchAll(/in `(src\/[^`]+)`, after `([^`]+)`:\n\n```ts\n([\s\S]*?)```/g)].map(
  ([, file = '', after = '', added = '']) => ({ file, after, added }),
)
const [, migration = ''] = /```sql\n([\s\S]*?)```/.exec(page) ?? []

t.setTimeout(120_000)

t.test('settings of a site, as the page says', async (t) => {
  t.strictSame(
    edits.map(({ file }) => file),
    Array(3).fill('src/rules/site-settings.ts'),
    'one entry each',
  )
  const database = await createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-setting-'))
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
  writeFileSync(join(folder, 'sql', 'migrations', '9999_settings.sql'), migration)
  writeFileSync(join(folder, 'test', 'question.ts'), question)
  const { stdout, stderr } = spawnSync(process.execPath, [join('test', 'question.ts')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SCRATCH_DATABASE_URL: database.url },
    timeout: 90_000,
  })
  t.match(stdout, /^\{/, stderr)
  t.strictSame(JSON.parse(stdout || '{}'), {
    atFirst: [false, 'shop', null],
    changed: [true, 'blog', 'ours'],
    none: [true, 'blog', null],
    refused: [
      'is_experiment: is invalid',
      'is_experiment: is invalid',
      'purpose: is invalid. Possible values: shop, blog',
      'remark: should be at most 20 character(s)',
      "remark: can't be blank",
      'remark: is invalid',
    ],
    read: [true, 'blog', null],
    view: {
      remark: null,
      purpose: 'blog',
      is_experiment: true,
      retention_months: null,
      pixel: false,
      preset: 'standard',
    },
    schema: [
      { type: 'boolean' },
      { type: 'string', enum: ['shop', 'blog'] },
      { anyOf: [{ type: 'string', minLength: 1, maxLength: 20 }, { type: 'null' }] },
    ],
  })
})
