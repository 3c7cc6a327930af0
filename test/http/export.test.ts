// Lists as CSV and as an archive (spec/dashboard 6.4 and 16).
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { csvLine } from '../../src/rules/csv.ts'
import { createCall } from '../support/api.ts'
import { startStatsService } from '../support/stats-service.ts'
import { unzip } from '../support/zip.ts'

t.setTimeout(120_000)

t.test('cells', (t) => {
  const cases: [cells: (string | number | null)[], line: string][] = [
    [['a', 1, null], 'a,1,'],
    [['a,b', 'a"b', 'a\nb'], '"a,b","a""b","a\nb"'],
    [['=1+1', '+1', '-1', '@a', '\ta'], "'=1+1,'+1,'-1,'@a,'\ta"],
    [['\ra', -1, 'a=b'], '"\'\ra",-1,a=b'],
    [['\n=7', '＝5', '＋5', '－5', '＠a'], "\"'\n=7\",'＝5,'＋5,'－5,'＠a"],
    [['5＝', '・＝5', 'a\n=7'], '5＝,・＝5,"a\n=7"'],
  ]
  for (const [cells, line] of cases) t.equal(csvLine(cells), `${line}\r\n`)
  t.end()
})

const service = await startStatsService({ seed: 41 })
t.teardown(() => service.stop())
const { domain, key } = service
const call = createCall(service.url, key)
const path = `/api/v1/stats/export?site_id=${domain}`

t.test('a byte order mark, for those who ask for one', async (t) => {
  const list = `${path}&metrics=visitors&dimensions=visit:country&date_range=28d`
  const bytesOf = async (address: string) =>
    Buffer.from(
      await (await fetch(service.url + address, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer(),
    )
  const [plain, marked] = [await bytesOf(list), await bytesOf(`${list}&bom=true`)]
  t.strictSame(marked, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]))
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bom-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'all.zip')
  await writeFile(archive, await bytesOf(`${path}&format=zip&date_range=28d&bom=true`))
  const files = await unzip(archive)
  t.ok(files.size > 10 && [...files.values()].every((text) => text.startsWith('\ufeff')))
  const wrong = await call('GET', `${list}&bom=yes`)
  t.strictSame([wrong.status, wrong.body.error], [400, '#/bom: Expected true or false.'])
})

t.test('one list', async (t) => {
  const query = {
    metrics: ['visitors', 'percentage'],
    dimensions: ['visit:country'],
    date_range: ['2021-03-10', '2021-05-10'],
  }
  const answer = await call(
    'GET',
    `${path}&metrics=visitors,percentage&dimensions=visit:country&date_range=2021-03-10,2021-05-10&name=Places`,
  )
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  t.equal(answer.headers.get('content-disposition'), 'attachment; filename="Places.csv"')
  const { results } = (await service.query(query)).body as { results: { dimensions: string[]; metrics: number[] }[] }
  const names: Record<string, string> = { EE: 'Estonia', US: 'United States', DE: 'Germany', '': '(not set)' }
  const lines = results.map(({ dimensions, metrics }) => [names[dimensions[0]!], ...metrics].join(','))
  t.equal(answer.body, ['Country,Visitors,Share', ...lines, ''].join('\r\n'))
  const posted = await call('POST', '/api/v1/stats/export', {
    site_id: domain,
    ...query,
    columns: ['Land', 'People'],
    include: { comparisons: { mode: 'previous_period' } },
  })
  t.match(posted.body, /^Land,People,Share,"People, compared","People, change","Share, compared"/)
  const list = (names: string[]) => encodeURIComponent(JSON.stringify(names))
  const commas = await call(
    'GET',
    `${path}&metrics=visitors&dimensions=${list(['event:props:a,b'])}&columns=${list(['a,b', 'People'])}` +
      '&date_range=2021-03-10,2021-05-10',
  )
  t.match(commas.body, /^"a,b",People\r\n\(none\),\d+\r\n$/, 'names with commas come as JSON')
  const cases: [what: string, query: string, message: RegExp][] = [
    ['a metric that is none', '&metrics=x&date_range=7d', /Invalid metric/],
    ['no range', '&metrics=visitors', /date_range was not present/],
    ['filters that are no JSON', '&metrics=visitors&date_range=7d&filters=[', /#\/filters: Invalid JSON/],
    ['another format', '&format=pdf&metrics=visitors&date_range=7d', /#\/format/],
    ['a path for a name', '&metrics=visitors&date_range=7d&name=../a', /#\/name/],
    ['an archive by the year', '&format=zip&date_range=7d&interval=year', /#\/interval/],
    ['an archive of no range', '&format=zip&date_range=x', /Invalid date range/],
  ]
  for (const [what, more, message] of cases)
    t.match(await call('GET', path + more), { status: 400, body: { error: message } }, what)
  t.equal((await call('GET', `${path}&metrics=visitors&date_range=7d`, undefined, null)).status, 401)
})

t.test('all of them', async (t) => {
  const { registry, directory, db } = service.app
  const goals = await db.write.query<{ id: number }>('select id from goals where site_id = $1 order by id', [
    service.siteId,
  ])
  const steps = [goals[2]!.id, goals[0]!.id]
  await registry.goals.upsert(directory.find(domain)!, [
    { kind: 'event', eventName: 'Bought', currency: 'EUR', customProps: {} },
  ])
  const { id } = await registry.funnels.upsert(directory.find(domain)!.id, 'Blog → =Signup/..', steps)
  await registry.funnels.upsert(directory.find(domain)!.id, 'Again', steps)
  const filters = JSON.stringify([['is', 'event:goal', ['Signup']]])
  for (const more of ['', `&filters=${encodeURIComponent(filters)}`]) {
    const response = await fetch(`${service.url}${path}&format=zip&date_range=2021-03-10,2021-05-10${more}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    t.equal(response.headers.get('content-type'), 'application/zip')
    const archive = join(await mkdtemp(join(tmpdir(), 'tidemark-export-')), 'all.zip')
    await writeFile(archive, Buffer.from(await response.arrayBuffer()))
    const files = await unzip(archive)
    const properties = [...files.keys()].filter((name) => name.startsWith('properties/'))
    const funnels = [...files.keys()].filter((name) => name.startsWith('funnels/'))
    t.equal(files.size, 21 + properties.length + funnels.length)
    t.strictSame(funnels, ['funnels/1-Again.csv', 'funnels/2-Blog_Signup_...csv'])
    const asked = await service.query({
      metrics: ['visitors', 'visits', 'percentage', 'drop_off'],
      dimensions: [`funnel:${id}`],
      date_range: ['2021-03-10', '2021-05-10'],
      ...(more ? { filters: JSON.parse(filters) } : {}),
    })
    const { results } = asked.body as { results: { dimensions: string[]; metrics: (number | null)[] }[] }
    const lines = results.map(({ dimensions, metrics }) => [...dimensions, ...metrics].join(','))
    t.equal(results.length, 2)
    t.equal(files.get(funnels[1]!), ['Step,Visitors,Visits,Share,Drop-off', ...lines, ''].join('\r\n'))
    t.match(properties[0], /^properties\/1-\w+\.csv$/)
    t.match(files.get(properties[0]!), more ? /^\w+,Uniques,Total,CR\r\n/ : /^\w+,Visitors,Events,Share\r\n/)
    const text = (name: string) => files.get(`${name}.csv`) ?? ''
    t.match(
      text('graph'),
      more
        ? /^Time,Unique conversions,Total conversions,Conversion rate,Total revenue,Average revenue\r\n2021-03-1/
        : /^Time,Unique visitors,Total visits,Total pageviews,Views per visit,Bounce rate,Visit duration\r\n2021-03-1/,
    )
    t.match(text('goals'), /^Goal,Uniques,Total,CR,Revenue,Average\r\n/)
    t.match(
      text('exit-pages'),
      more ? /^Exit page,Conversions,CR\r\n/ : /^Exit page,Unique exits,Share,Total exits,Exit rate\r\n/,
    )
    t.match(
      text('sources'),
      more ? /^Source,Conversions,CR,Revenue,Average\r\n/ : /^Source,Visitors,Share,Bounce rate,Visit duration\r\n/,
    )
    t.match(text('utm-sources'), /^Source,/)
    t.match(text('regions'), /^Region,Country,/)
    t.match(text('cities'), /^City,Country,/)
    t.match(text('browser-versions'), /^Version,Browser,/)
    t.match(text('countries'), more ? /^Country,Conversions,CR/ : /^Country,Visitors,Share\r\n/)
  }
})
