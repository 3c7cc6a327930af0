// Request bodies by example: which errors, which values, and that nothing sent can make the parser throw
// (spec/ingestion 2 to 4, 15 to 17).
import fc from 'fast-check'
import t from 'tap'
import { parseSubmission, type Submission } from '../../src/rules/submission.ts'
import { runs } from '../support/effort.ts'
import { anyText } from '../support/text.ts'

const context = { userAgent: 'agent', ip: '1.2.3.4', ipType: null, receivedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678) }
const page = { n: 'pageview', u: 'https://www.example.com/page', d: 'example.com' }

type Body = Record<string, unknown>

function errorsOf(body: unknown): unknown {
  const parsed = parseSubmission(typeof body === 'string' ? body : JSON.stringify(body), context)
  return parsed.ok ? 'accepted' : parsed.errors
}

function accept(body: Body): Submission {
  const parsed = parseSubmission(JSON.stringify(body), context)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.submission
}

const request = { request: ['Unable to parse request body as json'] }
/** 120 letters, each under that many marks and all of them different: what an index could not hold. */
const marked = (marks: number) =>
  Array.from({ length: 120 }, (_, letter) =>
    [
      'a',
      ...Array.from({ length: marks }, (_, mark) => String.fromCodePoint(0x300 + ((letter * 7 + mark * 31) % 111))),
    ].join(''),
  ).join('')

const blankName = { event_name: [`can't be blank`] }
const invalidName = { event_name: ['is invalid'] }
const longName = { event_name: ['should be at most 120 character(s)'] }
const missingUrl = { url: ['is required'] }
const dataUrl = { url: ['scheme is not allowed'] }
const badUrl = { url: ['must be a valid url'] }
const blankDomain = { domain: [`can't be blank`] }
const badHash = { hash_mode: ['is invalid'] }
const noEngagement = {
  event_name: [`engagement event requires a valid integer value for at least one of 'sd' or 'e' fields`],
}
const largeProps = { props: ['keys should have at most 300 bytes and values 2000 bytes'] }
const family = '👨‍👩‍👧‍👦'
const urlOf = (bytes: number, filler = 'a') =>
  `https://example.com/${filler.repeat((bytes - 20) / Buffer.byteLength(filler))}`

t.test('a body that is no JSON object is one error', async (t) => {
  for (const body of [
    '',
    ' ',
    'x',
    '{',
    '"text"',
    '1',
    'null',
    'true',
    '[]',
    '[{}]',
    'n=pageview&u=http://x',
    '\uFEFF{}',
    '{"a":1}x',
  ]) {
    t.strictSame(errorsOf(body), request, JSON.stringify(body))
  }
  t.strictSame(errorsOf(`${' '.repeat(999_998)}{}`), { ...blankName, ...missingUrl, ...blankDomain }, '1,000,000 bytes')
  t.strictSame(errorsOf(`${' '.repeat(999_999)}{}`), request, '1,000,001 bytes')
  t.equal(parseSubmission(Buffer.from(JSON.stringify(page)), context).ok, true, 'bytes')
  t.equal(parseSubmission(Buffer.alloc(1_000_001, 32), context).ok, false, 'too many bytes')
  t.equal(parseSubmission(Buffer.from([0x7b, 0xff, 0xfe]), context).ok, false, 'not UTF-8')
})

const errorCases: [body: Body, errors: unknown][] = [
  [{}, { ...blankName, ...missingUrl, ...blankDomain }],
  [{ d: 'x.com', name: 'pageview' }, missingUrl],
  [{ d: 'x.com' }, { ...missingUrl, ...blankName }],
  [{ d: null, u: 'about:config', n: 'pageview' }, blankDomain],
  [page, 'accepted'],
  [{ name: 'pageview', url: 'https://example.com', domain: 'example.com' }, 'accepted'],
  [{ ...page, n: '', name: 'x' }, blankName],
  [{ ...page, n: null, name: 'x' }, 'accepted'],
  [{ ...page, n: null }, blankName],
  [{ ...page, n: ' \t\n\u2003' }, blankName],
  [{ ...page, n: '\0' }, blankName],
  [{ ...page, n: [] }, invalidName],
  [{ ...page, n: {} }, invalidName],
  [{ ...page, n: true }, invalidName],
  [{ ...page, n: false }, blankName],
  [{ ...page, n: false, name: 'x' }, 'accepted'],
  [{ ...page, n: 1.5 }, invalidName],
  [{ ...page, n: 404 }, 'accepted'],
  [{ ...page, n: 0 }, 'accepted'],
  [{ ...page, n: 1e300 }, longName],
  [{ ...page, n: 'a'.repeat(120) }, 'accepted'],
  [{ ...page, n: 'a'.repeat(121) }, longName],
  [{ ...page, n: 'ü'.repeat(120) }, 'accepted'],
  [{ ...page, n: family.repeat(120) }, 'accepted'],
  [{ ...page, n: family.repeat(121) }, longName],
  [{ ...page, n: '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(120) }, 'accepted'],
  [{ ...page, n: '👩🏻‍❤️‍💋‍👨🏻'.repeat(120) }, 'accepted'],
  [{ ...page, n: marked(12) }, invalidName],
  [{ ...page, n: 'e\u0301'.repeat(120) }, 'accepted'],
  [{ ...page, n: 'e\u0301'.repeat(121) }, longName],
  [{ ...page, n: `e${'\u0301'.repeat(10_000)}` }, longName],
  [{ ...page, u: null }, missingUrl],
  [{ ...page, u: null, url: 'http://x.com' }, 'accepted'],
  [{ ...page, u: '' }, 'accepted'],
  [{ ...page, u: '', d: null }, blankDomain],
  [{ ...page, u: 5 }, badUrl],
  [{ ...page, u: [] }, badUrl],
  [
    { ...page, u: {}, d: null },
    { ...badUrl, ...blankDomain },
  ],
  [{ ...page, u: 'data:text/html,x' }, dataUrl],
  [{ ...page, u: 'DATA:text/html,x' }, dataUrl],
  [{ ...page, u: `data:text/html,${'x'.repeat(3000)}` }, dataUrl],
  [{ ...page, u: 'database://x/y' }, 'accepted'],
  [{ ...page, u: urlOf(2000) }, 'accepted'],
  [{ ...page, u: urlOf(2001) }, badUrl],
  [{ ...page, u: urlOf(2000, 'ü') }, 'accepted'],
  [{ ...page, u: urlOf(2002, 'ü') }, badUrl],
  [{ ...page, d: '' }, blankDomain],
  [{ ...page, d: ' \t' }, blankDomain],
  [{ ...page, d: '', domain: 'x.com' }, blankDomain],
  [{ ...page, d: 5 }, 'accepted'],
  [{ ...page, d: {} }, 'accepted'],
  [{ ...page, d: 5, u: '/x' }, blankDomain],
  [{ ...page, d: undefined, u: '/x' }, blankDomain],
  [{ ...page, d: ',' }, 'accepted'],
  [{ ...page, d: 'a,'.repeat(999) }, 'accepted'],
  [{ ...page, d: 'a,'.repeat(1000) }, { domain: ['should have at most 1000 item(s)'] }],
  [{ ...page, h: 'x' }, badHash],
  [{ ...page, h: '1x' }, badHash],
  [{ ...page, h: '' }, badHash],
  [{ ...page, h: 1.5 }, badHash],
  [{ ...page, h: true }, badHash],
  [{ ...page, h: [] }, badHash],
  [{ ...page, h: {} }, badHash],
  [{ ...page, h: 0, hashMode: 'x' }, 'accepted'],
  [{ ...page, h: null, hashMode: 'x' }, badHash],
  [{ ...page, h: '7' }, 'accepted'],
  [{ ...page, r: 5, m: 5, i: 'x', v: 'x', sd: 'x', e: 'x', revenue: 'x', w: 1000 }, 'accepted'],
  [{ ...page, v: '30' }, 'accepted'],
  [{ ...page, n: 'engagement' }, noEngagement],
  [{ ...page, n: 'engagement', sd: 0 }, 'accepted'],
  [{ ...page, n: 'engagement', sd: -1 }, noEngagement],
  [{ ...page, n: 'engagement', sd: '1' }, 'accepted'],
  [{ ...page, n: 'engagement', sd: '12asd' }, noEngagement],
  [{ ...page, n: 'engagement', sd: '12.5' }, noEngagement],
  [{ ...page, n: 'engagement', sd: 12.5 }, noEngagement],
  [{ ...page, n: 'engagement', e: 0 }, noEngagement],
  [{ ...page, n: 'engagement', e: 1 }, 'accepted'],
  [{ ...page, n: 'engagement', e: '1' }, 'accepted'],
  [{ ...page, n: 'engagement', e: -1 }, noEngagement],
  [{ ...page, n: 'engagement', e: 2_591_999_999 }, 'accepted'],
  [{ ...page, n: 'engagement', e: 2_592_000_000 }, noEngagement],
  [{ ...page, n: 'engagement', e: 2_592_000_000, sd: 1 }, 'accepted'],
  [{ ...page, p: { ['k'.repeat(300)]: 'v' } }, 'accepted'],
  [{ ...page, p: { ['k'.repeat(301)]: 'v' } }, largeProps],
  [{ ...page, p: { ['ü'.repeat(150)]: 'v' } }, 'accepted'],
  [{ ...page, p: { ['ü'.repeat(151)]: 'v' } }, largeProps],
  [{ ...page, p: { k: 'v'.repeat(2000) } }, 'accepted'],
  [{ ...page, p: { k: 'v'.repeat(2001) } }, largeProps],
  [{ ...page, p: { k: 'ü'.repeat(1000) } }, 'accepted'],
  [{ ...page, p: { k: `ü`.repeat(1000) + 'v', l: 'v'.repeat(2001) } }, largeProps],
  [{ ...page, p: { k: ['v'.repeat(2001)] } }, 'accepted'],
  [
    { n: [], u: 'data:x', d: ' ', h: 'x', p: { k: 'v'.repeat(2001) } },
    { ...invalidName, ...dataUrl, ...blankDomain, ...badHash, ...largeProps },
  ],
]

t.test('all field errors are reported at once, with their exact words', async (t) => {
  for (const [body, errors] of errorCases) t.strictSame(errorsOf(body), errors, JSON.stringify(body).slice(0, 120))
})

t.test('a submission has its final values', async (t) => {
  const submission = accept({
    ...page,
    n: ' Signup ',
    r: 'https://www.Google.com/search?q=x',
    v: 30,
    i: false,
    $: { amount: 10.2, currency: 'EUR' },
  })
  t.match(submission, {
    name: ' Signup ',
    url: { scheme: 'https', hostname: 'example.com', pathname: '/page', fragment: null },
    domains: ['example.com'],
    referrer: { text: 'google.com/search', host: 'google.com', path: '/search' },
    referrerHost: 'google.com',
    props: {},
    interactive: false,
    trackerVersion: 30,
    scrollDepth: null,
    engagementTimeMs: 0,
    revenue: { amount: '10.2', currency: 'EUR' },
    receivedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    userAgent: 'agent',
    ip: '1.2.3.4',
    ipType: null,
  })
})

t.test('one candidate at a time is looked at', async (t) => {
  const cases: [body: Body, expected: Partial<Submission> | { url: object }][] = [
    [{ n: 404 }, { name: '404', props: { path: '/page' } }],
    [{ n: 12345678901234567000 }, { name: '12345678901234567000' }],
    [{ n: 1e21 }, { name: '1000000000000000000000' }],
    [{ n: 'a\0b\uD800' }, { name: 'ab\uFFFD' }],
    [{ h: 1, u: 'http://x.com/a#b' }, { url: { pathname: '/a#b' } }],
    [{ h: '1', u: 'http://x.com/a#b' }, { url: { pathname: '/a#b' } }],
    [{ h: 2, u: 'http://x.com/a#b' }, { url: { pathname: '/a' } }],
    [{ h: 0, hashMode: 1, u: 'http://x.com/a#b' }, { url: { pathname: '/a' } }],
    [{ hashMode: 1, u: 'http://x.com/a#b' }, { url: { pathname: '/a#b' } }],
    [{ h: false, u: 'http://x.com/a#b' }, { url: { pathname: '/a' } }],
    [{ u: '', d: 'x.com' }, { url: { hostname: '(none)', pathname: '/' } }],
    [{ n: 'x', i: false }, { interactive: false }],
    [{ n: 'x', i: false, interactive: true }, { interactive: false }],
    [{ n: 'x', i: null, interactive: false }, { interactive: false }],
    [{ n: 'x', i: 'false' }, { interactive: true }],
    [{ n: 'x', i: 0 }, { interactive: true }],
    [{ n: 'x' }, { interactive: true }],
    ...[
      'pageview',
      'Outbound Link: Click',
      'Cloaked Link: Click',
      'File Download',
      '404',
      'WP Form Completions',
      'Form: Submission',
    ].map((n): [Body, Partial<Submission>] => [{ n, i: false }, { interactive: true }]),
    [{ n: 'engagement', e: 1, i: false }, { interactive: true }],
    [{ v: 2.5 }, { trackerVersion: 0 }],
    [{ v: -1 }, { trackerVersion: 0 }],
    [{ v: 2 ** 31 }, { trackerVersion: 0 }],
    [
      { n: 'engagement', sd: 100, e: 5 },
      { scrollDepth: 100, engagementTimeMs: 5 },
    ],
    [
      { n: 'engagement', sd: 101 },
      { scrollDepth: 100, engagementTimeMs: 0 },
    ],
    [
      { n: 'engagement', sd: '99', e: 2_592_000_000 },
      { scrollDepth: 99, engagementTimeMs: 0 },
    ],
    [
      { n: 'engagement', sd: -5, e: '77' },
      { scrollDepth: null, engagementTimeMs: 77 },
    ],
    [
      { n: 'pageview', sd: 50, e: 50 },
      { scrollDepth: null, engagementTimeMs: 0 },
    ],
    [{ m: { a: 'm' }, meta: { a: 'meta' }, p: { a: 'p' }, props: { a: 'props' } }, { props: { a: 'm' } }],
    [{ meta: { a: 'meta' }, p: { a: 'p' }, props: { a: 'props' } }, { props: { a: 'meta' } }],
    [{ p: { a: 'p' }, props: { a: 'props' } }, { props: { a: 'p' } }],
    [{ p: null, props: { a: 'props' } }, { props: { a: 'props' } }],
    [{ m: '', p: { a: 'p' } }, { props: {} }],
    [{ r: null, referrer: 'http://a.com' }, { referrerHost: 'a.com' }],
    [
      { r: '', referrer: 'http://a.com' },
      { referrerHost: '', referrer: null },
    ],
    [{ r: 'ftp://www.a.com' }, { referrerHost: 'a.com', referrer: null }],
    [{ revenue: '{"amount":"5.10","currency":"USD"}' }, { revenue: { amount: '5.10', currency: 'USD' } }],
    [{ revenue: null, $: { amount: 1, currency: 'USD' } }, { revenue: { amount: '1', currency: 'USD' } }],
  ]
  for (const [body, expected] of cases) t.match(accept({ ...page, ...body }), expected, JSON.stringify(body))
})

t.test('what JSON.parse would lose is read from the text', async (t) => {
  const first = Array.from({ length: 30 }, (_, index) => `"k${index}":"v"`).join(',')
  const thirty = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 'v']))
  const long = 'x'.repeat(2_001)
  const cases: [fields: string, expected: object][] = [
    ['"n":9007199254740993', { name: '9007199254740993' }],
    ['"n":-12345678901234567890', { name: '-12345678901234567890' }],
    [`"n":"x","p":{${first},"7":"seven"}`, { props: thirty }],
    [`"n":"x","props":{${first},"7":"${long}"},"meta":null`, { props: thirty }],
    [`"n":"x","m":${JSON.stringify(`{${first},"7":"seven"}`)}`, { props: thirty }],
    [`"n":"x","p":{"7":"seven",${first}}`, { props: { 7: 'seven', k0: 'v', k28: 'v', k29: undefined } }],
    [
      '"n":"x","$":{"amount":12345678901234567.89,"currency":"EUR"}',
      { revenue: { amount: '12345678901234567.89', currency: 'EUR' } },
    ],
    [
      `"n":"x","revenue":${JSON.stringify('{"amount":9007199254740993,"currency":"EUR"}')}`,
      { revenue: { amount: '9007199254740993' } },
    ],
  ]
  for (const [fields, expected] of cases) {
    const parsed = parseSubmission(`{${fields},"u":"https://example.com/","d":"example.com"}`, context)
    t.match(parsed, { ok: true, submission: expected }, fields.slice(0, 80))
  }
  const wrong = parseSubmission('{"n":12345678901234567.5,"u":"https://example.com/","d":"example.com"}', context)
  t.strictSame(wrong, { ok: false, errors: invalidName })
})

t.test('domains are cleaned, never merged', async (t) => {
  const lists: [d: unknown, u: string, domains: string[]][] = [
    ['example.com', '/', ['example.com']],
    [' WWW.Example.com , b.com ', '/', ['example.com', 'b.com']],
    ['a.com,a.com', '/', ['a.com', 'a.com']],
    ['a.com,', '/', ['a.com', '']],
    ['www.www.a.com', '/', ['www.a.com']],
    [undefined, 'http://www.Blog.Example.com:80/x', ['blog.example.com']],
    [null, 'http://x.com', ['x.com']],
    [7, 'http://x.com', ['x.com']],
  ]
  for (const [d, u, domains] of lists) t.strictSame(accept({ n: 'x', u, d }).domains, domains, String(d))
})

t.test('a long referrer is cut between characters, never refused', async (t) => {
  const prefix = 'https://r.com/'
  const path = (bytes: number, unit = 'a') => unit.repeat((bytes - prefix.length) / Buffer.byteLength(unit))
  const rows: [sent: string, stored: string][] = [
    [path(2000), path(2000)],
    [path(2001), path(2000)],
    [path(900_000), path(2000)],
    [path(2000, 'ü'), path(2000, 'ü')],
    [path(2002, 'ü'), path(2000, 'ü')],
    [`x${path(2000, 'ü')}`, `x${path(1998, 'ü')}`],
    [`xxx${path(5000, '😀')}`, `xxx${'😀'.repeat(495)}`],
  ]
  for (const [sent, stored] of rows) t.equal(accept({ ...page, r: prefix + sent }).referrer?.text, `r.com/${stored}`)
})

const parses = (text: string | Buffer) => {
  const parsed = parseSubmission(text, context)
  return parsed.ok ? parsed.submission.domains.length > 0 : Object.keys(parsed.errors).length > 0
}

t.test('nothing sent makes it throw', async () => {
  fc.assert(fc.property(anyText(), parses))
  fc.assert(fc.property(fc.uint8Array(), (bytes) => parses(Buffer.from(bytes))))
  fc.assert(fc.property(fc.json({ noUnicodeString: false } as object), parses))
  const keys = [
    'n',
    'name',
    'u',
    'url',
    'd',
    'domain',
    'r',
    'referrer',
    'p',
    'props',
    'm',
    'meta',
    'h',
    'hashMode',
    'i',
    'v',
    'sd',
    'e',
    'revenue',
    '$',
  ]
  const value = fc.oneof(
    fc.jsonValue(),
    anyText(),
    fc.json(),
    fc.webUrl(),
    fc.constantFrom('engagement', '404', 'pageview'),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), value), (body) => parses(JSON.stringify(body))),
    { numRuns: runs(3000) },
  )
})
