// `tidemark site erase`: counted first, confirmed by the number, done at once; what it refuses.
import t from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { createSite, pageview } from '../upkeep/support.ts'

t.setTimeout(120_000)

const x = await createSite()
const { DATABASE_URL: url, SECRET_KEY: key } = process.env
t.teardown(async () => {
  for (const [name, value] of Object.entries({ DATABASE_URL: url, SECRET_KEY: key })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await x.drop()
})
process.env['DATABASE_URL'] = x.url
process.env['SECRET_KEY'] = 'secret'
await x.import([
  pageview('a', '2025-02-01T10:00:00Z', { source: 'Spam' }),
  pageview('b', '2025-02-01T11:00:00Z', { url: 'https://x.example/wp-login.php' }),
  { ...pageview('b', '2025-02-01T11:01:00Z'), name: 'Signup' },
  pageview('c', '2025-02-02T10:00:00Z'),
])

/** Runs one command line; a line is split at blanks, `~` stands for a blank. */
async function run(line: string) {
  const [out, err]: [string[], string[]] = [[], []]
  const words = `site erase --domain x.example ${line}`
    .trim()
    .split(' ')
    .map((word) => word.replaceAll('~', ' '))
  const code = await runCommand(words, { out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const paths = async () =>
  (
    await x.db.write.query<{ what: string }>(`select name || ' ' || pathname as what from events order by recorded_at`)
  ).map(({ what }) => what)

t.test('a count deletes nothing', async (t) => {
  const before = await paths()
  const counted = await run('--from 2025-02-01 --to 2025-02-01')
  t.match(counted, {
    code: 0,
    out: /^2 visits with 3 events on 1 days would be deleted\nnothing was deleted; to delete, add --yes 2 --until \d{4}-\S+Z$/,
  })
  const { code, out } = await run('--event Signup --json')
  t.equal(code, 0)
  t.match(JSON.parse(out), { visits: 1, events: 1, days: 1, confirm: 1, deleted: false, until: /Z$/ })
  t.match(await run('--page /none'), {
    code: 0,
    out: '0 events of 0 visits on 0 days would be deleted; the visits are computed again',
  })
  t.strictSame(await paths(), before)
})

t.test('what it refuses', async (t) => {
  const before = await paths()
  const cases: readonly (readonly [string, code: number, err: RegExp])[] = [
    ['', 2, /one of --everything, --page, --event, --filters, and --from with --to is required/],
    ['--everything --page /', 2, /exclude each other/],
    ['--everything --from 2025-02-01', 1, /from: does not go with everything/],
    ['--from 2025-02-01', 1, /to: is required/],
    ['--page blog', 1, /page: must be a path/],
    ['--event engagement', 1, /event: engagement goes with its pages/],
    ['--filters [["is"', 1, /filters: must be filters of the Stats API/],
    ['--filters visit:nothing==x', 1, /filter/i],
    ['--everything --yes all', 2, /--yes is the number/],
    ['--everything --yes 3 --until tomorrow', 2, /--until is the instant/],
    ['--everything --yes 2', 1, /the number to confirm is 3 now/],
    ['--page /none --yes 0', 1, /there are no such statistics/],
  ]
  for (const [line, code, err] of cases) t.match(await run(line), { code, err }, line)
  t.strictSame(await paths(), before)
})

t.test('confirmed, it is done at once', async (t) => {
  t.match(await run('--page /wp-** --yes 1'), { code: 0, out: 'deleted 1 events of x.example' })
  t.strictSame(await paths(), ['pageview /', 'Signup /', 'pageview /'])
  const { code, out } = await run('--filters [["is","visit:source",["Spam"]]] --yes 1 --json')
  t.equal(code, 0)
  t.match(JSON.parse(out), { domain: 'x.example', deleted: true, visits: 1, events: 1, days: 1 })
  t.strictSame(await paths(), ['Signup /', 'pageview /'])
  t.match(await run('--everything --yes 2'), { code: 0, out: 'deleted 2 visits of x.example' })
  t.strictSame(await paths(), [])
})

t.test('while an import runs the service does it later', async (t) => {
  await x.import([pageview('d', '2025-02-03T10:00:00Z')])
  await x.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('tidemark.import'), 1)`)
    t.match(await run('--everything --yes 1'), { code: 0, out: /^the service deletes them once imports/ })
  })
  t.strictSame(await paths(), ['pageview /'])
})
