// Files of several sites are imported by turns: two at once, one of a site, first the site that was served longest ago.
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { importLimits } from '../../src/imports/import-process.ts'
import { createImporter } from '../../src/imports/importer.ts'
import { createUploadFiles } from '../../src/imports/upload-files.ts'
import { createLog } from '../../src/log.ts'
import { startApp } from '../support/app.ts'
import { pageview } from '../upkeep/support.ts'

t.setTimeout(200_000)

const service = await startApp()
t.teardown(() => service.stop())
const { db, registry, directory } = service.app
const { uploads } = registry
const files = createUploadFiles(service.config.dataDir)

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

/** A whole upload of the site. */
async function upload(domain: string): Promise<number> {
  const text = JSON.stringify(pageview('a', '2025-02-01T00:00:00Z'))
  const bytes = Buffer.byteLength(text)
  const site = directory.find(domain)!.id
  const { id } = await uploads.create(site, { kind: 'events', name: 'a', bytes, skip_invalid: false })
  await files.requireRoom(0)
  await files.append(id, { offset: 0, end: bytes, body: bytesOf(text) })
  await uploads.finish(id)
  return id
}

const states = async () => {
  const rows = await db.write.query<{ id: number; state: string; turns: number }>(
    'select id, state, turns from uploads order by id',
  )
  return rows.map(({ state, turns }) => `${state} ${turns}`)
}

const until = async (holds: (found: readonly string[]) => boolean): Promise<readonly string[]> => {
  for (;;) {
    const found = await states()
    if (holds(found)) return found
    await delay(50)
  }
}

t.test('the site that was served longest ago is next, one file of it at once', async (t) => {
  for (const domain of ['a.test', 'b.test']) await service.provision({ domain, email: 'owner@a.test' })
  const [a1, a2, b1, b2] = [
    await upload('a.test'),
    await upload('a.test'),
    await upload('b.test'),
    await upload('b.test'),
  ]
  const all = [a1, a2, b1, b2]
  const claim = async (ids = all) => (await uploads.claim(ids))?.id
  t.equal(await claim([]), undefined, 'only files that are here')
  t.equal(await claim(), a1)
  t.equal(await claim(), b1, 'not the second file of a site')
  t.equal(await claim(), undefined)
  t.notOk(await uploads.isAnyDue(all))
  await uploads.settle(a1, 'done', '')
  t.ok(await uploads.isAnyDue(all))
  t.equal(await claim(), a2)
  await uploads.endTurn(a2)
  await uploads.settle(b1, 'done', '')
  t.equal(await claim(), b2, 'site b was served before')
  t.match(await uploads.claim(all), { id: a2, turns: 1, lost: 0, deaths: 0 })
  t.equal(await uploads.countDeath(a2), 1)
  t.match(await uploads.claim(all), { id: a2, turns: 1, lost: 0, deaths: 1 })
  await db.write.query(`update uploads set changed_at = now() - interval '1 minute' where state = 'importing'`)
  t.match(await uploads.claim(all), { lost: 1 }, 'a service fell silent')
  await db.write.query('delete from uploads')
  for (const id of all) await files.remove(id)
})

t.test('long imports make room for a site that waits', async (t) => {
  await service.provision({ domain: 'c.test', email: 'owner@a.test' })
  // Turns double, so on a slow machine too each import comes to its end.
  const importer = createImporter({
    ...{ db, uploads, files, databaseUrl: service.databaseUrl, log: createLog('silent') },
    context: { dataDir: service.config.dataDir, geoDatabase: undefined, spamReferrersFile: undefined },
    limits: { ...importLimits, heapBytesMax: 2 ** 28, turnMs: 500 },
    places: 2,
  })
  t.teardown(() => importer.stop())
  // No import goes on while the table is locked.
  await db.transaction(async (tx) => {
    await tx.query('lock table imports in access exclusive mode')
    for (const domain of ['a.test', 'b.test', 'c.test']) await upload(domain)
    importer.run()
    const both = await until((found) => found.filter((one) => one.startsWith('importing')).length === 2)
    t.strictSame(both, ['importing 0', 'importing 0', 'waiting 0'], 'two at once')
    const made = await until((found) => found[2] !== 'waiting 0')
    t.ok(made.slice(0, 2).includes('waiting 1'), 'one makes room for the third')
  })
  await until((found) => found.every((one) => one.startsWith('done')))
  const [count] = await db.write.query<{ events: number }>('select count(*) as events from events')
  t.equal(count?.events, 3)
})
