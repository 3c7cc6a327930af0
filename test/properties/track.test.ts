// tidemark.track reads made-up values as /api/event does: the same refusals in the same words, and of what it takes the
// same event (sql/views/track.sql, rules/submission.ts).
import fc from 'fast-check'
import pg from 'pg'
import t from 'tap'
import { parseSubmission } from '../../src/rules/submission.ts'
import { createDatabase } from '../support/database.ts'
import { runs } from '../support/effort.ts'
import { anyText } from '../support/text.ts'

t.setTimeout(240_000)

const database = await createDatabase()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
t.teardown(async () => {
  await client.end()
  await database.drop()
})
await client.query(
  `with team as (insert into teams (name) values ('t') returning id) insert into sites (team_id, domain) select id, 'model.test' from team`,
)

const context = { userAgent: '', ip: '', ipType: null, receivedAtMs: 0, domains: ['model.test'] }

/** Texts that PostgreSQL can hold: without NUL, and well formed. */
const storable = anyText().map((text) => text.replaceAll('\0', '').toWellFormed())
/** Pieces that a name is counted by: letters with marks, emoji in sequences, flags, line ends, blanks. */
const piece = fc.constantFrom(
  ...[
    'a',
    'é',
    'é',
    'ё',
    'ж',
    '語',
    '한',
    '한',
    '👍',
    '👍🏽',
    '👨‍👩‍👧‍👦',
    '❤️',
    '🏳️‍🌈',
    '🇫🇷',
    '🇩🇪',
    '\r\n',
    '\n',
    ' ',
    '\u3000',
    '\u200d',
    '\ufe0f',
  ],
  ...[
    'ก็',
    'נִ',
    'مَ',
    'क्',
    '\u{e0067}',
    '0️⃣',
    '\u00a0',
    '\u0085',
    'கி',
    'ខ្មែ',
    'မြ',
    'కి',
    'নি',
    'ਸਿੰ',
    'ไทำ',
    'が',
    'ཀྱི',
    'ᄒ',
  ],
)
const pieces = (least: number, most: number) =>
  fc.array(piece, { minLength: least, maxLength: most }).map((list) => list.join(''))
const name = fc.oneof(
  storable,
  pieces(0, 10),
  fc.tuple(piece, fc.integer({ min: 115, max: 125 })).map(([one, count]) => one.repeat(count)),
  fc.constantFrom('pageview', 'engagement', '404', 'Form: Submission', 'Purchase', null),
)
const url = fc.oneof(
  storable,
  fc.constantFrom(null, '', 'data:x', 'DATA:', ' data:x', 'https://model.test/a?utm_source=x#y'),
  fc.integer({ min: 1_990, max: 2_010 }).map((length) => `https://model.test/${'x'.repeat(length - 19)}`),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  storable,
  fc.constantFrom(
    null,
    true,
    false,
    '',
    ' ',
    '\u2003',
    [],
    {},
    [1],
    'x'.repeat(2_000),
    'x'.repeat(2_001),
    '語'.repeat(667),
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
)
const key = fc.oneof(fc.constantFrom('path', 'plan', ' ', '', '__proto__', 'x'.repeat(300), 'x'.repeat(301)), storable)
const entries = fc.dictionary(key, value, { maxKeys: 29 })
const props = fc.oneof(
  entries,
  entries.map((one) => JSON.stringify(one)),
  value,
)

t.test('made-up events', async (t) => {
  let [taken, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(name, url, props, async (n, u, p) => {
      const sent = parseSubmission(JSON.stringify({ n, u, p }), context)
      await client.query('begin')
      try {
        await client.query('select tidemark.track($1, $2, $3, site => $4)', [n, u, JSON.stringify(p), 'model.test'])
        const { rows } = await client.query('select name as n, url as u, props as p from track_queue')
        const { n: name, u: url, p: kept } = rows[0] as { n: string; u: string; p: unknown }
        const moved = parseSubmission(JSON.stringify({ n: name, u: url, p: kept ?? undefined }), context)
        t.strictSame(moved, sent, JSON.stringify({ n, u, p }))
        taken += 1
      } catch (error) {
        const { code, detail } = error as pg.DatabaseError
        if (code !== '22023') throw error
        t.strictSame(JSON.parse(detail ?? ''), sent.ok ? 'taken' : sent.errors, JSON.stringify({ n, u, p }))
        refused += 1
      } finally {
        await client.query('rollback')
      }
    }),
    { numRuns: runs(500) },
  )
  t.ok(taken > 20 && refused > 20, `${taken} taken, ${refused} refused`)
})
