// Files sent for an import: chunks at their offsets, what is refused, the import that follows, and its deletion.
import { readdir, rm, symlink } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { type SignedIn, signIn, startDashboard } from '../support/dashboard.ts'
import { packedZip } from '../support/zip.ts'
import { pageview } from '../upkeep/support.ts'

t.setTimeout(200_000)

const bytesMax = 3_000_000
const service = await startDashboard({
  domain: 'up.test',
  days: 0,
  tasks: true,
  webFolder: '.',
  env: { UPLOAD_BYTES_MAX: String(bytesMax) },
})
t.teardown(() => service.stop())
const { registry, directory, db } = service.app
const siteId = directory.find('up.test')!.id
const teamId = directory.find('up.test')!.teamId

const ask = (method: string, path: string, body?: unknown, as: SignedIn = service.owner) =>
  send(service, method, `/api/sites/up.test/${path}`, body, { cookie: as.cookie })
const chunk = (id: number, offset: number | string, bytes: string | Buffer, headers: Record<string, string> = {}) =>
  send(service, 'PUT', `/api/sites/up.test/uploads/${id}?offset=${offset}`, Uint8Array.from(Buffer.from(bytes)), {
    cookie: service.owner.cookie,
    'content-type': 'application/octet-stream',
    ...headers,
  })
const begin = async (bytes: number, more: object = {}) =>
  (await ask('POST', 'uploads', { kind: 'events', name: 'a.ndjson', bytes, ...more })).body

/** Waits until the service is done with an upload. */
async function ended(id: number) {
  for (;;) {
    const { body } = await ask('GET', `uploads/${id}`)
    if (body.state === 'done' || body.state === 'failed') return body
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const lines = (count: number, visitor = 'v') =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify(pageview(`${visitor}${index % 9}`, new Date(Date.UTC(2025, 1, 1, 0, index)).toISOString())),
  ).join('\n')
const countEvents = async () =>
  (await db.write.query<{ count: number }>('select count(*) from events where site_id = $1', [siteId]))[0]!.count

t.test('chunks: what has arrived stays, another offset is told where it is', async (t) => {
  const file = lines(40)
  const upload = await begin(file.length)
  t.match(upload, {
    state: 'receiving',
    offset: 0,
    bytes: file.length,
    kind: 'events',
    name: 'a.ndjson',
    message: null,
  })
  const refused = await chunk(upload.id, 5, file.slice(5, 10))
  t.strictSame([refused.status, refused.body], [409, { error: 'offset: 0 have arrived' }])
  t.equal(refused.headers.get('upload-offset'), '0')
  t.match(await chunk(upload.id, 0, file.slice(0, 1_000)), { status: 200, body: { offset: 1_000, state: 'receiving' } })
  t.equal((await chunk(upload.id, 0, file.slice(0, 1_000))).headers.get('upload-offset'), '1000')
  // Cut off amid a chunk. A busy machine may drop the connection before it has read anything of it: then once more.
  const cutOff = () =>
    new Promise((resolve) => {
      const request = httpRequest(`${service.url}/api/sites/up.test/uploads/${upload.id}?offset=1000`, {
        method: 'PUT',
        headers: { ...service.owner.headers, 'content-type': 'application/octet-stream', 'content-length': '1000' },
      })
      request.on('error', resolve)
      request.write(file.slice(1_000, 1_500), () => setTimeout(() => request.destroy(), 50))
    })
  let offset = 1_000
  while (offset === 1_000) {
    await cutOff()
    for (let asked = 0; asked < 20 && offset === 1_000; asked++)
      offset = (await ask('GET', `uploads/${upload.id}`)).body.offset
  }
  t.equal(offset, 1_500)
  let answer = await chunk(upload.id, offset, file.slice(offset))
  // The service may still be about to hear that the other one is gone.
  while (answer.status === 409) answer = await chunk(upload.id, offset, file.slice(offset))
  t.match(answer, { status: 200, body: { offset: file.length } })
  t.match(await ended(upload.id), { state: 'done', message: 'imported 40 events of 40 lines' })
  t.equal(await countEvents(), 40)
  t.match(await chunk(upload.id, file.length, 'x'), { status: 409 })
  t.strictSame(await readdir(join(service.config.dataDir, 'uploads')), [], 'its file is gone')
  const { imports, uploads, bytes_max } = (await ask('GET', 'imports')).body
  t.equal(bytes_max, bytesMax)
  t.match(uploads, [{ id: upload.id, state: 'done' }])
  t.match(imports, [
    {
      source: 'ndjson',
      name: 'a.ndjson',
      state: 'done',
      rows: 40,
      first_day: '2025-02-01',
      last_day: '2025-02-01',
      can_delete: true,
    },
  ])
  t.equal((await ask('DELETE', `uploads/${upload.id}`)).status, 204)
  t.strictSame((await ask('GET', 'imports')).body.uploads, [])
})

t.test('the same file again adds nothing; a file is what it is said to be', async (t) => {
  const send = async (content: string | Buffer, more: object) => {
    const { id } = await begin(content.length, more)
    await chunk(id, 0, content)
    const { state, message } = await ended(id)
    await ask('DELETE', `uploads/${id}`)
    return [state, message]
  }
  t.strictSame(await send(lines(40), {}), ['done', 'this file is in already'])
  t.strictSame(await send('{\n{\n', {}), [
    'failed',
    '2 bad lines; nothing was imported\nline 1: not JSON\nline 2: not JSON',
  ])
  t.strictSame(await send(`{\n${lines(2, 'w')}`, { skip_invalid: true }), [
    'done',
    'imported 2 events of 3 lines, 1 bad lines skipped',
  ])
  const many = (await send('{\n'.repeat(40), {}))[1].split('\n')
  t.strictSame([many.length, many.at(-1)], [22, '…'])
  const packed = gzipSync(lines(5, 'p'))
  t.strictSame(await send(packed, { name: 'a.ndjson.gz' }), ['done', 'imported 5 events of 5 lines'])
  t.strictSame(await send(gunzipSync(packed), {}), ['done', 'this file is in already'], 'unpacked it is the same')
  const broken = ['failed', 'the file is packed, but broken or cut off']
  t.strictSame(await send(packed.subarray(0, -4), {}), broken)
  t.strictSame(await send(Buffer.concat([packed.subarray(0, 40), Buffer.alloc(200, 1)]), {}), broken)
  t.strictSame(await send('no zip', { kind: 'plausible' }), ['failed', 'this is no zip archive'])
  const table = 'date,visitors,pageviews,bounces,visits,visit_duration\n2025-02-01,5,9,2,6,120\n2025-03-01,5,9,2,6,120'
  const zip = await packedZip({ 'imported_visitors.csv': table })
  t.strictSame(await send(zip, { kind: 'plausible', name: 'p.zip' }), [
    'done',
    'imported sums of 1 days (2 rows)\n' +
      '1 days left out, from 2025-02-01 on: the site has events, or the sums of another import, on them',
  ])
  const umami = 'created_at,session_id,hostname,url_path,event_type\n2025-04-01 10:00:00+00,s1,up.test,/a,1\n'
  t.strictSame(await send(gzipSync(umami), { kind: 'umami', name: 'u.csv.gz' }), [
    'done',
    'imported 1 events of 1 lines',
  ])
})

t.test('deletion takes the rows and sums of the import', async (t) => {
  const { imports } = (await ask('GET', 'imports')).body
  t.strictSame(
    imports.map((one: { source: string; rows: number }) => [one.source, one.rows]),
    [
      ['umami', 1],
      ['plausible', 2],
      ['ndjson', 5],
      ['ndjson', 2],
      ['ndjson', 40],
    ],
  )
  for (const { id } of imports) t.equal((await ask('DELETE', `imports/${id}`)).status, 204)
  t.match(await ask('DELETE', 'imports/999'), { status: 404, body: { error: 'Import could not be found' } })
  while ((await ask('GET', 'imports')).body.imports.length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  t.equal(await countEvents(), 0)
  t.strictSame(await db.write.query('select from imported_days'), [])
})

t.test('what is refused', async (t) => {
  const cases: [body: object, status: number, error: string][] = [
    [{ kind: 'zip' }, 400, 'kind: must be plausible, umami, goatcounter, matomo, google-analytics, web-log, events'],
    [{ name: ' ' }, 400, 'name: must be a text of 1 to 255 characters'],
    [{ name: 'n'.repeat(256) }, 400, 'name: must be a text of 1 to 255 characters'],
    [{ bytes: 0 }, 400, 'bytes: must be a whole number above 0'],
    [{ bytes: 1.5 }, 400, 'bytes: must be a whole number above 0'],
    [{ bytes: bytesMax + 1 }, 413, `bytes: must be at most ${bytesMax}`],
    [{ skip_invalid: 1 }, 400, 'skip_invalid: must be true or false'],
  ]
  for (const [more, status, error] of cases)
    t.match(await ask('POST', 'uploads', { kind: 'events', name: 'a', bytes: 1, ...more }), { status, body: { error } })
  const { id } = await begin(10)
  t.match(await chunk(id, 'x', 'a'), { status: 400, body: { error: 'offset: must be a whole number' } })
  t.match(await chunk(id, 0, 'a'.repeat(11)), { status: 413 })
  t.match((await ask('GET', `uploads/${id}`)).body, { offset: 0 }, 'nothing of it is kept')
  t.match(await chunk(999, 0, 'a'), { status: 404, body: { error: 'Upload could not be found' } })
  t.match(await ask('GET', 'uploads/x'), { status: 404 })
  t.match(await chunk(id, 0, 'a', { 'sec-fetch-site': 'cross-site' }), { status: 403 })
  t.match(await chunk(id, 0, 'a', { 'content-type': 'text/plain' }), { status: 403 }, 'what a form could send')
  t.match(await chunk(id, 0, 'a', { cookie: '' }), { status: 401 })
  await begin(10)
  await begin(10)
  t.match(await ask('POST', 'uploads', { kind: 'events', name: 'a', bytes: 1 }), {
    status: 400,
    body: { error: 'Only 3 files of a site can be under way at once' },
  })
  await db.write.query(`update uploads set state = 'importing' where id = $1`, [id])
  t.match(await ask('DELETE', `uploads/${id}`), { status: 409, body: { error: 'The file is being imported' } })
  await db.write.query('delete from uploads')
})

t.test('a chunk above 64 MiB is refused before it is read', async (t) => {
  const { id } = await begin(10)
  const headers = { ...service.owner.headers, 'content-type': 'application/octet-stream' }
  const announce = (bytes: number) =>
    new Promise<[number | undefined, unknown]>((resolve, reject) => {
      const request = httpRequest(`${service.url}/api/sites/up.test/uploads/${id}?offset=0`, {
        method: 'PUT',
        headers: { ...headers, 'content-length': bytes },
      })
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        response.on('data', (piece: Buffer) => {
          text += piece
        })
        response.on('end', () => {
          request.destroy()
          resolve([response.statusCode, JSON.parse(text)])
        })
      })
      request.write('a'.repeat(11))
    })
  const most = 64 * 1024 * 1024
  t.strictSame(await announce(most + 1), [
    413,
    { error: `A chunk may have at most ${most} bytes`, code: 'tooLarge', gaps: { most } },
  ])
  t.strictSame(
    await announce(most),
    [413, { error: 'The chunk goes beyond the end that was announced', code: 'tooLarge' }],
    'a chunk as large as one may be is read',
  )
  t.equal((await ask('DELETE', `uploads/${id}`)).status, 204)
})

t.test('a full disk: before anything is sent, and amid it', async (t) => {
  const error = 'There is no room for this file on the disk of the service'
  const large = await startApp({ databaseUrl: service.databaseUrl, env: { UPLOAD_BYTES_MAX: String(2 ** 50) } })
  t.teardown(() => large.stop())
  const announced = { kind: 'events', name: 'a', bytes: 2 ** 50 }
  const refused = await send(large, 'POST', '/api/sites/up.test/uploads', announced, { cookie: service.owner.cookie })
  t.strictSame([refused.status, refused.body], [507, { error }], 'a petabyte')
  const { id } = await begin(10)
  // What a device without room answers to every byte.
  const path = join(service.config.dataDir, 'uploads', String(id))
  await symlink('/dev/full', path)
  const cut = await chunk(id, 0, 'abc')
  t.strictSame([cut.status, cut.body], [507, { error }])
  await rm(path)
  t.match(await chunk(id, 0, 'abc'), { status: 200, body: { offset: 3 } }, 'it goes on when there is room')
  t.equal((await ask('DELETE', `uploads/${id}`)).status, 204)
})

t.test('roles, and the uploads of other sites', async (t) => {
  const { id } = await begin(10)
  const foreign = await service.provision({ domain: 'other.test', email: 'owner@other.test' })
  const stranger = await signIn(service, foreign.email)
  t.equal((await ask('GET', 'imports', undefined, stranger)).status, 404)
  const elsewhere = `/api/sites/other.test/uploads/${id}`
  t.equal((await send(service, 'GET', elsewhere, undefined, { cookie: stranger.cookie })).status, 404)
  t.equal((await send(service, 'DELETE', elsewhere, undefined, { cookie: stranger.cookie })).status, 404)
  for (const [role, reads, deletes] of [
    ['viewer', 404, 404],
    ['editor', 200, 403],
    ['admin', 200, 404],
  ] as const) {
    const user = await registry.users.create({ email: `${role}@up.test`, ifMissing: true })
    await registry.teams.addMember(teamId, user.id, role)
    const as = await signIn(service, user.email)
    t.equal((await ask('GET', 'imports', undefined, as)).status, reads, `${role} reads`)
    t.equal((await ask('DELETE', 'imports/999', undefined, as)).status, deletes, `${role} deletes`)
  }
  t.equal((await ask('DELETE', `uploads/${id}`)).status, 204)
})

t.test('files that are no longer needed go', async (t) => {
  const { id } = await begin(10)
  await chunk(id, 0, 'abc')
  const folder = join(service.config.dataDir, 'uploads')
  const clean = async (left: string[]) => {
    await db.write.query(`select graphile_worker.add_job('clean_uploads')`)
    while ((await readdir(folder)).join() !== left.join()) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await clean([String(id)])
  await db.write.query(`update uploads set changed_at = now() - interval '3 days'`)
  await clean([])
  t.match(await ask('GET', `uploads/${id}`), { status: 404 })
})
