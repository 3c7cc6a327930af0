// A hundred thousand damaged request bodies through all pure rules at once: nothing throws, and whatever is accepted
// can be stored.
import t from 'tap'
import { findChannel } from '../../src/rules/channel.ts'
import { parseDevice } from '../../src/rules/device.ts'
import { type DropStage, findDrop } from '../../src/rules/drops.ts'
import { noShields } from '../../src/rules/shields.ts'
import { findSource } from '../../src/rules/source.ts'
import { parseSubmission, type Submission } from '../../src/rules/submission.ts'

const casesMax = 100_000
const budgetMs = 8_000

/** A small seeded generator (mulberry32): a failure can be run again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const bodies = [
  {
    n: 'pageview',
    u: 'https://www.example.com/a%20b?utm_source=fb&utm_medium=cpc&gclid=1#top',
    d: 'example.com',
    r: 'https://www.google.com/x/',
  },
  { name: 'engagement', url: 'https://example.com/', domain: 'example.com,other.com', sd: 55, e: '1200', h: 1, v: 30 },
  { n: 404, u: 'app://localhost/x', m: { path: '/p', a: true, b: [1], c: null }, i: false },
  {
    n: 'Buy',
    u: 'http://[::1]:80/%ff',
    p: '{"a":"b"}',
    $: '{"amount":"10.20","currency":"EUR"}',
    r: 'android-app://com.reddit.frontpage',
  },
  {
    n: '👨‍👩‍👧‍👦',
    u: '//user@www.x.y/..//?a=%zz&ref=',
    revenue: { amount: 1e21, currency: 'USD' },
    props: { ['k'.repeat(299)]: 'v'.repeat(1999) },
  },
].map((body) => Buffer.from(JSON.stringify(body)))

const scraps = [
  'null',
  'true',
  'false',
  '""',
  '[]',
  '{}',
  '-1',
  '1e999',
  '"\\u0000"',
  '"\\ud800"',
  '0.1',
  '":"',
  ',',
  '%',
  '#',
  '?',
  '://',
  '__proto__',
  ' ',
  '\u2003',
]
  .concat([
    'engagement',
    'constructor',
    'utm_source=',
    'data:',
    '😀',
    '\u0301',
    '9'.repeat(30),
    'a'.repeat(121),
    '/'.repeat(500),
  ])
  .map((scrap) => Buffer.from(scrap))

function damage(body: Buffer, random: (below: number) => number): Buffer {
  let bytes: Buffer = Buffer.from(body)
  for (let count = random(4); count >= 0; count -= 1) {
    const at = random(bytes.length + 1)
    const end = Math.min(bytes.length, at + random(12))
    const kind = random(5)
    if (kind === 0 && at < bytes.length) bytes[at] = random(256)
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), scraps[random(scraps.length)]!, bytes.subarray(end)])
    else bytes = exchangeValue(bytes, random)
  }
  return bytes
}

/** Puts a scrap in the place of a whole value, which keeps the JSON valid more often. */
function exchangeValue(bytes: Buffer, random: (below: number) => number): Buffer {
  const start = bytes.indexOf(58, random(bytes.length))
  if (start < 0) return bytes
  const comma = bytes.indexOf(44, start)
  const end = comma < 0 ? Math.max(start + 1, bytes.length - 1) : comma
  return Buffer.concat([bytes.subarray(0, start + 1), scraps[random(scraps.length)]!, bytes.subarray(end)])
}

const unstorable = /[\0\p{Surrogate}]/u

/** The first thing about a submission and its facts that must not be, or undefined. */
function fault(submission: Submission): string | undefined {
  const { name, url, domains, props, referrer, revenue, scrollDepth, engagementTimeMs } = submission
  const found = findSource({ hostname: url.hostname, referrer, query: url.query })
  const channel = findChannel(found)
  const texts = [
    name,
    url.hostname,
    url.pathname,
    ...domains,
    ...Object.entries(props).flat(),
    ...Object.values(found),
  ].filter((text) => text !== null)
  if (name.trim() === '' || url.hostname === '' || url.pathname === '' || domains.length === 0 || channel === '')
    return 'something is empty'
  if (texts.some((text) => unstorable.test(text))) return 'a text cannot be stored'
  if (texts.some((text) => Buffer.byteLength(text) > 3000)) return 'a text is too long'
  if (Object.keys(props).length > 30 || Object.values(props).some((value) => typeof value !== 'string')) return 'props'
  if (scrollDepth !== null && !(Number.isInteger(scrollDepth) && scrollDepth >= 0 && scrollDepth <= 100))
    return 'scroll depth'
  if (!(Number.isInteger(engagementTimeMs) && engagementTimeMs >= 0 && engagementTimeMs < 2_592_000_000))
    return 'engagement time'
  if (name === 'engagement' && scrollDepth === null && engagementTimeMs === 0) return 'an empty engagement'
  if (revenue !== null && !/^-?\d+(\.\d+)?$/.test(revenue.amount)) return 'revenue'
  if (submission.receivedAtMs % 1000 !== 0) return 'time'
  return undefined
}

t.test('damaged bodies are accepted whole, or refused with reasons', async (t) => {
  const seed = 20_261_121
  const random = createRandom(seed)
  const shields = { ...noShields, hostname: ['*.com'], page: ['/a*'], country: ['EE'] }
  const stages: DropStage[] = ['submission', 'site', 'facts']
  const started = performance.now()
  let cases = 0
  let accepted = 0
  for (; cases < casesMax && performance.now() - started < budgetMs; cases += 1) {
    const body = damage(bodies[random(bodies.length)]!, random)
    const text = () => `case ${cases} of seed ${seed}: ${body.toString()}`
    try {
      const parsed = parseSubmission(body, {
        userAgent: 'agent',
        ip: '1.2.3.4',
        ipType: null,
        receivedAtMs: random(2 ** 31) * 1000 + 999,
      })
      if (parsed.ok) {
        accepted += 1
        const problem = fault(parsed.submission)
        if (problem) t.fail(`${problem}: ${text()}`)
        for (const stage of stages) findDrop(stage, { submission: parsed.submission, site: { shields } })
        if (cases % 100 === 0) parseDevice(body.toString())
      } else if (Object.keys(parsed.errors).length === 0) {
        t.fail(`no reason: ${text()}`)
      }
    } catch (error) {
      t.fail(`${String(error)}: ${text()}`)
    }
  }
  t.ok(cases > 10_000, `${cases} cases`)
  t.ok(accepted > cases / 20, `${accepted} accepted`)
})
