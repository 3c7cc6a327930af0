// `tidemark site preset` and `tidemark site facts`: what they store and print, and what they refuse.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { findPlaceDetail } from '../../src/ingest/place-detail.ts'
import { startApp } from '../support/app.ts'
import { makeMmdb } from '../support/mmdb.ts'

const service = await startApp()
await service.provision({ domain: 'facts.test' })
process.env['DATABASE_URL'] = service.databaseUrl
process.env['SECRET_KEY'] = service.config.secretKey
process.env['BASE_URL'] = 'https://stats.facts.test/base/'
const folder = await mkdtemp(join(tmpdir(), 'tidemark-facts-'))
t.teardown(async () => {
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'BASE_URL']) delete process.env[name]
  await rm(folder, { recursive: true, force: true })
  await service.stop()
})

async function run(line: string) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(line.split(' '), { out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

t.test('the preset of a site', async (t) => {
  const chosen = await run('site preset --domain facts.test --to no_campaigns --json')
  t.strictSame([chosen.code, JSON.parse(chosen.out)], [0, { domain: 'facts.test', preset: 'no_campaigns' }])
  t.equal((await service.app.registry.sites.find('facts.test'))?.preset, 'no_campaigns')
  t.match(await run('site preset --domain facts.test --to nothing'), { code: 2, err: /standard, no_script or no_camp/ })
  t.match(await run('site preset --domain nobody.test --to standard'), { code: 3 })
  t.match(await run('site preset --domain facts.test'), { code: 2 })
})

t.test('facts as Markdown, as text, as JSON, in a language', async (t) => {
  const markdown = await run('site facts --domain facts.test')
  t.equal(markdown.code, 0)
  t.match(markdown.out, /^# How visits of facts\.test are counted\n\nThese are facts/)
  t.match(markdown.out, '- Only if the visitor agreed: campaign tags of the link (utm\\_source')
  t.match(markdown.out, 'https://stats.facts.test/base/ignore/facts.test')
  const text = await run('site facts --domain facts.test --format text --language fr')
  t.match(text.out, /^Comment les visites de facts\.test sont comptées\n\n/)
  t.notMatch(text.out, /^[#-]/m)
  const json = JSON.parse((await run('site facts --domain facts.test --language ja --json')).out)
  t.match(json, { title: 'facts.test へのアクセスの集計方法', sections: [{}, {}, {}, {}, {}, {}] })
  t.match(await run('site facts --domain facts.test --language tlh'), { code: 2, err: /en, de, fr/ })
  t.match(await run('site facts --domain facts.test --format pdf'), { code: 2, err: /markdown or text/ })
  t.match(await run('site facts --domain nobody.test'), { code: 3 })
})

t.test('how exactly the database of places knows addresses', async (t) => {
  const path = join(folder, 'geo.mmdb')
  const detail = () => findPlaceDetail({ geoDatabase: path, dataDir: folder })
  t.equal(await detail(), 'none', 'no file')
  for (const [record, expected] of [
    [{ country: { iso_code: 'DE' } }, 'country'],
    [{ country: { iso_code: 'DE' }, city: { geoname_id: 2_950_159, names: { en: 'Berlin' } } }, 'city'],
    [{ continent: 'EU' }, 'none'],
  ] as const) {
    await writeFile(path, makeMmdb(record))
    t.equal(await detail(), expected, JSON.stringify(record))
  }
  await writeFile(path, 'no database')
  t.equal(await detail(), 'none')
  t.equal(await findPlaceDetail({ geoDatabase: undefined, dataDir: join(folder, 'nothing') }), 'country', 'packaged')
})
