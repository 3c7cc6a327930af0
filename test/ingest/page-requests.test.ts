// Page requests that kits report, on their way into the table: in the transaction of their batch, through the spool, from
// several lanes at once, and bounded (spec/ingestion 24).
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Database } from '../../src/db/pool.ts'
import { requestPagesMax } from '../../src/ingest/page-requests.ts'
import { linesByPart } from '../../src/ingest/reroute.ts'
import { parseLine, toLines } from '../../src/ingest/spool-line.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createKitSecrets } from '../../src/registry/kit-secrets.ts'
import { writeKitClient } from '../../src/rules/kit-client.ts'
import { runsOf } from '../../src/stats/script-coverage.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const secretOf = createKitSecrets('a secret key')
const kit = (site: SiteView, path: string, k: 'page' | 'request', ip = '192.0.2.1') => ({
  ...envelope({ n: 'pageview', u: `https://${site.domain}${path}`, d: site.domain, k }),
  kitClient: writeKitClient(secretOf(site), { ip, userAgent: firefox }, Date.now()),
})
const sums = async (db: Database, site: SiteView) =>
  (
    await db.write.query<{ requests: number; ahead: number; pages: number; lanes: number }>(
      `select coalesce(sum(requests), 0)::integer as requests, coalesce(sum(counted_ahead), 0)::integer as ahead,
         count(distinct page)::integer as pages, count(distinct lane)::integer as lanes
       from page_requests where site_id = $1`,
      [site.id],
    )
  )[0]

t.test('an outage: requests wait on disk, without address and agent, and count once', async (t) => {
  const database = await createDatabase()
  const site = siteView({ id: 1, domain: 's.test', timezone: 'Europe/Paris' })
  const wire = await createWire(database.url)
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const one = await startIngest({ databaseUrl: wire.url, sites: [site], spoolDir, lanes: 2 })
  const away = await startIngest({ databaseUrl: database.url, sites: [site] })
  const send = async (path: string, k: 'page' | 'request', ip?: string) =>
    t.strictSame(await one.ingest.accept(kit(site, path, k, ip)), { status: 202, dropped: 0 }, `${k} ${path}`)
  await send('/1', 'request')
  // The commit happens, and nobody hears of it: the batch is in once all the same.
  wire.cutAfterCommit()
  await send('/2', 'page')
  for (let index = 0; index < 20; index += 1) await send('/3', 'request', `192.0.2.${index + 1}`)
  const files = await readdir(spoolDir, { recursive: true, withFileTypes: true })
  const texts = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8'))
  const kept = (await Promise.all(texts)).join('')
  t.match(kept, '/3')
  t.notMatch(kept, /192\.0\.2\.|Gecko|Mozilla/)
  wire.mend()
  await until(async () => (await sums(away.db, site))?.requests === 22)
  t.match(await sums(away.db, site), { requests: 22, ahead: 1 })
  const events = await away.db.write.query('select pathname from events')
  t.strictSame(events, [{ pathname: '/2' }], 'requests are no events')
  for (const each of [one, away]) await each.stop()
  await wire.stop()
  await rm(spoolDir, { recursive: true, force: true })
  await database.drop()
})

t.test('lanes at once, on divided traffic too; pages of a day are bounded', async (t) => {
  for (const layout of [{}, { parts: 4 }]) {
    const database = await createDatabase(layout)
    const sites = [1, 2].map((id) => siteView({ id, domain: `s${id}.test` }))
    const both = await Promise.all(
      [1, 2].map(() => startIngest({ databaseUrl: database.url, sites, lanes: 2, queueMax: 20_000 })),
    )
    const paths = Array.from({ length: requestPagesMax + 200 }, (_, index) => `/p/${index}`)
    const answers = await Promise.all(
      both.flatMap(({ ingest }, process) =>
        sites.flatMap((site) =>
          paths.map((path, index) =>
            ingest.accept(kit(site, path, index % 4 === 0 ? 'page' : 'request', `192.0.${process}.${index % 250}`)),
          ),
        ),
      ),
    )
    t.ok(answers.every((answer) => answer.status === 202 && answer.dropped === 0))
    const [{ db }] = both as [(typeof both)[0]]
    const isDivided = ((await db.write.layout?.()) ?? []).length > 0
    for (const site of sites) {
      const found = await sums(db, site)
      t.match(found, { requests: 2 * paths.length, ahead: paths.length / 2 })
      // A lane has rows of its own, so that lanes never wait for one another.
      t.equal(found?.lanes, isDivided ? 1 : 2)
      // Writers at once do not see each other's pages: a batch of each lane more, at most.
      t.ok(found!.pages > requestPagesMax && found!.pages <= paths.length + 1, `${found?.pages} pages`)
    }
    const later = `/later/${'x'.repeat(20)}`
    for (const { ingest } of both) await ingest.accept(kit(sites[0]!, later, 'request'))
    const [own] = await db.write.query<{ count: number }>(
      `select count(*)::integer as count from page_requests where site_id = 1 and page = $1`,
      [later],
    )
    t.equal(own?.count, 0, 'a full day has no page more')
    for (const each of both) await each.stop()
    await database.drop()
  }
})

t.test('lines of the spool', async (t) => {
  const request = (siteId: number) => ({
    ...{ siteId, day: '2026-03-02', page: '/', browser: 'Firefox', country: 'FR', requests: 1, countedAhead: 0 },
  })
  const batch = { id: '00000000-0000-4000-8000-000000000000', events: [], outcomes: [] }
  const [line = ''] = toLines({ ...batch, pageRequests: [request(1)] })
  t.match(parseLine(line.trimEnd()), { pageRequests: [request(1)] })
  t.strictSame(parseLine(toLines(batch)[0]!.trimEnd())?.pageRequests, [], 'a line of an earlier version')
  // Without events a line goes to the part of its requests.
  t.strictSame([...linesByPart([line.trimEnd()], (siteId) => siteId * 10).keys()], [10])
})

t.test('days that follow one another', async (t) => {
  t.strictSame(runsOf([]), [])
  t.strictSame(runsOf(['2026-03-01']), [['2026-03-01', '2026-03-01']])
  t.strictSame(runsOf(['2026-03-03', '2026-02-28', '2026-03-01', '2026-02-27', '2026-03-01']), [
    ['2026-02-27', '2026-03-01'],
    ['2026-03-03', '2026-03-03'],
  ])
})
