// The made-up history: visitors as real traffic has them, places, ways through the pages, and a start that says how far
// it is.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { fillDemo } from '../../src/commands/demo.ts'
import { projectPath } from '../../src/paths.ts'
import { demoHistory } from '../../tools/demo/history.ts'
import { demoPlaces } from '../../tools/demo/places.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { patience } from '../support/effort.ts'
import { inherited } from '../support/process.ts'

t.setTimeout(280_000)

interface Line {
  readonly timestamp: string
  readonly visitor: string
  readonly name: string
  readonly url: string
  readonly country: string
  readonly region: string
  readonly city: number
  readonly browser: string
  readonly os: string
  readonly device: string
}

t.test('lines', (t) => {
  const now = new Date('2026-11-27T12:00:00Z')
  const lines = [...demoHistory({ domain: 'demo.test', now, days: 60, events: 20_000 })].map(
    (text) => JSON.parse(text) as Line,
  )
  t.ok(Math.abs(lines.length / 20_000 - 1) < 0.15, `about as many as asked for: ${lines.length}`)
  const byVisitor = Map.groupBy(lines, ({ visitor }) => visitor)
  const kinds = new Set<number>()
  for (const [visitor, own] of byVisitor) {
    const same = new Set(
      own.map(({ country, region, city, browser, os, device }) => `${country}${region}${city}${browser}${os}${device}`),
    )
    if (same.size > 1) t.fail(`${visitor} has several browsers or places`)
    const hours = own.map(({ timestamp }) => Date.parse(timestamp) / 3_600_000)
    // A visit that goes on over midnight keeps its visitor.
    if (Math.max(...hours) - Math.min(...hours) > 25) t.fail(`${visitor} comes on several days`)
    kinds.add(own.filter(({ name }) => name === 'pageview').length)
  }
  const views = lines.filter(({ name }) => name === 'pageview').length
  t.ok(views / byVisitor.size > 2.5, 'visits are long enough for journeys')
  t.ok(kinds.size > 8, 'long and short ones')
  t.ok(lines.every(({ timestamp }) => Date.parse(timestamp) <= now.getTime()))
  const cities = new Set(demoPlaces.map(({ country, region, city }) => `${country} ${region} ${city}`))
  t.ok(lines.every(({ country, region, city }) => cities.has(`${country} ${region} ${city}`)))
  t.strictSame(
    [...demoHistory({ domain: 'demo.test', now, days: 60, events: 20_000 })].length,
    lines.length,
    'the same again',
  )
  t.end()
})

t.test('a filled site', async (t) => {
  const service = await startApp()
  t.teardown(() => service.stop())
  const { domain, api_key: key } = await service.provision({ domain: 'demo.test', plan: 'business' })
  const { db, registry } = service.app
  const said: string[] = []
  const io = { out: () => {}, err: (line: string) => void said.push(line) }
  const session = { config: service.config, db, registry }
  await fillDemo(session, domain, io, { days: 40, events: 6_000 })
  t.match(said[0], 'Filling demo.test with a year of demo data')
  t.match(said.at(-1), '100 %', 'it says how far it is')
  const before = said.length
  await fillDemo(session, domain, io)
  t.equal(said.length, before, 'once only')

  const call = createCall(service.url, key)
  const ask = async (body: object) =>
    (await call('POST', '/api/v2/query', { site_id: domain, date_range: '28d', metrics: ['visitors'], ...body })).body
      .results as { dimensions: (string | number)[]; metrics: number[] }[]
  const [total] = await ask({})
  const days = await ask({ dimensions: ['time:day'] })
  const sum = days.reduce((all, { metrics }) => all + metrics[0]!, 0)
  t.ok(sum - total!.metrics[0]! < total!.metrics[0]! * 0.01, 'visitors of days add up, but for visits over midnight')
  for (const dimension of ['visit:browser', 'visit:country', 'visit:city', 'visit:device']) {
    const rows = await ask({ dimensions: [dimension] })
    const shares = rows.reduce((all, { metrics }) => all + metrics[0]!, 0)
    t.equal(shares, total!.metrics[0], `nobody is twice among those of ${dimension}`)
  }
  const places = await ask({ dimensions: ['visit:city_name', 'visit:region_name'] })
  t.ok(
    places.some(({ dimensions: [city, region] }) => city === 'Munich' && region === 'Bavaria'),
    'places have names',
  )
  const { body } = await call('POST', '/api/v2/journeys', {
    site_id: domain,
    date_range: '28d',
    steps: [{ page: '/' }, { page: '/features' }, { page: '/pricing' }],
  })
  t.ok(body.next.length > 3 && body.steps[2].visits > 10, 'journeys go on')
  t.match(await registry.funnels.list(service.app.directory.find(domain)!.id), [{ steps: { length: 4 } }])
})

t.test(
  '`run` with DEMO=1: progress while it fills, then the link, last and alone on its line',
  { timeout: 240_000 * patience() },
  async (t) => {
    const service = await startApp()
    const spool = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
    t.teardown(async () => {
      await service.stop()
      await rm(spool, { recursive: true, force: true })
    })
    await service.provision({ domain: 'demo.test', email: 'ann@demo.test' })
    const run = () => {
      const child = spawn(process.execPath, [projectPath('bin/tidemark.js'), 'run'], {
        cwd: projectPath(),
        env: {
          ...inherited,
          DATABASE_URL: service.databaseUrl,
          SECRET_KEY: 'test-secret-key',
          SPOOL_DIR: spool,
          PORT: '0',
          HOST: '127.0.0.1',
          DEMO: '1',
        },
      })
      const said = { out: '', err: '' }
      child.stdout.on('data', (text) => {
        said.out += text
      })
      child.stderr.on('data', (text) => {
        said.err += text
      })
      const exited = once(child, 'exit')
      t.teardown(() => child.kill('SIGKILL'))
      return { child, said, exited }
    }
    const filling = run()
    await until(() => /^ {2}20 %$/m.test(filling.said.err), 200_000)
    t.match(filling.said.err, /^Filling demo\.test with a year of demo data\. .*\n {2}10 %\n {2}20 %\n/)
    t.notMatch(filling.said.out, 'Set up:', 'no link while the page would be empty')
    filling.child.kill('SIGKILL')
    await filling.exited
    const filled = run()
    await until(() => /^Set up: .*$\n^$/m.test(filled.said.out), 200_000)
    filled.child.kill('SIGTERM')
    await filled.exited
    t.equal(filled.said.err, '', 'a site with events is not filled again')
    // Lines of the log are JSON.
    const words = filled.said.out.split('\n').filter((line) => !line.startsWith('{'))
    const last = words.findLastIndex((line) => line !== '')
    t.match(words[last], /^Set up: http:\/\/localhost:\d+\/setup\?token=[\w-]{43}$/)
    t.equal(words[last - 1], '', 'alone')
    t.match(filled.said.out, /"tidemark is ready".*\nSet up: /s, 'and behind the line of the log')
  },
)
