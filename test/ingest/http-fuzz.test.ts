// Random and mutated requests at full speed against a service of its own process: only 202 and 400 (431 for an
// oversized header block), no crash, memory flat, every event of a 202 in the tables or in the drop counters. `make
// fuzz` sends 200,000; the same seed sends the same.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { type Answer, postEvent, startService } from '../support/process.ts'

const count = Number(process.env['FUZZ_COUNT'] ?? 20_000)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const clients = 64
t.setTimeout(60_000 + count * 10)

/** A small generator of pseudo-random numbers (mulberry32). */
function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const of = <Item>(list: readonly Item[]): Item => list[below(list.length)]!
  return { next, below, of, chance: (share: number) => next() < share }
}

const random = createRandom(seed)
const { below, of, chance } = random

const nasty = [
  '',
  ' ',
  '\0',
  '\u0000a\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '%',
  '%ff%fe',
  '%00',
  '%u0000',
  '\\',
  '\\.',
  '\\N',
  "'",
  '"',
  '`',
  '\t',
  '\r\n',
  '{}',
  '[]',
  'null',
  'NaN',
  'true',
  '-0',
  '1e999',
  '9'.repeat(400),
  'a'.repeat(121),
  'é'.repeat(1_001),
  '👩‍👩‍👧‍👦'.repeat(60),
  'x'.repeat(2_001),
  '__proto__',
  'constructor',
  'toString',
  '*'.repeat(50),
  ',',
  ',,,',
  '(none)',
  "'; drop table events; --",
  '{"a":',
  '\u202eabc',
  'ﷺ',
]
const scalars: readonly unknown[] = [
  0,
  -0,
  1,
  -1,
  1.5,
  404,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  true,
  false,
  null,
]

function randomText(): string {
  if (chance(0.5)) return of(nasty)
  return String.fromCharCode(
    ...Array.from({ length: below(40) }, () => (chance(0.8) ? 32 + below(95) : below(0x10000))),
  )
}

function randomValue(depth = 0): unknown {
  const kind = random.next()
  if (kind < 0.5) return randomText()
  if (kind < 0.8) return of(scalars)
  if (depth > 3) return null
  if (kind < 0.9) return Array.from({ length: below(4) }, () => randomValue(depth + 1))
  return Object.fromEntries(Array.from({ length: below(4) }, () => [randomText(), randomValue(depth + 1)]))
}

const schemes = [
  'https://',
  'http://',
  'HTTPS://',
  '//',
  '',
  'file:///',
  'app://',
  'about:',
  'data:',
  'javascript:',
  'https:://',
  ':',
  '://',
]
const hosts = [
  'fuzz.test',
  'www.fuzz.test',
  'other.test',
  'FUZZ.test:8080',
  'u:p@fuzz.test',
  '[::1]',
  '[::1',
  '127.0.0.1',
  'bücher.test',
  '',
  '..',
  '@',
]

function randomUrl(): string {
  const query = () =>
    `${of(['utm_source', 'utm_medium', 'utm_campaign', 'ref', 'source', 'gclid', 'q', randomText()])}=${randomText()}`
  const parts = [
    of(schemes),
    of(hosts),
    chance(0.7) ? '/' : '',
    chance(0.5) ? randomText() : of(['a', 'blocked/page', '%E4', '../..']),
  ]
  if (chance(0.4)) parts.push('?', Array.from({ length: 1 + below(4) }, query).join(of(['&', '&&', ';'])))
  if (chance(0.2)) parts.push('#', randomText())
  return parts.join('')
}

/** A body that means something, or nearly. */
function randomBody(): Record<string, unknown> {
  const body: Record<string, unknown> = {
    [of(['n', 'n', 'n', 'name'])]: of(['pageview', 'pageview', 'engagement', 'Buy', '404', 404, 'Signup']),
    [of(['u', 'u', 'u', 'url'])]: chance(0.5) ? `https://fuzz.test/${below(50)}` : randomUrl(),
    [of(['d', 'd', 'd', 'domain'])]: of([
      'fuzz.test',
      'fuzz.test',
      'fuzz.test',
      'fuzz.test,second.test',
      'nobody.test',
      ' WWW.fuzz.test ,',
    ]),
  }
  if (chance(0.4))
    body[of(['r', 'referrer'])] = of([
      'https://www.google.com/search',
      'https://1-best-seo.com',
      randomUrl(),
      randomText(),
    ])
  if (chance(0.3))
    body[of(['p', 'm', 'meta', 'props'])] = Object.fromEntries(
      Array.from({ length: below(40) }, () => [randomText(), randomValue(2)]),
    )
  if (chance(0.2)) body[of(['h', 'hashMode'])] = of([0, 1, '1', true, 'x', randomValue()])
  if (chance(0.2)) body[of(['i', 'interactive'])] = of([true, false, randomValue()])
  if (chance(0.3)) body['sd'] = of([0, 50, 255, '12', randomValue()])
  if (chance(0.3)) body['e'] = of([0, 1_000, '12', 2 ** 40, randomValue()])
  if (chance(0.2))
    body[of(['revenue', '$'])] = of<unknown>([
      { amount: 10.2, currency: 'EUR' },
      '{"amount":"1","currency":"USD"}',
      randomValue(),
    ])
  if (chance(0.3)) body[of([...Object.keys(body), 'v', randomText()])] = randomValue()
  return body
}

/** Bytes changed, left out, doubled or put in. */
function mutate(bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes)
  for (let times = 1 + below(4); times > 0; times--) {
    const at = below(changed.length + 1)
    const kind = below(5)
    if (kind === 0)
      changed = Buffer.concat([changed.subarray(0, at), Buffer.from([below(256)]), changed.subarray(at + 1)])
    else if (kind === 1) changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + below(8))])
    else if (kind === 2)
      changed = Buffer.concat([changed.subarray(0, at), changed.subarray(Math.max(0, at - below(30)))])
    else if (kind === 3)
      changed = Buffer.concat([
        changed.subarray(0, at),
        Buffer.from(of(['{', '}', '[', '"', ',', ':', '\\u0000', 'null', '1e9'])),
        changed.subarray(at),
      ])
    else changed = changed.subarray(0, at)
  }
  return changed
}

function makeBody(): Buffer {
  const kind = random.next()
  if (kind < 0.6) return Buffer.from(JSON.stringify(randomBody()))
  if (kind < 0.9) return mutate(Buffer.from(JSON.stringify(randomBody())))
  if (kind < 0.94) return Buffer.from(JSON.stringify(randomValue()))
  if (kind < 0.99) return Buffer.from(randomText())
  if (kind < 0.993)
    return Buffer.from(
      JSON.stringify({ ...randomBody(), [of(['n', 'u', 'd', 'r', 'p', 'x'])]: 'z'.repeat(below(90_000)) }),
    )
  if (kind < 0.996) return Buffer.from('['.repeat(below(100_000)))
  return Buffer.from(Array.from({ length: below(3_000) }, () => below(256)))
}

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/85.0 Safari/537.36',
  'curl/8.5.0',
  'unknown UA',
]

/** What a header may hold at all: everything else is refused by the client already. */
const headerText = (bytes: Buffer) => bytes.toString('latin1').replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
const randomHeader = (max: number) => headerText(Buffer.from(Array.from({ length: below(max) }, () => below(256))))

function makeHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-for': `10.${below(4)}.${below(256)}.${below(256)}` }
  const agent = of(agents)
  if (chance(0.95))
    headers['user-agent'] = chance(0.8)
      ? agent
      : chance(0.9)
        ? headerText(mutate(Buffer.from(agent)))
        : randomHeader(8_192)
  if (chance(0.1))
    headers['x-forwarded-for'] = of([
      '',
      ',',
      '::1, 1.2.3.4',
      '1.2.3.4:99',
      '[2001:db8::1]:1',
      '::ffff:9.9.9.9',
      '999.1.1.1',
      randomHeader(60),
    ])
  if (chance(0.05))
    headers['forwarded'] = of(['for=1.2.3.4', 'For="[2001:db8::1]:80";proto=https', 'by=1', 'for=', randomHeader(60)])
  if (chance(0.05)) headers['x-service-ip-type'] = of(['dc_ip', 'threat_ip', 'anonymous_vpn_ip', 'x', randomHeader(20)])
  if (chance(0.5))
    headers['content-type'] = of([
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      randomHeader(20),
    ])
  if (chance(0.05))
    headers[of(['accept', 'cookie', 'origin', 'referer', 'content-encoding', 'x-anything'])] = randomHeader(200)
  if (chance(0.002)) headers['x-much'] = 'a'.repeat(20_000)
  return headers
}

/** How many events a body that was answered with 202 holds: one for each entry of its domain list. */
function eventsOf(body: Buffer): number {
  const { d, domain } = JSON.parse(body.toString('utf8')) as { d?: unknown; domain?: unknown }
  const sent = d === undefined || d === null || d === false ? domain : d
  return typeof sent === 'string' ? sent.split(',').length : 1
}

function check({ status, headers, body }: Answer): string | undefined {
  const dropped = headers['x-service-dropped']
  if (status === 202)
    return body === 'ok' && (dropped === undefined || /^[1-9]\d*$/.test(String(dropped))) ? undefined : 'a strange 202'
  if (status === 431) return undefined
  if (status !== 400) return `answered ${status}`
  try {
    const errors = Object.values((JSON.parse(body) as { errors: Record<string, string[]> }).errors)
    return errors.length > 0 && errors.every((list) => list.length > 0) ? undefined : 'a 400 without errors'
  } catch {
    return 'a 400 that is no JSON'
  }
}

/** Sends bytes that are hardly HTTP; resolves to the status of the first answer, 0 for none. */
function sendRaw(port: number, bytes: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    let text = ''
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)))
  })
}

function rawRequest(): Buffer {
  const body = makeBody()
  const head = of([
    `POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`,
    `POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Length: ${below(9)}\r\nConnection: close\r\n\r\n`,
    `POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`,
    `POST /api/event HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${below(100).toString(16)}\r\n`,
    `POST /api/event HTTP/1.1\r\nHost: x\r\nUser-Agent: a\0b\r\nContent-Length: 2\r\n\r\n`,
    `POST /api/event?${randomHeader(40)} HTTP/1.1\r\nContent-Length: 2\r\n\r\n`,
    `POST /api/event HTTP/9.9\r\n\r\n`,
    `\r\n\r\n`,
  ])
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), body])
  return chance(0.5) ? mutate(whole) : whole
}

t.test(`${count} requests, seed ${seed}`, async (t) => {
  const database = await createDatabase()
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const db = createPools({ databaseUrl: database.url })
  await db.write.query(
    `with team as (insert into teams (name) values ('t') returning id),
          site as (insert into sites (team_id, domain) select id, domain from team, unnest(array['fuzz.test', 'second.test']) domain returning id, domain),
          rules as (insert into shields (site_id, type, value) select id, type, value from site,
            (values ('page', '/blocked/**'), ('country', 'FR'), ('ip', '9.9.9.9')) rule (type, value) where domain = 'fuzz.test')
     insert into goals (site_id, event_name, currency, display_name) select id, 'Buy', 'EUR', 'Buy' from site where domain = 'fuzz.test'`,
  )
  const service = await startService({ databaseUrl: database.url, spoolDir })
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  t.teardown(async () => {
    agent.destroy()
    service.child.kill('SIGKILL')
    await service.exited
    await db.stop()
    await database.drop()
    await rm(spoolDir, { recursive: true, force: true })
  })

  const statuses = new Map<number, number>()
  const problems: string[] = []
  const memory: number[] = []
  let [made, events, dropped] = [0, 0, 0]
  const startedAt = Date.now()
  const client = async () => {
    while (made < count && problems.length === 0) {
      if (made++ % Math.ceil(count / 10) === 0) memory.push(await service.rss())
      const body = makeBody()
      const answer = await postEvent({ agent, port: service.port, body, headers: makeHeaders() })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const problem = check(answer)
      if (problem) problems.push(`${problem}: ${JSON.stringify(answer)} for ${body.toString('latin1').slice(0, 300)}`)
      if (answer.status !== 202) continue
      events += eventsOf(body)
      dropped += Number(answer.headers['x-service-dropped'] ?? 0)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (Date.now() - startedAt) / 1000
  memory.push(await service.rss())
  const megabytes = memory.map((bytes) => Math.round(bytes / 1_048_576))
  t.comment(
    `${(count / seconds).toFixed(0)} a second; ${JSON.stringify(Object.fromEntries(statuses))}; ${events} events; RSS in MB ${megabytes.join(' ')}`,
  )
  t.strictSame(problems, [])
  t.ok((statuses.get(202) ?? 0) > count / 5, 'enough of them were events')
  t.ok((statuses.get(400) ?? 0) > count / 20, 'enough of them were none')
  // The heap grows to its working size first; what comes after the first third must not add to it.
  t.ok(megabytes.at(-1)! < Math.max(...megabytes.slice(0, 5)) + 80, `memory is flat: ${megabytes.join(' ')}`)

  await until(async () => {
    const [counts] = await db.write.query<{ counted: number }>(
      'select coalesce(sum(count), 0)::bigint as counted from traffic_counts',
    )
    return counts?.counted === events
  })
  const [counts] = await db.write.query(
    `select counts.*, events.count + engagements.count as rows
     from (select sum(count)::bigint as counted,
                  sum(count) filter (where reason <> 'accepted')::bigint as dropped,
                  coalesce(sum(count) filter (where reason = 'invalid'), 0)::bigint as invalid
           from traffic_counts) counts,
          (select count(*) from events) events, (select count(*) from engagements) engagements`,
  )
  t.strictSame(
    counts,
    { counted: events, dropped, invalid: 0, rows: events - dropped },
    'every event of a 202 is a row or a counted drop',
  )

  const raw = new Map<number, number>()
  for (let index = 0; index < 300; index += 1) {
    const status = await sendRaw(service.port, rawRequest())
    raw.set(status, (raw.get(status) ?? 0) + 1)
  }
  t.comment(`hardly HTTP: ${JSON.stringify(Object.fromEntries(raw))}`)
  t.strictSame(
    [...raw.keys()].filter((status) => ![0, 202, 400, 404, 405, 413, 431, 408, 417, 501, 505].includes(status)),
    [],
  )
  const last = await postEvent({
    agent,
    port: service.port,
    body: '{"n":"pageview","u":"https://fuzz.test/last","d":"fuzz.test"}',
    headers: { 'x-forwarded-for': `10.9.9.${randomBytes(1)[0]}` },
  })
  t.equal(last.status, 202, 'it still answers')
  t.equal(service.child.exitCode, null)
})
