// Files that are made to end the service: they are refused in words, or end the process of their import alone, and
// events that come in meanwhile are all counted.
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { type ImportSourceName, importSourceNames } from '../../src/rules/import-sources.ts'
import { send } from '../support/browser.ts'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { packedZip } from '../support/zip.ts'
import { pageview } from '../upkeep/support.ts'

t.setTimeout(400_000)

/** A service whose uploads are imported, and what a page does with them. */
async function start(env: Record<string, string> = {}) {
  const service: TestDashboard = await startDashboard({
    domain: 'host.test',
    days: 0,
    tasks: true,
    webFolder: '.',
    env,
  })
  const { write } = service.app.db
  const ask = (domain: string, method: string, path: string, body?: unknown, type?: string) =>
    send(service, method, `/api/sites/${domain}/uploads${path}`, body, {
      cookie: service.owner.cookie,
      ...(type ? { 'content-type': type } : {}),
    })
  const upload = async (kind: ImportSourceName, name: string, file: Buffer, domain = 'host.test') => {
    const { body } = await ask(domain, 'POST', '', { kind, name, bytes: file.length })
    const put = await ask(domain, 'PUT', `/${body.id}?offset=0`, Uint8Array.from(file), 'application/octet-stream')
    if (put.status !== 200) throw new Error(JSON.stringify(put.body))
    return body.id as number
  }
  const endOf = async (id: number) => {
    for (;;) {
      const [row] = await write.query<{ state: string; message: string; deaths: number; lost: number }>(
        'select state, message, deaths, lost from uploads where id = $1',
        [id],
      )
      if (row!.state === 'done' || row!.state === 'failed') return row!
      await delay(50)
    }
  }
  let sent = 0
  const sendEvent = async () => {
    const response = await fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' },
      body: JSON.stringify({ n: 'pageview', u: `https://host.test/${sent}`, d: 'host.test' }),
    })
    if (response.status === 202) sent++
    return response.status
  }
  /** Sends events, one after the other, until the work is done. All must be taken, and counted. */
  const during = async <Result>(t: Test, work: Promise<Result>): Promise<Result> => {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    over.catch(() => {})
    const statuses = new Set<number>()
    while (!isOver) {
      statuses.add(await sendEvent())
      await delay(20)
    }
    t.strictSame([...statuses], [202], 'every event is taken meanwhile')
    const [counted] = await write.query<{ count: number }>('select count(*) from events where import_id is null')
    t.equal(counted?.count, sent, 'and counted')
    return await over
  }
  return { service, write, upload, endOf, during }
}

const mebibyte = 1024 ** 2
const notTriedAgain = / It is not tried again\. Rows that came in before stay; delete the import to remove them\.$/

t.test('a file that ends the process of its import twice is failed in words', async (t) => {
  const { service, upload, endOf, during, write } = await start({ IMPORT_MEMORY_BYTES_MAX: String(2 ** 25) })
  t.teardown(() => service.stop())
  // One element of a list, which takes four times as much memory when it is parsed.
  const id = await upload('matomo', 'a.json', gzipSync(`[[${'0,'.repeat(7_500_000)}0]]`))
  const end = await during(t, endOf(id))
  t.match(end, { state: 'failed', deaths: 2, lost: 0, message: notTriedAgain })
  t.match(end.message, /^The file ended the import twice: it needs more than 32 MB of memory\. /)
  t.strictSame(await service.app.registry.uploads.claim([id]), undefined, 'it is never taken again')
  // A service that fell silent is not the file's fault, until it happens again and again.
  // The other file waits while this one seems to be imported.
  await write.query(`update uploads set state = 'importing', changed_at = now() where id = $1`, [id])
  const other = await upload('events', 'b.ndjson', Buffer.from(JSON.stringify(pageview('a', '2025-02-01T00:00:00Z'))))
  await write.query(
    `update uploads
    set state = case id when $1 then 'importing' else 'failed' end, lost = case id when $1 then 10 else lost end,
        changed_at = now() - interval '1 minute'
    where id in ($1, $2)`,
    [other, id],
  )
  await write.query(`select graphile_worker.add_job('import_uploads')`)
  t.match(await endOf(other), { state: 'failed', lost: 11, message: /^The service ended 11 times while it imported/ })
})

const { service, upload, endOf, during } = await start()
t.teardown(() => service.stop())

t.test('the archive that ended the service is refused', async (t) => {
  const ends = Buffer.alloc(300_000_000, '\n')
  const header = 'created_at,session_id,url_path\n2025-02-01,s,/\n'
  const file = await packedZip({ 'website_event.csv': Buffer.from(header), 'event_data.csv.gz': gzipSync(ends) })
  t.ok(file.length < 400_000)
  const id = await upload('umami', 'u.zip', file)
  t.match(await during(t, endOf(id)), {
    state: 'failed',
    deaths: 0,
    message: `the file has more than ${Math.max(64 * mebibyte, 250 * file.length)} bytes unpacked`,
  })
})

/** Files that are made for no reader in particular: contents that repeat a piece, packed. */
const contents: Readonly<Record<string, Buffer>> = {
  lines: Buffer.concat([
    Buffer.alloc(2_000_000, '\n'),
    Buffer.alloc(2_000_000, ' '),
    Buffer.alloc(500_000, '\na'),
    Buffer.alloc(500_000, Buffer.from([0xff, 0xc3, 0x28, 0x0a])),
    Buffer.alloc(500_000, '\n{"timestamp":1e999,"visitor":-1e-999,"name":[],"url":{}}'),
    Buffer.alloc(2_000_000),
  ]),
  quotes: Buffer.concat([Buffer.alloc(2_000_000, '"a\n'), Buffer.alloc(2_000_000, '"')]),
  'a header of commas': Buffer.concat([Buffer.alloc(2_000_000, ','), Buffer.alloc(500_000, '\n1,2')]),
  'deep lists': Buffer.alloc(2_000_000, '['),
  'deep objects': Buffer.alloc(2_000_000, '{"a":'),
}

t.test('each source reads each hostile file to an end', async (t) => {
  const domains = new Map<ImportSourceName, string>()
  for (const source of importSourceNames) {
    const { domain } = await service.provision({ domain: `${source}.test`, email: 'owner@host.test' })
    domains.set(source, domain)
  }
  const one = async (source: ImportSourceName) => {
    for (const [name, content] of Object.entries(contents)) {
      const inner =
        source === 'plausible' ? 'imported_visitors.csv' : source === 'umami' ? 'website_event.csv' : 'a.csv'
      const isZip = source === 'plausible' || name === 'quotes'
      const id = await upload(
        source,
        name,
        isZip ? await packedZip({ [inner]: content }) : gzipSync(content),
        domains.get(source),
      )
      const { state, message, deaths } = await endOf(id)
      t.equal(deaths, 0, `${source}: ${name}: ${message.slice(0, 100)}`)
      t.notMatch(message, /broke off/)
      t.ok(state === 'failed' || /^imported 0 events/.test(message), `${state} ${message}`)
    }
  }
  await during(t, Promise.all(importSourceNames.map(one)))
})
